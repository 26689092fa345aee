import ArgumentParser
import Foundation
import GaitModel
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

      Without a kind it lists what the store holds, of whom and from when to when.
      --everything prints every sample, with --participant all that is held on a person.
      Values of bouts that are not flat and steady are left out unless --left-out is given.
      """))

  @Argument(help: ArgumentHelp("What to ask for: walking-speed, step-count, …", valueName: "kind"))
  var kind: AnySampleKind?

  @OptionGroup
  var store: StoreOptions

  @OptionGroup(title: "Which samples")
  var filter: FilterOptions

  @Flag(help: "Every sample of every kind.")
  var everything = false

  @Option(help: "In which order.")
  var sort: SampleQuery.Order = .oldestFirst

  @Option(help: ArgumentHelp("At most so many.", valueName: "n"))
  var limit: Int?

  @OptionGroup(title: "Figures")
  var figures: FigureOptions

  @Option(help: ArgumentHelp("The unit of the values, like mph or cm.", valueName: "unit"))
  var unit: String?

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: "Go on, printing again whenever something changes; ends on Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "What was added and deleted since this anchor (0 for all), as lines of JSON.",
      valueName: "anchor"))
  var since: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit \(limit) cannot be: give 0 or more") }
    if figures.isAsked, kind == nil { throw ValidationError("figures need a kind; name one") }
    if everything, kind != nil {
      throw ValidationError("--everything is of every kind; leave the kind out")
    }
    _ = try chosenUnit()
    try figures.check(kind)
  }

  func run() async throws {
    try await store.with(.read) { store in
      if let since { return try await ChangePrinter(query).print(store, since: since, watch) }
      try await store.require(kinds: kind.map { [$0] } ?? [])
      try StandardOutput.write(try await text(store))
      guard watch else { return }
      var isFirst = true
      for try await _ in store.updates(of: query) {
        // The first result is what was printed already.
        if !isFirst { try StandardOutput.write(try await text(store)) }
        isFirst = false
      }
    }
  }

  private var query: SampleQuery {
    var query = filter.query(kind.map { [$0] } ?? [], in: store.zone)
    query.order = sort
    query.limit = limit
    if everything { query.includesLeftOut = true }
    return query
  }

  private func text(_ store: SampleStore) async throws -> String {
    try await table(store).text(format)
  }

  private func table(_ store: SampleStore) async throws -> Table {
    let zone = self.store.zone
    guard let kind else {
      guard everything else {
        return SampleTable.table(
          of: try await store.holdings(of: filter.participant), in: zone)
      }
      return SampleTable.table(of: try await store.samples(matching: query), unit: nil, in: zone)
    }
    let unit = try chosenUnit()
    if figures.isByActivity {
      return SampleTable.table(
        of: try await figures.activities(of: kind, query, store), kind, try figures.list(kind),
        unit: unit, in: zone)
    }
    if let asked = try figures.query(kind, query, self.store) {
      return SampleTable.table(
        of: try await store.statistics(asked), kind, try figures.list(kind), unit: unit, in: zone)
    }
    return SampleTable.table(of: try await store.samples(matching: query), unit: unit, in: zone)
  }

  private func chosenUnit() throws -> SampleUnit? {
    guard let unit else { return nil }
    guard let kind, kind.isKnown else { throw ValidationError("--unit needs a kind that is known") }
    let possible = SampleUnit.all.filter { $0.isConvertible(to: kind.baseUnit) }
    guard let chosen = SampleUnit(symbol: unit), chosen.isConvertible(to: kind.baseUnit) else {
      throw ValidationError(
        """
        --unit \(unit) cannot be: \(kind.name) comes in \
        \(possible.map(\.symbol).joined(separator: ", "))
        """)
    }
    return chosen
  }
}

extension SampleQuery.Order: ExpressibleByArgument {}

extension StoreFailure {
  /// A failure in words.
  static func message(_ text: String) -> StoreFailure { StoreFailure(Message(description: text)) }

  private struct Message: Error, CustomStringConvertible {
    let description: String
  }
}
