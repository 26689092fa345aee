import Foundation
import GaitValidation

/// What a damaged report of `gait validate` and damaged bars may do: be read and compared, or be refused in words.
/// `Tools/fuzz` links this file.
enum DamagedReport {
  /// Reads bytes as bars, a separator and `validation.json`; which promise was broken, or `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0x1c, maxSplits: 1, omittingEmptySubsequences: false)
    do {
      let bars = try RegressionBar.bars(in: String(decoding: parts[0], as: UTF8.self))
      guard parts.count > 1 else { return nil }
      let report = try ValidationReport(json: Data(parts[1]))
      _ = report.falls(below: bars)
      _ = report.changes(since: report)
      let comparison = PairedComparison(first: report, second: report, isComplete: true)
      let texts =
        [report, report].map { $0.table(isComplete: true) }
        + [
          report.table(isWide: false), report.html(), report.csv(), report.agreementTable(),
          report.agreementCSV(), report.pairsCSV(), report.trialTable(), report.trialsCSV(),
          report.laboratoryText(), comparison.table(), comparison.table(isWide: false),
          comparison.csv(),
        ]
      if texts[0] != texts[1] { return "the same report, told twice, is two" }
      _ = try comparison.json()
      return try ValidationReport(json: report.json()) == report
        ? nil : "written and read again it is another"
    } catch {
      return error is ValidationError && "\(error)".count > 10 ? nil : "no words: \(error)"
    }
  }
}
