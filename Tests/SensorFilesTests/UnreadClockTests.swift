import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Clocks under names that are not known, beside a rate that is given.
struct UnreadClockTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What is found in a table at 50 Hz whose first column has a name; `lost` are rows that are not there.
  private func found(
    _ name: String, rateHertz: Int? = 50, lost: Range<Int> = 0..<0,
    stamp: (Int) -> String = { "\(Double($0) / 50)" }
  ) throws -> SensorFileInspection {
    let json = rateHertz.map { "{\"sampling_rate_hz\": \($0)}" } ?? "{}"
    _ = try folder.write(json, to: "walk.json")
    var lines = table(header: "\(name),acc_x,acc_y,acc_z", rows: 800, stamp: stamp)
      .split(separator: "\n")
    lines.removeSubrange((lost.lowerBound + 1)..<(lost.upperBound + 1))
    return try SensorFile.inspection(of: folder.write(lines.joined(separator: "\n") + "\n"))
  }

  private func clocks(_ found: SensorFileInspection) -> [String] {
    found.layout.contradictions.filter { $0.hasPrefix("clock:") }
  }

  // MARK: Words for time in other languages

  @Test(arguments: [
    "Zeit [s]", "Zeit (s)", "zeit_s", "Temps (s)", "Tiempo (s)", "tempo [s]", "Tijd (s)",
    "Czas [s]",
  ])
  func `a word for time with its unit is the clock`(name: String) throws {
    let whole = try found(name, rateHertz: nil)
    #expect(whole.facts.samplingRateHertz == 50 && clocks(whole) == [])
    let cut = try found(name, lost: 300..<500)
    #expect(cut.gapCount == 1 && abs(cut.durationSeconds - 15.98) < 1e-6 && clocks(cut) == [])
    // A description that is wrong does not move the walk.
    let wrong = try found(name, rateHertz: 100)
    #expect(wrong.facts.samplingRateHertz == 50)
    #expect(
      clocks(wrong) == [
        "clock: the description says 100.0 Hz, the times say 50.0 Hz; the times are used"
      ])
  }

  @Test(arguments: ["Tempo (km/h)", "temps_c", "tempo", "Tempo"])
  func `such a word is no clock without a unit of time`(name: String) {
    let quantity = ColumnName(name).quantity
    #expect(quantity == nil, "\(String(describing: quantity))")
  }

  // MARK: Times that are neither numbers nor dates

  @Test(arguments: [
    "0 days 00:00:0%", "% sec", "'2024-05-06 09:30:0%", "=\"2024-05-06 09:30:0%\"",
    "2024-05-06 09:30:0% CEST",
  ])
  func `times that cannot be read are named with how they are written`(words: String) throws {
    func stamp(_ row: Int) -> String {
      words.replacing("%", with: String(format: "%.3f", Double(row) / 100))
    }
    let error = #expect(throws: SensorFileError.self) {
      try found("time", rateHertz: nil, stamp: stamp)
    }
    #expect(error?.kind == .noClock, "\(error as Any)")
    #expect(
      error?.message.hasPrefix("the times of \"time\" are written as") == true
        && error?.message.contains("neither a number nor a date") == true, "\(error as Any)")
  }

  // MARK: Names that are not known

  @Test(arguments: [
    "recording_time", "device_time", "Zeit", "ms", "clock", "Timestamp_Unix_CAL",
    "System Timestamp",
    "Uhrzeit",
  ])
  func `what rises like a clock is named beside the rate that is used`(name: String) throws {
    let factor = name == "ms" || name.hasSuffix("CAL") ? 1000.0 : 1
    let stamp = { (row: Int) in
      "\(((name == "ms" ? 0 : 1_700_000_000) + Double(row) / 50) * factor)"
    }
    let even = clocks(try found(name, stamp: stamp))
    #expect(even.count == 1)
    #expect(
      even.first?.contains("\"\(name)\" rises from row to row and is not read; the samples")
        == true,
      "\(even)")
    let cut = clocks(try found(name, lost: 300..<500, stamp: stamp))
    #expect(cut.first?.contains("behind row 300 it leaps by 201.0 of its steps") == true, "\(cut)")
    let wrong = clocks(try found(name, rateHertz: 100, stamp: stamp))
    #expect(wrong.first?.contains("it makes 50.0 samples a second") == true, "\(wrong)")
    let error = #expect(throws: SensorFileError.self) {
      try found(name, rateHertz: nil, stamp: stamp)
    }
    #expect(error?.message.contains("time_s") == true && error?.kind == .noClock)
    #expect(
      error?.message.contains("\"\(name)\" may, as it rises") == true, "\(error?.message ?? "")")
  }

  @Test func `dates and tenths of milliseconds are clocks, too`() throws {
    let dates = { (row: Int) in
      let second = (100 * Double(row) / 50).rounded() / 100
      return "2024-05-04 09:30:" + (second < 10 ? "0" : "") + "\(second)"
    }
    #expect(clocks(try found("Uhrzeit", stamp: dates)).first?.contains("; the samples") == true)
    let fine = { (row: Int) in "\(200 * row)" }
    #expect(
      clocks(try found("SampleTimeFine", stamp: fine)).first?.contains("; the samples") == true)
    let wrong = clocks(try found("SampleTimeFine", rateHertz: 100, stamp: fine))
    #expect(wrong.first?.contains("while the samples follow each other evenly at 100.0 Hz") == true)
  }

  @Test func `a number of rows says nothing, and names rows that are missing`() throws {
    let count = { (row: Int) in "\(row)" }
    #expect(clocks(try found("frame", stamp: count)) == [])
    let cut = clocks(try found("frame", lost: 300..<500, stamp: count))
    #expect(cut.count == 1 && cut[0].contains("behind row 300 it leaps by 201.0"), "\(cut)")
  }

  @Test(arguments: [
    ("distance [m]", 0.013), ("distance_m", 0.013), ("steps", 0), ("battery (%)", 0.001),
  ])
  func `what rises and is no time is not named`(name: String, step: Double) throws {
    #expect(clocks(try found(name, stamp: { "\(Double($0) * step)" })) == [])
    #expect(clocks(try found(name, stamp: { "\($0 / 100)" })) == [])
  }

  // MARK: MATLAB

  @Test func `a vector of a mat file that rises like a clock is named`() throws {
    let samples = StandingSamples()
    let path = folder.path + "/walk.mat"
    func clocks(_ name: String, _ rate: Double, _ times: [Double]) throws -> [String] {
      try MATLABWriter.write(
        [
          ("acc", .columns(samples.acceleration)), (name, .vector(times)), ("fs", .scalar(rate)),
        ], to: path)
      return try SensorFile.inspection(of: path).layout.contradictions
    }
    let times = (0..<400).map { Double($0) / 50 + ($0 < 200 ? 0 : 8) }
    let cut = try clocks("zeit", 50, times)
    #expect(cut.count == 1 && cut[0].contains("behind row 200 it leaps by 401.0"), "\(cut)")
    let even = try clocks("zeit", 100, (0..<400).map { Double($0) / 50 })
    #expect(even.count == 1 && even[0].contains("it makes 50.0 samples a second"), "\(even)")
    #expect(try clocks("zeit_s", 50, times) == [])
  }
}
