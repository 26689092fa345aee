import Foundation
import Testing

/// A laboratory that saw more than the sensor recorded, because this began late, ended early, or has another clock.
struct UnrecordedTruthTests {
  private let visit: LaboratoryVisit

  init() throws { visit = try LaboratoryVisit() }

  @Test(arguments: [
    (60.0..<1000, "before the first sample"), (0..<300.0, "behind the last sample"),
  ])
  func `what was not recorded is left out and counted`(kept: Range<Double>, place: String) throws {
    try visit.cutRecordings(to: kept)
    let found = try visit.validate()
    #expect(found.code == 0, "\(found.text)")
    for system in ["", "laboratory"] {
      #expect(
        try #require(found.value("initial contacts", "±0.25 s recall", of: system)) > 0.99)
    }
    #expect(abs(try #require(found.value("steps", "bias"))) < 1, "\(found.text)")
    for (file, noun) in [
      ("walkway P01 contacts.csv", "contacts"), ("walkway strides.csv", "strides"),
      ("protocol.csv", "trials"),
    ] {
      let said = try Regex("P01_belt: \(file): of \\d+ \(noun) \\d+ (lie|begin|end)s? \(place)")
      #expect(found.text.contains(said), "\(file): \(found.text)")
    }
    // A trial that was not recorded to its end has no distance.
    let trials = try GaitProcess.rows(visit.gait.text(of: "out/trials.csv"))
    #expect(trials.count < 50 && !trials.isEmpty)
    #expect(trials.allSatisfy { Double($0["n_steps"] ?? "") ?? 0 > 10 }, "\(trials)")
  }

  @Test func `an offset by which most was not recorded is refused`() throws {
    for offset in [300.0, -300.0] {
      try visit.setClock(["name": "laboratory", "offset_s": offset])
      let found = try visit.validate()
      #expect(found.code == 2, "\(found.text)")
      for words in [
        "mapping.json: by the clock \"laboratory\" the tables speak of ",
        "were not recorded; are \"offset_s\" and the unit of the times right?",
      ] {
        #expect(found.text.contains(words), "\(found.text)")
      }
      #expect(!found.text.contains("seconds from the first sample?"), "\(found.text)")
    }
  }

  @Test func `times of a reference lie no further before the recording than behind it`() throws {
    let gait = visit.gait
    try gait.done("simulate", "straight-walk", "--output", "walks/walk.csv")
    let name = "walks/walk.reference.json"
    let whole = try JSONSerialization.jsonObject(with: Data(gait.text(of: name).utf8))
    var truth = try #require(whole as? [String: Any])
    let times = try #require(truth["initial_contacts_s"] as? [Double])
    for shift in [-40.0, 400] {
      truth["initial_contacts_s"] = times.map { $0 + shift }
      try JSONSerialization.data(withJSONObject: truth)
        .write(to: URL(fileURLWithPath: gait.path(name)))
      let ending = try gait("validate", "walks")
      #expect(ending.code == 2, "\(ending.output)")
      let text = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("are its times seconds from the first sample?"), "\(text)")
    }
  }

  @Test func `a rate that makes a clock run away is no drift`() throws {
    // 59.94 frames a second that were called 60.
    try visit.changeContacts { rows in
      rows.filter { Double($0[0]) ?? 0 < 260_000 }.map { row in
        row.map { field in Double(field).map { String(format: "%.1f", $0 * 0.999) } ?? field }
      }
    }
    try visit.keepTables(["contacts"])
    let found = try visit.validate()
    #expect(found.code == 2, "\(found.text)")
    #expect(!found.text.contains("; used"), "\(found.text)")
    for words in [
      "drift of -500 ppm or beyond", "no clock drifts so much, not used",
      "it would run 500 ppm or more slower than the recording's", "59.94 and not 60 frames",
    ] {
      #expect(found.text.contains(words), "\(words): \(found.text)")
    }
    // What is known of a clock goes before what is found.
    try visit.setClock(["name": "laboratory", "offset_s": 3.2, "drift_ppm": -960])
    let known = try visit.validate()
    #expect(known.code == 0 && !known.text.contains("which no clock does"), "\(known.text)")
    #expect(try #require(known.value("initial contacts", "±0.1 s MAE")) < 15)
    try visit.setClock(["name": "laboratory", "offset_s": 3.1])
    let doubtful = try visit.validate()
    #expect(
      doubtful.text.contains("by the contacts it drifts by 500 ppm or more, which no clock does"),
      "\(doubtful.text)")
  }
}
