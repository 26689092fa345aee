import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// `gait compare`: another program's values beside ours.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Put a phone's own estimates beside ours: bias, error, limits of agreement.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait compare walking-speed --store study.gait --participant P07 --by day
        prints each day's mean of both, and how far they lie apart.

      Bias is ours minus theirs. The limits hold 19 of 20 differences where these are normal
      (Bland and Altman 1986). By bout, a value of theirs stands beside what of ours overlaps it,
      where that covers at least half of it, or at least half of one of ours lies in it: walks
      that only touch are two walks. How many values of theirs are left out so is said.
      By day, what adds up is the sum of what each recorded and measured. On how many days our
      device was worn for less than 8 h, and how many of our bouts have no distance, is said.
      By week, days says on how many days of it both have a value; what adds up is the sum of these
      days. Of estimates that stand for weeks, as six-minute-walk-distance, each week of theirs
      stands beside that of ours of which it shares the most.
      Each other source is compared by itself: a phone and a watch may have counted the same steps.
      What a person entered, as a clinic test, is not compared.
      """))

  @Argument(help: ArgumentHelp("The kind: walking-speed, step-count, …", valueName: "kind"))
  var kind: AnySampleKind

  @OptionGroup
  var store: StoreOptions

  @Option(help: ArgumentHelp("The person; everybody if not given.", valueName: "id"))
  var participant: String?

  @Option(
    help:
      "Over which time values are paired; a day if not given, and a week where estimates are made of weeks."
  )
  var by: SourceComparison.Span?

  /// Over which time values are paired.
  private var span: SourceComparison.Span {
    by ?? (EstimateUpdate.weeklyKinds.contains(kind) ? .week : .day)
  }

  @Option(
    help: ArgumentHelp(
      "The other source; all that are not ours if not given.", valueName: "name"))
  var theirs: String?

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: "All columns of the table, also beyond 80 characters.")
  var wide = false

  func run() async throws {
    var remarks = SumRemarks(kind)
    let (pairs, zones, entered, touched) = try await store.with(.read) { store in
      try await store.require(kinds: [kind], of: participant)
      if let theirs {
        guard !SourceComparison.isOurs(theirs) else {
          throw StoreFailure.message(
            "--theirs \(theirs) is ours: nothing is compared with itself; name another program's source, as gait "
              + "query --store \(store.path.shellWord) \(kind.name) --format csv lists them, or leave the option out"
          )
        }
        try StoreFailure.check(source: theirs, among: try await store.sources(of: participant))
      }
      let zones = try await self.store.zones(of: participant, in: store)
      var (pairs, touched): ([MeasuredPair], Int) = ([], 0)
      for person in try await store.people(participant) {
        var comparison = SourceComparison(
          kind: kind, by: span, in: .civil(in: zones.zone(of: person)))
        comparison.participant = person
        comparison.clock = zones.clock(of: person)
        comparison.theirs = theirs
        comparison.isOfOwnWeeks = EstimateUpdate.weeklyKinds.contains(kind)
        let found = try await comparison.finding(in: store)
        pairs += found.pairs
        touched += found.touchedCount
        try await remarks.add(found.pairs, of: comparison, in: store)
      }
      let entered = SampleQuery(
        kinds: [kind], participant: participant, isEnteredByHand: true, includesLeftOut: true)
      let count = try await store.holdings(matching: entered).reduce(0) { $0 + $1.count }
      return (pairs, zones, count, touched)
    }
    guard !pairs.isEmpty else {
      let byHand =
        entered > 0
        ? " (\(entered.counted("value")) that a person entered \(entered == 1 ? "is" : "are") not compared)"
        : ""
      throw StoreFailure.message(
        """
        \(store.store): no \(span.rawValue) has \(kind.name) both of ours and of another source\(byHand)\
        \(touched > 0 ? " (\(Self.words(ofTouched: touched)))" : ""); \
        gait query --store \(store.store.shellWord) lists what is there
        """)
    }
    let below = format == .table ? "\n" + sentences(pairs) : ""
    try StandardOutput.write(table(pairs, zones).text(format, isWide: wide) + below)
    let unpaired = touched > 0 ? [Self.words(ofTouched: touched)] : []
    for sentence in unpaired + remarks.sentences { Terminal(isQuiet: false).note(sentence) }
  }

  /// How many values of theirs stand beside nothing, and why.
  private static func words(ofTouched count: Int) -> String {
    let each = count == 1 ? "it" : "each"
    return
      "\(StudyText.count(count, "value")) of theirs \(count.verb("is", "are")) in no pair: ours overlaps less than half of \(each), "
      + "and \(each) less than half of any of ours"
  }

  /// The columns of the pairs.
  static let columns = [
    "participant", "start_time", "end_time", "ours", "theirs", "difference", "unit", "source",
    "days",
  ]

  /// A border of a day, or an instant of a bout by the clock of the other's sample.
  private func text(_ date: Date, of pair: MeasuredPair, _ zones: PeopleZones) -> String {
    let clock = zones.clock(of: pair.participant)
    if let sample = pair.sample, !sample.metadata.isLocalClock {
      return SampleTable.instant(date, of: sample, by: clock)
    }
    return span == .bout && clock.isLocal
      ? zones.instant(date, of: pair.participant) : zones.text(date, of: pair.participant)
  }

  private func table(_ pairs: [MeasuredPair], _ zones: PeopleZones) -> Table {
    Table("pairs", columns: Self.columns, of: pairs) {
      [
        .word($0.participant),
        .word(text($0.interval.start, of: $0, zones)),
        .word(text($0.interval.end, of: $0, zones)),
        .number($0.ours),
        .number($0.theirs), .number($0.ours - $0.theirs), .word(kind.baseUnit.symbol),
        .word($0.source), days($0).map { .count($0) } ?? .blank,
      ]
    }
  }

  /// Days with a value of both; `nil` where one estimate stands for the whole week.
  private func days(_ pair: MeasuredPair) -> Int? {
    EstimateUpdate.weeklyKinds.contains(kind) ? nil : pair.days
  }

  /// A line for each other source; its name where there are several.
  private func sentences(_ pairs: [MeasuredPair]) -> String {
    let sources = Dictionary(grouping: pairs, by: \.source).sorted { $0.key < $1.key }
    return sources.compactMap { source, pairs in
      Agreement(pairs).map {
        (sources.count > 1 ? PrintableText.of(source) + ": " : "") + sentence($0) + "\n"
      }
    }.joined()
  }

  private func sentence(_ agreement: Agreement) -> String {
    func text(_ value: Double) -> String { DecimalText.text(value, decimals: 4) ?? "" }
    let limits = agreement.limits.map {
      ", limits of agreement \(text($0.lowerBound)) to \(text($0.upperBound))"
    }
    return """
      n \(agreement.count), bias \(text(agreement.bias)), mean absolute error \
      \(text(agreement.meanAbsoluteError))\(limits ?? "") (\(kind.baseUnit.symbol))
      """
  }
}

extension SourceComparison.Span: ExpressibleByArgument {}
