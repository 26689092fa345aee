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

  private func row(
    _ report: ValidationReport, _ figure: String, at site: String? = nil
  ) throws -> ValidationRow {
    try #require(
      report.rows.first { $0.figure == figure && $0.site == site },
      "no figure \(figure) at \(site ?? "all sites")")
  }

  @Test func `stairs, running and jumping in a trouser pocket`() throws {
    let report = try report("mobifall")
    #expect(try row(report, "time of walking on stairs called stairs").value >= 0.90)
    #expect(try row(report, "time on level ground called stairs").value <= 0.004)
    #expect(try row(report, "time of gait in running called running").value >= 0.95)
    #expect(try row(report, "time of walking called running").value <= 0.003)
    #expect(try row(report, "jumping called running").value == 0)
    #expect(try row(report, "right direction on stairs").value >= 0.85)
  }

  @Test func `stairs, dashes, running and jumping at the hip`() throws {
    let report = try report("sisfall")
    #expect(try row(report, "stairs found as stairs").value >= 0.85)
    #expect(try row(report, "time of gait on stairs called stairs").value >= 0.90)
    let level = try row(report, "time on level ground called stairs")
    #expect(level.value <= 0.004)
    #expect(try #require(level.personWorst) <= 0.05)
    #expect(try row(report, "time of gait in running called running").value >= 0.95)
    #expect(try row(report, "time of walking called running").value <= 0.003)
    #expect(try row(report, "jumping called running").value == 0)
  }

  @Test(arguments: [("hip", 0.95), ("pocket", 0.95), ("wrist", 0.85)])
  func `running is told at three sites`(site: String, least: Double) throws {
    let report = try report("umafall")
    #expect(try row(report, "time of gait in running called running", at: site).value >= least)
    #expect(try row(report, "time of walking called running", at: site).value <= 0.003)
    #expect(try row(report, "jumping called running", at: site).value == 0)
    #expect(try row(report, "time on level ground called stairs", at: site).value <= 0.004)
  }
}
