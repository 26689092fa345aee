import GaitModel
import Testing

@testable import GaitReports

/// Codes stand where names stood, and nowhere else.
struct NameCoderTests {
  private func code(_ name: String) -> String { CodeName.of(name) }

  @Test(arguments: [
    ("7", "27 days of 2.7 s and 7.5 m, at 7:30, for 7 s"), ("m", "120 m of 5 m/s, steady"),
    ("May", "3 May 2026"), ("steps", "9 steps/min"), ("st", "flat and steady st"),
    ("walk", "a walk takes at least 2.00 s"), ("2", "a walk takes at least 2.00 s"),
    ("P0", "P07 has P0x"),
  ])
  func `sentences of the program keep numbers, dates and words`(name: String, text: String) {
    #expect(NameCoder([name]).message(text) == text)
  }

  @Test(arguments: [
    ("7/5.csv", "7/5.csv:12: ends early, as does 5.json"),
    ("7", "participant 7 for \"7\" of x/7/y"),
    ("P07", "P07's walk and P07_walk"),
    ("7/walk", "out/recordings/7/walk holds the results"),
    ("Erika Muster", "see erika muster."),
  ])
  func `names in sentences of the program become codes`(name: String, text: String) {
    let coded = NameCoder([name] + NameCoder.names(ofFile: name)).message(text)
    #expect(coded.contains(code(name)), "\(coded)")
    let rest = coded.replacing(/P-[0-9a-f]{8}/, with: "")
    #expect(!rest.contains("7") && !rest.contains("5"), "\(coded)")
    #expect(!rest.lowercased().contains("muster"), "\(coded)")
  }

  @Test func `what people entered holds no name as a word, and no code lies within a code`() {
    #expect(NameCoder(["7"]).entered("7 fell in 1975, 2.7 m") == "\(code("7")) fell in 1975, 2.7 m")
    #expect(NameCoder(["Erika"]).entered("Erikas knee") == "\(code("Erika"))s knee")
    #expect(NameCoder(["Erik", "Erika"]).entered("Erikas") == "\(code("Erika"))s")
    #expect(
      NameCoder(["anna", "Anna"]).entered("Annas, anna") == "\(code("Anna"))s, \(code("anna"))")
    #expect(NameCoder(["P", "Anna"]).entered("Anna, P") == "\(code("Anna")), \(code("P"))")
  }

  @Test
  func `findings of a validation hold codes, and datasets become codes where they head a row`() {
    let findings = ValidationFindings(
      pairs: [
        .init(
          measure: "steps", number: 0, dataset: "steps", person: "7", recording: "5", site: "hip",
          trueSpeed: nil, found: 1, truth: 2)
      ], limits: { _ in nil }, timing: [],
      rows: [
        .init(
          group: "my steps, hip", stage: "steps", figure: "steps", unit: "steps/min", value: 1,
          median: 1, worst: 1, people: 1, peer: "")
      ], failures: [("steps/5", "5.csv: takes at least 5 s, 3,445 steps")],
      changes: [
        .init(
          figure: "steps · hip, steps: found", first: 1, second: 1, difference: 0, interval: nil,
          people: 1, isBetter: nil)
      ], recordingCount: 1, peopleCount: 1)
    let coded = findings.coded([], of: [("steps", "5", "7"), ("my_steps", "6", "8")])
    #expect(coded.pairs.first?.place == [code("steps"), code("5")])
    #expect(coded.pairs.first?.person == code("7") && coded.pairs.first?.measure == "steps")
    #expect(coded.rows.first?.group == "\(code("my_steps")), hip")
    #expect(coded.rows.first?.unit == "steps/min")
    #expect(coded.changes.first?.figure == "\(code("steps")) · hip, steps: found")
    #expect(coded.failures.first?.recording == "\(code("steps"))/\(code("5"))")
    #expect(
      coded.failures.first?.reason == "\(code("5.csv")): takes at least 5 s, 3,445 steps"
        || coded.failures.first?.reason == "\(code("5")).csv: takes at least 5 s, 3,445 steps")
  }
}
