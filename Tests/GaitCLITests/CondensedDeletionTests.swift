import Foundation
import Testing

/// What was deleted of a phone's records does not come back in longer records.
struct CondensedDeletionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func record(
    _ day: Int, _ from: String, _ to: String, _ value: Int, by source: String = "iPhone"
  )
    -> String
  {
    """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
    startDate="2026-05-0\(day) \(from):00 +0200" endDate="2026-05-0\(day) \(to):00 +0200" value="\(value)"/>
    """
  }

  private func importing(
    _ records: [String], written month: Int, _ more: String...
  ) throws -> String {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-0\(month)-11 10:00:00 +0200"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait.run(
      ["import", "export.xml", "--participant", "P07", "--store", "s.gait"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func values() throws -> [Double] {
    let found = try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv")
    return GaitProcess.rows(found.output).compactMap { $0["value"].flatMap(Double.init) }.sorted()
  }

  private var before: [String] {
    [
      record(5, "09:00", "09:30", 159), record(5, "12:00", "12:30", 162),
      record(6, "09:00", "09:30", 200),
    ]
  }

  @Test func `a deleted day that the phone condensed is held back, and said`() throws {
    _ = try importing(before, written: 5)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P07", "--from", "2026-05-05", "--to",
      "2026-05-06", "--everything")
    #expect(try importing(before, written: 5).contains("2 samples were deleted here"))
    let condensed = record(5, "09:00", "12:30", 321)
    let new = record(7, "09:00", "09:30", 50)
    let later = [condensed, before[2], new, record(5, "10:00", "10:10", 9, by: "Watch")]
    for _ in 1...2 {
      let message = try importing(later, written: 6)
      #expect(
        message.contains("1 sample that is not here lies on days of which samples"), "\(message)")
      #expect(try values() == [9, 50, 200])
    }
    // Asked for, it comes back, and is the phone's own again.
    #expect(!(try importing(later, written: 6, "--with-deleted").contains("deleted here")))
    #expect(try values() == [9, 50, 200, 321])
    let again = try importing(
      [record(5, "08:00", "13:00", 330), before[2], new], written: 7)
    #expect(!again.contains("deleted here"), "\(again)")
    #expect(try values() == [9, 50, 200, 330])
  }

  @Test func `a corrected value of the same day is taken, and what is kept of it stays`() throws {
    _ = try importing(before, written: 5)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P07", "--from", "2026-05-05T11:00:00+02:00",
      "--to", "2026-05-06", "--everything")
    _ = try importing([record(5, "09:00", "09:30", 160), before[2]], written: 6)
    #expect(try values() == [160, 200])
  }

  /// A later export of which only the kept record of the day is another one than before, as the phone corrected it or says it in
  /// another unit.
  @Test(arguments: [702, 700], [false, true])
  func `what was deleted stays so after a kept record of its day was written anew`(
    value: Int, isReadBetween: Bool
  ) throws {
    func kept(_ value: Int) -> String {
      let kept = record(5, "15:00", "15:10", value)
      return value == 700 ? kept.replacing("value=\"700\"", with: "value=\"700.0\"") : kept
    }
    let morning = [record(5, "08:00", "08:10", 500), record(5, "09:00", "09:10", 600)]
    _ = try importing(morning + [record(5, "15:00", "15:10", 700)], written: 5)
    try gait.done(
      "delete", "step-count", "--store", "s.gait", "--participant", "P07", "--from",
      "2026-05-05T07:00:00+02:00", "--to", "2026-05-05T12:00:00+02:00")
    if isReadBetween { _ = try importing(morning + [kept(value)], written: 6) }
    for _ in 1...3 {
      let message = try importing([record(5, "08:00", "09:10", 1_100), kept(value)], written: 7)
      #expect(message.contains("1 sample that is not here lies on days"), "\(message)")
      #expect(try values() == [Double(value)])
    }
    // Nor does an earlier export bring it back, whichever is read after which.
    #expect(try importing(morning, written: 5).contains("2 samples were deleted here"))
    #expect(try values() == [Double(value)])
  }

  @Test func `a deletion that a merge brought holds condensed records back, too`() throws {
    _ = try importing(before, written: 5)
    try gait.done("store", "copy", "--store", "s.gait", "--output", "other.gait")
    try gait.done(
      "delete", "--store", "other.gait", "--participant", "P07", "--from", "2026-05-05", "--to",
      "2026-05-06", "--everything")
    try gait.done("merge", "other.gait", "--into", "s.gait")
    #expect(try values() == [200])
    _ = try importing([record(5, "09:00", "12:30", 321), before[2]], written: 6)
    #expect(try values() == [200])
  }
}

/// What was deleted of a phone's records does not come back from another store in longer records.
struct MergedCondensedDeletionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// One record of steps of January.
  private func record(_ day: Int, _ from: String, _ to: String, _ value: Int) -> String {
    """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
    startDate="2026-01-0\(day) \(from):00 +0100" endDate="2026-01-0\(day) \(to):00 +0100" value="\(value)"/>
    """
  }

  private var before: [String] {
    (5...8).flatMap {
      [
        record($0, "09:05", "09:15", 1_000), record($0, "09:30", "09:40", 400),
        record($0, "15:00", "15:10", 900),
      ]
    }
  }
  private var condensed: [String] {
    (5...8).flatMap {
      [record($0, "09:05", "09:40", 1_400), record($0, "15:00", "15:10", 900)]
    }
  }

  private func importing(_ records: [String], written month: Int, into store: String) throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-0\(month)-11 10:00:00 +0100"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    try gait.done("import", "export.xml", "--participant", "P07", "--store", store)
  }

  private func steps(_ store: String) throws -> [Double] {
    let rows = try gait(
      "query", "step-count", "--store", store, "--participant", "P07", "--format", "csv")
    return GaitProcess.rows(rows.output).filter {
      $0["start_time"]?.hasPrefix("2026-01-07") == true
    }.compactMap { $0["value"].flatMap(Double.init) }
  }

  private func copy(_ store: String, _ other: String) throws {
    try gait.done("store", "copy", "--store", store, "--output", other)
  }

  private func said(_ words: String...) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What is deleted in one store, and what is left of the day.
  private static let deletions: [(words: [String], left: [Double])] = [
    (["--from", "2026-01-07", "--to", "2026-01-08", "--everything"], []),
    (["--everything"], []),
    (
      [
        "step-count", "--from", "2026-01-07T09:20:00+01:00", "--to", "2026-01-07T10:00:00+01:00",
      ], [1_000, 900]
    ),
  ]

  @Test(arguments: deletions.indices, [true, false])
  func `deleted records do not come back condensed from another store`(
    which: Int, hasReadBoth: Bool
  ) throws {
    let (words, left) = Self.deletions[which]
    try importing(before, written: 2, into: "A.gait")
    try copy("A.gait", "C.gait")
    if hasReadBoth { try importing(before, written: 2, into: "B.gait") }
    try importing(condensed, written: 3, into: "B.gait")
    try copy("B.gait", "late.gait")
    #expect(
      try gait.run(["delete", "--store", "A.gait", "--participant", "P07"] + words).code == 0)
    #expect(try steps("A.gait") == left)
    let isWhole = which == 1
    func expectLeft(_ store: String) throws {
      #expect(try steps(store) == left, "\(store)")
      guard isWhole else { return }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: gait.path(store)))
      #expect(bytes.range(of: Data("P07".utf8)) == nil, "\(store)")
    }

    try copy("A.gait", "A1.gait")
    let here = try said("merge", "B.gait", "--into", "A1.gait")
    #expect(here.contains("not here"), "\(here)")
    #expect(here.contains("not taken over"), "\(here)")
    try expectLeft("A1.gait")

    try copy("B.gait", "B1.gait")
    let there = try said("merge", "A.gait", "--into", "B1.gait")
    #expect(there.contains("not there"), "\(there)")
    #expect(there.contains("deleted here, too"), "\(there)")
    try expectLeft("B1.gait")

    try copy("A.gait", "A2.gait")
    try gait.done("export", "--plain", "--names", "--store", "B.gait", "--output", "B.csv")
    #expect(try said("import", "B.csv", "--store", "A2.gait").contains("not taken over"))
    try expectLeft("A2.gait")

    for order in [["A", "B", "C"], ["C", "B", "A"], ["B", "C", "A"], ["C", "A", "B"]] {
      let target = order.joined() + ".gait"
      for store in order { try gait.done("merge", "\(store).gait", "--into", target) }
      try expectLeft(target)
    }
    // A store that has learned of it holds it back as well.
    try gait.done("merge", "late.gait", "--into", "B1.gait")
    try expectLeft("B1.gait")
  }

  @Test func `what was read anew after the deletion comes back, and is said`() throws {
    try importing(before, written: 2, into: "A.gait")
    try gait.done(
      "delete", "--store", "A.gait", "--participant", "P07", "--from", "2026-01-07", "--to",
      "2026-01-08", "--everything")
    try copy("A.gait", "A1.gait")
    // By somebody who does not know of it.
    try importing(condensed, written: 3, into: "B.gait")
    let back = try said("merge", "B.gait", "--into", "A1.gait")
    #expect(back.contains("stored anew there since"), "\(back)")
    #expect(try steps("A1.gait") == [1_400, 900])
    #expect(!(try said("merge", "B.gait", "--into", "A1.gait").contains("anew")))
    _ = try said("merge", "A.gait", "--into", "B.gait")
    #expect(try steps("B.gait") == [1_400, 900])
  }

  @Test func `what one store read anew after the deletion stays in any order of three`() throws {
    try importing(before, written: 6, into: "A.gait")
    try importing(before, written: 6, into: "B.gait")
    try gait.done(
      "delete", "--store", "A.gait", "--participant", "P07", "--from", "2026-01-07", "--to",
      "2026-01-08", "--everything")
    try importing(before, written: 5, into: "C.gait")
    for order in [["A", "B", "C"], ["B", "C", "A"], ["C", "B", "A"], ["C", "A", "B"]] {
      let target = order.joined() + ".gait"
      for store in order { try gait.done("merge", "\(store).gait", "--into", target) }
      #expect(try steps(target) == [1_000, 400, 900], "\(order)")
    }
  }

  @Test func `what --with-deleted brings back stays in the next merge`() throws {
    try importing(condensed, written: 3, into: "B.gait")
    try importing(before, written: 2, into: "A.gait")
    try gait.done(
      "delete", "--store", "A.gait", "--participant", "P07", "--from", "2026-01-07", "--to",
      "2026-01-08", "--everything")
    _ = try said("merge", "B.gait", "--into", "A.gait", "--with-deleted")
    #expect(try steps("A.gait") == [1_400, 900])
    _ = try said("merge", "B.gait", "--into", "A.gait")
    _ = try said("merge", "A.gait", "--into", "B.gait")
    for store in ["A.gait", "B.gait"] { #expect(try steps(store) == [1_400, 900]) }
  }

  @Test(arguments: [true, false])
  func `what came back with a merge may be condensed again`(isRestored: Bool) throws {
    try importing(before, written: 2, into: "A.gait")
    if isRestored { try importing(condensed, written: 3, into: "B.gait") }
    try gait.done(
      "delete", "--store", "A.gait", "--participant", "P07", "--from", "2026-01-07", "--to",
      "2026-01-08", "--everything")
    // Else read by somebody who does not know of it.
    if !isRestored { try importing(condensed, written: 3, into: "B.gait") }
    try copy("A.gait", "A1.gait")
    let merged = try gait.run(
      ["merge", "B.gait", "--into", "A.gait"] + (isRestored ? ["--with-deleted"] : []))
    #expect(merged.code == 0, "\(merged.message)")
    if !isRestored { try gait.done("merge", "A1.gait", "--into", "B.gait") }
    for store in isRestored ? ["A.gait"] : ["A.gait", "B.gait"] {
      #expect(try steps(store) == [1_400, 900])
      let whole = (5...8).map { record($0, "09:05", "15:10", 2_300) }
      try importing(whole, written: 4, into: store)
      #expect(try steps(store) == [2_300], "\(store)")
    }
    // Deleted again, it stays so.
    try gait.done(
      "delete", "--store", "A.gait", "--participant", "P07", "--from", "2026-01-07", "--to",
      "2026-01-08", "--everything")
    try importing((5...8).map { record($0, "09:00", "15:10", 2_300) }, written: 5, into: "A.gait")
    #expect(try steps("A.gait").isEmpty)
  }

  @Test func `what a deleted record had taken the place of stays away in any order`() throws {
    try importing(before, written: 2, into: "A.gait")
    try importing(condensed, written: 4, into: "A.gait")
    try importing(before, written: 2, into: "B.gait")
    try importing(condensed, written: 4, into: "C.gait")
    // Only what begins in this time: 400 steps at 09:30 stay aside in this store.
    try gait.done(
      "delete", "step-count", "--store", "A.gait", "--participant", "P07", "--from",
      "2026-01-07T09:00:00+01:00", "--to", "2026-01-07T09:20:00+01:00")
    for order in [["A", "B", "C"], ["B", "C", "A"], ["C", "B", "A"], ["B", "A", "C"]] {
      let target = order.joined() + ".gait"
      for store in order { try gait.done("merge", "\(store).gait", "--into", target) }
      #expect(try steps(target) == [900], "\(order)")
    }
  }
}
