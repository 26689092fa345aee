import Foundation
import Testing

/// A phone gives its records again, and some have changed.
struct GivenAgainTests {
  let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A record of a phone: `10:00`, `10:10`.
  private func record(
    _ from: String, _ to: String, _ value: String, of type: String = "StepCount",
    unit: String = "count",
    device: String = "&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, software:17.1&gt;"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="iPhone" device="\(device)" unit="\(unit)" \
    startDate="2026-03-04 \(from):00 +0100" endDate="2026-03-04 \(to):00 +0100" value="\(value)"/>
    """
  }

  /// Imports an export, `written` in a month, and gives what the program says.
  private func importing(
    _ records: [String], into store: String = "s.gait", written: String? = nil
  ) throws -> String {
    let date = written.map { "<ExportDate value=\"\($0)-02 10:12:00 +0200\"/>" }
    let text =
      (["<?xml version=\"1.0\"?>", "<HealthData locale=\"en\">"] + [date].compactMap(\.self)
      + records + ["</HealthData>"])
      .joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait("import", "export.xml", "--participant", "Q", "--store", store)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How many values there are, and their sum.
  private func total(
    _ kind: String = "step-count", in store: String = "s.gait"
  ) throws -> (count: Int, sum: Double) {
    let listed = try gait("query", kind, "--store", store, "--format", "csv")
    #expect(listed.code == 0, "\(listed.message)")
    let rows = listed.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let value = try #require(rows.first?.firstIndex(of: "value"))
    let values = rows.dropFirst().compactMap { Double($0[value]) }
    return (values.count, values.reduce(0, +))
  }

  @Test func `a value that changed counts once`() throws {
    _ = try importing([record("10:00", "10:10", "500"), record("10:10", "10:20", "40")])
    let message = try importing([record("10:00", "10:10", "600"), record("10:10", "10:20", "40")])
    #expect(
      message.contains("1 sample written, 1 was there already, 1 other sample gave way"),
      "\(message)")
    #expect(try total() == (2, 640))
    // Who gives the first export once more means it.
    _ = try importing([record("10:00", "10:10", "500"), record("10:10", "10:20", "40")])
    #expect(try total() == (2, 540))
  }

  @Test func `what was corrected does not come back with the file that said it`() throws {
    func sexes() throws -> [Substring] {
      try gait("query", "sex", "--store", "s.gait", "--format", "csv").output.split(separator: "\n")
        .dropFirst().map { $0.split(separator: ",")[2] }
    }
    let me = #"<Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>"#
    let records = [me, record("10:00", "10:10", "500")]
    _ = try importing(records)
    let corrected = try gait(
      "estimate", "--store", "s.gait", "--participant", "Q", "--sex", "m", "--corrects")
    #expect(corrected.code == 0, "\(corrected.message)")
    #expect(try sexes() == ["male"])
    let again = try importing(records)
    #expect(again.contains("0 samples written, 2 were there already"), "\(again)")
    #expect(try sexes() == ["male"])
  }

  @Test(arguments: [["A.gait", "B.gait"], ["B.gait", "A.gait"]])
  func `a value that a phone corrected counts once after a merge`(stores: [String]) throws {
    func speed(_ value: String) -> [String] {
      [record("10:00", "10:10", value, of: "WalkingSpeed", unit: "km/hr")]
    }
    _ = try importing(speed("4.3"), into: "A.gait", written: "2026-03")
    Thread.sleep(forTimeInterval: 0.01)
    _ = try importing(speed("4.5"), into: "B.gait", written: "2026-04")
    #expect(try gait.run(["merge"] + stores + ["--into", "M.gait"]).code == 0)
    let merged = try total("walking-speed", in: "M.gait")
    #expect(merged.count == 1 && abs(merged.sum - 1.25) < 1e-9, "\(merged)")
  }

  @Test(arguments: [["A.gait", "B.gait"], ["B.gait", "A.gait"]])
  func `what somebody entered in a phone and corrected counts once after a merge and a table`(
    stores: [String]
  ) throws {
    func entered(_ steps: String, _ mass: String) -> [String] {
      [
        record("10:00", "10:10", steps),
        record("10:00", "10:00", mass, of: "BodyMass", unit: "kg"),
      ].map {
        $0.replacing("/>", with: "><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>")
      }
    }
    _ = try importing(entered("5000", "170"), into: "A.gait", written: "2026-03")
    Thread.sleep(forTimeInterval: 0.01)
    _ = try importing(entered("500", "70"), into: "B.gait", written: "2026-04")
    #expect(try gait.run(["merge"] + stores + ["--into", "M.gait"]).code == 0)
    for store in stores {
      let table = store + ".csv"
      #expect(try gait("export", "--plain", "--store", store, "--output", table).code == 0)
      #expect(try gait("import", table, "--store", "T.gait").code == 0)
    }
    for store in ["M.gait", "T.gait"] {
      #expect(try total("step-count", in: store) == (1, 500))
      #expect(try total("body-mass", in: store) == (1, 70))
    }
  }

  @Test func `what is deleted is counted as it was listed`() throws {
    _ = try importing(
      [record("10:00", "10:10", "500"), record("10:10", "10:20", "40")], written: "2026-05")
    let deleted = try gait("delete", "--everything", "--participant", "Q", "--store", "s.gait")
    #expect(
      deleted.code == 0 && deleted.message.contains("2 samples deleted"), "\(deleted.message)")
  }

  @Test func `units that were switched on the phone double nothing`() throws {
    _ = try importing([
      record("10:00", "10:10", "0.35", of: "DistanceWalkingRunning", unit: "km"),
      record("10:00", "10:00", "70.3", of: "BodyMass", unit: "kg"),
    ])
    _ = try importing([
      record("10:00", "10:10", "0.21747991728306687", of: "DistanceWalkingRunning", unit: "mi"),
      record("10:00", "10:00", "154.98", of: "BodyMass", unit: "lb"),
    ])
    let distance = try total("distance")
    #expect(distance.count == 1 && abs(distance.sum - 350) < 0.01)
    #expect(try total("body-mass").count == 1)
  }

  @Test func `records that the phone condensed count once`() throws {
    _ = try importing([
      record("10:00", "10:05", "200"), record("10:05", "10:10", "300"),
      record("11:00", "11:05", "7"),
    ])
    let message = try importing([record("10:00", "10:10", "500"), record("11:00", "11:05", "7")])
    #expect(message.contains("2 other samples gave way"), "\(message)")
    #expect(try total() == (2, 507))
    #expect(
      try importing([record("10:00", "10:10", "500"), record("11:00", "11:05", "7")]).contains(
        "2 were there already"))
  }

  @Test func `another software of the device is no other device's record`() throws {
    _ = try importing([record("10:00", "10:10", "500")])
    _ = try importing([
      record(
        "10:00", "10:10", "500", device: "&lt;&lt;HKDevice: 0x2&gt;, name:iPhone, software:17.2&gt;"
      )
    ])
    #expect(try total() == (1, 500))
  }

  @Test func `what an export of a part does not hold stays, and two devices of one name count`()
    throws
  {
    let other = record("10:00", "10:10", "20", device: "name:old iPhone")
    _ = try importing([record("10:00", "10:10", "500"), other, record("12:00", "12:10", "30")])
    #expect(try total() == (3, 550))
    _ = try importing([record("10:00", "10:10", "500"), other, record("13:00", "13:10", "5")])
    #expect(try total() == (4, 555))
    _ = try importing([record("10:00", "10:10", "501"), other])
    #expect(try total() == (4, 556))
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["a", "b", "a", "b"], ["b", "a", "b"]])
  func `what two computers were given of one phone counts once in a merge`(order: [String]) throws {
    let both = record("14:00", "14:10", "5", device: "name:old iPhone")
    _ = try importing(
      [
        record("10:00", "10:05", "200"), record("10:05", "10:10", "300"),
        record("11:00", "11:05", "7"), both, record("15:00", "15:10", "40"),
      ], into: "a.gait")
    _ = try importing(
      [
        record("10:00", "10:10", "500"), record("11:00", "11:05", "7"), both,
        record("14:00", "14:10", "60"), record("15:00", "15:10", "41"),
        record("16:00", "16:10", "1"),
      ], into: "b.gait")
    for store in order {
      let ending = try gait("merge", "\(store).gait", "--into", "all.gait")
      #expect(ending.code == 0, "\(ending.message)")
    }
    // The old phone's record is in both; the new one's beside it came later and takes nothing's place.
    #expect(try total(in: "all.gait") == (6, 614))
    #expect(try gait("export", "--store", "all.gait", "--plain", "--output", "all.csv").code == 0)
    #expect(try gait("import", "all.csv", "--store", "anew.gait").code == 0)
    #expect(try total(in: "anew.gait") == (6, 614))
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["a", "b", "a"], ["b", "a", "a", "b"]])
  func `of two exports the one that was written later says how it is, whichever is read last`(
    order: [String]
  ) throws {
    let exports = [
      "a": (
        "2026-04", [record("10:00", "10:10", "500"), record("12:00", "12:10", "30")]
      ),
      "b": (
        "2026-05",
        [
          record("10:00", "10:20", "800"), record("13:00", "13:10", "5"),
          record("14:00", "14:00", "71", of: "BodyMass", unit: "kg"),
        ]
      ),
    ]
    var message = ""
    for name in order {
      let (written, records) = try #require(exports[name])
      message = try importing(records, written: written)
    }
    // What the later one does not hold and nothing takes the place of stays.
    #expect(try total() == (3, 835))
    #expect(try total("body-mass") == (1, 71))
    let sentence =
      "an export that was written later, 2026-05-02T08:12:00.000+00:00, was taken before; 1 record of this one says otherwise"
    #expect(message.contains(sentence) == (order == ["b", "a"]), "\(message)")
    #expect(!message.contains("gave way") || order.last == "b", "\(message)")
  }

  @Test(
    arguments: [
      ("1950-12-31", "1951-01-15"), ("1950-01-15", "1951-12-31"), ("1950-01-01", "1951-01-01"),
    ],
    [["a", "b"], ["b", "a"], ["a", "b", "a"]])
  func `a date of birth that was corrected on the phone is the corrected one`(
    births: (wrong: String, right: String), order: [String]
  ) throws {
    for name in order {
      let birth = name == "a" ? births.wrong : births.right
      _ = try importing(
        [#"<Me HKCharacteristicTypeIdentifierDateOfBirth="\#(birth)"/>"#],
        written: name == "a" ? "2026-04" : "2026-05")
    }
    let listed = try gait("query", "age", "--store", "s.gait", "--format", "csv")
    let rows = listed.output.split(separator: "\n").dropFirst()
    // The age at the first birthday of 1991.
    #expect(rows.count == 1 && rows.first?.hasPrefix("Q,age,40.0,") == true, "\(listed.output)")
  }

  @Test(arguments: ["merge", "export"], [false, true])
  func `an export stays the later word in another store`(way: String, isOlderFirst: Bool) throws {
    func mass(_ value: String) -> String {
      record("08:00", "08:00", value, of: "BodyMass", unit: "kg")
    }
    let old = [record("10:00", "10:10", "100"), mass("90")]
    if isOlderFirst { _ = try importing(old, into: "study.gait", written: "2026-04") }
    _ = try importing([record("10:00", "10:12", "140"), mass("70")], written: "2026-05")
    if !isOlderFirst, way == "merge" {
      // Stored last in the other store, and said first.
      _ = try importing(old, into: "study.gait", written: "2026-04")
    }
    if way == "merge" {
      #expect(try gait("merge", "s.gait", "--into", "study.gait").code == 0)
    } else {
      #expect(try gait("export", "--store", "s.gait", "--plain", "--output", "all.csv").code == 0)
      #expect(try gait("import", "all.csv", "--store", "study.gait").code == 0)
    }
    _ = try importing(old, into: "study.gait", written: "2026-04")
    #expect(try total(in: "study.gait") == (1, 140))
    #expect(try total("body-mass", in: "study.gait") == (1, 70))
    let reasons = try gait(
      "query", "--superseded", "--everything", "--wide", "--store", "study.gait")
    #expect(
      reasons.output.contains("a later export of the phone says otherwise"), "\(reasons.output)")
    // Back in the first store it says nothing new.
    #expect(try gait("merge", "study.gait", "--into", "s.gait").code == 0)
    #expect(try total() == (1, 140))
    #expect(try total("body-mass") == (1, 70))
  }

  /// The third export says nothing of the morning, and nothing of the person.
  @Test(arguments: ["abc", "acb", "bac", "bca", "cab", "cba", "acbabc"])
  func `each record is what the last export says of it, in whatever order three are read`(
    order: String
  ) throws {
    func rate(_ at: String, _ value: String) -> String {
      record(at, at, value, of: "HeartRate", unit: "count/min")
    }
    func me(_ sex: String) -> String {
      "<Me HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSex\(sex)\"/>"
    }
    let exports: [Character: (String, [String])] = [
      "a": (
        "2026-04",
        [
          me("Male"), rate("08:00", "60"), record("10:00", "10:10", "100"),
          record("10:20", "10:30", "50"),
        ]
      ),
      "b": ("2026-05", [me("Female"), rate("08:00", "62"), record("10:00", "10:30", "160")]),
      "c": ("2026-06", [rate("20:00", "80"), record("20:00", "20:30", "5")]),
    ]
    for name in order {
      let (written, records) = try #require(exports[name])
      _ = try importing(records, written: written)
    }
    #expect(try total("heart-rate") == (2, 142))
    #expect(try total() == (2, 165))
    let sex = try gait("query", "sex", "--store", "s.gait", "--format", "csv").output
    #expect(
      sex.split(separator: "\n").count == 2 && sex.contains(",female,"), "\(sex)")
  }

  @Test func `a fact that a later export says again is not taken back by one between`() throws {
    func me(_ sex: String) -> [String] {
      ["<Me HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSex\(sex)\"/>"]
    }
    _ = try importing(me("Male"), written: "2026-04")
    _ = try importing(me("Male"), written: "2026-06")
    let message = try importing(me("Female"), written: "2026-05")
    #expect(message.contains("1 record of this one says otherwise"), "\(message)")
    let sex = try gait("query", "sex", "--store", "s.gait", "--format", "csv").output
    #expect(sex.contains(",male,"), "\(sex)")
  }

  @Test func `a workout or a record that only differs in other words is kept aside`() throws {
    func workout(_ type: String, _ energy: Int) -> String {
      """
      <Workout workoutActivityType="HKWorkoutActivityType\(type)" duration="30" durationUnit="min" \
      sourceName="Watch" startDate="2026-03-04 12:00:00 +0100" endDate="2026-03-04 12:30:00 +0100">\
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="\(energy)" \
      unit="kcal"/></Workout>
      """
    }
    func recovery(_ word: String) -> String {
      record("12:40", "12:40", "30", of: "HeartRateRecoveryOneMinute", unit: "count/min")
        .replacing("/>", with: "><MetadataEntry key=\"Word\" value=\"\(word)\"/></Record>")
    }
    _ = try importing([workout("Running", 100), recovery("b")], written: "2026-05")
    let older = [workout("Walking", 100), recovery("a")]
    let message = try importing(older, written: "2026-04")
    #expect(message.contains("2 records of this one say otherwise"), "\(message)")
    #expect(try !importing(older, written: "2026-04").contains("otherwise"))
    let energy = try importing([workout("Running", 200)], written: "2026-04")
    #expect(energy.contains("1 record of this one says otherwise"), "\(energy)")
    let aside = try gait("query", "--superseded", "--everything", "--wide", "--store", "s.gait")
    #expect(
      aside.output.contains("walking") && aside.output.contains("Word a")
        && aside.output.contains("836.8 kJ"), "\(aside.output)")
    let kept = try gait("query", "workout", "--store", "s.gait", "--wide").output
    #expect(kept.contains("running") && kept.contains("418.4 kJ"), "\(kept)")
  }

  @Test func `an older export once more changes nothing of what it gave way to`() throws {
    func mass(_ value: String) -> String {
      record("08:00", "08:00", value, of: "BodyMass", unit: "kg")
    }
    func aside() throws -> String {
      try gait("query", "--superseded", "--everything", "--wide", "--store", "s.gait").output
    }
    // The phone condensed its steps and corrected a mass.
    let first = [record("10:00", "10:10", "500"), record("10:10", "10:20", "40"), mass("80")]
    _ = try importing(first, written: "2026-04")
    _ = try importing([record("10:00", "10:20", "540"), mass("70")], written: "2026-05")
    let before = try aside()
    #expect(before.contains("80.0000") && before.contains("500"), "\(before)")
    for _ in 1...2 {
      let message = try importing(first, written: "2026-04")
      #expect(
        message.contains("0 samples written, 3 were there already")
          && !message.contains("kept aside"), "\(message)")
      #expect(try aside() == before)
    }
    #expect(try total() == (1, 540))
    // What is new in it comes, and what it says otherwise is kept aside once.
    let more = first + [record("11:00", "11:10", "7"), record("10:05", "10:15", "3")]
    #expect(try importing(more, written: "2026-04").contains("1 record of this one says otherwise"))
    #expect(try !importing(more, written: "2026-04").contains("otherwise"))
    #expect(try total() == (2, 547))
  }

  @Test func `two values of one time in a table are refused`() throws {
    let head = "participant,kind,value,unit,start_time,end_time,source"
    let times = "2026-03-30T11:00:00+02:00,2026-03-30T11:10:00+02:00,app"
    try Data("\(head)\nZ,step-count,120,count,\(times)\nZ,step-count,130,count,\(times)\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("dup.csv")))
    let ending = try gait("import", "dup.csv", "--store", "s.gait")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 2, "\(message)")
    #expect(message.contains("say 120.0 count and 130.0 count"), "\(message)")
    // The same row twice is no contradiction.
    try Data("\(head)\nZ,step-count,120,count,\(times)\nZ,step-count,120,count,\(times)\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("dup.csv")))
    #expect(try gait("import", "dup.csv", "--store", "s.gait").code == 0)
    #expect(try total() == (1, 120))
  }
}
