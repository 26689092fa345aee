import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// `gait delete`: samples leave a store, bytes and all.
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete samples of a store so that they are gone from the file.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait delete --store study.gait --participant P07 --everything
        deletes all that is held on P07, the name too, and writes the file anew.

      What is deleted is deleted whole: also values of bouts that are not flat and steady,
      which gait query shows with --left-out. Kinds, dates and the other options delete
      less. --everybody must be said where no
      --participant is. --stop-collecting keeps a kind of a person out of the store from
      now on; what is held of it stays until it is deleted. A stop outlasts --everything,
      and with it the name; --resume-collecting ends it.
      What is deleted of a recording while the rest of it stays does not come back when it
      is analyzed again, unless gait analyze, gait batch or gait simulate has --with-deleted. Tables of a
      study keep it, and say so.
      Where the file could not be written anew, for lack of room or because it was
      interrupted, it says so, and gait store scrub makes up for it.
      --superseded deletes only what gave way to others in this store: see gait query
      --superseded. A merge with a store that keeps it aside brings it along again.
      """))

  @Argument(help: ArgumentHelp("The kinds to delete.", valueName: "kind"))
  var kinds: [AnySampleKind] = []

  @OptionGroup
  var store: StoreOptions

  @OptionGroup(title: "Which samples")
  var filter: FilterOptions

  @Flag(help: "Every kind.")
  var everything = false

  @Flag(help: "Of all people.")
  var everybody = false

  @Flag(help: "Only what gave way to other samples and is kept aside.")
  var superseded = false

  @Option(help: ArgumentHelp("Keep this kind of the person no more.", valueName: "kind"))
  var stopCollecting: [AnySampleKind] = []

  @Option(help: ArgumentHelp("Keep this kind of the person again.", valueName: "kind"))
  var resumeCollecting: [AnySampleKind] = []

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    let isDeleting = everything || superseded || !kinds.isEmpty
    let isCollecting = !stopCollecting.isEmpty || !resumeCollecting.isEmpty
    if !isDeleting, !isCollecting {
      throw ValidationError("say what to delete: some kinds, or --everything")
    }
    if everything, !kinds.isEmpty {
      throw ValidationError("--everything is every kind; leave the kinds out")
    }
    if let both = stopCollecting.first(where: resumeCollecting.contains) {
      throw ValidationError(
        "--stop-collecting and --resume-collecting name \(both.name) both; give it to one of them")
    }
    if !isDeleting, let option = filter.narrowing.first {
      throw ValidationError(
        "\(option) is about what is deleted, and a collection is stopped or resumed from now on; name a kind to delete, or "
          + "leave \(option) out")
    }
    if filter.participant == nil, isCollecting {
      throw ValidationError("whose collection? give --participant")
    }
    if filter.participant == nil, !everybody {
      throw ValidationError("of whom? give --participant, or --everybody for all people")
    }
    if let person = filter.participant, everybody {
      throw ValidationError(
        "--everybody is of all people and --participant \(PrintableText.of(person)) of one; leave one of them out"
      )
    }
  }

  func run() async throws {
    let terminal = Terminal(verbosity)
    let place = store.store
    let hasDeleted: @Sendable (DeletedCount) -> Void = { count in
      Interruption.says(
        "\(Self.words(count)), and the file not written anew: bytes of it may be left in the file until gait store scrub "
          + "--store \(place.shellWord)")
    }
    try await store.with(.update) { store in
      let stopped = try await store.collectionStops().contains { $0.participant == person }
      try await store.require(
        kinds: stopCollecting + resumeCollecting, of: stopped ? nil : filter.participant)
      try await checkResuming(in: store)
      for kind in stopCollecting { try await store.stopCollection(of: kind, for: person) }
      for kind in resumeCollecting { try await store.resumeCollection(of: kind, for: person) }
      for remark in resumed { terminal.note(remark) }
      for stop in try await store.collectionStops() where stop.participant == person {
        terminal.note("\(stop.kind.name) of \(person) is not collected")
      }
      guard everything || superseded || !kinds.isEmpty else { return }
      try await filter.check(kinds, in: store)
      // What was made of parts of walks goes with the walks, and with the labels, whose words it holds.
      let zones = try await self.store.zones(of: filter.participant, in: store)
      let query = try filter.query(kinds + parts, in: zones)
      Interruption.says("nothing was deleted")
      if superseded {
        let count = try await store.deleteSuperseded(matching: query) {
          hasDeleted(DeletedCount(valid: $0))
        }
        try await scrub(store, after: DeletedCount(valid: count), terminal)
        Interruption.says("\(StudyText.count(count, "sample")) deleted, and the file written anew")
        return terminal.note(
          "\(StudyText.count(count, "sample")) that \(count == 1 ? "was" : "were") kept aside deleted, and the file "
            + "written anew")
      }
      let leftOut = try await leftOutCount(query, store)
      let isWholePerson =
        everything
        && query == SampleQuery(participant: filter.participant, includesLeftOut: true)
      let consequences = isWholePerson ? [] : try await consequences(query, store)
      // Whole kinds leave no day in part.
      let areWholeKinds =
        query
        == SampleQuery(
          kinds: query.kinds, participant: query.participant, includesLeftOut: true)
      let partDays =
        areWholeKinds ? nil : try await PartDays(deleting: query, zones: zones, in: store)
      let count =
        isWholePerson && filter.participant != nil
        ? try await store.deleteEverything(
          of: person, keepingStops: true, whenDone: hasDeleted)
        : try await store.delete(matching: query, whenDone: hasDeleted)
      try await scrub(store, after: count, terminal)
      Interruption.says("\(Self.words(count)), and the file written anew")
      let among =
        leftOut > 0
        ? ", \(StudyText.grouped(leftOut)) of them of bouts that are not flat and steady (gait query --left-out)"
        : ""
      terminal.note("\(Self.words(count, among)), and the file written anew")
      if let remark = try await partDays?.remark(store) { terminal.note(remark) }
      if let remark = try await partDays?.borderRemark(store) { terminal.note(remark) }
      for remark in consequences { terminal.note(remark) }
      if isWholePerson,
        try await store.collectionStops().contains(where: { $0.participant == person })
      {
        terminal.note(
          "the name \(person) stays with what is not collected; --resume-collecting takes it away too"
        )
      }
    }
  }

  /// Throws where a kind is to be collected again that is collected all the time: it may be of somebody else, or another one.
  private func checkResuming(in store: SampleStore) async throws {
    guard !resumeCollecting.isEmpty else { return }
    let stops = try await store.collectionStops().filter { $0.participant == person }.map(\.kind)
    guard let kind = resumeCollecting.first(where: { !stops.contains($0) }) else { return }
    let names = stops.map(\.name).joined(separator: ", ")
    throw StoreFailure.message(
      "--resume-collecting \(kind.name): its collection was not stopped for \(person), and nothing was changed; "
        + (stops.isEmpty ? "all kinds of \(person) are collected" : "not collected are \(names)"))
  }

  /// How what came of the resumed kinds meanwhile is brought: estimates are made, samples come from recordings and phones.
  private var resumed: [String] {
    let made = resumeCollecting.filter(EstimateUpdate.madeKinds.contains)
    let daily = made.filter(EstimateUpdate.kindsOfDays.contains)
    func names(_ kinds: [AnySampleKind]) -> String {
      Set(kinds.map(\.name)).sorted().joined(separator: ", ")
    }
    let (anew, phone) = (
      "gait estimate --store \(store.store.shellWord) --participant \(person.shellWord) --everything",
      "what a phone said of it meanwhile comes with gait import"
    )
    let days =
      "\(names(daily)): the next gait estimate adds it to the days that were made without it; what stayed as it was, and "
      + "days that an older version of gait made without it, are made anew by \(anew); \(phone)"
    let estimates =
      "\(names(made.filter { !daily.contains($0) })): what was not made while it was not collected is made by \(anew), and "
      + "what stayed as it was is made anew by that; \(phone)"
    let samples =
      "what came while it was not collected is not there: gait analyze of the recordings or gait import brings it; gait "
      + "batch takes them as done"
    return (daily.isEmpty ? [] : [days]) + (made.count == daily.count ? [] : [estimates])
      + (made.count < resumeCollecting.count ? [samples] : [])
  }

  /// What becomes of what is deleted afterwards: estimates come again, and what somebody entered does not.
  ///
  /// - Parameters:
  ///   - query: what is about to be deleted.
  ///   - store: where.
  /// - Returns: a sentence for each; none where nothing of it is deleted.
  /// - Throws: what the store throws.
  private func consequences(_ query: SampleQuery, _ store: SampleStore) async throws -> [String] {
    func names(_ kinds: some Sequence<AnySampleKind>) -> String {
      Set(kinds.map(\.name)).sorted().joined(separator: ", ")
    }
    var sentences: [String] = []
    var byHand = query
    byHand.isEnteredByHand = true
    let entered = try await query.isEnteredByHand == false ? [] : store.holdings(matching: byHand)
    let count = entered.reduce(0) { $0 + $1.count }
    if count > 0 {
      sentences.append(
        "\(count) of them \(count == 1 ? "was" : "were") entered by hand (\(names(entered.map(\.kind)))): no analysis and no "
          + "estimate makes \(count == 1 ? "it" : "them") again")
    }
    let stopped = Set(
      try await store.collectionStops().filter { $0.participant == person }.map(\.kind))
    let made = try await ownEstimates(query, store).subtracting(stopped)
    if !made.isEmpty {
      sentences.append(
        "\(names(made)): made of other samples, and made again by the next gait estimate; --stop-collecting ends that"
      )
    }
    if let kept = try await keptEstimates(query, store) { sentences.append(kept) }
    return sentences + (try await store.estimatesBehind(query))
  }

  /// The kinds that are named and of which `gait estimate` made samples that a query asks for: phones say some of them, too.
  private func ownEstimates(
    _ query: SampleQuery, _ store: SampleStore
  ) async throws -> Set<AnySampleKind> {
    var made = query
    made.kinds = EstimateUpdate.madeKinds.intersection(kinds)
    guard made.kinds?.isEmpty == false, query.isEnteredByHand != true else { return [] }
    made.isEnteredByHand = false
    return Set(
      try await store.samples(matching: made).filter {
        $0.source.name.hasPrefix(SampleSource.estimates.name)
      }.map(\.kind))
  }

  /// That estimates which begin in a period and are also of days behind it stay where everything of the period goes.
  private func keptEstimates(_ query: SampleQuery, _ store: SampleStore) async throws -> String? {
    guard query.kinds == nil, query.to != nil else { return nil }
    var made = query
    made.kinds = EstimateUpdate.madeKinds
    let kinds = try await store.samples(matching: made).filter(query.keeps).map(\.kind.name)
    guard !kinds.isEmpty else { return nil }
    return
      "\(Set(kinds).sorted().joined(separator: ", ")): \(StudyText.count(kinds.count, "estimate")) that "
      + "\(kinds.count == 1 ? "is" : "are") also of days behind --to \(kinds.count == 1 ? "stays" : "stay") until the next "
      + "gait estimate, which makes \(kinds.count == 1 ? "it" : "them") anew and says so"
  }

  /// Writes the file anew. Where that fails, what was deleted stays so, which is said first.
  private func scrub(
    _ store: SampleStore, after count: DeletedCount, _ terminal: Terminal
  ) async throws {
    do { try await store.scrub() } catch {
      if case StoreError.notScrubbed = error { terminal.note(Self.words(count)) }
      throw error
    }
  }

  /// How many samples were deleted, and how many of those that had given way.
  private static func words(_ count: DeletedCount, _ among: String = "") -> String {
    "\(StudyText.count(count.valid, "sample")) deleted\(among)"
      + (count.aside > 0
        ? ", with \(StudyText.grouped(count.aside)) that had given way and were kept aside" : "")
  }

  /// How many samples a query asks for that `gait query` does not show unless it is asked to.
  private func leftOutCount(_ query: SampleQuery, _ store: SampleStore) async throws -> Int {
    var shown = query
    shown.includesLeftOut = false
    let all = try await store.holdings(matching: query).reduce(0) { $0 + $1.count }
    return try await all - store.holdings(matching: shown).reduce(0) { $0 + $1.count }
  }

  /// The kinds that hold what lies within activities of the kinds that are deleted.
  private var parts: [AnySampleKind] {
    kinds.contains(SampleKind.activity.erased)
      ? AnySampleKind.known.filter { $0.ofWholeWalks != nil }
      : kinds.compactMap(\.withinActivities)
  }

  private var person: String { filter.participant ?? "" }
}
