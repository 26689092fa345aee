import GaitModel
import GaitResults

/// A recording's bouts as a table to read, with the reasons for what is not there below it.
struct BoutListing {
  private let recording: AnalyzedRecording
  private let isWide: Bool

  /// Makes the listing of a recording; a wide one has more columns than 80 characters hold.
  init(_ recording: AnalyzedRecording, isWide: Bool = false) {
    self.recording = recording
    self.isWide = isWide
  }

  /// A column and what stands in it.
  private struct Measure: Sendable {
    var column: TextGrid.Column
    /// Only the wide table has it.
    var isWide = false
    var text: @Sendable (WalkingBout) -> String
  }

  private static let measures: [Measure] = [
    Measure(column: .init(heading: "start", unit: "s")) { decimal($0.seconds.lowerBound, 1) },
    Measure(column: .init(heading: "end", unit: "s"), isWide: true) {
      decimal($0.seconds.upperBound, 1)
    },
    Measure(column: .init(heading: "activity", leansLeft: true), isWide: true) {
      $0.activity.rawValue
    },
    Measure(column: .init(heading: "terrain", leansLeft: true), isWide: true) {
      $0.terrain.rawValue
    },
    Measure(column: .init(heading: "speed ± SE", unit: "m/s"), text: speed),
    Measure(column: .init(heading: "step", unit: "m")) { decimal($0.stepLength.value?.meters, 2) },
    Measure(column: .init(heading: "cadence", unit: "1/min")) {
      decimal($0.cadence.value?.stepsPerMinute, 1)
    },
    Measure(column: .init(heading: "support", unit: "double %")) {
      percent($0.doubleSupportFraction.value)
    },
    Measure(column: .init(heading: "asymmetry", unit: "steps %")) {
      percent($0.asymmetryFraction.value)
    },
    Measure(column: .init(heading: "of times", unit: "% ± SE"), text: timeAsymmetry),
    Measure(column: .init(heading: "distance", unit: "m"), isWide: true) {
      decimal($0.distance.value?.meters, 1)
    },
    Measure(column: .init(heading: "turns"), isWide: true) {
      $0.turnCount.value.map(String.init) ?? "–"
    },
    Measure(column: .init(heading: "steps")) { String($0.stepCount) },
    Measure(
      column: .init(heading: "not flat and steady:", unit: "why", leansLeft: true), isWide: true
    ) { $0.leftOutReason?.words ?? "" },
  ]

  /// The whole listing; headings are bold when `emphasized`.
  func text(emphasized: Bool) -> String {
    var text = ""
    write(emphasized: emphasized) { text += $0 }
    return text
  }

  /// Hands out the same piece by piece.
  func write(emphasized: Bool, to write: (String) throws -> Void) rethrows {
    let bouts = recording.analysis.boutList
    try write(wrapped(RecordingText.text(recording.analysis, name: recording.name)) + "\n")
    if !bouts.isEmpty {
      try write("\n")
      try table(of: bouts).write(emphasized: emphasized, to: write)
      let notes = BoutNotes(bouts)
      let lines =
        (isWide ? [] : notes.leftOut) + notes.reasons(sentence) + notes.differences
      try write(lines.isEmpty ? "" : "\n" + lines.map { wrapped("– " + $0) + "\n" }.joined())
      let assumed = recording.analysis.remarks.map(\.message)
      try write(assumed.map { "\n" + wrapped("– " + $0) + "\n" }.joined() + "\n")
    }
    try write(wrapped(TotalsText.text(recording.analysis.totals)) + "\n")
  }

  private func table(of bouts: BoutList) -> TextGrid {
    let shown = Self.measures.filter { isWide || !$0.isWide }
    return TextGrid(
      columns: [.init(heading: "bout")] + shown.map(\.column),
      rows: bouts.enumerated().lazy.map { index, bout in
        [String(index + 1)] + shown.map { $0.text(bout) }
      })
  }

  private func wrapped(_ text: String) -> String {
    WrappedText.text(PrintableText.of(text), indent: 2)
  }

  private static func timeAsymmetry(of bout: WalkingBout) -> String {
    guard let value = bout.stepTimeAsymmetry.value else { return percent(nil) }
    return percent(value)
      + (bout.stepTimeAsymmetry.standardError.map { " ± " + percent($0) } ?? "")
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

  private func sentence(_ reason: MissingReason) -> String {
    reason.sentence(wornAt: recording.analysis.facts.site)
  }
}

/// The bouts that something is to be said of, by their numbers.
private struct BoutNotes {
  /// What a value is missing of, and where.
  private struct Gap {
    var name: String
    var reason: (WalkingBout) -> MissingReason?
    var numbers: [MissingReason: [Int]] = [:]
  }

  private var gaps = [
    Gap(name: "speed") { $0.walkingSpeed.missingReason },
    Gap(name: "step length") { $0.stepLength.missingReason },
    Gap(name: "cadence") { $0.cadence.missingReason },
    Gap(name: "double support") { $0.doubleSupportFraction.missingReason },
    Gap(name: "asymmetry") { $0.asymmetryFraction.missingReason },
    Gap(name: "asymmetry of times") { $0.stepTimeAsymmetry.missingReason },
  ]
  private var leftOutNumbers: [LeftOutReason: [Int]] = [:]
  private var differenceNumbers: [SpeedDifference: [Int]] = [:]

  init(_ bouts: BoutList) {
    for (index, bout) in bouts.enumerated() {
      let number = index + 1
      if let reason = bout.leftOutReason { leftOutNumbers[reason, default: []].append(number) }
      if let why = bout.speedDifference { differenceNumbers[why, default: []].append(number) }
      for place in gaps.indices {
        if let reason = gaps[place].reason(bout) {
          gaps[place].numbers[reason, default: []].append(number)
        }
      }
    }
  }

  /// Why bouts are not flat and steady, and which are runs: columns of the wide table.
  var leftOut: [String] {
    LeftOutReason.allCases.compactMap { reason in
      leftOutNumbers[reason].map {
        "not flat and steady: \(reason.words) (\(BoutNumbers.text($0)))"
      }
    }
  }

  /// Rows whose numbers do not multiply, and why.
  var differences: [String] {
    SpeedDifference.allCases.compactMap { why in
      differenceNumbers[why].map {
        "step length times cadence is not the speed: \(why.words) (\(BoutNumbers.text($0)))"
      }
    }
  }

  /// One line for every column and reason, with the bouts that it concerns.
  func reasons(_ sentence: (MissingReason) -> String) -> [String] {
    MissingReason.allCases.flatMap { reason in
      merged(gaps.compactMap { gap in gap.numbers[reason].map { (gap.name, $0) } })
        .map { names, numbers in
          "\(names): \(sentence(reason)) (\(BoutNumbers.text(numbers)))"
        }
    }
  }

  /// Columns that miss the same bouts share a line.
  private func merged(_ places: [(String, [Int])]) -> [(names: String, numbers: [Int])] {
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
