import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// `gait query`: what a store holds.
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Ask a store for samples, or for figures of them day by day.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait query --store study.gait walking-speed --participant P07 \\
          --statistics p95 --every day --unit km/h
        prints, for each day, the speed below which 95 % of P07's bouts lie.

      Without a kind it lists what the store holds, of whom and from when to when; there
      values count that are left out elsewhere.
      --everything prints every sample, with --participant all that is held on a person.
      --superseded prints what gave way to other samples, with when and why: nothing that was
      given out once is lost.
      Values of bouts that are not flat and steady are left out unless --left-out is given.
      """))

  @Argument(help: ArgumentHelp("What to ask for: walking-speed, step-count, …", valueName: "kind"))
  var kind: AnySampleKind?

  @OptionGroup
  var store: StoreOptions

  @OptionGroup(title: "Which samples")
  var filter: FilterOptions

  @Flag(help: "Also values of bouts that are not flat and steady.")
  var leftOut = false

  @Flag(help: "Every sample of every kind.")
  var everything = false

  @Flag(help: "What gave way to other samples, with when and why.")
  var superseded = false

  @Option(help: "In which order.")
  var sort: SampleQuery.Order = .oldestFirst

  @Option(help: ArgumentHelp("At most so many.", valueName: "n"))
  var limit: Int?

  @OptionGroup(title: "Figures")
  var figures: FigureOptions

  @Option(
    help: ArgumentHelp(
      "The unit of the values, like mph or cm; for a table to import again leave it out.",
      valueName: "unit"))
  var unit: String?

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: "All columns of the table, also beyond 80 characters.")
  var wide = false

  @Flag(help: "Go on, printing again whenever something changes; ends on Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "What was added and deleted since this place (0 for all), as lines of JSON; each ends with the next place.",
      valueName: "place"), transform: Self.place)
  var since: ChangeAnchor?

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit) cannot be: give 1 or more") }
    if figures.isAsked, kind == nil { throw ValidationError("figures need a kind; name one") }
    if everything, kind != nil {
      throw ValidationError("--everything is of every kind; leave the kind out")
    }
    if superseded, figures.isAsked || watch || since != nil {
      throw ValidationError(
        "--superseded lists samples; leave --statistics, --every, --by-activity, --watch and --since"
          + " out")
    }
    try checkOrder()
    try checkList()
    try checkFeed()
    // Whether there is such a kind at all is said first, and only the store knows all others.
    if kind?.isKnown ?? true { try checkFigures() }
  }

  /// Throws where unit and figures do not go with the kind.
  private func checkFigures() throws {
    _ = try chosenUnit()
    try figures.check(kind)
  }

  private static func place(_ text: String) throws -> ChangeAnchor {
    if let place = ChangeAnchor(text) { return place }
    throw ValidationError(
      "--since \(PrintableText.of(text)) is no place in a store's history; give what \"since\" of an earlier answer says, "
        + "like 7-1764023956123, or 0 for everything")
  }

  /// The list of what a store holds counts all of it.
  private func checkList() throws {
    guard leftOut, kind == nil, !everything, !superseded, since == nil else { return }
    throw ValidationError(
      "--left-out: the list of what a store holds counts what is left out already; name a kind")
  }

  /// Changes are handed out as they are in the store, all of them, for whoever keeps a copy.
  private func checkFeed() throws {
    guard since != nil else { return }
    let without = [
      ("--statistics, --every and --by-activity", figures.isAsked), ("--limit", limit != nil),
      ("--unit", unit != nil), ("--sort", sort != .oldestFirst), ("--left-out", leftOut),
      ("--format csv", format == .csv), ("--wide", wide),
    ].filter(\.1).map(\.0)
    if !without.isEmpty {
      throw ValidationError(
        "--since hands out every change as lines of JSON, what is left out elsewhere with its left_out_reason; "
          + "leave \(without.joined(separator: ", ")) out")
    }
  }

  /// Figures have a time and no value of their own, and the listing of what is there has neither.
  private func checkOrder() throws {
    if figures.isAsked, sort == .smallestFirst || sort == .greatestFirst {
      throw ValidationError(
        "--sort \(sort.rawValue) is of samples; figures come oldest-first or newest-first")
    }
    if kind == nil, !everything, !superseded, since == nil, sort != .oldestFirst {
      throw ValidationError(
        "--sort \(sort.rawValue) is of samples and figures; name a kind, or give --everything")
    }
  }

  func run() async throws {
    try await store.with(.read) { store in
      try await filter.check(kind.map { [$0] } ?? [], in: store)
      try checkFigures()
      if let since {
        let query = try self.query(try await zones(in: store))
        return try await ChangePrinter(query).print(store, since: since, watch)
      }
      var (shown, said): (String?, Set<String>) = (nil, [])
      repeat {
        // Before anything is read: what somebody writes meanwhile is asked for again, of whoever is there then, by their clocks.
        let place = try await store.currentAnchor()
        let zones = try await zones(in: store)
        let query = try self.query(zones)
        let text = try await text(store, query, zones)
        if text != shown { try StandardOutput.write(text) }
        shown = text
        for sentence in try await remarks(store, query, zones)
        where said.insert(sentence).inserted { Terminal(verbosity).note(sentence) }
        if watch { try await store.waitForChange(after: place) }
      } while watch
    }
  }

  private func zones(in store: SampleStore) async throws -> PeopleZones {
    try await self.store.zones(of: filter.participant, in: store, withSuperseded: superseded)
      .counting(
        kind.map { [$0] } ?? EstimateUpdate.madeKinds, of: filter.participant, by: filter.source,
        in: store)
  }

  private func query(_ zones: PeopleZones) throws -> SampleQuery {
    var query = try filter.query(kind.map { [$0] } ?? [], in: zones)
    query.order = sort
    query.limit = limit
    query.includesLeftOut = leftOut || everything || superseded || kind == nil
    return query
  }

  /// What a reader of the figures must know.
  private func remarks(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> [String] {
    let remarks = StoreRemarks(store: store, zones: zones, recording: filter.recording)
    let sentences = try await remarks.sentences(
      of: filter.participant, in: Set([kind].compactMap(\.self)),
      mixingSources: figures.mixSources)
    let own = [
      try await leftOutRemark(store, query, zones), try await borderRemark(store, query, zones),
      try await cappedRemark(store, query),
    ].compactMap(\.self)
    var sums = SumRemarks(kind ?? SampleKind.stepCount.erased)
    for question in try await questions(query, store, zones) {
      try await sums.addBouts(question, in: store)
    }
    return sentences + own + sums.sentences + zones.otherDays(self.store.store)
  }

  /// That all values of some activities are left out: their lines look as if nothing had been measured.
  private func leftOutRemark(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> String? {
    guard let kind, figures.isByActivity, !leftOut else { return nil }
    func empty(_ query: SampleQuery) async throws -> Set<Sample.ID> {
      Set(
        try await figures.activities(of: kind, query, zones, store).filter { $0.statistics == nil }
          .map(\.activity.id))
    }
    let without = try await empty(query)
    guard !without.isEmpty else { return nil }
    var all = query
    all.includesLeftOut = true
    let count = without.subtracting(try await empty(all)).count
    guard count > 0 else { return nil }
    return
      "of \(count == 1 ? "1 activity" : "\(count) activities") all values of \(kind.name) are left out, as those of bouts "
      + "that are not flat and steady; --left-out counts them"
  }

  /// That figures of activities over an end of the period are of a part: their lines have the times of the whole.
  private func borderRemark(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> String? {
    guard let kind, figures.isByActivity, query.from != nil || query.to != nil else { return nil }
    let count = Set(
      try await figures.activities(of: kind, query, zones, store).map(\.activity).filter {
        query.cuts($0)
      }.map(\.id)
    ).count
    guard count > 0 else { return nil }
    return
      "\(count == 1 ? "1 activity lies" : "\(count) activities lie") across --from or --to; "
      + "\(count == 1 ? "its" : "their") figures are of what starts between these"
  }

  /// That figures count values that are cut off; a list says it of each.
  private func cappedRemark(_ store: SampleStore, _ query: SampleQuery) async throws -> String? {
    guard let kind, kind == SampleKind.sixMinuteWalkDistance.erased, figures.isAsked else {
      return nil
    }
    var all = query
    all.limit = nil
    let found = try await store.samples(matching: all)
    let capped = found.filter(\.isCapped)
    guard let cap = capped.first.flatMap({ DecimalText.trimmed($0.value) }) else { return nil }
    return
      "\(capped.count) of \(StudyText.count(found.count, "value")) of \(kind.name) \(capped.count == 1 ? "is" : "are") cut off at "
      + "\(cap) m and \(capped.count == 1 ? "says" : "say") that or more, and so does each figure that counts "
      + "\(capped.count == 1 ? "it" : "them")"
  }

  private func text(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> String {
    let table = try await self.table(store, query, zones)
    let isOfSamples = table.name == "samples" || table.name == "superseded"
    guard isOfSamples else { return table.text(format, isWide: wide) }
    if format == .csv, table.name == "samples" { return SampleTable.counted(table).csv }
    return table.text(format, toRead: SampleTable.columnsToRead, isWide: wide)
  }

  private func table(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> Table {
    if superseded {
      let found = try await store.superseded(matching: query).filter {
        !$0.sample.kind.isBookkeeping
      }
      return SampleTable.table(
        of: listed(found) { sort.places($0.sample, before: $1.sample) }, unit: try chosenUnit(),
        in: zones, isExact: format != .table)
    }
    if kind == nil, !everything {
      let holdings = try await self.holdings(store, query, zones)
      return SampleTable.table(of: Array(holdings.prefix(limit ?? .max)), in: zones)
    }
    let unit = try chosenUnit()
    if let kind, figures.isByActivity {
      let found = try await figures.activities(of: kind, query, zones, store)
      return SampleTable.table(
        of: listed(found) { $0.activity.start > $1.activity.start }, kind, try figures.list(kind),
        unit: unit, in: zones)
    }
    if let kind, figures.isAsked {
      let found = try await intervals(of: kind, query, store, zones)
      return SampleTable.table(
        of: listed(found) { $0.interval.start > $1.interval.start }, kind, try figures.list(kind),
        unit: unit, in: zones)
    }
    let samples = try await store.samplesOfPeople(matching: query)
    return SampleTable.table(of: samples, unit: unit, in: zones, isExact: format != .table)
  }

  /// What is held of everybody who is asked for, each person by their own clock.
  private func holdings(
    _ store: SampleStore, _ query: SampleQuery, _ zones: PeopleZones
  ) async throws -> [SampleHolding] {
    var found: [SampleHolding] = []
    for person in try await store.people(query.participant) {
      var own = query
      (own.participant, own.clock) = (person, zones.clock(of: person))
      found += try await store.holdings(matching: own).filter { !$0.kind.isBookkeeping }
    }
    return found
  }

  /// Rows in the order that was asked for, as many as were asked for; those of equal rank stay as they come.
  private func listed<Row>(_ rows: [Row], _ isBefore: (Row, Row) -> Bool) -> [Row] {
    guard sort != .oldestFirst else { return Array(rows.prefix(limit ?? .max)) }
    let sorted = rows.enumerated().sorted {
      isBefore($0.element, $1.element)
        || !isBefore($1.element, $0.element) && $0.offset < $1.offset
    }
    return sorted.prefix(limit ?? .max).map(\.element)
  }

  /// The figures of intervals: each person's days where their zones differ.
  private func intervals(
    of kind: AnySampleKind, _ query: SampleQuery, _ store: SampleStore, _ zones: PeopleZones
  ) async throws -> [IntervalStatistics] {
    if figures.everybody { _ = try zones.one(for: "a day of everybody") }
    try await checkEstimates(of: kind, store)
    var found: [IntervalStatistics] = []
    for question in try await questions(query, store, zones) {
      found += try await store.statistics(question)
    }
    return found
  }

  /// What figures of intervals are asked of whom; none where samples are asked for, or figures of activities.
  private func questions(
    _ query: SampleQuery, _ store: SampleStore, _ zones: PeopleZones
  ) async throws -> [StatisticsQuery] {
    guard let kind, !figures.isByActivity else { return [] }
    let people: [String?] =
      figures.everybody || filter.participant != nil
        || zones.common != nil && zones.counted.isEmpty
      ? [filter.participant] : try await store.participants()
    return try people.compactMap { person in
      var own = query
      let clock = zones.countingClock(of: person)
      (own.participant, own.clock) = (person, clock)
      filter.setPeriod(of: &own, in: clock.zone)
      return try figures.query(kind, own, by: clock)
    }
  }

  /// Estimates are made of one source's samples at a time: of two sources they are two answers, and no two parts.
  private func checkEstimates(of kind: AnySampleKind, _ store: SampleStore) async throws {
    guard figures.mixSources, filter.source == nil, EstimateUpdate.madeKinds.contains(kind) else {
      return
    }
    let sources = try await store.sources(of: filter.participant).filter {
      $0.hasPrefix(SampleSource.estimates.name)
    }
    guard sources.count > 1 else { return }
    throw ValidationError(
      "--mix-sources cannot be: \(kind.name) was estimated of more than one source, and each holds all of the person; "
        + "give one with --source: \(sources.map(PrintableText.of).joined(separator: "; "))")
  }

  private func chosenUnit() throws -> SampleUnit? {
    guard let unit else { return nil }
    guard let kind, kind.isKnown else { throw ValidationError("--unit needs a kind that is known") }
    let possible = SampleUnit.all.filter { $0.isConvertible(to: kind.baseUnit) }
    guard let chosen = SampleUnit(symbol: unit), chosen.isConvertible(to: kind.baseUnit) else {
      throw ValidationError(
        """
        --unit \(unit) cannot be\(InvalidWord.question(of: unit, among: possible.map(\.symbol))): \
        \(kind.name) comes in \(possible.map(\.symbol).joined(separator: ", "))
        """)
    }
    return chosen
  }
}

extension SampleQuery.Order: ExpressibleByArgument {}

extension SampleQuery {
  /// Whether a sample lies across an end of the period.
  fileprivate func cuts(_ sample: Sample) -> Bool {
    let (start, end) = (placed(sample.start, of: sample), placed(sample.end, of: sample))
    return start.from.map { start.date < $0 } ?? false || end.to.map { end.date > $0 } ?? false
  }
}
