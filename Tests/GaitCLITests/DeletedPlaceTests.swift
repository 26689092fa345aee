import Foundation
import Testing

/// What was deleted of a phone's records does not come back because the phone says it otherwise.
struct DeletedPlaceTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A record of 2 February by a source, from a time to another: `10:00`.
  private static func record(
    _ type: String, _ value: String, _ unit: String, _ from: String = "10:00",
    _ to: String = "10:05",
    by source: String = "iPhone", device: String? = nil
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
    \(device.map { "device=\"\($0)\" " } ?? "")startDate="2026-02-02 \(from):00 +0100" \
    endDate="2026-02-02 \(to):00 +0100" value="\(value)"/>
    """
  }

  /// Records as an export says them and as a later one does.
  private static let saidAnew = [
    (record("WalkingSpeed", "4.0", "km/hr"), record("WalkingSpeed", "2.48548", "mi/hr")),
    (
      record("BodyMass", "73", "kg", "07:00", "07:00"),
      record("BodyMass", "160.937", "lb", "07:00", "07:00")
    ),
    (record("WalkingSpeed", "4.0", "km/hr"), record("WalkingSpeed", "4.2", "km/hr")),
    (
      record("WalkingDoubleSupportPercentage", "0.28699999999999998", "%"),
      record("WalkingDoubleSupportPercentage", "0.287", "%")
    ),
    (
      record("HeartRate", "70", "count/min", device: "name:iPhone"),
      record("HeartRate", "70.0", "count/min")
    ),
    (record("FlightsClimbed", "2", "count"), record("FlightsClimbed", "3", "count")),
    (
      record("DistanceWalkingRunning", "0.4", "km"),
      record("DistanceWalkingRunning", "0.248548", "mi")
    ),
    (record("StepCount", "400", "count"), record("StepCount", "410", "count")),
  ]

  /// Imports an export that was written in a month, and gives what the program says.
  @discardableResult private func importing(
    _ records: [String], written month: Int, into store: String = "s.gait", _ more: String...
  ) throws -> String {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-0\(month)-11 10:00:00 +0200"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    return try said(["import", "export.xml", "--participant", "P07", "--store", store] + more)
  }

  private func said(_ words: [String]) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.message + ending.output).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// What a store holds of the person, as `walking-speed 1.11`.
  private func held(_ store: String = "s.gait") throws -> [String] {
    let found = try gait(
      "query", "--everything", "--store", store, "--participant", "P07", "--format", "csv")
    return GaitProcess.rows(found.output).compactMap { row in
      row["kind"].flatMap { kind in
        row["value"].flatMap(Double.init).map { kind + String(format: " %.2f", $0) }
      }
    }
  }

  private func deleteAll(in store: String = "s.gait") throws {
    try gait.done("delete", "--everything", "--store", store, "--participant", "P07")
    #expect(try held(store).isEmpty)
  }

  @Test(arguments: saidAnew.indices)
  func `what was deleted stays so when the next export says it otherwise`(which: Int) throws {
    let (before, now) = Self.saidAnew[which]
    let later = Self.record("HeartRate", "66", "count/min", "11:00", "11:00")
    try importing([before], written: 2)
    try deleteAll()
    for _ in 1...2 {
      let message = try importing([now, later], written: 3)
      #expect(message.contains("1 sample was deleted here"), "\(message)")
      #expect(try held() == ["heart-rate 66.00"])
    }
    // Asked for, it comes back, and the phone may go on correcting it.
    try importing([now, later], written: 3, into: "s.gait", "--with-deleted")
    #expect(try held().count == 2)
    let corrected = now.replacing("value=\"", with: "value=\"0")
    #expect(try !importing([corrected, later], written: 4).contains("deleted here"))
    #expect(try held().count == 2)
  }

  @Test func `other times, sources and kinds are others`() throws {
    try importing([Self.record("WalkingSpeed", "4.0", "km/hr")], written: 2)
    try deleteAll()
    let others = [
      Self.record("WalkingSpeed", "4.1", "km/hr", "10:01", "10:05"),
      Self.record("WalkingSpeed", "4.1", "km/hr", "10:00", "10:06"),
      Self.record("WalkingSpeed", "4.1", "km/hr", by: "Watch"),
      Self.record("RunningSpeed", "9", "km/hr"),
    ]
    #expect(try !importing(others, written: 3).contains("deleted here"))
    #expect(try held().count == 4)
  }

  @Test func `two records of one time are two, and both stay deleted`() throws {
    let two = [
      Self.record("HeartRate", "70", "count/min", "09:00", "09:00"),
      Self.record("HeartRate", "72", "count/min", "09:00", "09:00"),
    ]
    try importing(two, written: 2)
    #expect(try held().count == 2)
    try importing([two[0], two[1]], written: 3)
    #expect(try held().count == 2)
    try deleteAll()
    let anew = [
      Self.record("HeartRate", "70.0", "count/min", "09:00", "09:00"),
      Self.record("HeartRate", "72.0", "count/min", "09:00", "09:00"),
    ]
    #expect(try importing(anew, written: 4).contains("2 samples were deleted here"))
    try importing(anew, written: 4, into: "s.gait", "--with-deleted")
    #expect(try held().count == 2)
    try importing(anew, written: 5)
    #expect(try held().count == 2)
  }

  @Test func `what nobody deleted is corrected as before`() throws {
    let kept = Self.record("WalkingSpeed", "4.0", "km/hr", "12:00", "12:05")
    try importing([Self.record("WalkingSpeed", "4.0", "km/hr"), kept], written: 2)
    try gait.done(
      "delete", "walking-speed", "--store", "s.gait", "--participant", "P07", "--to",
      "2026-02-02T11:00:00+01:00")
    let corrected = Self.record("WalkingSpeed", "4.5", "km/hr", "12:00", "12:05")
    let message = try importing(
      [Self.record("WalkingSpeed", "4.4", "km/hr"), corrected], written: 3)
    #expect(message.contains("1 sample was deleted here"), "\(message)")
    #expect(try held() == ["walking-speed 1.25"])
  }

  @Test(arguments: saidAnew.indices)
  func `a merge brings back nothing of it either way, nor does an export of a store`(
    which: Int
  ) throws {
    let (before, now) = Self.saidAnew[which]
    let kept = Self.record("WalkingSpeed", "5", "km/hr", "20:00", "20:05", by: "Watch")
    try importing([before, kept], written: 2, into: "A.gait")
    try importing([now, kept], written: 3, into: "B.gait")
    try gait.done("export", "--plain", "--names", "--store", "B.gait", "--output", "B.csv")
    let all = try held("A.gait")
    let kind = String(try #require(all.first { !$0.contains("1.39") }).prefix { $0 != " " })
    try gait.done(
      "delete", kind, "--store", "A.gait", "--participant", "P07", "--to",
      "2026-02-02T19:00:00+01:00")
    #expect(try held("A.gait") == ["walking-speed 1.39"])
    func copy(_ store: String, _ name: String) throws {
      try gait.done("store", "copy", "--store", store, "--output", name)
    }
    try copy("A.gait", "A1.gait")
    let here = try said(["merge", "B.gait", "--into", "A1.gait"])
    #expect(here.contains("1 sample was deleted here"), "\(here)")
    #expect(try held("A1.gait") == ["walking-speed 1.39"])
    try copy("B.gait", "B1.gait")
    let there = try said(["merge", "A.gait", "--into", "B1.gait"])
    #expect(there.contains("deleted here, too"), "\(there)")
    #expect(try held("B1.gait") == ["walking-speed 1.39"])
    try copy("A.gait", "A2.gait")
    #expect(try said(["import", "B.csv", "--store", "A2.gait"]).contains("deleted here"))
    #expect(try held("A2.gait") == ["walking-speed 1.39"])
    // Asked for, it comes back, and stays in both.
    try gait.done("merge", "B.gait", "--into", "A1.gait", "--with-deleted")
    #expect(try held("A1.gait").count == 2)
    for _ in 1...2 {
      try gait.done("merge", "A1.gait", "--into", "B1.gait")
      try gait.done("merge", "B1.gait", "--into", "A1.gait")
    }
    #expect(try held("A1.gait").count == 2)
    #expect(try held("B1.gait").count == 2)
  }

  @Test func `what another store read anew after the deletion comes back, and is said`() throws {
    let (before, now) = Self.saidAnew[0]
    try importing([before], written: 2, into: "A.gait")
    try deleteAll(in: "A.gait")
    try importing([now], written: 3, into: "B.gait")
    let back = try said(["merge", "B.gait", "--into", "A.gait"])
    #expect(back.contains("stored anew there since"), "\(back)")
    #expect(try held("A.gait") == ["walking-speed 1.11"])
    try gait.done("merge", "A.gait", "--into", "B.gait")
    #expect(try held("B.gait") == ["walking-speed 1.11"])
  }

  @Test func `one of two records of a time that was deleted takes the other with it nowhere`()
    throws
  {
    // By hand and measured, of one source and time.
    let entered = """
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="iPhone" unit="count/min" \
      startDate="2026-02-02 09:00:00 +0100" endDate="2026-02-02 09:00:00 +0100" value="80">\
      <MetadataEntry key="HKWasUserEntered" value="1"/></Record>
      """
    let both = [Self.record("HeartRate", "70", "count/min", "09:00", "09:00"), entered]
    try importing(both, written: 2, into: "A.gait")
    try importing(both, written: 2, into: "B.gait")
    try gait.done("delete", "heart-rate", "--by-hand", "--store", "A.gait", "--participant", "P07")
    #expect(try held("A.gait") == ["heart-rate 70.00"])
    try gait.done("merge", "A.gait", "--into", "B.gait")
    #expect(try held("B.gait") == ["heart-rate 70.00"])
    let message = try importing(both, written: 3, into: "A.gait")
    #expect(message.contains("1 sample was deleted here"), "\(message)")
    #expect(try held("A.gait") == ["heart-rate 70.00"])
    let corrected = [Self.record("HeartRate", "71", "count/min", "09:00", "09:00"), entered]
    for month in 4...5 {
      let message = try importing(corrected, written: month, into: "A.gait")
      #expect(message.contains("1 sample was deleted here"), "\(message)")
      #expect(try held("A.gait") == ["heart-rate 71.00"])
    }
  }
}
