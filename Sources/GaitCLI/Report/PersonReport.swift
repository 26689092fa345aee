import ArgumentParser
import Foundation
import GaitModel
import GaitReports
import GaitResults
import MobilityEstimates
import SampleStorage

/// `gait report person`: a person over months and years.
struct PersonReport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Make a page of a person's days and weeks from a store.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait simulate --history knee-surgery --participant P07 --store study.gait
        gait event --store study.gait --participant P07 operation --on 2026-04-05
        gait report person --store study.gait --participant P07 --output P07.html
        writes a page with speed, six-minute walk, steadiness, before and after.

      The page shows what gait estimate would say now; the store stays as it is.

      FIGURES
        speed, before-after, six-minute-walk, steadiness, components, fitness,
        double-support, asymmetry, steps, step-length, cadence, wear;
        before-after is of the latest event that can be compared, before-after-2 and
        before-after-3 of those before it
      """))

  @OptionGroup
  var options: EstimateOptions

  @Option(help: ArgumentHelp("The person.", valueName: "name"))
  var participant: String

  @OptionGroup
  var report: ReportOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws { try report.check(besides: [options.days.store]) }

  func run() async throws {
    try ReportWriter.check()
    let store: SampleStore
    do { store = try options.days.openToLook() } catch {
      throw InputFailure(RecordingInput(path: options.days.store), error)
    }
    _ = try await options.days.people([participant], in: store)
    let estimator = PersonEstimator(participant: participant, store: store, options: options)
    var (update, overview) = try await estimator.look()
    var elsewhere = try await estimator.walksElsewhere(update)
    let speeds = try await speeds(in: store, update)
    if report.codesNames { code(&update, &overview, &elsewhere) }
    let page = PersonPage(
      update: update, overview: overview, speeds: speeds,
      sentences: sentences(overview, update, elsewhere)
    ).page(program: ReportWriter.program)
    try ReportWriter(options: report).write(page, of: [participant])
    Terminal(verbosity).note(report.output)
  }

  /// Puts a code in place of the person's name, also in whatever somebody wrote.
  private func code(
    _ update: inout EstimateUpdate, _ overview: inout EstimateOverview,
    _ elsewhere: inout WalksElsewhere?
  ) {
    let coder = NameCoder([participant])
    update.person.identifier = CodeName.of(participant)
    overview.personEvents = overview.personEvents.map { event in
      var event = event
      event.words = event.words.map(coder.entered)
      return event
    }
    overview.recalibrations = overview.recalibrations.map { request in
      var request = request
      request.reason = request.reason.map(coder.entered)
      return request
    }
    elsewhere = elsewhere.map {
      WalksElsewhere(
        used: coder.entered($0.used), sources: $0.sources.map(coder.entered),
        hasCadences: $0.hasCadences)
    }
  }

  /// Between which speeds 5 to 95 % of each day's flat, steady walking time lie, as
  /// `gait query walking-speed --statistics time-weighted-p5,time-weighted-p95 --every day` says.
  private func speeds(
    in store: SampleStore, _ update: EstimateUpdate
  ) async throws -> [LocalDay: ClosedRange<Double>] {
    var query = StatisticsQuery(.walkingSpeed, every: .days(1), in: update.calendar.calendar)
    query.samples.participant = participant
    query.samples.clock = update.calendar.clock
    query.samples.source = update.settings.source
    query.samples.isEnteredByHand = false
    query.samples.countsOnce = true
    query.timeWeightedPercentiles = [0.05, 0.95]
    let days = try await store.statistics(query).compactMap {
      day -> (LocalDay, ClosedRange<Double>)? in
      guard let low = day.timeWeightedPercentiles[0.05],
        let high = day.timeWeightedPercentiles[0.95], day.count >= Self.fewestWalks
      else { return nil }
      return (update.calendar.day(containing: day.interval.start), low...high)
    }
    return Dictionary(days) { first, _ in first }
  }

  /// Fewer walks have no range. Our choice.
  private static let fewestWalks = 3

  private func sentences(
    _ overview: EstimateOverview, _ update: EstimateUpdate, _ elsewhere: WalksElsewhere?
  ) -> PersonPage.Sentences {
    // A store may be called as the person is.
    let store = report.codesNames ? "STORE" : options.days.store
    let text = PersonText(
      overview: overview, update: update, store: store, elsewhere: elsewhere)
    return PersonPage.Sentences(
      nothing: elsewhere?.words(in: store, of: update.person.identifier),
      sixMinuteWalk: text.sixMinuteWalk, clinic: text.clinic, changes: text.changes,
      steadiness: text.steadiness, fitness: text.fitness, past: text.past, missing: text.missing)
  }
}
