import Foundation
import GaitModel
import GaitStudies
import TestSupport
import Testing

/// What fuzzing starts from and what it once found: every file keeps the promises.
@Suite struct KeptFindings {
  @Test(arguments: KeptFile.all(of: "Manifest"))
  func `a manifest is read or its faults are named`(kept: KeptFile) throws {
    #expect(DamagedManifest.breach(try kept.bytes) == nil)
  }

  @Test(arguments: KeptFile.all(of: "StudyFiles"))
  func `results are added up or are none`(kept: KeptFile) throws {
    #expect(DamagedStudyFiles.breach(try kept.bytes) == nil)
  }

  @Test func `seeds are what the program makes, and whole`() throws {
    var row = StudyRow(path: "P07/a, b.cwa", participant: "P07")
    (row.site, row.sex, row.timeZone) = (.wrist, .female, "Europe/Berlin")
    (row.heightMeters, row.massKilograms, row.ageYears) = (1.68, 70, 71.5)
    (row.start, row.settings, row.recording) = ("2026-05-04T09:30:00", "ours.json", "monday")
    row.overridesStart = true
    let other = StudyRow(path: "x.csv", participant: "P08")
    let manifest = StudyManifest(rows: [row, other])
    let excel = manifest.text.replacing(",", with: ";").replacing("\n", with: "\r\n")
    #expect(
      try KeptFile.changed(
        ["full": Array(manifest.text.utf8), "semicolons": Array(excel.utf8)], of: "Manifest") == [])
    #expect(try KeptFile.changed(["two-bouts": study()], of: "StudyFiles") == [])
    let parts = try study().split(separator: KeptFile.separator)
    #expect(StudyRecord(Data(parts[0]))?.result != nil && StudyBoutFile(parts[1])?.bouts.count == 2)
  }

  private func study() throws -> [UInt8] {
    var facts = RecordingFacts(
      name: "walk", device: "test", site: .lowerBack, samplingRateHertz: 100, hasAngularRate: false)
    facts.start = WallClock(secondsSince1970: 1_777_879_800, utcOffsetSeconds: 7200)
    var quality = RecordingQuality(durationSeconds: 90_000)
    quality.nonWear = [3600..<7200]
    let analysis = RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: [], bouts: [], turns: .missing(.noGyroscope),
      stairFlights: .missing(.noMethod))
    var record = StudyRecord(
      program: "1", file: "d1", facts: ["site": "lower_back"], methods: "m1",
      settings: ["a.b = 1"])
    record.result = StudyRecordResult(analysis)
    let columns = ["start_s", "end_s", "activity", "n_steps", "left_out_reason", "distance_m"]
    let bouts = [
      columns + BoutMeasure.allCases.map(\.column),
      [
        "4.5", "40.5", "walking", "68", "", "43.6", "1.2", "0.66", "109.3", "0.242", "0.06", "0.02",
      ],
      ["80000", "80031", "running", "80", "running", "", "", "", "160", "", "", ""],
    ]
    let text = bouts.map { CSVLine.line($0) + "\n" }.joined()
    return KeptFile.bytes(of: [String(decoding: try record.document, as: UTF8.self), text])
  }
}
