import Foundation
import GaitModel
import MobilityEstimates

/// What is known of one person, in sentences.
struct PersonText {
  let overview: EstimateOverview
  let update: EstimateUpdate
  let store: String

  /// The latest estimate, how sure it is, what is normal, and what it rests on.
  var sixMinuteWalk: [String] {
    guard let latest = overview.sixMinuteWalks.last else {
      return [
        notCollected(SampleKind.sixMinuteWalkDistance.erased)
          ?? "no estimate yet: " + noneYet(overview.sixMinuteWalkReason)
      ]
    }
    let other = latest.metadata.other
    var lines = [distance(of: latest)]
    if let predicted = other[EstimateWords.predicted].flatMap(Double.init),
      let limit = other[EstimateWords.lowerLimitOfNormal].flatMap(Double.init),
      let uncapped = other[EstimateWords.uncapped].flatMap(Double.init)
    {
      lines.append(
        "\(percent(uncapped / predicted)) of what healthy people like this one walk"
          + " (\(meters(predicted)); 95 of 100 of them walk more than \(meters(limit)))")
    }
    if let since = latest.metadata.earliestDataUsed {
      lines.append("from walks since \(day(since).words)" + basis(of: latest))
    }
    lines += twoWalks(of: latest)
    if let stop = notCollected(SampleKind.sixMinuteWalkDistance.erased) {
      lines.append(stop)
    } else if let reason = overview.sixMinuteWalkReason {
      lines.append("none for the week to \(overview.latestWeek.lastDay.words): \(reason)")
    }
    return lines
  }

  /// That nobody collects an estimate; `nil` where it is made.
  private func notCollected(_ kind: AnySampleKind) -> String? {
    guard overview.notCollected.contains(kind) else { return nil }
    return
      "not collected, as was asked: gait delete --store \(store.shellWord) --participant \(update.person.identifier.shellWord) "
      + "--resume-collecting \(kind.name) ends that"
  }

  /// Why there is no estimate at all, as of the week that would have had the first.
  private func noneYet(_ reason: String?) -> String {
    let week = overview.latestWeek
    guard let first = overview.days.first?.day else { return "there are no walks" }
    guard first <= week.lastDay, let reason else {
      let end = LocalWeek(containing: first).lastDay.words
      return "walks begin on \(first.words), and the first week is over on \(end)"
    }
    return "by \(week.lastDay.words), when the last week was over: \(reason)"
  }

  private func distance(of sample: Sample) -> String {
    let other = sample.metadata.other
    let week = "in the week to \(weekEnd(of: sample).words)"
    let isCapped = other[EstimateWords.isCapped] != nil
    let value = isCapped ? "\(meters(sample.value)) or more" : "about \(meters(sample.value))"
    guard let likely = EstimateWords.interval(other[EstimateWords.interval68]),
      let wide = EstimateWords.interval(other[EstimateWords.interval95])
    else { return "\(value) \(week)" }
    return "\(value) \(week): two times in three between \(span(likely))"
      + ", 19 times in 20 between \(span(wide))"
  }

  private func basis(of sample: Sample) -> String {
    var text = ""
    if let from = sample.metadata.other[EstimateWords.recalibratedFrom].flatMap(calendar.day(_:)) {
      text += "; what lay before \(from.words) is left out, as was asked"
    }
    if isByCadenceAlone(sample) {
      text += "; by cadence alone, because \(whyByCadenceAlone(sample))"
    }
    return text
      + (sample.metadata.isCalibrated == true
        ? "; calibrated by the person's clinic test" : "; no clinic test calibrates it")
  }

  /// Whether no day that the estimate looks back on has a measured speed.
  private func isByCadenceAlone(_ sample: Sample) -> Bool {
    let walked = walkedDays(of: sample)
    return !walked.isEmpty
      && walked.allSatisfy { !$0.measuresSteps || $0.sustained?.fastSpeed == nil }
  }

  private func whyByCadenceAlone(_ sample: Sample) -> String {
    overview.stop(of: [SampleKind.walkingSpeed.erased, SampleKind.stepLength.erased])
      ?? (walkedDays(of: sample).contains(where: \.measuresSteps)
        ? "the store has no speed of these walks"
        : "the store has no measured step length of these walks")
  }

  /// The days with longer walks that an estimate looks back on.
  private func walkedDays(of sample: Sample) -> [DailySummary] {
    let last = lastDay(of: sample)
    let first = sample.metadata.earliestDataUsed.map(day) ?? last
    return overview.days.filter { $0.day >= first && $0.day <= last && $0.sustained != nil }
  }

  /// The estimate before and after a change, told apart.
  private func twoWalks(of sample: Sample) -> [String] {
    let other = sample.metadata.other
    guard let changed = other[EstimateWords.changedOn].flatMap(calendar.day(_:)),
      let before = other[EstimateWords.beforeChange].flatMap(Double.init)
    else { return [] }
    let since =
      other[EstimateWords.sinceChange].flatMap(Double.init).map {
        "the days since about \(meters($0))"
      } ?? "the days since hold no walk that tells"
    return [
      "walking changed on \(changed.words): the days before say about \(meters(before)), \(since)"
    ]
  }

  /// Clinic tests.
  var clinic: [String] {
    guard !overview.clinicTests.isEmpty else {
      return [
        "no test is known; a six-minute walk in the clinic makes the estimate two to three times as sure:"
          + " gait calibrate --store \(store.shellWord) --participant \(update.person.identifier.shellWord)"
          + " --six-minute-walk METERS --on DATE"
      ]
    }
    return overview.clinicTests.suffix(3).map { test in
      "\(meters(test.value)) on \(calendar.day(ofEntry: test).words), \(use(of: test))"
        + beside(test)
    }
  }

  /// What a test does to the estimates.
  private func use(of test: Sample) -> String {
    guard test.metadata.other[EstimateWords.calibrates] == "true",
      let entered = ClinicTest(test, calendar: calendar)
    else { return "kept apart from the estimates" }
    guard entered.day <= overview.lastDay else { return "calibrates the estimates from then on" }
    let rule = update.settings.calibration
    let days = Dictionary(overview.days.map { ($0.day, $0) }) { $1 }
    guard rule.uses(entered, until: overview.lastDay, days: days) else {
      return "calibrates nothing so far: longer walks are needed on \(rule.fewestDays) days within "
        + "\(rule.daysAround) days of it"
    }
    let anew = overview.recalibrations.filter {
      $0.day > entered.day && $0.day <= overview.lastDay
    }.min { $0.day < $1.day }
    guard let anew else { return "calibrates the estimates since" }
    let until = "calibrates the estimates until they begin anew on \(anew.day.words)"
    guard let stored = anew.storedThrough, stored >= anew.day,
      anew.lets(entered, calibrateEstimateEndingOn: stored)
    else { return until }
    return until
      + "; those through \(stored.words) were stored before that was asked and hold it too"
  }

  /// What was estimated about the day of a test without it. An estimate that the test itself calibrates is not held
  /// against it: it would be like it whatever the days say.
  private func beside(_ test: Sample) -> String {
    let tested = calendar.day(ofEntry: test)
    let near = overview.sixMinuteWalks.filter {
      lastDay(of: $0).distance(to: tested).magnitude <= 14
    }
    let isUsed = test.metadata.other[EstimateWords.calibrates] == "true"
    let without = near.filter {
      !isUsed || $0.metadata.isCalibrated != true || lastDay(of: $0) < tested
    }.min {
      lastDay(of: $0).distance(to: tested).magnitude
        < lastDay(of: $1).distance(to: tested).magnitude
    }
    guard let without else {
      return near.isEmpty ? "" : "; no estimate of the two weeks before was made without it"
    }
    guard let wide = EstimateWords.interval(without.metadata.other[EstimateWords.interval95]) else {
      return ""
    }
    let place =
      wide.contains(test.value)
      ? "the test lies within what it holds possible"
      : "the test lies outside what it holds possible"
    let value =
      without.metadata.other[EstimateWords.uncapped].flatMap(Double.init) ?? without.value
    return
      "; the estimate of the week to \(weekEnd(of: without).words)\(isUsed ? ", made without it," : "") is "
      + "\(meters(value)), and \(place)"
  }

  /// What happened, by the person's word and by the days themselves.
  var changes: [String] {
    let said = overview.personEvents.suffix(3).map { event in
      (
        event.day,
        "\(event.day.words): \(event.kind.word)" + (event.words.map { ", \($0)" } ?? "")
          + " (entered)"
      )
    }
    let asked = overview.recalibrations.suffix(3).map { request in
      (
        request.day,
        "\(request.day.words): the six-minute walk begins anew"
          + (request.reason.map { ", \($0)" } ?? "") + " (asked for)"
      )
    }
    let seen = overview.walkingChanges.suffix(3).map { change in
      (change.day, "\(change.message) (noticed on \(change.noticedOn.words))")
    }
    let lines = (said + asked + seen).sorted { $0.0 < $1.0 }.map(\.1)
    return lines + (presently.map { [$0] } ?? []) + (offer.map { [$0] } ?? [])
  }

  /// What became of the latest change: the same measures in the latest seven days.
  private var presently: String? {
    guard let change = overview.walkingChanges.last, let last = overview.days.last?.day,
      change.noticedOn.distance(to: last) >= 7
    else { return nil }
    let parts = change.effects.compactMap { effect -> String? in
      guard let now = overview.smoothed[effect.measure.weekly]?[last] else { return nil }
      let smallest = update.settings.changes.smallest[effect.measure] ?? 0
      let isBack = abs(log(now / effect.before)) < smallest
      return effect.words(now) + (isBack ? " (as before the change)" : "")
    }
    guard !parts.isEmpty else { return nil }
    return "in the seven days to \(last.words): \(parts.joined(separator: ", "))"
  }

  /// The latest change that nobody has answered yet.
  private var offer: String? {
    guard let change = overview.walkingChanges.last,
      change.day.distance(to: overview.lastDay) < update.settings.sixMinuteWalkDays,
      !overview.recalibrations.contains(where: { $0.day >= change.day })
    else { return nil }
    return
      "if it lasts, let the six-minute walk begin anew: gait recalibrate --store \(store.shellWord)"
      + " --participant \(update.person.identifier.shellWord) --from \(calendar.text(of: change.day))"
  }

  /// The latest score, what it stands for, where it is heading, and what was told.
  var steadiness: [String] {
    guard let latest = overview.steadiness.last else {
      return [
        notCollected(SampleKind.walkingSteadiness.erased)
          ?? "no score yet: " + noneYet(overview.steadinessReason)
      ]
    }
    let other = latest.metadata.other
    let word = other[EstimateWords.steadinessClass]?.replacing("_", with: " ") ?? ""
    let error = latest.standardError.map { " ± \(decimal($0, 2))" } ?? ""
    var lines = [
      "\(decimal(latest.value, 2))\(error) of 1 in the week to \(weekEnd(of: latest).words): \(word)"
    ]
    if let rate = other[EstimateWords.relativeRate].flatMap(Double.init),
      let ends = EstimateWords.interval(other[EstimateWords.relativeRateInterval])
    {
      lines.append(
        "by published risks it stands for \(decimal(rate, 1)) times the falls of others of that age, sex"
          + " and height (19 times in 20 between \(decimal(ends.lowerBound, 1)) and"
          + " \(decimal(ends.upperBound, 1)) times; not tested on people who fell)"
      )
    }
    lines += costs(of: latest) + trend + told
    if let stop = notCollected(SampleKind.walkingSteadiness.erased) {
      lines.append(stop)
    } else if let reason = overview.steadinessReason {
      lines.append("none for the week to \(overview.latestWeek.lastDay.words): \(reason)")
    }
    return lines
  }

  private func costs(of sample: Sample) -> [String] {
    let costs = SteadinessComponent.allCases.compactMap { component in
      sample.metadata.other[EstimateWords.lost(by: component)].flatMap(Double.init).map {
        (component, $0)
      }
    }.filter { $0.1 >= 0.05 }.sorted { $0.1 > $1.1 }
    guard !costs.isEmpty else { return [] }
    return [
      "lower because of "
        + costs.map { "\($0.0.words) (\(decimal($0.1, 2)))" }.joined(separator: ", ")
    ]
  }

  private var trend: [String] {
    guard let trend = overview.steadinessTrend else {
      let rule = update.settings.trend
      let first = overview.latestWeek.lastDay.advanced(by: -7 * rule.weeks)
      let count = overview.steadiness.count {
        calendar.day(containing: $0.end - 0.001) > first
      }
      return count < rule.fewestValues
        ? []
        : ["no trend: the scores of the last \(rule.weeks) weeks are not of the same components"]
    }
    let slope = trend.bestFit
    guard let interval = slope.interval, !interval.contains(0) else {
      return ["neither rising nor falling beyond chance in the last \(trend.count) weeks"]
    }
    let points = decimal(abs(slope.perWeek) * 100, 1)
    let flag = update.settings.trend.isDeclining(trend) ? ": a steep decline" : ""
    return [
      "\(slope.perWeek < 0 ? "falling" : "rising") by \(points) points of 100 a week in the last"
        + " \(trend.count) weeks\(flag)"
    ]
  }

  private var told: [String] {
    overview.events.suffix(3).map { event in
      let told = calendar.day(containing: event.sample.end - 0.001)
      return "told on \(told.words): \(event.value.message)"
    } + standing
  }

  /// Whether what was told holds, where the latest score seems to say otherwise.
  private var standing: [String] {
    guard !overview.events.isEmpty, let latest = overview.steadiness.last else { return [] }
    let isLow = latest.value < update.settings.steadinessLimits.low
    switch overview.steadinessStanding {
    case .over(let day) where !isLow:
      return ["that is over: clearly above the limit since the week to \(day.words)"]
    case .low where !isLow:
      return ["that is not over: the score is above the limit, and not yet clearly for two weeks"]
    case .low, .over, nil: return []
    }
  }

  /// The greatest oxygen uptake.
  var fitness: [String] {
    let uptake = overview.cardioFitness.last.map { sample in
      let error = sample.standardError.map { " ± \(decimal($0, 1))" } ?? ""
      return
        "greatest oxygen uptake (VO2max) \(decimal(sample.value, 1))\(error) mL/(kg·min) in the week"
        + " to \(weekEnd(of: sample).words)" + doubt(about: sample)
    }
    return [uptake, recovery].compactMap(\.self)
  }

  /// Medicines that slow the heart make the estimate too high.
  private func doubt(about sample: Sample) -> String {
    sample.metadata.other[EstimateWords.heartMedication].flatMap {
      SampleWords.value($0, of: SampleKind.heartMedication.erased)
    }.flatMap(HeartMedication.init(baseValue:)).map {
      "; too high, because \($0.words) slow the heart: compare it only with weeks under the same medicine"
    } ?? ""
  }

  /// The heart's latest recovery, with what came before it.
  private var recovery: String? {
    guard let day = overview.days.last(where: { $0.heart?.recovery != nil }),
      let recovery = day.heart?.recovery
    else { return nil }
    let fall =
      recovery.peakRate.map {
        "from \(decimal($0, 0)) to \(decimal($0 - recovery.fall, 0)) beats a minute"
      } ?? "by \(decimal(recovery.fall, 0)) beats a minute"
    let minutes = recovery.seconds.map { " \(decimal($0 / 60, 0)) minutes of" } ?? ""
    return "the heart rate fell \(fall) in the minute after\(minutes)"
      + " \(recovery.activity?.rawValue ?? "effort") on \(day.day.words)"
  }

  /// Before and after the latest event.
  var comparisons: [String] {
    guard let event = overview.personEvents.last(where: { $0.day <= overview.lastDay }),
      !overview.comparisons.isEmpty
    else { return [] }
    return [
      "\(event.kind.word) on \(event.day.words); latest two weeks against the four before it:"
    ]
      + overview.comparisons.map { row in
        "\(row.measure.words): \(row.measure.text(row.latest.value))"
          + " (\(row.measure.text(row.latest.interval.lowerBound)) to"
          + " \(row.measure.text(row.latest.interval.upperBound)))"
          + ", before \(row.measure.text(row.before.value)): \(percent(row.shareOfBefore)) of it"
          + " (\(percent(row.shareInterval.lowerBound)) to \(percent(row.shareInterval.upperBound)))"
      }
  }

  /// Measures of the latest week that differ from the weeks before by more than chance.
  var past: [String] {
    let changed = overview.changes.filter(\.change.isDetectable)
    guard let week = changed.first?.week else { return [] }
    return [
      "the week to \(week.lastDay.words) against the weeks 5 to 12 before it; what differs beyond chance:"
    ]
      + changed.map { row in
        let change = row.change
        let now = change.baseline + change.change
        return
          "\(row.measure.words) \(row.measure.text(now)), usually \(row.measure.text(change.baseline))"
          + " (less than \(row.measure.text(change.minimalDetectable)) of difference would be chance)"
      }
  }

  /// What is missing.
  var missing: [String] {
    let lacks = overview.readiness.lacks.map { lack in
      switch lack {
      case .wear, .walkingDays: "by \(overview.lastDay.words): \(overview.words(of: lack))"
      case .height, .mass, .age, .sex: overview.words(of: lack)
      }
    }
    var site: [String] = []
    if case .tooFewComponents(_, _, stepsAreAssumed: true)? = overview.steadinessDelay,
      overview.steadinessReason == overview.steadinessDelay?.description
    {
      site = [
        "measured step lengths, as of a device at the hip or the lower back: steadiness needs them"
      ]
    }
    return lacks.isEmpty && site.isEmpty ? ["nothing that the estimates need"] : lacks + site
  }

  private var calendar: DayCalendar { update.calendar }
  private func day(_ instant: Date) -> LocalDay { calendar.day(containing: instant) }
  /// The Sunday of the week that a weekly sample is of: what it was made of may end sooner, with the last day worn.
  private func weekEnd(of sample: Sample) -> LocalDay {
    LocalWeek(containing: lastDay(of: sample)).lastDay
  }

  private func lastDay(of sample: Sample) -> LocalDay { day(sample.end - 0.001) }
  private func meters(_ value: Double) -> String { "\(decimal(value, 0)) m" }
  private func span(_ ends: ClosedRange<Double>) -> String {
    "\(decimal(ends.lowerBound, 0)) and \(decimal(ends.upperBound, 0)) m"
  }
  private func percent(_ share: Double) -> String { "\(decimal(share * 100, 0)) %" }
  private func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }
}
