import Foundation
import GaitModel
import Testing

@testable import GaitValidation

@Suite struct `The report` {
  private func report() throws -> ValidationReport {
    try withStudyFolder { Validation.report(try SyntheticStudy(in: $0).scores()) }
  }

  @Test func `comma separated values hold every row in full precision`() throws {
    let report = try report()
    let table = CSVTable(report.csv().utf8)
    #expect(table.rows.count == report.rows.count)
    #expect(table.numbers("value") == report.rows.map(\.value))
    #expect(table.fields("figure") == report.rows.map(\.figure))
    #expect(table.numbers("person_worst") == report.rows.map(\.personWorst))
  }

  @Test func `JSON holds every row and names the failures`() throws {
    let report = try report()
    let file = try #require(
      JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
    #expect((file["rows"] as? [Any])?.count == report.rows.count)
    let failures = try #require(file["failures"] as? [[String: String]])
    #expect(failures.map { $0["recording"] } == ["C2"])
  }

  @Test func `the page holds every row, each tag closed`() throws {
    let report = try report()
    let page = report.html()
    #expect(page.components(separatedBy: "<tr><td>").count - 1 == report.rows.count)
    #expect(page.contains("voisard_ipol") && page.contains("C2"))
    for tag in ["html", "body", "table", "tr", "td", "h2", "ul", "li"] {
      let opened =
        page.components(separatedBy: "<\(tag)>").count
        + page.components(separatedBy: "<\(tag) ").count - 2
      #expect(opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
    }
  }

  @Test func `the same scores in another order make the same report`() throws {
    try withStudyFolder { folder in
      let scores = try SyntheticStudy(in: folder).scores()
      let forward = Validation.report(scores)
      var dice = Dice(seed: 5)
      let shuffled = Validation.report(scores.shuffled(using: &dice))
      #expect(forward.rows.map(\.figure) == shuffled.rows.map(\.figure))
      for (a, b) in zip(forward.rows, shuffled.rows) {
        #expect(abs(a.value - b.value) <= 1e-9 * max(1, abs(a.value)))
      }
    }
  }

  @Test func `other people's recordings have no peers, whatever their folder is called`() throws {
    let report = try report()
    #expect(report.rows.contains { $0.dataset == "voisard_ipol" })
    #expect(report.rows.allSatisfy { $0.peers.isEmpty })
  }

  @Test(.enabled(if: RealRecordings.areHere, Comment(rawValue: RealRecordings.absence)))
  func `peers stand beside the recordings that they were measured on, all of them`() throws {
    let folder = try #require(RealRecordings.folder)
    let validation = Validation(folder: folder)
    let recordings = try validation.recordings().filter { $0.dataset == "voisard_ipol" }
    let scores = try recordings.map { try validation.score(failure: "none", of: $0) }
    func peers(_ scores: [RecordingScore]) -> [PeerFigure] {
      Validation.report(scores).row(
        dataset: "voisard_ipol", stage: .initialContacts, figure: "±0.1 s F1")?.peers ?? []
    }
    #expect(peers(scores).first == PeerFigure(engine: "norm + Ionescu", value: 0.941))
    #expect(Validation.report(scores).table().contains("norm + Ionescu 0.941"))
    #expect(peers(Array(scores.dropLast())).isEmpty)
  }

  /// `smartfallmm` has one recording twice, which shows only when it is read: `gait validate` counts it once.
  @Test(
    .enabled(
      if: RealRecordings.furtherAreHere, Comment(rawValue: RealRecordings.furtherAbsence)),
    arguments: Set(PeerSheet.further.map(\.dataset)).subtracting(["smartfallmm"]))
  func `every peer on further recordings stands beside a row of theirs`(dataset: String) throws {
    let validation = Validation(folder: try #require(RealRecordings.furtherFolder))
    let recordings = try validation.recordings().filter { $0.dataset == dataset }
    let minute = RecordingExtent(durationSeconds: 60)
    let report = Validation.report(
      try recordings.map { try validation.score(failure: "none", of: $0, extent: minute) })
    for sheet in PeerSheet.further where sheet.dataset == dataset {
      // Nothing was found here, so that no row has an error of a speed or a distance.
      for (stage, figure, values) in sheet.lines
      where !["speed of marked walks ", "distance"].contains(where: figure.hasPrefix)
        || figure.hasSuffix("found")
      {
        let row = report.row(dataset: dataset, site: sheet.site, stage: stage, figure: figure)
        #expect(row?.peers.count == values.count { $0 != nil }, "\(figure)")
      }
    }
  }

  @Test func `the more of a walking task is found the better, and the less of any other`() {
    func first(_ figure: String) -> String? {
      let peers = [PeerFigure(engine: "more", value: 0.9), PeerFigure(engine: "less", value: 0.1)]
      return PeerSheet.sorted(peers, by: .init(figure: figure)).first?.engine
    }
    #expect(first("time of TUG normal found as walking") == "more")
    #expect(first("time of walking in a small room (turns) found as walking") == "more")
    #expect(first("time of sit/stand found as walking") == "less")
    #expect(first("time of walking called running") == "less")
  }

  @Test func `a report that was written is read back the same`() throws {
    var report = try report()
    let read = try ValidationReport(json: report.json())
    report.strides = []
    #expect(read.rows.map(\.persons) == report.rows.map(\.persons))
    #expect(read == report)
    #expect(throws: ValidationError.self) { try ValidationReport(json: Data("[]".utf8)) }
  }

  @Test func `a report of an earlier version is read, and says that it knows no people`() throws {
    let old = """
      {"failures": [], "rows": [{"dataset": "lab", "figure": "MAE", "n_missing": 0, "n_people": 3,
       "n_recordings": 3, "person_median": 2.5, "person_worst": 4, "stage": "steps", "unit": "%",
       "value": 2.6, "versus": {}}]}
      """
    let report = try ValidationReport(json: Data(old.utf8))
    #expect(report.rows.first?.value == 2.6)
    #expect(report.changes(since: report).first?.contains("without intervals") == true)
  }

  @Test func `every measured peer stands beside a figure that exists`() {
    let events = (EventFigures.all + ActivityFigures.all + MarkedTrialFigures.all)
      .map { "\($0.stage) \($0.name)" }
    let system = SystemFigures(system: "INDIP").all.map { "\($0.stage) \($0.name)" }
    // A study's own words for tasks and trust are in the names of others.
    func isNamedByStudy(_ figure: String) -> Bool {
      figure.wholeMatch(of: /time of .* found as walking|.* trust: (MAE|bias)/) != nil
    }
    for sheet in PeerSheet.all {
      let names = Set(sheet.system == nil ? events : system)
      for (stage, figure, values) in sheet.lines {
        #expect(names.contains("\(stage) \(figure)") || isNamedByStudy(figure))
        #expect(values.count == sheet.engines.count)
      }
    }
  }

  @Test func `no two figures of a group have one name`() {
    let events = (EventFigures.all + ActivityFigures.all).map { "\($0.stage) \($0.name)" }
    #expect(Set(events).count == events.count)
    let system = SystemFigures(system: "INDIP").all.map { "\($0.stage) \($0.name)" }
    #expect(Set(system).count == system.count)
  }

  @Test func `an analysis in memory says what its files say`() throws {
    let walk = """
      {"walking_bouts": [[1, 9.87654321]], "initial_contacts_s": [1.23456, 2.34567],
       "initial_contacts_foot": ["L", "R"], "toe_offs_s": [1.77777], "toe_offs_foot": ["R"]}
      """
    let description = TrialDescription(participant: "A")
    let analysis = RecordingAnalysis(
      truth: try LabReference(json: Data(walk.utf8), description: description),
      description: description, durationSeconds: 12)
    let rounded = EngineOutput(
      analysis, rounding: .files)
    #expect(rounded.initialContacts.map(\.seconds) == [1.2346, 2.3457])
    #expect(rounded.bouts.map(\.seconds) == [1.0..<9.8765])
    #expect(EngineOutput(analysis, rounding: .none).initialContacts[0].seconds == 1.23456)
    var sure = rounded
    sure.bouts[0].errors = BoutValues(
      speedMetersPerSecond: 0.07, strideLengthMeters: 0.08, stepsPerMinute: 1.4)
    sure.bouts[0].doubleSupportError = 0.025
    (sure.bouts[0].stepCountError, sure.bouts[0].distanceErrorMeters) = (1.1, 0.9)
    try withStudyFolder { folder in
      try sure.write(to: folder)
      #expect(ResultsFolder(url: folder).output() == sure)
    }
  }
}
