import Foundation
import GaitModel
import SampleStorage

/// What was taken from a table.
struct TakenRows {
  /// Whether the table says itself where it ends.
  var isCounted = false
  /// How many.
  private(set) var count = 0
  private var first: Sample?
  private var last: Sample?
  private var foreignKinds: Set<AnySampleKind> = []
  private var greatestSupport: Double?
  private var clocks: Set<SampleClock> = []

  mutating func add(_ samples: [Sample]) {
    count += samples.count
    for sample in samples where !sample.kind.isKnown { foreignKinds.insert(sample.kind) }
    for sample in samples where sample.kind == SampleKind.doubleSupport.erased {
      greatestSupport = max(sample.value, greatestSupport ?? 0)
    }
    for sample in samples { SampleClock(sample.metadata).map { _ = clocks.insert($0) } }
    first = (samples + [first].compactMap(\.self)).min { $0.start < $1.start }
    last = (samples + [last].compactMap(\.self)).max { $0.start < $1.start }
  }

  /// Double support that no walk has: both feet are down for 10 % of a stride when people walk fast.
  private static let leastSupport = 0.02

  /// That a table of another program may have written shares under the percent sign, as a phone's export does; `nil` where none
  /// is so small in every row.
  var smallSupport: String? {
    guard !isCounted, let greatestSupport, greatestSupport < Self.leastSupport else { return nil }
    let percent = DecimalText.trimmed(100 * greatestSupport) ?? ""
    return
      "\(SampleKind.doubleSupport.erased.name) is \(percent) % at most in the file, which no walk has; where \(percent) was meant as a "
      + "share of 1, take the rows back (gait delete) and import them with the unit fraction in place of %"
  }

  /// Kinds that the program does not know and keeps as another program's, with what may have been meant.
  var foreignKindSentences: [String] {
    foreignKinds.sorted().map { kind in
      let near =
        Self.everydayWords[kind.name.lowercased()]
        ?? NearestWord.of(kind.name, among: AnySampleKind.known.map(\.name))
      return "\(kind.name) is kept as another program's kind, which estimates do not use"
        + (near.map { "; did you mean \($0)?" } ?? "")
    }
  }

  /// Words for kinds that are not near their names.
  private static let everydayWords = [
    "steps": SampleKind.stepCount.name, "speed": SampleKind.walkingSpeed.name,
  ]

  /// How many rows, from when to when; `nil` for none.
  var sentence: String? {
    guard let first, let last else { return nil }
    return "\(StudyText.count(count, "row")) from \(text(first)) to \(text(last))"
      + (isCounted
        ? ""
        : "; the file does not say where it ends, so that rows missing at its end cannot be seen")
  }

  /// Both ends by one clock: that of the rows, or UTC where they have several.
  private func text(_ sample: Sample) -> String {
    let clock = DayClock(of: clocks)
    return clock.isLocal && clocks != [.local]
      ? SampleTable.instant(sample.start, in: .gmt)
      : SampleTable.instant(sample.start, of: sample, by: clock)
  }
}
