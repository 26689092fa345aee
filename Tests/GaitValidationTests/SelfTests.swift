import Foundation
import GaitModel
import Testing

@testable import GaitValidation

/// A scorer that does not know the truth when it sees it is worthless.
@Suite struct `The truth as an engine` {
  @Test func `scores perfectly`() throws {
    let report = try syntheticReport { try .truth(of: $0) }
    try expectPerfect(report)
  }

  @Test func `is late by 80 ms when it is shifted by 80 ms`() throws {
    let report = try syntheticReport { try .truth(of: $0, shiftSeconds: 0.08) }
    let value = { (system: String?, figure: String) in
      let dataset = system == nil ? "voisard_ipol" : "mobgap"
      return report.row(
        dataset: dataset, system: system, stage: .initialContacts, figure: figure)?.value ?? .nan
    }
    for system in [nil, "INDIP"] {
      #expect(abs(value(system, "±0.25 s bias") - 80) < 0.001)
      #expect(value(system, "±0.05 s F1") == 0)
      #expect(value(system, "±0.1 s F1") == 1)
    }
  }

  @Test func `scores nothing when it is empty`() throws {
    expectNothing(try syntheticReport { .nothing(about: $0) }, missing: 0)
  }

  @Test func `scores nothing and is named when its analysis fails`() throws {
    let report = try syntheticReport { _ in throw Refusal() }
    expectNothing(report, missing: 4)
    #expect(report.failures.count == 22)
    #expect(report.failures.first?.reason == "the sensor fell off")
    #expect(report.table().contains("voisard_ipol/P0_T0: the sensor fell off"))
  }

  @Test(.enabled(if: RealRecordings.areHere, Comment(rawValue: RealRecordings.absence)))
  func `scores perfectly on real references`() throws {
    let folder = try #require(RealRecordings.folder)
    let validation = Validation(folder: folder, rounding: .none)
    let scores = try validation.recordings().map { recording in
      try validation.score(.truth(of: recording), of: recording)
    }
    #expect(scores.count > 100)
    try expectPerfect(Validation.report(scores))
  }

  private struct Refusal: Error, CustomStringConvertible {
    var description: String { "the sensor fell off" }
  }
}

private func syntheticReport(
  _ analyze: (ValidationRecording) throws -> RecordingAnalysis
) throws -> ValidationReport {
  try withStudyFolder { folder in
    let study = try SyntheticStudy(in: folder)
    return Validation.report(
      try Validation(folder: study.data, rounding: .none).scores(analyze: analyze))
  }
}

extension RecordingAnalysis {
  fileprivate static func truth(
    of recording: ValidationRecording, shiftSeconds: Double = 0
  ) throws -> RecordingAnalysis {
    let reference = try LabReference(
      json: Data(contentsOf: recording.referenceURL), description: recording.description)
    return RecordingAnalysis(
      truth: reference, description: recording.description,
      durationSeconds: reference.lastSecond, shiftSeconds: shiftSeconds)
  }

  fileprivate static func nothing(about recording: ValidationRecording) -> RecordingAnalysis {
    RecordingAnalysis(
      truth: LabReference(), description: recording.description, durationSeconds: 60)
  }
}

extension LabReference {
  fileprivate var lastSecond: Double {
    events?.lastKnownSecond ?? systems.flatMap { $0.bouts.map(\.seconds.upperBound) }.max() ?? 0
  }
}

private func expectPerfect(_ report: ValidationReport) throws {
  let wanted: [(ValidationStage, String, Double)] = [
    (.initialContacts, "±0.05 s F1", 1), (.initialContacts, "±0.5 s F1", 1),
    (.initialContacts, "±0.05 s MAE", 0), (.initialContacts, "false contacts while standing", 0),
    (.laterality, "right foot", 1), (.laterality, "right change of foot", 1), (.cadence, "MAE", 0),
    (.phases, "stride time MAE", 0), (.phases, "stance MAE", 0),
    (.phases, "double support MAE", 0), (.walkingBouts, "F1", 1), (.gaitSequences, "F1", 1),
    (.finalContacts, "±0.1 s F1", 1), (.activity, "walking found", 1),
    (.activity, "false walking in other activities", 0), (.activity, "running found", 1),
    (.activity, "running taken for walking", 0), (.activity, "stairs found as stairs", 1),
    (.activity, "right direction on stairs", 1), (.activity, "walking taken for stairs", 0),
  ]
  let system: [(ValidationStage, String, Double)] = [
    (.initialContacts, "±0.05 s F1", 1), (.initialContacts, "±0.05 s inside bouts F1", 1),
    (.walkingBouts, "F1", 1), (.walkingBouts, "strict F1", 1), (.laterality, "right foot", 1),
    (.speed, "bouts matched at 0.8 speed MAE", 0), (.speed, "trial median stride length MAE", 0),
    (.cadence, "trial weighted mean MAE", 0), (.strides, "stride length MAE", 0),
  ]
  var checked = 0
  for row in report.rows where row.system == nil || row.system == "INDIP" {
    let list = row.system == nil ? wanted : system
    guard let (_, _, value) = list.first(where: { $0.0 == row.stage && $0.1 == row.figure }) else {
      continue
    }
    checked += 1
    #expect(abs(row.value - value) < 1e-9, "\(row.dataset) \(row.stage) \(row.figure)")
    if let worst = row.personWorst { #expect(abs(worst - value) < 1e-9) }
  }
  #expect(checked > 30)
}

private func expectNothing(_ report: ValidationReport, missing: Int) {
  let rows = [
    report.row(dataset: "voisard_ipol", stage: .initialContacts, figure: "±0.5 s F1"),
    report.row(dataset: "voisard_ipol", stage: .walkingBouts, figure: "F1"),
    report.row(
      dataset: "mobgap", system: "INDIP", stage: .initialContacts, figure: "±0.5 s F1"),
    report.row(dataset: "sisfall", stage: .activity, figure: "walking found"),
  ]
  for row in rows { #expect(row?.value == 0) }
  #expect(rows[0]?.missingCount == missing)
  let steps = report.row(dataset: "voisard_ipol", stage: .steps, figure: "MAE")
  #expect(steps?.value == 100)
}
