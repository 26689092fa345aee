import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles
import Testing

@testable import GaitValidation

/// What was reached on recordings of people at the lower back is not lost again.
@Suite(.enabled(if: RealRecordings.areHere, Comment(rawValue: RealRecordings.absence)))
struct ScoreBarTests {
  /// A figure as it was last, and how far it may fall before somebody must say why. The tolerance is what one
  /// person's steps, or one bridged pause of the few laboratory bouts, move it.
  struct Bar: Sendable, CustomTestStringConvertible {
    var dataset: String
    var system: String?
    var stage: ValidationStage
    var figure: String
    var reached: Double
    var tolerance: Double
    /// Whether more is better.
    var isShare = true

    var testDescription: String { "\(dataset) \(system ?? "") \(stage.rawValue) \(figure)" }
  }

  private static let bars: [Bar] = [
    Bar(
      dataset: "voisard_ipol", stage: .walkingBouts, figure: "F1", reached: 0.975,
      tolerance: 0.005),
    Bar(
      dataset: "voisard_ipol", stage: .initialContacts, figure: "±0.05 s F1", reached: 0.930,
      tolerance: 0.005),
    Bar(
      dataset: "voisard_ipol", stage: .initialContacts, figure: "±0.1 s F1", reached: 0.964,
      tolerance: 0.003),
    Bar(
      dataset: "voisard_ipol", stage: .finalContacts, figure: "±0.1 s F1", reached: 0.946,
      tolerance: 0.005),
    Bar(
      dataset: "voisard_ipol", stage: .laterality, figure: "right foot", reached: 0.962,
      tolerance: 0.005),
    Bar(
      dataset: "voisard_ipol", stage: .steps, figure: "MAE", reached: 2.35, tolerance: 0.3,
      isShare: false),
    Bar(
      dataset: "voisard_ipol", stage: .cadence, figure: "MAE", reached: 1.22, tolerance: 0.2,
      isShare: false),
    Bar(
      dataset: "voisard_ipol", stage: .phases, figure: "double support MAE", reached: 1.71,
      tolerance: 0.2, isShare: false),
    Bar(
      dataset: "voisard_ipol", stage: .phases, figure: "stance MAE", reached: 0.86,
      tolerance: 0.15, isShare: false),
    Bar(
      dataset: "voisard_ipol", stage: .speed, figure: "10 m leg MAE", reached: 0.064,
      tolerance: 0.003, isShare: false),
    Bar(
      dataset: "voisard_semiogram", stage: .speed, figure: "10 m leg MAE", reached: 0.039,
      tolerance: 0.01, isShare: false),
    Bar(
      dataset: "voisard_semiogram", stage: .initialContacts, figure: "±0.1 s F1", reached: 0.862,
      tolerance: 0.02),
    Bar(
      dataset: "mobgap", system: "INDIP", stage: .walkingBouts, figure: "F1", reached: 0.745,
      tolerance: 0.03),
    Bar(
      dataset: "mobgap", system: "INDIP", stage: .initialContacts, figure: "±0.1 s F1",
      reached: 0.684, tolerance: 0.03),
    Bar(
      dataset: "mobgap", system: "Stereophoto", stage: .walkingBouts, figure: "F1", reached: 0.637,
      tolerance: 0.03),
    Bar(
      dataset: "mobgap", system: "INDIP", stage: .cadence, figure: "trial median MAE",
      reached: 2.36, tolerance: 0.5, isShare: false),
  ]

  @Test func `no figure has fallen`() throws {
    let report = Validation.report(try Self.scores())
    for bar in Self.bars {
      let row = report.row(
        dataset: bar.dataset, system: bar.system, stage: bar.stage, figure: bar.figure)
      let value = try #require(row?.value)
      let loss = bar.isShare ? bar.reached - value : value - bar.reached
      #expect(loss <= bar.tolerance, "\(bar.testDescription): \(value)")
    }
  }

  /// Every recording of the data sets that have a bar.
  private static func scores() throws -> [RecordingScore] {
    let folder = try #require(RealRecordings.folder)
    let names = Set(bars.map(\.dataset))
    let validation = Validation(folder: folder)
    return try validation.recordings().filter { names.contains($0.dataset) }.map { recording in
      let url = try #require(recording.url)
      var source = try SensorFile.open(url.path)
      return try validation.score(GaitPipeline().analysis(of: &source), of: recording)
    }
  }
}
