import Foundation
import GaitValidation
import Testing

@Suite struct `Figures of another scorer` {
  @Test func `every figure equals the one that an independent scorer has computed`() throws {
    let report = try withStudyFolder { folder in
      Validation.report(try SyntheticStudy(in: folder).scores())
    }
    let lines = RecordedFigures.lines.split(separator: "\n")
    #expect(lines.count > 400)
    for line in lines {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      let row = try #require(report.row(fields), "no figure for \(line)")
      expect(row.value, equals: fields[5], in: line)
      expect(row.personMedian, equals: fields[6], in: line)
      expect(row.personWorst, equals: fields[7], in: line)
    }
  }

  /// Recorded numbers have ten significant digits.
  private func expect(_ value: Double?, equals text: String, in line: Substring) {
    guard let recorded = Double(text) else { return }
    #expect(abs((value ?? .nan) - recorded) <= 1e-6, "\(line)")
  }

  /// The same files for another scorer.
  @Test(.enabled(if: kept != nil, "set GAIT_SYNTHETIC_STUDY to a folder to keep the study"))
  func `the study can be kept`() throws {
    let folder = URL(filePath: try #require(Self.kept))
    let report = Validation.report(try SyntheticStudy(in: folder).scores())
    let file = folder.appending(path: "report.json")
    try report.json().write(to: file)
    #expect(try !Data(contentsOf: file).isEmpty)
  }

  private static let kept = ProcessInfo.processInfo.environment["GAIT_SYNTHETIC_STUDY"]
}

extension ValidationReport {
  fileprivate func row(_ fields: [String]) -> ValidationRow? {
    guard fields.count == 8, let stage = ValidationStage(rawValue: fields[3]) else { return nil }
    return row(
      dataset: fields[0], site: fields[1].isEmpty ? nil : fields[1],
      system: fields[2].isEmpty ? nil : fields[2], stage: stage, figure: fields[4])
  }
}
