import Foundation
import Testing

/// What a recording says of itself against what is said of it: when it began and who was recorded.
struct OwnWordTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func simulate(_ name: String) throws {
    let ending = try gait("simulate", "straight-walk", "--output", name, "--quiet", "--force")
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// Describes `walk.*` and gives what `gait analyze` says.
  private func analyze(_ name: String, _ description: String, _ more: String...) throws
    -> GaitProcess.Ending
  {
    try put(#"{"site": "lower_back", "height_m": 1.75, \#(description)}"#, "walk.json")
    let ending = try gait.run(["analyze", name, "--format", "csv"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  /// The simulated walk as a table with a clock of its own, which begins at 2026-01-05T09:00:00Z.
  private func table(_ stamp: (Double) -> String, column: String = "time") throws {
    try simulate("walk.csv")
    let lines = try gait.text(of: "walk.csv").split(separator: "\n")
    let rows = lines.dropFirst().map { line in
      let cells = line.split(separator: ",", maxSplits: 1)
      return "\(stamp(Double(cells[0]) ?? 0)),\(cells[1])"
    }
    let names = lines[0].split(separator: ",").dropFirst().joined(separator: ",")
    try put((["\(column),\(names)"] + rows).joined(separator: "\n") + "\n", "walk.csv")
  }

  private static let monday = 1_767_603_600.0

  @Test func `a device's clock is believed before a description that contradicts it`() throws {
    try simulate("walk.cwa")
    let wrong = #""start_datetime": "2020-01-01T00:00:00Z""#
    let own = try analyze("walk.cwa", wrong)
    #expect(own.output.contains(",2026-01-05T09:00:"), "\(own.output)")
    #expect(
      own.message.contains(
        "its own clock says 2026-01-05T09:00:00.000, which was kept, at the offset from UTC of the description's start"
      ), "\(own.message)")
    #expect(!own.message.contains("another zone"), "\(own.message)")
    #expect(own.message.contains("2020-01-01T00:00:00.000"))
    let start = ["--start", "2026-05-04T09:30:00Z"]
    let both = try analyze("walk.cwa", wrong, start[0], start[1])
    #expect(both.output.contains(",2026-01-05T09:00:") && both.message.contains("--override-start"))
    let asked = try analyze("walk.cwa", wrong, start[0], start[1], "--override-start")
    #expect(asked.output.contains(",2026-05-04T09:30:") && asked.message.isEmpty)
  }

  @Test(arguments: [
    ("2026-01-05T09:00:00+01:00", "2026-01-05T09:00:", false),
    ("2026-01-05T10:00:00+01:00", "2026-01-05T10:00:", true),
    ("2026-01-05T08:00:00Z", "2026-01-05T08:00:", true),
  ])
  func `a description says the offset of a clock that does not know it`(
    start: String, begin: String, isOther: Bool
  ) throws {
    try simulate("walk.cwa")
    let told = try analyze("walk.cwa", #""start_datetime": "\#(start)""#)
    #expect(told.output.contains(",\(begin)"), "\(told.output)")
    // It may have run in any zone; that another one than the description's is assumed is said.
    let words = "its own clock shows 2026-01-05T09:00:00.000 and names no zone"
    #expect(told.message.contains(words) == isOther, "\(told.message)")
    #expect(told.message.contains("clock") == isOther, "\(told.message)")
    let looked = try gait("inspect", "walk.cwa").output.split(whereSeparator: \.isWhitespace)
    #expect(looked.joined(separator: " ").contains(words) == isOther)
  }

  @Test(arguments: [
    ("2026-01-05T09:00:00+01:00", false), ("2026-01-05T08:00:00Z", false),
    ("2026-01-05T10:00:00+01:00", true), ("2026-01-05T15:00:00+01:00", true),
  ])
  func `in the zone that is named a local clock is believed before a description`(
    start: String, isOther: Bool
  ) throws {
    try simulate("walk.cwa")
    try table { seconds in
      let minute = Int(seconds) / 60
      return String(format: "2026-01-05 09:%02d:%06.3f", minute, seconds - Double(60 * minute))
    }
    let said = #""start_datetime": "\#(start)""#
    for name in ["walk.cwa", "walk.csv"] {
      for told in [
        try analyze(name, said + #", "time_zone": "Europe/Berlin""#),
        try analyze(name, said, "--time-zone", "Europe/Berlin"),
      ] {
        #expect(told.output.contains(",2026-01-05T09:00:"), "\(told.output)")
        #expect(
          told.message.contains("its own clock says 2026-01-05T09:00:00.000+01:00") == isOther,
          "\(told.message)")
        #expect(told.message.contains("clock") == isOther, "\(told.message)")
      }
    }
  }

  @Test(arguments: [("10:00:00", false), ("15:00:00", true)])
  func `a local start that stamps since 1970 contradict in the zone that is named is said`(
    time: String, isOther: Bool
  ) throws {
    try table { "\(Self.monday + $0)" }
    let told = try analyze(
      "walk.csv",
      #""start_local_datetime": "2026-01-05T\#(time)", "time_zone": "Europe/Berlin""#)
    #expect(told.output.contains(",2026-01-05T10:00:"), "\(told.output)")
    #expect(told.message.contains("its own clock says") == isOther, "\(told.message)")
  }

  @Test(arguments: [true, false])
  func `stamps of a table are a clock of its own`(isUnix: Bool) throws {
    let writer = ISO8601DateFormatter()
    writer.formatOptions.insert(.withFractionalSeconds)
    try table { seconds in
      isUnix
        ? "\(Self.monday + seconds)"
        : writer.string(from: Date(timeIntervalSince1970: Self.monday + seconds))
    }
    let own = try analyze("walk.csv", #""start_datetime": "2020-01-01T00:00:00Z""#)
    #expect(own.output.contains(",2026-01-05T09:00:"), "\(own.output)")
    #expect(
      own.message.contains("its own clock says 2026-01-05T09:00:00.000+00:00"), "\(own.message)")
    let same = try analyze("walk.csv", #""start_datetime": "2026-01-05T09:00:00Z""#)
    #expect(!same.message.contains("clock"), "\(same.message)")
  }

  @Test func `a description's start gives way to the one of the command line`() throws {
    try simulate("walk.csv")
    let told = try analyze(
      "walk.csv", #""start_datetime": "2020-01-01T00:00:00Z""#, "--start", "2026-05-04T09:30:00Z")
    #expect(told.output.contains(",2026-05-04T09:30:") && told.message.isEmpty, "\(told.message)")
  }

  // MARK: - Who was recorded

  /// A walk whose column says Anna.
  private func walkOfAnna() throws {
    try table({ "\($0),Anna" }, column: "time_s,participant")
  }

  @Test func `a person that a column contradicts is said`() throws {
    try walkOfAnna()
    let bert = try analyze("walk.csv", #""participant": "Bert""#)
    #expect(
      bert.message.contains(#"its column "participant" says "Anna""#)
        && bert.message.contains("one of Bert"), "\(bert.message)")
    let carl = try analyze("walk.csv", #""participant": "Bert""#, "--participant", "Carl")
    #expect(carl.message.contains("one of Carl"), "\(carl.message)")
    let anna = try analyze("walk.csv", #""participant": "anna""#)
    #expect(!anna.message.contains("Anna"), "\(anna.message)")
  }

  @Test func `a study's person that a column contradicts is said`() throws {
    try walkOfAnna()
    try put("path,participant,site,height_m\nstudy/walk.csv,Bert,lower_back,1.75\n", "study.csv")
    try FileManager.default.createDirectory(
      atPath: gait.path("study"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: gait.path("walk.csv"), toPath: gait.path("study/walk.csv"))
    let ending = try gait("batch", "study.csv", "--output", "results")
    #expect(ending.message.contains("one of Bert"), "\(ending.message)")
  }

  @Test func `the column's person is named where nobody else says one`() throws {
    try walkOfAnna()
    let ending = try gait(
      "analyze", "walk.csv", "--store", "s.gait", "--start", "2026-05-04T09:30:00Z")
    #expect(ending.code != 0 && ending.message.contains("--participant Anna"), "\(ending.message)")
  }

  @Test func `a person that the device's header contradicts is said`() throws {
    try simulate("walk.bin")
    let path = URL(fileURLWithPath: gait.path("walk.bin"))
    var bytes = try String(decoding: Data(contentsOf: path), as: UTF8.self)
    bytes.replace(/Subject Code:[^\r\n]*/, with: "Subject Code:Anna")
    if !bytes.contains("Subject Code:Anna") {
      bytes.replace("Device Identity\r\n", with: "Device Identity\r\nSubject Code:Anna\r\n")
    }
    try Data(bytes.utf8).write(to: path)
    let bert = try analyze("walk.bin", #""participant": "Bert""#)
    #expect(bert.message.contains(#"its header says "Anna""#), "\(bert.message)")
  }
}
