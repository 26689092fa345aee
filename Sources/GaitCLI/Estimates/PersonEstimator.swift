import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Brings one person's estimates in a store up to date.
struct PersonEstimator: Sendable {
  let participant: String
  let store: SampleStore
  let options: EstimateOptions
  /// What the command line says of the person.
  var facts = Participant()
  /// Whether that corrects what is known, or says what changed.
  var statement = FactOptions()
  /// Whether a command is to hear of notices.
  var tellsCommand = false
  /// Through which day a command heard of others in the store before; `nil` where none did.
  var heardThrough: LocalDay?

  /// What came of a run.
  struct Outcome: Sendable {
    var changes: EstimateChanges
    var notices: [EstimateNotice]
    /// What a command is to hear of: of this run, and of earlier ones that were interrupted.
    var untold: [EstimateNotice]
    var update: EstimateUpdate
    var lastDay: LocalDay
    /// Why something that was kept is said otherwise, or a past week has its first estimate; empty where nothing is.
    var reason: String
    /// The first estimates of past weeks that had none.
    var lateWeeks: [Sample] = []
    /// What else somebody should hear: entries that gave way, days of another zone.
    var remarks: [String] = []
    /// What is not collected.
    var notCollected: Set<AnySampleKind> = []
    /// What stayed as it was while it was not collected, and is collected again.
    var left: [AnySampleKind: Set<LocalDay>] = [:]
  }

  /// So often somebody else may be faster.
  static let mostTurns = 8

  /// So often it begins again for samples that came meanwhile. Whoever writes for hours is not waited for: what came is
  /// left to the next run.
  static let mostTurnsForSamples = 4

  /// Estimates what is stale since the last run, and keeps it. Where another program estimated the person at the same
  /// time, what it kept is seen, and the run begins again; so it does where samples came, changed or went, since a day
  /// could have steps of after that and walks of before.
  func run() async throws -> Outcome {
    let remarks = try await keepFacts()
    for turn in 1...Self.mostTurns {
      let isOfOneMoment = turn <= Self.mostTurnsForSamples
      guard
        var outcome = try await keep(
          try await proposal(), unlessWritten: isOfOneMoment ? EstimateUpdate.heardKinds : [])
      else { continue }
      outcome.remarks = remarks + outcome.remarks
      if !isOfOneMoment {
        outcome.remarks.append(
          "other programs went on writing of \(participant), and not all estimates may be of the same samples; estimate "
            + "again when they are done")
      }
      outcome.remarks += [
        outcome.update.person.doubt, try await heightRemark(outcome.update),
        try await walksElsewhere(outcome.update)?.words(
          in: options.days.store, of: participant), try await store.massDoubt(of: participant),
      ].compactMap(\.self)
      if options.days.source == nil {
        outcome.remarks += try await store.estimatesLeftBehind(of: participant)
      }
      return outcome
    }
    throw StoreFailure.message(
      "other programs go on writing estimates of the same person, and nothing of these was kept; estimate again when "
        + "they are done")
  }

  /// What a run would keep, and what it was made from.
  struct Proposal: Sendable {
    var before: EstimateProgress?
    var progress: EstimateProgress
    var update: EstimateUpdate
    var stale = StaleEstimates()
    var remarks: [String] = []
    var changes = EstimateChanges()
    var lateWeeks: [Sample] = []
    var notCollected: Set<AnySampleKind> = []
  }

  /// Makes again what is stale since the last run; nothing is kept.
  func proposal() async throws -> Proposal {
    // The place before anything is read: what somebody writes from here on is not accounted for.
    let anchor = try await store.currentAnchor()
    let asked = try await asked()
    let person = try await EstimatedPerson(participant, in: store, calendar: asked.calendar)
    var update = EstimateUpdate(
      person: person, calendar: asked.calendar, settings: asked.settings)
    let lastDataDay = try await dataDays(update.calendar)?.upperBound
    let notCollected = try await notCollected()
    update.notCollected = notCollected.union(asked.before?.unlikeSamples ?? [])
    let over = try await lastDayOver(
      update, since: asked.before, samplesThrough: lastDataDay, notCollected)
    let lastDay = options.until == nil ? max(asked.lastDay, over ?? asked.lastDay) : asked.lastDay
    var proposal = Proposal(
      before: asked.before,
      progress: EstimateProgress(
        anchor: anchor, lastDay: lastDay, setting: EstimateProgress.setting(of: update),
        timeZone: asked.own.name, untold: asked.before?.untold ?? []), update: update)
    proposal.progress.known = asked.before?.known ?? KnownNotices()
    proposal.progress.birthday = person.enteredBirthday
    proposal.progress.hasListener =
      tellsCommand || heardThrough != nil || asked.before?.hasListener ?? false
    proposal.stale = try await StaleEstimates(
      of: update, since: asked.before, proposal.progress, everything: options.everything,
      in: store, lastDataDay: lastDataDay, notCollected: notCollected)
    proposal.notCollected = notCollected
    update.resumed = proposal.resumed
    update.deleted = try await deleted(update.resumed)
    proposal.remarks = [
      zoneRemark(asked.before, proposal.progress), otherDaysRemark(proposal.stale),
      stopRemark(proposal.notCollected),
    ].compactMap(\.self)
    proposal.changes = try await update.changes(
      in: store, stale: proposal.stale.staleness, through: lastDay)
    if options.until == nil {
      if let over, over < lastDay, options.everything || proposal.stale.concernsDays(after: over) {
        (proposal.progress.lastDay, proposal.progress.mayGoBack) = (over, true)
        proposal.changes = try await update.ending(proposal.changes, on: over, in: store)
      } else if proposal.stale.mayStandBesideLater {
        proposal.changes = try await update.ending(proposal.changes, on: lastDay, in: store)
      }
    } else if options.everything {
      proposal.progress.mayGoBack = true
      proposal.changes = try await update.ending(proposal.changes, on: lastDay, in: store)
    } else if let remark = try await laterRemark(update, after: lastDay) {
      proposal.remarks.append(remark)
    }
    let left = proposal.changes.leaveAlone(notCollected)
    proposal.noteLeft(left)
    proposal.noteLacking()
    let stale = proposal.stale
    proposal.lateWeeks = try await update.lateWeeks(in: proposal.changes, keptIn: store)
      .filter { stale.foundNone(before: $0, calendar: update.calendar) }
    return proposal
  }

  /// Keeps a proposal and how far it goes.
  ///
  /// - Parameters:
  ///   - proposal: what a run would keep.
  ///   - kinds: of what it is made, where it is to be of one moment.
  /// - Returns: what came of it; `nil` where estimates of the person, or the kinds, came or went since it was made, and
  ///   nothing was kept.
  /// - Throws: what the store throws.
  func keep(
    _ proposal: Proposal, unlessWritten kinds: Set<AnySampleKind> = []
  ) async throws -> Outcome? {
    let (changes, update, before) = (proposal.changes, proposal.update, proposal.before)
    // Before there is anything to estimate, neither the zone nor the last day is known: samples that come later say
    // both.
    let isEmpty = try await span() == nil
    let marks = before != nil || !isEmpty
    let kept = UnkeptEstimates(changes, over: store)
    let knownBefore = try await self.known(before, update, proposal.notCollected)
    let notices = try await update.notices(in: changes, keptIn: kept, known: knownBefore)
    let known = try await update.known(keptIn: kept)
    // Before the first run none can have told what is no longer so: it came with another store's estimates.
    let told = before == nil ? notices.filter { !$0.isWithdrawal } : notices
    let waiting =
      proposal.progress.untold.isEmpty
      ? []
      : WaitingNotice.moving(
        proposal.progress.untold,
        try await update.moves(in: changes, keptIn: kept, known: knownBefore), update.calendar)
    let left = Set(tellsCommand ? waiting.filter { !$0.isBeingTold }.map(\.mark) : [])
    let untold =
      tellsCommand
      ? waiting.filter { !left.contains($0.mark) }
        + (left.sorted() + told.map { WaitingNotice.mark($0, update.calendar) })
        .map { WaitingNotice($0) }
      : proposal.progress.hasListener
        ? WaitingNotice.adding(told, to: waiting, update.calendar) : waiting
    let writes = changes.addsNew || changes.supersedes
    if marks || writes {
      var revision = SampleRevision(
        of: participant, madeFrom: proposal.progress.anchor,
        kinds: EstimateUpdate.madeKinds.union(kinds).union([EstimateProgress.kind]))
      let (added, renewed) = changes.addedAndRenewed
      revision.added = added
      if changes.supersedes {
        revision.replacements = proposal.replacements(by: renewed)
      }
      let isKept = try await store.keep(revision, at: Date()) { [participant] anchor in
        guard marks else { return [] }
        var progress = proposal.progress
        progress.anchor = anchor
        if progress.goesBeyond(before) {
          progress.isBehind = writes && anchor == proposal.progress.anchor
        } else {
          guard let before, writes || known != before.known else { return [] }
          let (setting, hasListener) = (progress.setting, progress.hasListener)
          let lacking = progress.lacking
          progress = before
          progress.lacking.formUnion(lacking)
          (progress.isBehind, progress.hasListener) = (writes || before.isBehind, hasListener)
          if writes, setting != before.setting { progress.lookedBackBy = setting }
        }
        (progress.untold, progress.known) = (untold, known)
        return [progress.sample(of: participant, update.settings.estimateSource)]
      }
      guard isKept else { return nil }
    }
    return Outcome(
      changes: changes, notices: notices,
      untold: tellsCommand ? try await toTell(left: left, told, update) : [],
      update: update, lastDay: proposal.progress.lastDay,
      reason: changes.supersedes || !proposal.lateWeeks.isEmpty
        || notices.contains(where: \.isWithdrawal) ? proposal.reason : "",
      lateWeeks: proposal.lateWeeks, remarks: proposal.remarks,
      notCollected: proposal.notCollected, left: proposal.left)
  }

  /// What a run would leave behind, for a page; the store stays as it is.
  func look() async throws -> (update: EstimateUpdate, overview: EstimateOverview) {
    let proposal = try await proposal()
    var overview = try await proposal.update.overview(
      in: UnkeptEstimates(proposal.changes, over: store), through: proposal.progress.lastDay,
      hasLaterEntries: options.until == nil)
    overview.notCollected = proposal.notCollected
    overview.leftAlone = proposal.left
    return (proposal.update, overview)
  }

  /// What the run is asked for, and how far the last one came.
  private func asked() async throws -> Asked {
    var settings = EstimateSettings()
    if let source = options.days.source { settings.source = source }
    let before = try await EstimateProgress(of: participant, in: store, settings.estimateSource)
    // Whose samples all went has the clock that they had.
    let own =
      try await PeopleZones.knownClock(of: participant, in: store)
      ?? before.map { DayClock(named: $0.timeZone) } ?? DayClock(.gmt)
    let calendar = DayCalendar(own.asked(options.days.givenTimeZone))
    settings.steadinessLimits = try options.steadinessLimits
    return Asked(
      settings: settings, own: own, calendar: calendar, before: before,
      lastDay: try await lastDay(calendar, before))
  }

  private struct Asked {
    var settings: EstimateSettings
    /// The clock of the person's samples, whichever the command line names.
    var own: DayClock
    var calendar: DayCalendar
    var before: EstimateProgress?
    var lastDay: LocalDay
  }

  /// That walks were measured with another height than the one that was entered: lengths and speeds keep it. Where nothing
  /// was entered, the descriptions of recordings are all that is known.
  private func heightRemark(_ update: EstimateUpdate) async throws -> String? {
    let known = try await store.samples(
      matching: SampleQuery(kinds: [SampleKind.height.erased], participant: participant))
    let described = known.filter { $0.source.name == SampleSource.analysisName }
    guard described.count < known.count else { return nil }
    var (recordings, used, right) = (Set<RecordingReference>(), Set<Double>(), Set<Double>())
    for sample in described {
      let day = update.calendar.day(containing: sample.start)
      guard let recording = sample.source.recording,
        let height = update.person.participant(on: day).height?.meters,
        abs(sample.value - height) > Self.otherHeight
      else { continue }
      recordings.insert(recording)
      used.insert(sample.value)
      right.insert(height)
    }
    guard !recordings.isEmpty else { return nil }
    func words(_ meters: Set<Double>) -> String {
      meters.sorted().map { DecimalText.trimmed($0) ?? "" }.joined(separator: ", ") + " m"
    }
    return
      "\(StudyText.count(recordings.count, "recording")) \(recordings.count == 1 ? "was" : "were") measured with a height of "
      + "\(words(used)), and \(words(right)) was entered: lengths and speeds keep the former until they are analyzed again "
      + "with --height"
  }

  /// Heights that differ by more than people do between morning and evening and between two measurements, meters: it moves
  /// a step length by a hundredth.
  private static let otherHeight = 0.02

  /// That days stood in the store twice, as different clocks count them.
  private func otherDaysRemark(_ stale: StaleEstimates) -> String? {
    guard stale.hasOtherDays else { return nil }
    return
      "estimates of days and weeks as another time zone counts them stood in the store, after two commands at once or a "
      + "merge, and those beside others counted twice; they are kept aside now: gait query --store "
      + "\(options.days.store.shellWord) --participant \(participant.shellWord) --superseded"
  }

  /// What must be known of the zone in which days are counted; `nil` where it is the samples' own, as before.
  private func zoneRemark(_ before: EstimateProgress?, _ now: EstimateProgress) -> String? {
    let (used, own) = (now.usedTimeZone, now.timeZone)
    let words = DayClock.words(of: used)
    if let before, before.usedTimeZone != used {
      let told =
        used != own
        ? "days are counted \(words), as --time-zone says"
        : used == DayClock.local.name
          ? "days are counted \(words) now, as the samples have no common one"
          : "days are counted \(words) \(before.timeZone == own ? "again" : "now"), the time zone of the samples"
      return told + "; they were \(DayClock.words(of: before.usedTimeZone))"
        + ". Estimates of the former days are kept aside: gait query --store \(options.days.store.shellWord) "
        + "--participant \(participant.shellWord) --superseded"
    }
    guard before == nil, used != own else { return nil }
    return
      "days are counted \(words), as --time-zone says; a run without it counts them "
      + "\(DayClock.words(of: own))\(own == DayClock.local.name ? "" : ", as the samples do")"
  }

  /// What the command line says of the person is kept, for the next time.
  private func keepFacts() async throws -> [String] {
    guard facts != Participant() else { return [] }
    // When nothing else of the command can be refused any more.
    let calendar = try await asked().calendar
    let today = options.today(calendar)
    let days = try await dataDays(calendar) ?? today...today
    return try await PersonFacts(
      participant: participant, store: store, calendar: calendar, options: statement
    ).keep(facts, on: days, now: Date())
  }

  /// The last day that is over: the last with data, or what was asked, now or before. This machine's clock has no
  /// say, so that the same samples give the same estimates on every day. By another zone's calendar it was another day.
  private func lastDay(
    _ calendar: DayCalendar, _ before: EstimateProgress?
  ) async throws -> LocalDay {
    if let asked = options.until {
      guard let day = calendar.day(asked) else { throw options.days.noDate(asked, "--until") }
      // Days to come are not over, unless somebody simulated them.
      if try await dataDays(calendar).map({ day > $0.upperBound }) ?? true {
        try Entry.check(day, "--until", in: calendar)
      }
      return day
    }
    let last = try await dataDays(calendar)?.upperBound
    let isSameZone = before?.usedTimeZone == calendar.clock.name
    let known = [last, isSameZone || last == nil ? before?.lastDay : nil].compactMap(\.self)
    return known.max() ?? options.today(calendar)
  }

  /// From the day on which the first sample begins to the last on which one counts: a device that was worn through a night
  /// was worn on the day after as well.
  private func dataDays(_ calendar: DayCalendar) async throws -> ClosedRange<LocalDay>? {
    guard let span = try await span() else { return nil }
    let clock = calendar.clock
    let reach = clock.rule == .common ? 0 : DayClock.greatestShiftSeconds
    func samples(of kinds: Set<AnySampleKind>, from: Date, to: Date) async throws -> [Sample] {
      try await store.samples(
        matching: SampleQuery(
          kinds: kinds, participant: participant, from: from, to: to, includesLeftOut: true))
    }
    var days = [span.lowerBound, span.upperBound].map(calendar.day(containing:))
    if reach > 0 {
      days = []
      for (from, to) in [
        (span.lowerBound, span.lowerBound + reach), (span.upperBound - reach, span.upperBound + 1),
      ] {
        days += try await samples(of: EstimateUpdate.readKinds, from: from, to: to).map {
          calendar.day(containing: clock.reading($0.start, of: $0))
        }
      }
    }
    for (kinds, longestDays) in EstimateUpdate.coveringKinds {
      let from = span.upperBound - (Double(longestDays) * 86_400 + reach)
      days += try await samples(of: kinds, from: from, to: span.upperBound + 1)
        .map(calendar.lastDay(of:))
    }
    return days.min().flatMap { first in days.max().map { first...$0 } }
  }

  /// Whether anything of the person is held, if only what somebody entered.
  func hasSamples() async throws -> Bool {
    if try await span() != nil { return true }
    let everything = SampleQuery(participant: participant, includesLeftOut: true)
    return try await store.holdings(matching: everything).contains { !$0.kind.isBookkeeping }
  }

  /// From when to when there are samples that days are made of.
  private func span() async throws -> ClosedRange<Date>? {
    try await store.span(of: EstimateUpdate.readKinds, participant: participant)
  }
}
