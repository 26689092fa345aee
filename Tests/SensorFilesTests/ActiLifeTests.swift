import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct ActiLifeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func preamble(
    rate: String = " at 30 Hz", format: String? = "dd/MM/yyyy", date: String = "05/09/2017",
    time: String = "14:00:00", epoch: String = "00:00:00"
  ) -> String {
    """
    ------------ Data File Created By ActiGraph GT3X+ ActiLife v6.11.9 Firmware v3.2.1\
    \(format.map { " date format \($0)" } ?? "")\(rate)  Filter Normal -----------
    Serial Number: NEO1B00000001
    Start Time \(time)
    Start Date \(date)
    Epoch Period (hh:mm:ss) \(epoch)
    Download Time 12:05:23
    Download Date 05/05/2017
    Current Memory Address: 0
    Current Battery Voltage: 4.03     Mode = 12
    --------------------------------------------------

    """
  }

  private func rows(_ row: (Int) -> String) -> String {
    (0..<90).map { row($0) + "\r\n" }.joined()
  }

  private func expectSamples(_ text: String) throws {
    let path = try folder.write(text)
    let source = try open(path)
    #expect(source.facts.samplingRateHertz == 30)
    // 2017-09-05 14:00:00
    #expect(source.facts.start?.secondsSince1970 == 1_504_620_000)
    #expect(source.facts.device == "ActiGraph NEO1B00000001")
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.seconds.count == 90)
    #expect(abs((block.seconds.last ?? 0) - 89.0 / 30) < 1e-9)
    #expect(abs(Double(block.acceleration.z[7]) - 1.007 * standardGravity) < 1e-5)
    #expect(source.remarks.allSatisfy { $0.kind == .converted }, "\(source.remarks)")
  }

  /// The time so many seconds after two o'clock, to the millisecond.
  private func stamp(_ seconds: Double) -> String {
    let seconds = (seconds * 1000).rounded() / 1000
    return String(
      format: "05/09/2017 14:%02d:%06.3f", Int(seconds) / 60,
      seconds - Double(Int(seconds) / 60 * 60))
  }

  @Test func `times beside the samples say where rows were cut out, and the rate stays the clock`()
    throws
  {
    let names = "Timestamp,Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    func text(_ seconds: (Int) -> Double) -> String {
      preamble() + names + rows { "\(stamp(seconds($0))),0.008,-0.1,\(value($0))" }
    }
    // The second half of a longer table, whose lines above say when that began.
    let part = try open(folder.write(text { 3600 / 2 + Double($0) / 30 }))
    #expect(part.facts.start.map(InstantText.text) == "2017-09-05T14:30:00.000")
    let said = part.remarks.filter { $0.kind != .converted }.map(\.message)
    #expect(
      said.count == 1 && said[0].contains("the lines above the table say 2017-09-05T14:00:00.000"),
      "\(said)")
    // Forty seconds are missing in the middle.
    let cut = try open(folder.write(text { Double($0) / 30 + ($0 < 45 ? 0 : 40) }, to: "cut.csv"))
    let block = try #require(try RecordingSourceContract.allSamples(of: cut))
    #expect(block.seconds.count == 90)
    #expect(abs(block.seconds[44] - 44.0 / 30) < 1e-9)
    #expect(abs(block.seconds[45] - 45.0 / 30 - 40) < 1e-3)
    #expect(abs(block.seconds[89] - block.seconds[45] - 44.0 / 30) < 1e-9)
    // Minutes, as a program for tables leaves them, cannot tell.
    let coarse = try open(
      folder.write(
        preamble() + names + rows { "05/09/2017 14:00:00,0.008,-0.1,\(value($0))" },
        to: "coarse.csv"))
    #expect(coarse.facts.samplingRateHertz == 30)
    #expect(coarse.remarks.contains { $0.message.contains("cannot be seen") })
  }

  @Test func `times with the year first are used, too`() throws {
    let names = "Timestamp,Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    let text =
      preamble() + names
      + rows { row in
        let seconds = Double(row) / 30
        return String(
          format: "2017-09-0%d 14:00:%06.3f,0.008,-0.1,\(value(row))", row < 45 ? 5 : 7, seconds)
      }
    let block = try #require(
      try RecordingSourceContract.allSamples(of: open(folder.write(text))))
    #expect(abs(block.seconds[45] - 45.0 / 30 - 2 * 86_400) < 1e-3)
  }

  @Test(arguments: [("M/d/yyyy", true), (nil, true), ("d/M/yyyy", false)] as [(String?, Bool)])
  func `day and month in another order than is said are refused`(format: String?, isRefused: Bool)
    throws
  {
    let names = "Timestamp,Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    func body(_ first: String, _ second: String) -> String {
      rows { row in
        let seconds = 58.5 + Double(row) / 30
        let isLate = seconds >= 60
        return (isLate ? second : first)
          + String(
            format: " %@:%06.3f,0.008,-0.1,\(value(row))", isLate ? "00:00" : "23:59",
            isLate ? seconds - 60 : seconds)
      }
    }
    // From the third to the fourth of May, which may be months, too.
    let path = try folder.write(
      preamble(format: format, date: "3/5/2025", time: "23:59:58") + names
        + body("3/5/2025", "4/5/2025"))
    if isRefused {
      let error = #expect(throws: SensorFileError.self) {
        _ = try RecordingSourceContract.allSamples(of: open(path))
      }
      #expect(error?.message.contains("date format d/M/yyyy") == true, "\(error?.message ?? "")")
    }
    // From the twelfth to the thirteenth, which only can be days: the first rows say so.
    let told = try folder.write(
      preamble(format: format, date: "12/3/2025", time: "23:59:58") + names
        + body("12/3/2025", "13/3/2025"), to: "told.csv")
    for path in isRefused ? [told] : [path, told] {
      let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
      #expect(abs((block.seconds.last ?? 0) - 89.0 / 30) < 1e-3)
    }
  }

  @Test func `two tables that were joined are refused`() throws {
    let names = "Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    let one = preamble() + names + rows { "0.008,-0.1,\(value($0))" }
    let error = #expect(throws: SensorFileError.self) {
      _ = try RecordingSourceContract.allSamples(of: open(folder.write(one + one)))
    }
    #expect(error?.kind == .severalRecordings, "\(error?.message ?? "")")
  }

  private func value(_ row: Int) -> String { String(format: "%.3f", 1 + Double(row) / 1000) }

  @Test func `a table with names, one without, and one with times`() throws {
    let names = "Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    try expectSamples(preamble() + names + rows { "0.008,-0.1,\(value($0))" })
    try expectSamples(preamble() + rows { "0.008,-0.1,\(value($0))" })
    try expectSamples(
      preamble() + "Timestamp," + names
        + rows { "\(stamp(Double($0) / 30)),0.008,-0.1,\(value($0))" })
    try expectSamples(
      preamble(format: "M/d/yyyy", date: "9/5/2017") + names + rows { "0.008,-0.1,\(value($0))" })
  }

  @Test func `decimal commas with semicolons between the columns`() throws {
    let names = "Accelerometer X;Accelerometer Y;Accelerometer Z\r\n"
    let body = rows { "0,008;-0,1;\(value($0).replacing(".", with: ","))" }
    try expectSamples(preamble(format: "dd.MM.yyyy", date: "05.09.2017") + names + body)
  }

  @Test(
    arguments: [
      (nil, "4/5/2026", "9:30:00", "2026-04-05T09:30:00.000", "does not say the order"),
      (nil, "4/4/2026", "9:30:00", "2026-04-04T09:30:00.000", nil),
      (nil, "04.05.2026", "9:30:00", "2026-05-04T09:30:00.000", "does not say the order"),
      (nil, "13/5/2026", "9:30:00", "2026-05-13T09:30:00.000", "cannot be M/d/yyyy"),
      ("M/d/yyyy", "13/05/2026", "9:30:00", "2026-05-13T09:30:00.000", "cannot be M/d/yyyy"),
      ("M/d/yyyy", "5/4/2026", "9:30:00 PM", "2026-05-04T21:30:00.000", nil),
      ("M/d/yyyy", "5/4/2026", "12:30:00 AM", "2026-05-04T00:30:00.000", nil),
      ("M/d/yyyy", "5/4/2026", "half past nine", nil, "cannot be read"),
      (nil, "2026-05-04", "21:30:00", "2026-05-04T21:30:00.000", nil),
    ] as [(String?, String, String, String?, String?)])
  func `a start is read as far as it can be, and what is assumed is said`(
    format: String?, date: String, time: String, start: String?, remark: String?
  ) throws {
    let names = "Accelerometer X,Accelerometer Y,Accelerometer Z\r\n"
    let path = try folder.write(
      preamble(format: format, date: date, time: time) + names
        + rows { "0.008,-0.1,\(value($0))" })
    let source = try open(path)
    #expect(source.facts.start.map(InstantText.text) == start)
    let said = source.remarks.filter { $0.kind != .converted }.map(\.message)
    #expect(said.count == (remark == nil ? 0 : 1), "\(said)")
    if let remark { #expect(said.joined().contains(remark), "\(said)") }
  }

  @Test func `counts and a missing rate are refused with the reason`() throws {
    let names = "Accelerometer X,Accelerometer Y,Accelerometer Z\n"
    let counts = try folder.write(preamble(epoch: "00:01:00") + names + rows { _ in "1,2,3" })
    let error = #expect(throws: SensorFileError.self) { try open(counts) }
    #expect(error?.message.contains("counts for 60 s") == true)
    let text = preamble(rate: "") + names + rows { "0.008,-0.1,\(value($0))" }
    let rateless = try folder.write(text, to: "rateless.csv")
    #expect(#expect(throws: SensorFileError.self) { try open(rateless) }?.kind == .noClock)
    _ = try folder.write("{\"sampling_rate_hz\": 30}", to: "rateless.json")
    #expect(try open(rateless).facts.samplingRateHertz == 30)
  }

  @Test func `an export keeps what every source promises`() throws {
    let names = "Accelerometer X,Accelerometer Y,Accelerometer Z\n"
    let path = try folder.write(preamble() + names + rows { "0.008,-0.1,\(value($0))" })
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }
}
