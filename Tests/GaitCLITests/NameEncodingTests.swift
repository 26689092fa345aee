import Foundation
import Testing

/// Names in the encoding of Windows: two people stay two, whatever says who they are, or are refused.
struct NameEncodingTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A text in Windows-1252; of its letters all but a few are the first of Unicode.
  private static func windows(_ text: String) -> Data {
    Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  private func write(_ text: String, _ name: String) throws {
    try Self.windows(text).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func expectRefusal(_ arguments: [String], saying words: String...) throws {
    let ending = try gait.run(arguments)
    #expect(ending.code != 0, "\(arguments): \(ending.output)\(ending.message)")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in words { #expect(message.contains(word), "\(message)") }
  }

  /// A table of a standing person with a column of names and a gyroscope in a unit of Windows.
  private func table(_ name: (Int) -> String) -> String {
    let rows = (0..<1000).map { row in
      "\(Double(row) / 50),0.5,\(sin(Double(row))),9.75,0.5,\(sin(Double(row))),0.25,\(name(row))\n"
    }
    return "time_s,acc_x,acc_y,acc_z,gyr_x [°/s],gyr_y [°/s],gyr_z [°/s],participant\n"
      + rows.joined()
  }

  @Test func `two people of device files stay two`() throws {
    try FileManager.default.createDirectory(
      atPath: gait.path("study"), withIntermediateDirectories: false)
    for (name, person, seed) in [("a", "Müller", "1"), ("b", "Möller", "2")] {
      let path = gait.path("study/\(name).bin")
      try gait.done(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "40", "--output", path)
      var file = try Data(contentsOf: URL(fileURLWithPath: path))
      let line = try #require(file.range(of: Data("Subject Code:\(name)".utf8)))
      file.replaceSubrange(line, with: Self.windows("Subject Code:\(person)"))
      try file.write(to: URL(fileURLWithPath: path))
      for other in ["json", "reference.json"] {
        try FileManager.default.removeItem(atPath: gait.path("study/\(name).\(other)"))
      }
      #expect(
        try gait("inspect", path).output.contains(
          "\"Subject Code\" is not UTF-8 and was read as Windows-1252, \"\(person)\""))
      try gait.done("convert", path, "--output", "plain/\(name).csv")
      #expect(try gait.text(of: "plain/\(name).json").contains("\"\(person)\""))
    }
    let manifest = try gait.done("batch", "study", "--make-manifest", "-").output
    #expect(manifest.contains(",Müller") && manifest.contains(",Möller"), "\(manifest)")
    try gait.done("batch", "study", "--output", "out")
    let people = GaitProcess.rows(try gait.text(of: "out/tables/persons.csv"))
    #expect(people.compactMap { $0["participant"] }.sorted() == ["Möller", "Müller"])
  }

  @Test func `a table to import is refused`() throws {
    let header = "participant,kind,value,unit,start_time,end_time,source\n"
    let times = "2026-05-04T09:30:00+02:00,2026-05-04T09:30:10+02:00"
    func row(_ person: String) -> String { "\(person),walking-speed,1.2,m/s,\(times),lab\n" }
    try write(header + row("Meier") + row("Müller") + row("Möller"), "speeds.csv")
    try expectRefusal(
      ["import", "speeds.csv", "--store", "s.gait"], saying: "line 3 is not UTF-8",
      "save the table as \"CSV UTF-8\"")
    #expect(!FileManager.default.fileExists(atPath: gait.path("s.gait")))
    try (header + row("Müller") + row("Möller")).write(
      toFile: gait.path("speeds.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "speeds.csv", "--store", "s.gait")
  }

  @Test func `labels are refused`() throws {
    try gait.done("simulate", "straight-walk", "--seconds", "40", "--output", "walk.csv")
    try write("label,start_s,end_s\nSÜD,0,10\nSÖD,10,20\n", "marks.csv")
    try expectRefusal(
      [
        "analyze", "walk.csv", "--store", "s.gait", "--participant", "P01", "--start",
        "2026-05-04T09:30:00+02:00", "--activities", "marks.csv",
      ], saying: "marks.csv: line 2 is not UTF-8")
  }

  @Test func `a table's column of people is compared letter by letter`() throws {
    try write(table { $0 < 500 ? "Müller" : "Möller" }, "two.csv")
    try expectRefusal(
      ["inspect", "two.csv"], saying: "says \"Möller\" where rows above say \"Müller\"",
      "several people")
    let long = String(repeating: "x", count: 70)
    try write(table { long + ($0 < 500 ? "1" : "2") }, "long.csv")
    try expectRefusal(["inspect", "long.csv"], saying: "several people")
    // Units of Windows are read as before.
    try write(table { _ in "Müller" }, "one.csv")
    let found = try gait.done("inspect", "one.csv").output
    #expect(found.contains("gyr_x [°/s]"), "\(found)")
    #expect(found.contains("°/s"), "\(found)")
  }

  @Test func `a phone's export is read as it says`() throws {
    func document(_ declaration: String) -> String {
      let records = ["Müller", "Möller"].map {
        """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\($0)" unit="count" \
        startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:31:00 +0200" value="52"/>
        """
      }
      return declaration + "<HealthData>" + records.joined() + "</HealthData>"
    }
    let asked = ["import", "export.xml", "--store", "s.gait", "--participant", "P01"]
    for declaration in ["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] {
      try write(document(declaration), "export.xml")
      try expectRefusal(asked, saying: "is not UTF-8, and names that differ could become one")
    }
    try write(document("<?xml version='1.0' encoding='windows-1251'?>"), "export.xml")
    try expectRefusal(asked, saying: "its encoding is windows-1251")
    try write(document("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"), "export.xml")
    let ending = try gait.run(asked)
    #expect(ending.code == 0, "\(ending.message)")
    let rows = GaitProcess.rows(
      try gait("query", "step-count", "--store", "s.gait", "--format", "csv").output)
    #expect(rows.compactMap { $0["source"] }.sorted() == ["Möller", "Müller"])
  }

  @Test func `a description and a name of a file are said to be in another encoding`() throws {
    try gait.done("simulate", "straight-walk", "--seconds", "40", "--output", "walk.csv")
    try write("{\n\"participant\": \"Müller\"}", "walk.json")
    try expectRefusal(["inspect", "walk.csv"], saying: "walk.json", "line 2 is not UTF-8")
    let ending = try gait.shell(
      "mkdir two; for n in \\\\xfc \\\\xf6; do cp walk.csv two/$(printf \"M${n}ller_1.csv\"); done; $GAIT batch two --output out"
    )
    #expect(ending.code != 0, "\(ending.message)")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(message.contains("is not UTF-8, so that it cannot be opened; rename it"), "\(message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("out")))
  }
}
