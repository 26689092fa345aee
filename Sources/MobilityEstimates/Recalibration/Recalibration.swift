import Foundation
import GaitModel

/// A request to start an estimate again from a date on, because the person's walking has changed.
///
/// It is not retroactive: estimates that were stored when it was made stay as they are. It is not a
/// deletion: samples stay, and after the normal length of history it has no effect any more.
public struct Recalibration: Hashable, Sendable {
  /// The estimate that starts again; one that ``EstimateKind/allowsRecalibration``.
  public let estimate: EstimateKind
  /// Only data from this day on are used.
  public let day: LocalDay
  /// The last day of the latest estimate that was stored when the request was made; estimates of days
  /// up to it are untouched. `nil` when none was stored.
  public let storedThrough: LocalDay?
  /// Why, in the words of whoever asked; `nil` when nothing was said.
  public var reason: String?
  /// When it was asked; `nil` when nobody kept that.
  public let askedAt: Date?
  /// The days of the clinic tests before ``day`` that calibrated when it was asked; estimates that were stored by then
  /// hold these and no others from before. `nil` when nobody kept them.
  public let testDays: Set<LocalDay>?

  /// Makes a recalibration.
  /// - Parameters:
  ///   - estimate: The estimate that starts again.
  ///   - day: The first day whose data are used.
  ///   - storedThrough: The last day of the latest stored estimate, or `nil`.
  ///   - reason: Why, in words, or `nil`.
  ///   - askedAt: When it was asked, or `nil`.
  ///   - testDays: The days of earlier clinic tests that calibrated then, or `nil`.
  /// - Throws: ``RecalibrationError`` when the estimate does not allow it.
  public init(
    _ estimate: EstimateKind, from day: LocalDay, storedThrough: LocalDay? = nil,
    reason: String? = nil, askedAt: Date? = nil, testDays: Set<LocalDay>? = nil
  ) throws(RecalibrationError) {
    guard estimate.allowsRecalibration else { throw .notAllowed(estimate) }
    self.estimate = estimate
    self.day = day
    self.storedThrough = storedThrough
    self.reason = OwnWords.of(reason)
    self.askedAt = askedAt
    self.testDays = testDays
  }

  private init(_ request: Recalibration, storedThrough: LocalDay?) {
    estimate = request.estimate
    day = request.day
    reason = request.reason
    askedAt = request.askedAt
    testDays = request.testDays
    self.storedThrough = storedThrough
  }

  /// The same request, made when estimates were stored through a day.
  func storing(through last: LocalDay?) -> Recalibration {
    Recalibration(self, storedThrough: last)
  }

  /// The same request for another reason.
  func giving(reason: String) throws(RecalibrationError) -> Recalibration {
    try Recalibration(
      estimate, from: day, storedThrough: storedThrough, reason: reason, askedAt: askedAt,
      testDays: testDays)
  }

  /// Whether an estimate whose last day this is heeds the request.
  public func applies(toEstimateEndingOn last: LocalDay) -> Bool {
    guard last >= day else { return false }
    return storedThrough.map { last > $0 } ?? true
  }

  /// Whether a clinic test calibrates an estimate whose last day this is, as far as the request goes: one before its day
  /// does so in estimates that were stored when it was asked, if it was known then.
  public func lets(_ test: ClinicTest, calibrateEstimateEndingOn last: LocalDay) -> Bool {
    guard test.day < day, last >= day else { return true }
    return !applies(toEstimateEndingOn: last) && testDays?.contains(test.day) ?? true
  }
}

/// Why a recalibration is refused.
public enum RecalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The estimate cannot start again.
  case notAllowed(EstimateKind)

  /// What was asked, what is allowed, and what to do.
  public var description: String {
    switch self {
    case .notAllowed(let estimate):
      let allowed = EstimateKind.allCases.filter(\.allowsRecalibration).map(\.rawValue)
      return """
        \(estimate.rawValue) cannot be recalibrated: only \(allowed.joined(separator: ", ")) can; \
        leave the estimate out, or name one of these
        """
    }
  }
}

/// The long-term estimates. The raw value is the word used on the command line and in files.
public enum EstimateKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// What a person would walk in the clinic's six-minute walk test.
  case sixMinuteWalkDistance = "six-minute-walk-distance"
  /// How steady a person's walking is, 0-1.
  case walkingSteadiness = "walking-steadiness"
  /// The greatest uptake of oxygen, from heart rate and speed.
  case cardioFitness = "vo2max"

  /// The kind of its samples.
  public var sampleKind: AnySampleKind { AnySampleKind(rawValue) }

  /// Whether it can be set to leave out data from before a date.
  ///
  /// Only the six-minute walk: its window of history is long enough for an operation to be blurred.
  /// Steadiness must not forget the decline it is there to notice.
  public var allowsRecalibration: Bool { sampleKind.allowsRecalibration }
}

extension GuardedSamples {
  /// Lets an estimate of a person forget what lay before a day, as an operation.
  ///
  /// ```swift
  /// try await store.recalibrate(
  ///   .sixMinuteWalkDistance, from: operation, of: "P07", calendar: calendar, askedAt: now,
  ///   reason: "new knee")
  /// ```
  /// Estimates that are stored stay as they are; the next update makes those that come after. Asked twice for one
  /// day, it is one request; another reason takes the place of the first, which is kept aside.
  ///
  /// - Parameters:
  ///   - kind: The estimate; one that ``EstimateKind/allowsRecalibration``.
  ///   - day: The first day whose data are used.
  ///   - participant: The study's name for the person.
  ///   - calendar: The person's calendar.
  ///   - now: When it is asked; kept with it.
  ///   - reason: Why, in words; kept with it.
  /// - Returns: What was kept.
  /// - Throws: `SampleAccessError` when the estimate does not allow it or may not be both read and
  ///   written; what the store throws, and then nothing has changed.
  @discardableResult
  public func recalibrate(
    _ kind: EstimateKind, from day: LocalDay, of participant: String, calendar: DayCalendar,
    askedAt now: Date, reason: String? = nil
  ) async throws -> Recalibration {
    try access.requireRecalibration(kind.sampleKind)
    let stored = try await samples(
      matching: SampleQuery(
        kinds: [kind.sampleKind], participant: participant, isEnteredByHand: false)
    ).filter { $0.source.name.hasPrefix(SampleSource.estimates.name) }
      // A week has one estimate, also where its last days were not worn.
      .map { LocalWeek(containing: WeeklySamples.lastDay(of: $0, calendar: calendar)).lastDay }
      .max()
    let tests = try await samples(
      matching: SampleQuery(
        kinds: [kind.sampleKind], participant: participant, isEnteredByHand: true)
    ).filter { $0.metadata.other[EstimateWords.calibrates] == "true" }
      .compactMap { ClinicTest($0, calendar: calendar)?.day }.filter { $0 < day }
    let request = try Recalibration(
      kind, from: day, storedThrough: stored, reason: reason, askedAt: now, testDays: Set(tests))
    let sample = request.sample(participant: participant, calendar: calendar)
    // Who asks again does not make the request heed less or more than it did.
    let before = try await samples(
      matching: SampleQuery(kinds: [sample.kind], participant: participant, isEnteredByHand: true))
    for known in before {
      guard let kept = Recalibration(known, calendar: calendar), kept.day == day,
        kept.estimate == kind
      else { continue }
      guard let reason = request.reason, reason != kept.reason else { return kept }
      var renewed = known
      renewed.metadata.label = reason
      try await replace([known], with: [renewed], because: "another reason was given", at: now)
      return try kept.giving(reason: reason)
    }
    try await save([sample])
    return request
  }
}

extension Recalibration {
  /// The request as a sample that a person entered, so that a store keeps, lists and deletes it.
  public func sample(participant: String, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    var metadata = calendar.clock.marked(SampleMetadata(isEnteredByHand: true))
    metadata.other[EstimateWords.storedThrough] = storedThrough.map(calendar.text(of:))
    metadata.other[EstimateWords.askedAt] = askedAt.map { String($0.millisecondsSince1970) }
    metadata.other[EstimateWords.testDays] = testDays.map { days in
      days.sorted().map(calendar.text(of:)).joined(separator: " ")
    }
    metadata.label = reason
    return Sample(
      .recalibration, .sixMinuteWalkDistance, start: date, end: date, participant: participant,
      metadata: metadata)
  }

  /// The request that a sample holds; `nil` when it holds another thing.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard sample.value(as: .recalibration) == .sixMinuteWalkDistance else { return nil }
    let stored = sample.metadata.other[EstimateWords.storedThrough]
    guard
      let request = try? Recalibration(
        .sixMinuteWalkDistance, from: calendar.day(ofEntry: sample),
        storedThrough: stored.flatMap(calendar.day(_:)), reason: sample.metadata.label,
        askedAt: sample.metadata.other[EstimateWords.askedAt].flatMap { Int64($0) }.map {
          Date(millisecondsSince1970: $0)
        },
        testDays: sample.metadata.other[EstimateWords.testDays].map {
          Set($0.split(separator: " ").compactMap { calendar.day(String($0)) })
        })
    else { return nil }
    self = request
  }
}

extension ClinicTest {
  /// The test as a sample that a person entered: kept apart from estimates, and beside them.
  /// - Parameters:
  ///   - participant: The study's name for the person.
  ///   - calibrates: Whether it is to calibrate the person's estimates.
  ///   - calendar: The person's calendar.
  /// - Returns: The sample.
  public func sample(participant: String, calibrates: Bool, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    var metadata = calendar.clock.marked(SampleMetadata(isEnteredByHand: true))
    if calibrates { metadata.other[EstimateWords.calibrates] = "true" }
    return Sample(
      .sixMinuteWalkDistance, Length(meters: meters), start: date, end: date,
      participant: participant, metadata: metadata)
  }

  /// The test that a sample holds; `nil` when none was entered.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard sample.metadata.isEnteredByHand, let distance = sample.value(as: .sixMinuteWalkDistance)
    else { return nil }
    self.init(day: calendar.day(ofEntry: sample), meters: distance.meters)
  }
}

/// The days that an estimate looks back on.
///
/// ```
///               28 days
///      |======================|      the normal window of an estimate that ends here |
///            D |==============|      recalibrated from D: only what came after
///   D |======================|       once D lies before it: the normal window again
/// ```
public struct RecalibrationWindow: Hashable, Sendable {
  /// The first day used.
  public let firstDay: LocalDay
  /// The last day used: the estimate's own last day.
  public let lastDay: LocalDay
  /// The recalibration that cut the window short, or `nil` for a normal one.
  public let recalibration: Recalibration?

  /// The window of an estimate.
  /// - Parameters:
  ///   - estimate: The kind of estimate.
  ///   - lastDay: The last day that it may use.
  ///   - normalDays: How many days the normal window has.
  ///   - recalibrations: All that were ever asked and not taken back, in any order.
  public init(
    of estimate: EstimateKind, endingOn lastDay: LocalDay, normalDays: Int,
    recalibrations: [Recalibration]
  ) {
    let normalFirst = lastDay.advanced(by: 1 - normalDays)
    let latest =
      recalibrations
      .filter { $0.estimate == estimate && $0.applies(toEstimateEndingOn: lastDay) }
      .max { $0.day < $1.day }
    self.lastDay = lastDay
    if let latest, latest.day > normalFirst {
      firstDay = latest.day
      recalibration = latest
    } else {
      firstDay = normalFirst
      recalibration = nil
    }
  }

  /// The days used, first and last included.
  public var days: ClosedRange<LocalDay> { firstDay...lastDay }
}
