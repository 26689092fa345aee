import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Tables in which cells of a sensor hold no number for a while, or in some rows.
struct PausedGyroscopeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Rows at 100 Hz; those that lack a sensor have its cells empty, or a word in them.
  private func table(
    rows: Int = 13_000, word: String = "", lacksForce: (Int) -> Bool = { _ in false },
    lacksTurn: (Int) -> Bool = { _ in false }
  ) -> String {
    func cells(_ lacks: Bool, _ values: SIMD3<Double>) -> String {
      (lacks ? [word, word, word] : values.xyz.map { "\($0)" }).joined(separator: ",")
    }
    let lines = (0..<rows).map { row in
      let seconds = Double(row) / 100
      return "\(seconds),\(cells(lacksForce(row), Swaying.force(seconds))),"
        + cells(lacksTurn(row), Swaying.turn(seconds))
    }
    return "time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n" + lines.joined(separator: "\n") + "\n"
  }

  private static let pauses: [String: @Sendable (Int) -> Bool] = [
    "one second of four": { $0 / 100 % 4 == 3 }, "first": { $0 < 2000 }, "last": { $0 >= 9500 },
    "middle": { (8500..<10_500).contains($0) },
  ]

  @Test(arguments: pauses.keys.sorted(), ["", "NA", "NaN"])
  func `a gyroscope that pauses costs no acceleration`(pause: String, word: String) throws {
    let lacks = try #require(Self.pauses[pause])
    let text = table(word: word, lacksTurn: lacks)
    for path in [
      try folder.write(text),
      try folder.write(ScratchFolder.gzip(Array(text.utf8)), to: "w.csv.gz"),
    ] {
      let block = try #require(try samples(path))
      #expect(block.seconds.count == 13_000 && block.seconds.first == 0)
      #expect(block.angularRate == nil && largestErrors(block).force < 1e-4)
      let found = try SensorFile.inspection(of: path)
      #expect(
        found.remarks.contains { $0.message.contains("was left out: it covers 0.") },
        "\(found.remarks)")
    }
    #expect(
      try RecordingSourceContract.breaches {
        try open(folder.path + "/walk.csv", blockSampleCount: $0)
      } == [])
  }

  /// Behind what is looked at to tell units from, in a file of which only parts are looked at.
  @Test func `a pause late in a long file is found`() throws {
    let path = try folder.write(table(rows: 60_000, lacksTurn: { $0 >= 45_000 }))
    #expect(try RecordingFile(path: path).excerpts() != nil)
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 60_000 && block.angularRate == nil)
  }

  @Test(arguments: ["", "NA"])
  func `a short pause costs its rows and not the gyroscope`(word: String) throws {
    let path = try folder.write(table(word: word, lacksTurn: { (5000..<6000).contains($0) }))
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 12_000 && block.angularRate != nil)
    #expect(try SensorFile.inspection(of: path).longestGapSeconds > 9.9)
  }

  /// Rows whose clock is their number cannot be read once for each sensor.
  @Test(arguments: ["", "NA"], [true, false])
  func `without times a gyroscope that pauses costs no acceleration`(
    word: String, isLong: Bool
  ) throws {
    let lines = table(word: word, lacksTurn: { isLong ? $0 >= 9500 : $0 >= 12_000 })
      .split(separator: "\n").map { $0.split(separator: ",", maxSplits: 1)[1] }
    let path = try folder.write(lines.joined(separator: "\n") + "\n")
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    let block = try #require(try samples(path))
    #expect(block.seconds.count == (isLong ? 13_000 : 12_000))
    #expect((block.angularRate == nil) == isLong && largestErrors(block).force < 1e-4)
    let found = try SensorFile.inspection(of: path)
    #expect(
      found.remarks.contains {
        $0.message.hasPrefix("gyr_x, gyr_y, gyr_z: the angular rate was left out: it covers 0.73")
      } == isLong, "\(found.remarks)")
    #expect(
      try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: ["", "NA"])
  func `an accelerometer that pauses leaves its rows out and nothing else`(word: String) throws {
    for lacks in [{ $0 / 100 % 4 == 3 }, { $0 >= 9500 }] as [(Int) -> Bool] {
      let block = try #require(
        try samples(folder.write(table(word: word, lacksForce: lacks))))
      #expect(block.seconds.count == (0..<13_000).count { !lacks($0) })
      let errors = largestErrors(block)
      #expect(block.angularRate != nil && errors.force < 1e-4 && errors.turn < 1e-4)
    }
  }

  /// R writes `NA`, pandas nothing or what it is told, MATLAB `NaN`.
  @Test(arguments: ["", "NA", "\"NA\"", "NaN", "nan", "-nan", "null", "N/A"])
  func `a word for a missing value is an empty cell`(word: String) throws {
    let half = try #require(
      try samples(folder.write(table(rows: 2001, word: word, lacksTurn: { $0 % 2 == 1 }))))
    #expect(half.seconds.count == 2001 && largestErrors(half).turn < 1e-3)
    // Each sensor in rows of its own, as where two tables were merged by time.
    let own = table(
      rows: 2001, word: word, lacksForce: { $0 % 3 == 0 }, lacksTurn: { $0 % 3 != 0 })
    let path = try folder.write(own)
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 1332, "\(block.seconds.count)")
    // The first row of the acceleration is the second one.
    let errors = largestErrors(block, from: 0.01 - (block.seconds.first ?? 0))
    #expect(block.angularRate != nil && errors.force < 1e-4 && errors.turn < 1e-3, "\(errors)")
    #expect(!(try SensorFile.inspection(of: path).remarks.contains { $0.kind == .notFinite }))
    #expect(
      try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: ["", "NA"])
  func `a slow sensor's cells cost nothing`(word: String) throws {
    let lines = (0..<2000).map { row in
      let force = Swaying.force(Double(row) / 100).xyz.map { "\($0)" }.joined(separator: ",")
      return "\(Double(row) / 100),\(force),\(row % 100 == 0 ? "70" : word)"
    }
    let block = try #require(
      try samples(
        folder.write("time_s,acc_x,acc_y,acc_z,heart_rate_bpm\n" + lines.joined(separator: "\n"))))
    #expect(block.seconds.count == 2000 && block.side[.heartRate]?.seconds.count == 20)
  }
}
