import Foundation
import GaitAnalysis
import GaitModel
import GaitValidation
import SensorFiles
import Testing

/// What the program says of stairs, running and jumping of real people; the people are those that its
/// constants were fitted on, and `Tools/fit/terrain` says what it gives on people left out.
@Suite(.enabled(if: RealRecordings.areHere, "\(RealRecordings.absence)"))
struct `Figures of terrain` {
  private func report(_ dataset: String) throws -> ValidationReport {
    let folder = try #require(RealRecordings.folder).appending(path: dataset)
    return Validation.report(
      try Validation(folder: folder).scores { recording in
        let path = try #require(recording.url).path
        var source = try SensorFile.open(path)
        return try GaitPipeline().analysis(of: &source)
      })
  }

  private func value(_ report: ValidationReport, _ figure: String) throws -> Double {
    try #require(
      report.rows.first { $0.stage == .terrain && $0.figure == figure && $0.site == nil }?.value,
      "no figure \(figure)")
  }

  @Test func `stairs, running and jumping in a trouser pocket`() throws {
    let report = try report("mobifall")
    #expect(try value(report, "time of walking on stairs called stairs") >= 0.90)
    #expect(try value(report, "time on level ground called stairs") <= 0.004)
    #expect(try value(report, "time of gait in running called running") >= 0.95)
    #expect(try value(report, "time of walking called running") <= 0.003)
    #expect(try value(report, "jumping called running") == 0)
    let direction = report.rows.first {
      $0.figure == "right direction on stairs" && $0.site == nil
    }
    #expect(try #require(direction).value >= 0.85)
  }
}
