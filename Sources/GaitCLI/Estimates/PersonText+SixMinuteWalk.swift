import Foundation
import GaitModel
import MobilityEstimates

/// The six-minute walk and the clinic tests beside it.
extension PersonText {
  /// The latest estimate, how sure it is, what is normal, and what it rests on.
  var sixMinuteWalk: [String] {
    guard let latest = overview.sixMinuteWalks.last else {
      return [
        notCollected(SampleKind.sixMinuteWalkDistance.erased)
          ?? unmade(SampleKind.sixMinuteWalkDistance.erased)
          ?? "no estimate yet: " + noneYet(overview.sixMinuteWalkReason)
      ]
    }
    let other = latest.metadata.other
    var lines = [distance(of: latest)]
    if let predicted = other[EstimateWords.predicted].flatMap(Double.init),
      let limit = other[EstimateWords.lowerLimitOfNormal].flatMap(Double.init),
      let uncapped = other[EstimateWords.uncapped].flatMap(Double.init)
    {
      let share =
        other[EstimateWords.isCapped] == nil
        ? percent(uncapped / predicted) : percent(latest.value / predicted) + " or more"
      lines.append(
        "\(share) of what healthy people like this one walk"
          + " (\(meters(predicted)); 95 of 100 of them walk more than \(meters(limit)))")
    }
    if let reason = other[EstimateWords.noReference] {
      lines.append("no reference of healthy people like this one: \(reason)")
    }
    if let since = latest.metadata.earliestDataUsed {
      lines.append("from walks since \(day(since).words)" + basis(of: latest))
    }
    lines += twoWalks(of: latest)
    return lines + lacks(SampleKind.sixMinuteWalkDistance.erased, overview.sixMinuteWalkReason)
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
    return overview.wholeDays.values.filter {
      $0.day >= first && $0.day <= last && $0.sustained != nil
    }
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
    return overview.clinicTests.suffix(Self.latest).map { test in
      "\(meters(test.value)) on \(calendar.day(ofEntry: test).words), \(use(of: test))"
        + beside(test)
    }
      + earlier(
        overview.clinicTests.count, "clinic tests", SampleKind.sixMinuteWalkDistance.erased,
        options: " --by-hand")
      + [scattered].compactMap(\.self)
  }

  /// That tests differ by more than they can by chance; `nil` where they do not.
  private var scattered: String? {
    guard let latest = overview.sixMinuteWalks.last?.metadata.other,
      let tests = latest[EstimateWords.calibratingTests],
      let scatter = latest[EstimateWords.testScatter].flatMap(Double.init)
    else { return nil }
    return
      "beside the walks about them the \(tests) tests differ \(decimal(scatter, 1)) times as much as repeated tests do: "
      + "the estimate takes each as so much less sure"
  }

  /// What a test does to the estimates.
  private func use(of test: Sample) -> String {
    guard test.metadata.other[EstimateWords.calibrates] == "true",
      let entered = ClinicTest(test, calendar: calendar)
    else { return "kept apart from the estimates" }
    let rule = update.settings.calibration
    let days = overview.wholeDays
    let begin = overview.recalibrations.filter {
      $0.day <= entered.day && $0.applies(toEstimateEndingOn: overview.lastDay)
    }.map(\.day).max()
    guard
      rule.uses(entered, until: max(entered.day, overview.lastDay), since: begin, days: days)
    else {
      return "calibrates nothing so far: longer walks are needed on \(rule.fewestDays) days within "
        + "\(rule.daysAround) days of it"
        + (begin.map { " since \($0.words), when the estimates begin anew" } ?? "")
    }
    guard entered.day <= overview.lastDay else { return "calibrates the estimates from then on" }
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

  private func span(_ ends: ClosedRange<Double>) -> String {
    "\(decimal(ends.lowerBound, 0)) and \(decimal(ends.upperBound, 0)) m"
  }
}
