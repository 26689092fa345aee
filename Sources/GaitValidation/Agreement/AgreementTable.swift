import Foundation
import GaitModel

extension ValidationReport {
  /// The agreement with the truth as text for a terminal, one block per dataset and system.
  ///
  /// - Parameters:
  ///   - isComplete: whether parts by speed class, site and cohort and single strides are shown, too.
  ///   - isWide: whether intervals and all statistics are shown, or what 80 characters hold.
  /// - Returns: lines of text; empty where nothing has a truth to agree with.
  public func agreementTable(isComplete: Bool = false, isWide: Bool = true) -> String {
    let shown = measures.filter { row in
      isComplete || (row.part.kind == .all && row.level != .stride && row.level != .day)
    }
    guard !shown.isEmpty else { return "" }
    var text =
      "Agreement of found and true values (found − true; limits hold 95 % of errors)\n"
    var place = shown.startIndex
    while place < shown.endIndex {
      let end =
        shown[place...].firstIndex { $0.group != shown[place].group } ?? shown.endIndex
      text += "\n\(shown[place].group)\n"
      text += isWide ? Self.wide(shown[place..<end]) : Self.narrow(shown[place..<end])
      place = end
    }
    return text + (isWide ? Self.wideNote : "")
  }

  private static let wideNote =
    "\n[ ] 95 % intervals: by formula where everybody has one pair, else people drawn 2000 times.\n"

  private static func narrow(_ rows: ArraySlice<AgreementRow>) -> String {
    NarrowFigures(
      header: ["bias", "limits", "MAE", "ICC(A,1)", "pairs", "people"],
      rows: rows.map { row in
        let own = row.agreement
        return .init(
          stage: "\(row.measure.rawValue), \(row.measure.unit)", name: row.levelText,
          cells: [
            row.text(own.bias.value), row.limits, row.text(own.meanAbsoluteError.value),
            own.iccAgreement.map { String(format: "%.2f", $0.value) } ?? "–", "\(own.pairCount)",
            "\(own.peopleCount)",
          ])
      }
    ).text
  }

  private static func wide(_ rows: ArraySlice<AgreementRow>) -> String {
    let header = [
      "measure", "of", "bias", "limits", "MAE", "MAPE", "RMSE", "ICC(A,1)", "ICC(C,1)", "r", "MDC",
      "in 68 / 95 %", "pairs", "people",
    ]
    let lines = [header] + rows.map(\.wideFields)
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.indices.map {
        line[$0] + String(repeating: " ", count: widths[$0] - line[$0].count)
      }
      return cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces) + "\n"
    }.joined()
  }
}

extension AgreementRow {
  /// The dataset, with its system.
  fileprivate var group: String {
    [dataset, system.map { "against \($0)" }].compactMap(\.self).joined(separator: " · ")
  }

  fileprivate var levelText: String {
    part.kind == .all ? level.rawValue : "\(level.rawValue), \(part.name)"
  }

  /// As many decimals as the measure deserves.
  fileprivate func text(_ value: Double) -> String {
    let decimals =
      switch measure {
      case .walkingSpeed, .strideLength, .strideTime: 3
      case .stepCount, .cadence, .stance, .doubleSupport, .turnAngle, .distance: 1
      }
    return String(format: "%.\(decimals)f", value)
  }

  fileprivate var limits: String {
    guard let low = agreement.lowerLimit, let high = agreement.upperLimit else { return "–" }
    return "\(text(low.value)) to \(text(high.value))"
  }

  fileprivate var wideFields: [String] {
    let own = agreement
    let limits =
      own.lowerLimit.flatMap { low in
        own.upperLimit.map { "\(full(low, text)) to \(full($0, text))" }
      } ?? "–"
    let share = { (value: Double) in String(format: "%.2f", value) }
    let percent = { (value: Double) in String(format: "%.1f", value) }
    let coverage =
      own.coverage68.flatMap { one in
        own.coverage95.map {
          "\(percent(100 * one.value)) / \(percent(100 * $0.value)) of \(own.coveredCount)"
        }
      } ?? "–"
    return [
      "\(measure.rawValue), \(measure.unit)", levelText, full(own.bias, text), limits,
      full(own.meanAbsoluteError, text), full(own.relativeErrorPercent, percent),
      full(own.rootMeanSquareError, text), full(own.iccAgreement, share),
      full(own.iccConsistency, share), full(own.correlation, share),
      own.minimalDetectableChange.map(text) ?? "–", coverage, "\(own.pairCount)",
      "\(own.peopleCount)",
    ]
  }

  private func full(_ estimate: Agreement.Estimate?, _ text: (Double) -> String) -> String {
    guard let estimate else { return "–" }
    guard let low = estimate.low, let high = estimate.high else { return text(estimate.value) }
    return "\(text(estimate.value)) [\(text(low)), \(text(high))]"
  }
}

extension ValidationReport {
  /// The agreement of every measure as comma separated values with a header row, numbers in full precision.
  ///
  /// `gait columns` lists the columns with their meaning. An empty field means "not available".
  public func agreementCSV() -> String {
    let estimates = [
      "bias", "lower_limit", "upper_limit", "mae", "relative_error_percent", "rmse", "icc_a1",
      "icc_c1", "r", "coverage_68", "coverage_95",
    ]
    let header =
      [
        "dataset", "system", "measure", "unit", "level", "part", "part_name", "n_pairs", "n_people",
        "true_mean",
      ] + estimates.flatMap { [$0, "\($0)_low", "\($0)_high"] } + [
        "sd", "within_person_sd", "mdc", "n_covered", "intervals",
      ]
    return ([header] + measures.map(\.csvFields)).map { CSVLine.line($0) + "\n" }.joined()
  }

  /// All pairs of a found and a true value as comma separated values with a header row, single strides included.
  public func pairsCSV() -> String {
    let header =
      "dataset,system,measure,unit,level,participant,recording,day,site,cohort,speed_class,found,"
      + "true,standard_error\n"
    return header
      + (pairs + strides).map { pair in
        let names = [
          pair.dataset, pair.system ?? "", pair.measure.rawValue, pair.measure.unit,
          pair.level.rawValue, pair.participant, pair.recording ?? "", pair.day ?? "", pair.site,
          pair.cohort ?? "", pair.speedClass?.rawValue ?? "",
        ]
        let numbers = ["\(pair.found)", "\(pair.truth)", pair.standardError.map { "\($0)" } ?? ""]
        return CSVLine.line(names + numbers) + "\n"
      }.joined()
  }
}

extension AgreementRow {
  fileprivate var csvFields: [String] {
    let own = agreement
    let number = { (value: Double?) in value.map { "\($0)" } ?? "" }
    let estimates: [Agreement.Estimate?] = [
      own.bias, own.lowerLimit, own.upperLimit, own.meanAbsoluteError, own.relativeErrorPercent,
      own.rootMeanSquareError, own.iccAgreement, own.iccConsistency, own.correlation,
      own.coverage68, own.coverage95,
    ]
    let names = [
      dataset, system ?? "", measure.rawValue, measure.unit, level.rawValue, part.kind.rawValue,
      part.name, "\(own.pairCount)", "\(own.peopleCount)", number(own.truthMean),
    ]
    return names + estimates.flatMap { [number($0?.value), number($0?.low), number($0?.high)] } + [
      number(own.differenceSD), number(own.withinPersonSD), number(own.minimalDetectableChange),
      "\(own.coveredCount)", own.intervals.rawValue,
    ]
  }
}
