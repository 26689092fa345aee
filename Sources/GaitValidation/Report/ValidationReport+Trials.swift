import Foundation
import GaitModel

extension ValidationReport {
  /// What was found in each trial beside its truth, for a terminal of 80 columns.
  ///
  /// - Returns: lines of text; empty without trials.
  public func trialTable() -> String {
    guard !trials.isEmpty else { return "" }
    let rows = trials.map { trial in
      let speed = trial.fields(.walkingSpeed, decimals: 2)
      let (distance, steps) = (
        trial.fields(.distance, decimals: 1), trial.fields(.stepCount, decimals: 0)
      )
      return NarrowFigures.Row(
        stage: "\(trial.recording) · \(trial.participant)", name: trial.trial,
        cells: [
          String(format: "%.1f", trial.endSeconds - trial.startSeconds),
          String(format: "%.1f", trial.walkingSeconds),
        ] + speed + distance + steps + [trial.turnCount.map { "\($0)" } ?? "–"])
    }
    return "Trials: seconds, of these walking; m/s, m, steps: found and true; turns found\n"
      + NarrowFigures(
        header: ["s", "walk", "m/s", "true", "m", "true", "steps", "true", "turns"], rows: rows
      ).text
  }

  /// What was found in each trial as comma separated values with a header row, numbers in full precision.
  public func trialsCSV() -> String {
    let measures: [GaitMeasure] = [.walkingSpeed, .distance, .stepCount]
    let header = [
      "dataset", "recording", "participant", "site", "trial", "start_s", "end_s", "walking_s",
      "n_turns", "speed_mps", "speed_se_mps", "true_speed_mps", "distance_m", "true_distance_m",
      "n_steps", "n_true_steps",
    ]
    let number = { (value: Double?) in value.map { "\($0)" } ?? "" }
    let lines = trials.map { trial in
      let values = measures.map { measure in trial.values.first { $0.measure == measure } }
      return [
        trial.dataset, trial.recording, trial.participant, trial.site, trial.trial,
        number(trial.startSeconds), number(trial.endSeconds), number(trial.walkingSeconds),
        trial.turnCount.map { "\($0)" } ?? "", number(values[0]?.found),
        number(values[0]?.standardError), number(values[0]?.truth), number(values[1]?.found),
        number(values[1]?.truth), number(values[2]?.found), number(values[2]?.truth),
      ]
    }
    return ([header] + lines).map { CSVLine.line($0) + "\n" }.joined()
  }

  /// What was noticed about a laboratory's clocks and sides, for a terminal of 80 columns; empty for other truths.
  public func laboratoryText() -> String {
    Self.laboratoryText(of: laboratorySentences)
  }

  static func laboratoryText(of sentences: [String]) -> String {
    sentences.isEmpty ? "" : "\(laboratoryTitle)\n" + sentences.map { wrapped("\($0).") }.joined()
  }

  static let laboratoryTitle = "Clocks and sides"

  /// What was noticed about a laboratory's clocks and sides, each in a sentence without a full stop.
  var laboratorySentences: [String] {
    let sentences = laboratory.flatMap(\.sentences)
    let isFitted = !laboratory.datasetsByContacts.isEmpty
    let note =
      "An offset that was found from contacts holds their mean error: the bias of contacts says nothing then"
    let classicNote =
      "The classics are judged by the same clocks: their contacts are scored by how much later they are than ours"
    return sentences + (isFitted ? [note] : []) + (isFitted && hasClassics ? [classicNote] : [])
  }

  /// A sentence in lines of 80 columns.
  package static func wrapped(_ sentence: String) -> String {
    var lines = ["  "]
    for word in sentence.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.count + 1 + word.count > 80 {
        lines.append("    " + word)
      } else {
        lines[lines.count - 1] += (last.allSatisfy { $0 == " " } ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Validation {
  /// The clocks and sides of a laboratory's tables as an analysis has found them, for a terminal of 80 columns; empty for
  /// other truths.
  public static func laboratoryText(of scores: [RecordingScore]) -> String {
    ValidationReport.laboratoryText(of: scores.compactMap(\.finding).flatMap(\.sentences))
  }
}

extension TrialResult {
  /// The found and the true value as text.
  fileprivate func fields(_ measure: GaitMeasure, decimals: Int) -> [String] {
    let value = values.first { $0.measure == measure }
    return [value?.found, value?.truth].map { number in
      number.map { String(format: "%.\(decimals)f", $0) } ?? "–"
    }
  }
}
