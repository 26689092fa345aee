import Foundation
import Testing

/// A laboratory that does not know the side of some contacts, or of none.
struct MissingSideTests {
  private let visit: LaboratoryVisit

  init() throws { visit = try LaboratoryVisit() }

  /// Empties the side of every so many rows of contacts.
  private func empty(every number: Int, _ word: String = "") throws {
    try visit.changeContacts { rows in
      rows.enumerated().map { row, fields in
        row.isMultiple(of: number) ? [fields[0], word, fields[2]] : fields
      }
    }
  }

  private func trueStride(_ found: LaboratoryVisit.Outcome) -> Double? {
    found.value("phases", "stride time true mean")
  }

  @Test func `figures of feet are of the sides that are known`() throws {
    let whole = try visit.validate()
    let right = try #require(whole.value("laterality", "right foot"))
    let stride = try #require(trueStride(whole))
    try empty(every: 10)
    let found = try visit.validate()
    let known = try #require(found.value("laterality", "right foot"))
    #expect(abs(known - right) < 0.01, "\(known) \(right)")
    #expect(abs(try #require(trueStride(found)) - stride) < 5, "\(stride)")
    #expect(abs(try #require(found.value("phases", "stride time bias"))) < 5)
    #expect(
      found.text.contains(
        /walkway P01 contacts\.csv: 46 of 458 contacts of P01_belt have no side; their feet are neither right nor wrong/
      ),
      "\(found.text)")

    // Between two contacts of one foot there is always one of unknown foot: no stride is known.
    try empty(every: 3, "n/a")
    let third = try visit.validate()
    #expect(third.code == 0 && trueStride(third) == nil, "\(third.text)")
    let few = try #require(third.value("laterality", "right foot"))
    #expect(abs(few - right) < 0.02, "\(few) \(right)")
    #expect(third.value("steps", "bias") == whole.value("steps", "bias"))
  }

  @Test func `without any side there are no figures of feet`() throws {
    let whole = try visit.validate()
    try empty(every: 1)
    let found = try visit.validate()
    for figure in ["right foot", "right change of foot", "labelled contacts"] {
      #expect(whole.value("laterality", figure) != nil)
      #expect(found.value("laterality", figure) == nil, "\(figure)")
      #expect(found.value("laterality", figure, of: "laboratory") == nil, "\(figure)")
    }
    let stride = try #require(trueStride(whole))
    #expect(abs(try #require(trueStride(found)) - stride) < 1)
    #expect(
      found.text.contains(/458 of 458 contacts of P01_belt have no side; feet are not compared/),
      "\(found.text)")
  }

  @Test func `a contact of two strides is one, whichever of them has a side`() throws {
    try visit.keepTables(["strides", "trials"])
    let whole = try visit.validate()
    let lines = try visit.gait.text(of: "lab/walkway strides.csv").split(separator: "\n")
      .map(String.init)
    let side = try #require(lines[0].components(separatedBy: ";").firstIndex(of: "Limb"))
    let rows = lines.enumerated().map { row, line in
      var fields = line.components(separatedBy: ";")
      if row > 0, row.isMultiple(of: 5) { fields[side] = "" }
      return fields.joined(separator: ";")
    }
    try visit.write(rows, "walkway strides.csv")
    let found = try visit.validate()
    let count = try #require(whole.value("initial contacts", "true contacts"))
    let counted = try #require(found.value("initial contacts", "true contacts"))
    #expect(counted == count, "\(counted) \(count)")
    #expect(found.value("steps", "bias") == whole.value("steps", "bias"))
    #expect(found.text.contains(/strides of P01_belt have no side; contacts that only they begin/))
  }

  @Test func `stages given from the truth leave open what it does not know`() throws {
    try empty(every: 10)
    try visit.gait.done(
      "validate", "--mapping", "lab/mapping.json", "--stages", "--output", "out", "--force")
    let rows = GaitProcess.rows(try visit.gait.text(of: "out/stages.csv"))
    func given(_ figure: String) throws -> Double {
      let row = try #require(rows.first { $0["system"] == "" && $0["figure"] == figure })
      return try #require(row["sides_given"].flatMap(Double.init))
    }
    #expect(try given("right foot") == 1)
    #expect(abs(try given("stride time bias")) < 5)
  }
}
