/// A figure that was reached, and how far a later one may fall behind it.
///
/// ```swift
/// let bars = try RegressionBar.bars(in: text)
/// for fall in report.falls(below: bars) { print(fall) }
/// ```
public struct RegressionBar: Sendable, Hashable {
  /// The dataset.
  public var dataset: String
  /// The wearing site, or `nil` for all sites together.
  public var site: String?
  /// The motion capture system that is the truth, or `nil`.
  public var system: String?
  /// What is compared.
  public var stage: ValidationStage
  /// The figure's name.
  public var figure: String
  /// What was reached, in the figure's unit.
  public var value: Double
  /// What a change by chance may cost, in the same unit.
  public var tolerance: Double

  /// Reads lines of `dataset;site;system;stage;figure;value;tolerance`; empty lines and those that begin
  /// with `#` are skipped.
  ///
  /// - Throws: ``ValidationError`` that names the first line that is not a bar.
  public static func bars(in text: String) throws -> [RegressionBar] {
    try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7, let stage = ValidationStage(rawValue: fields[3]),
        let value = Double(fields[5]), let tolerance = Double(fields[6]), tolerance >= 0
      else {
        throw ValidationError(
          "\(line): a bar is dataset;site;system;stage;figure;value;tolerance, the last two numbers"
        )
      }
      return RegressionBar(
        dataset: fields[0], site: fields[1].isEmpty ? nil : fields[1],
        system: fields[2].isEmpty ? nil : fields[2], stage: stage, figure: fields[4],
        value: value, tolerance: tolerance)
    }
  }
}

extension ValidationReport {
  /// The bars that the report falls below, each in a sentence; a figure that is missing falls, too, unless
  /// its whole dataset was not validated.
  public func falls(below bars: [RegressionBar]) -> [String] {
    let datasets = Set(rows.map(\.dataset))
    return bars.filter { datasets.contains($0.dataset) }.compactMap { bar in
      let name = [bar.dataset, bar.site, bar.system, bar.stage.rawValue, bar.figure]
        .compactMap(\.self).joined(separator: ", ")
      guard
        let row = row(
          dataset: bar.dataset, site: bar.site, system: bar.system, stage: bar.stage,
          figure: bar.figure)
      else { return "\(name): there is no such figure; \(bar.value) was reached before" }
      let reached = PeerFigure(engine: "", value: bar.value)
      let now = PeerFigure(engine: "", value: row.value)
      let isBehind = PeerSheet.isBetter(reached, now, figure: bar.figure)
      guard isBehind, abs(abs(row.value) - abs(bar.value)) > bar.tolerance else { return nil }
      return "\(name): \(row.value), \(bar.value) was reached before (tolerance \(bar.tolerance))"
    }
  }
}
