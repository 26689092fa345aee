import Foundation
import Testing

/// What people entered in two places, where their stores or files come together: an entry is one, whatever the clocks and
/// the order.
struct MergedEntryTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func done(_ words: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending
  }

  private func history(_ store: String, _ zone: String) throws {
    _ = try done(
      "simulate", "--history", "steady", "--participant", "T", "--days", "3", "--start",
      "2026-03-10", "--time-zone", zone, "--store", store, "--quiet")
  }

  private func test(_ meters: String, _ store: String) throws {
    _ = try done(
      "calibrate", "--six-minute-walk", meters, "--on", "2026-03-11", "--store", store,
      "--participant", "T", "--quiet")
  }

  /// The tests of a store, meters.
  private func tests(_ store: String) throws -> [Double] {
    try done(
      "query", "six-minute-walk-distance", "--by-hand", "--store", store, "--format", "csv"
    ).output.split(separator: "\n").dropFirst().compactMap {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[2])
    }.sorted()
  }

  @Test(arguments: [["b", "l"], ["l", "b"]])
  func `the same test, event and new beginning of two clocks count once`(order: [String]) throws {
    for (store, zone) in [("b", "Europe/Berlin"), ("l", "Europe/London")] {
      try history(store, zone)
      try test("300", store)
      _ = try done(
        "event", "operation", "--on", "2026-03-11", "--store", store, "--participant", "T")
      _ = try done("recalibrate", "--from", "2026-03-11", "--store", store, "--participant", "T")
    }
    _ = try done("merge", order[0], order[1], "--into", "all")
    for _ in 1...2 {
      #expect(try tests("all") == [300])
      let events = try done("event", "--list", "--store", "all", "--participant", "T").output
      #expect(events.components(separatedBy: "operation").count == 2, "\(events)")
      let listed = try done("recalibrate", "--list", "--store", "all", "--participant", "T").output
      #expect(listed.components(separatedBy: "2026-03-11").count == 2, "\(listed)")
      // Again, and through a file.
      _ = try done("merge", order[1], order[0], "--into", "all")
      _ = try done(
        "export", "--store", order[1], "--plain", "--names", "--output", "e.csv", "--force")
      _ = try done("import", "e.csv", "--store", "all")
    }
  }

  @Test func `two values of one day and two clocks are a contradiction`() throws {
    try history("b", "Europe/Berlin")
    try history("l", "Europe/London")
    try test("300", "b")
    try test("320", "l")
    let ending = try gait("merge", "b", "l", "--into", "all")
    #expect(ending.code == 1 && ending.message.contains("320"), "\(ending.message)")
    #expect(try tests("all") == [320])
  }

  @Test(arguments: [["ward", "office"], ["office", "ward"]])
  func `tests of a day are matched by what they say`(order: [String]) throws {
    for store in order { try history(store, "Europe/Berlin") }
    for meters in ["300", "430"] { try test(meters, "ward") }
    try test("430", "office")
    _ = try done("merge", order[0], order[1], "--into", "all")
    #expect(try tests("all") == [300, 430])
    _ = try done("merge", "all", "--into", "ward")
    _ = try done("merge", "all", "--into", "office")
    for store in order { #expect(try tests(store) == [300, 430]) }
  }

  @Test func `what another export of a phone says otherwise is kept aside and said`() throws {
    func write(
      _ name: String, _ sex: String, _ zone: String, _ hour: String, steps: Int
    ) throws {
      let text = """
        <?xml version="1.0"?>
        <HealthData>
        <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSex\(sex)"/>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count"
         startDate="\(hour):10:00 \(zone)" endDate="\(hour):20:00 \(zone)" value="\(steps)"/>
        </HealthData>
        """
      try text.write(toFile: gait.path(name), atomically: true, encoding: .utf8)
    }
    try write("june.xml", "Female", "+0200", "2026-06-02 00", steps: 200)
    try write("july.xml", "Male", "-0400", "2026-06-01 18", steps: 210)
    _ = try done("import", "june.xml", "--store", "h", "--participant", "A")
    let second = try done("import", "july.xml", "--store", "h", "--participant", "A")
    #expect(
      second.message.contains("2 other samples gave way and are kept aside"), "\(second.message)")
    let aside = try done("query", "--superseded", "--store", "h", "--format", "csv").output
    #expect(aside.contains("female") && aside.contains("2026-06-02T00:10:00.000"), "\(aside)")
    // The first day is found by the clock that the sample had.
    let day = try done(
      "query", "step-count", "--superseded", "--store", "h", "--from", "2026-06-02", "--format",
      "csv"
    ).output
    #expect(day.split(separator: "\n").count == 2, "\(day)")
  }

  /// The days of a daily figure and how often each is there.
  private func days(_ store: String) throws -> [Substring] {
    try done("query", "daily-step-count", "--store", store, "--format", "csv").output
      .split(separator: "\n").dropFirst().flatMap { line in
        line.split(separator: ",").filter { $0.hasPrefix("2026-03-") }.prefix(1).map {
          $0.prefix(10)
        }
      }
  }

  @Test(arguments: [["b", "l"], ["l", "b"]])
  func `what was estimated of a day by two clocks is there once`(order: [String]) throws {
    for (store, zone) in [("b", "Europe/Berlin"), ("l", "Europe/London")] {
      try history(store, zone)
      _ = try done("estimate", "--store", store, "--quiet")
    }
    let own = try days("b")
    #expect(own.count == 3)
    let merged = try done("merge", order[0], order[1], "--into", "all")
    #expect(merged.message.contains("gait estimate --store all"), "\(merged.message)")
    #expect(try days("all") == own)
    _ = try done("export", "--store", "l", "--plain", "--names", "--output", "e.csv")
    _ = try done("import", "e.csv", "--store", "all")
    _ = try done("merge", order[1], order[0], "--into", "all")
    #expect(try days("all") == own)
  }

  /// A table and a phone's export do not say when their samples were stored.
  @Test(arguments: ["table.csv", "phone.xml"])
  func `what was deleted does not come back with a file that still holds it`(file: String) throws {
    let table = """
      participant,kind,value,unit,start_time,end_time,source
      A,step-count,200,count,2026-06-02T00:10:00+02:00,2026-06-02T00:20:00+02:00,pedometer
      A,step-count,300,count,2026-06-03T00:10:00+02:00,2026-06-03T00:20:00+02:00,pedometer
      """
    try table.write(toFile: gait.path("table.csv"), atomically: true, encoding: .utf8)
    let records = [("02", 200), ("03", 300)].map { day, value in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count"
       startDate="2026-06-\(day) 00:10:00 +0200" endDate="2026-06-\(day) 00:20:00 +0200" value="\(value)"/>
      """
    }
    try "<?xml version=\"1.0\"?>\n<HealthData>\n\(records.joined(separator: "\n"))\n</HealthData>\n"
      .write(toFile: gait.path("phone.xml"), atomically: true, encoding: .utf8)
    func imported(_ more: String...) throws -> GaitProcess.Ending {
      let ending = try gait.run(["import", file, "--store", "s", "--participant", "A"] + more)
      #expect(ending.code == 0, "\(ending.message)")
      return ending
    }
    func rows() throws -> Int {
      try gait("query", "step-count", "--store", "s", "--format", "csv").output
        .split(separator: "\n").dropFirst().count
    }
    _ = try imported()
    _ = try done(
      "delete", "step-count", "--store", "s", "--participant", "A", "--to", "2026-06-03")
    #expect(try rows() == 1)
    let again = try imported()
    #expect(
      again.message.contains("1 sample was deleted here, and is not taken over"), "\(again.message)"
    )
    #expect(try rows() == 1)
    _ = try done("delete", "--store", "s", "--participant", "A", "--everything")
    #expect(try imported().message.contains("2 samples were deleted here"))
    let people = try gait("query", "--store", "s")
    #expect(!(people.output + people.message).contains("participant A"), "\(people.message)")
    #expect(!(try imported("--with-deleted")).message.contains("deleted here"))
    #expect(try rows() == 2)
  }

  @Test func `what a phone and a person say otherwise is said`() throws {
    try """
    <?xml version="1.0"?>
    <HealthData>
    <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"
     HKCharacteristicTypeIdentifierDateOfBirth="1990-05-05"/>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count"
     startDate="2026-03-11 00:10:00 +0000" endDate="2026-03-11 00:20:00 +0000" value="200"/>
    </HealthData>
    """.write(toFile: gait.path("phone.xml"), atomically: true, encoding: .utf8)
    try history("s", "Europe/London")
    let ending = try done("import", "phone.xml", "--store", "s", "--participant", "T")
    #expect(
      ending.message.contains("the sexes female (Health) and male (entered by hand)")
        && ending.message.contains("births in 1989 or 1990 (Health) and "), "\(ending.message)")
  }
}
