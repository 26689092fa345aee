import GaitModel

/// A recording's bouts as a table to read, with the reasons for what is not there below it.
struct BoutListing {
  private let recording: AnalyzedRecording

  /// Makes the listing of a recording.
  init(_ recording: AnalyzedRecording) { self.recording = recording }

  private static let columns: [TextGrid.Column] = [
    .init(heading: "bout"), .init(heading: "start", unit: "s"), .init(heading: "end", unit: "s"),
    .init(heading: "activity", leansLeft: true), .init(heading: "speed ± SE", unit: "m/s"),
    .init(heading: "step length", unit: "m"), .init(heading: "cadence", unit: "steps/min"),
    .init(heading: "double support", unit: "%"), .init(heading: "asymmetry", unit: "%"),
    .init(heading: "steps"), .init(heading: "not flat and steady:", unit: "why", leansLeft: true),
  ]

  /// The whole listing; headings are bold when `emphasized`.
  func text(emphasized: Bool) -> String {
    let bouts = recording.analysis.bouts
    var text = RecordingText.text(recording.analysis, name: recording.name) + "\n"
    if !bouts.isEmpty {
      let rows = bouts.enumerated().map { Self.row(of: $1, number: $0 + 1) }
      text += "\n" + TextGrid(columns: Self.columns, rows: rows).text(emphasized: emphasized)
      text += Self.reasons(of: bouts)
      text += recording.analysis.remarks.map { "\n– \($0.message)\n" }.joined() + "\n"
    }
    return text + TotalsText.text(recording.analysis.totals) + "\n"
  }

  private static func row(of bout: WalkingBout, number: Int) -> [String] {
    [
      String(number), decimal(bout.seconds.lowerBound, 1), decimal(bout.seconds.upperBound, 1),
      bout.activity.rawValue, speed(of: bout),
      decimal(bout.stepLength.value?.meters, 2), decimal(bout.cadence.value?.stepsPerMinute, 1),
      percent(bout.doubleSupportFraction.value), percent(bout.asymmetryFraction.value),
      String(bout.stepCount), bout.leftOutReason?.words ?? "",
    ]
  }

  private static func speed(of bout: WalkingBout) -> String {
    let error = bout.walkingSpeed.standardError.map { " ± " + decimal($0.metersPerSecond, 2) }
    return decimal(bout.walkingSpeed.value?.metersPerSecond, 2) + (error ?? "")
  }

  private static func percent(_ fraction: Double?) -> String {
    decimal(fraction.map { $0 * 100 }, 1)
  }

  private static func decimal(_ value: Double?, _ decimals: Int) -> String {
    value.flatMap { DecimalText.text($0, decimals: decimals) } ?? "–"
  }

  /// One line for every column and reason, with the bouts that it concerns.
  private static func reasons(of bouts: [WalkingBout]) -> String {
    let missing: [(String, (WalkingBout) -> MissingReason?)] = [
      ("speed", { $0.walkingSpeed.missingReason }),
      ("step length", { $0.stepLength.missingReason }),
      ("cadence", { $0.cadence.missingReason }),
      ("double support", { $0.doubleSupportFraction.missingReason }),
      ("asymmetry", { $0.asymmetryFraction.missingReason }),
    ]
    let lines = MissingReason.allCases.flatMap { reason in
      let places = missing.map { name, read in
        (name, bouts.indices.filter { read(bouts[$0]) == reason }.map { $0 + 1 })
      }.filter { !$0.1.isEmpty }
      return merged(places).map { names, numbers in
        "– \(names): \(reason.sentence) (\(BoutNumbers.text(numbers)))"
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Columns that miss the same bouts share a line.
  private static func merged(_ places: [(String, [Int])]) -> [(names: String, numbers: [Int])] {
    var merged: [(names: String, numbers: [Int])] = []
    for (name, numbers) in places {
      if let same = merged.firstIndex(where: { $0.numbers == numbers }) {
        merged[same].names += ", " + name
      } else {
        merged.append((name, numbers))
      }
    }
    return merged
  }
}

/// Numbers of bouts in words.
enum BoutNumbers {
  /// More than this many stretches of numbers tell a reader less than their count.
  private static let mostStretches = 6

  /// `bout 2`, `bouts 1-3, 7`, or `40 bouts` when the list would be long.
  static func text(_ numbers: [Int]) -> String {
    var stretches: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = stretches.last, last.upperBound + 1 == number {
        stretches[stretches.count - 1] = last.lowerBound...number
      } else {
        stretches.append(number...number)
      }
    }
    guard stretches.count <= mostStretches else { return "\(numbers.count) bouts" }
    let words = stretches.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return (numbers.count == 1 ? "bout " : "bouts ") + words.joined(separator: ", ")
  }
}
