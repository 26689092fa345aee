import Foundation
import GaitModel

/// Daily summaries as samples, and back: what an estimate needs of a day is kept, so that a new day
/// costs a day and not the year before it.
struct DailySamples {
  let calendar: DayCalendar
  private let origin: Sample.Origin

  init(participant: String, calendar: DayCalendar, settings: EstimateSettings) {
    let provenance = settings.daily.provenance
    self.calendar = calendar
    origin = Sample.Origin(
      participant: participant, source: settings.estimateSource,
      metadata: calendar.clock.marked(
        SampleMetadata(method: provenance.method, revision: provenance.revision)))
  }

  /// The kinds that hold summaries.
  static let kinds = Set(fields.map(\.kind)).union([SampleKind.heartRateRecovery.erased])

  /// The samples of a summary: one for each thing that is known of the day.
  func samples(of summary: DailySummary) -> [Sample] {
    let interval = calendar.interval(of: summary.day)
    return Self.fields.compactMap { field in
      field.figure(summary).map { figure in
        Sample(
          kind: field.kind, value: figure.value, start: interval.lowerBound,
          end: interval.upperBound, origin: origin, standardError: figure.standardError,
          standardErrorWithinPerson: figure.errorWithinPerson)
      }
    } + (summary.heart?.recovery.map { [sample(of: $0, interval)] } ?? [])
  }

  /// A recovery with what came before it.
  private func sample(of recovery: HeartRateRecovery, _ day: Range<Date>) -> Sample {
    var metadata = origin.metadata
    metadata.other[RecoveryWords.peakRate] = recovery.peakRate.map { String($0) }
    metadata.other[RecoveryWords.activity] = recovery.activity?.rawValue
    metadata.other[RecoveryWords.seconds] = recovery.seconds.map { String($0) }
    return Sample(
      kind: SampleKind.heartRateRecovery.erased, value: recovery.fall, start: day.lowerBound,
      end: day.upperBound,
      origin: Sample.Origin(
        participant: origin.participant, source: origin.source, metadata: metadata))
  }

  private static func recovery(_ sample: Sample?) -> HeartRateRecovery? {
    sample.map { sample in
      let other = sample.metadata.other
      return HeartRateRecovery(
        fall: sample.value, peakRate: other[RecoveryWords.peakRate].flatMap(Double.init),
        activity: other[RecoveryWords.activity].flatMap(Activity.init(rawValue:)),
        seconds: other[RecoveryWords.seconds].flatMap(Double.init))
    }
  }

  /// The summaries that samples hold, by day; samples of other kinds do not count.
  func summaries(of samples: [Sample]) -> [LocalDay: DailySummary] {
    var summaries: [LocalDay: DailySummary] = [:]
    for (start, samples) in Dictionary(grouping: samples, by: \.start) {
      let day = calendar.day(containing: start)
      let values = Dictionary(
        samples.map { ($0.kind, Self.figure(of: $0)) }, uniquingKeysWith: { first, _ in first })
      let recovery = samples.first { $0.kind == SampleKind.heartRateRecovery.erased }
      summaries[day] = Self.summary(on: day, values, Self.recovery(recovery))
    }
    return summaries
  }

  private static func figure(of sample: Sample) -> DailySummary.Figure {
    DailySummary.Figure(
      value: sample.value, standardError: sample.standardError,
      errorWithinPerson: sample.standardErrorWithinPerson)
  }

  /// One thing that may be known of a day.
  private struct Field: Sendable {
    let kind: AnySampleKind
    let figure: @Sendable (DailySummary) -> DailySummary.Figure?

    init<Value>(
      _ kind: SampleKind<Value>,
      _ figure: @escaping @Sendable (DailySummary) -> DailySummary.Figure?
    ) {
      self.kind = kind.erased
      self.figure = figure
    }

    init<Value>(
      plain kind: SampleKind<Value>, _ value: @escaping @Sendable (DailySummary) -> Double?
    ) {
      self.init(kind) { value($0).map { DailySummary.Figure(value: $0) } }
    }
  }

  private static let fields: [Field] = [
    Field(plain: .dailyWearTime) { $0.wornSeconds },
    Field(plain: .dailyWalkingTime) { $0.walkingSeconds },
    Field(plain: .dailyStepCount) { $0.stepCount },
    Field(plain: .dailyBoutCount) { $0.walking?.boutCount.map { Double($0) } },
    Field(.dailyWalkingSpeedMean) { $0.walking?.meanSpeed },
    Field(plain: .dailyWalkingSpeedMedian) { $0.walking?.medianSpeed },
    Field(.dailyWalkingSpeedP95) { $0.walking?.fastSpeed },
    Field(plain: .dailyWalkingSpeedVariability) { $0.walking?.speedVariation },
    Field(.dailyStepLengthMean) { $0.walking?.stepLength },
    Field(plain: .dailyStepLengthVariability) { $0.walking?.stepLengthVariation },
    Field(.dailyCadenceMean) { $0.walking?.cadence },
    Field(.dailyDoubleSupportMean) { $0.walking?.doubleSupport },
    Field(.dailyWalkingAsymmetryMean) { $0.walking?.asymmetry },
    Field(.dailyStrideTimeVariabilityMean) { $0.walking?.strideTimeVariation },
    Field(plain: .dailySustainedTime) { $0.sustained?.seconds },
    Field(.dailySustainedSpeedP95) { $0.sustained?.fastSpeed },
    Field(plain: .dailySustainedCadenceP95) { $0.sustained?.fastCadence },
    Field(plain: .dailyLongestSixMinutes) { $0.sustained?.longestSixMinutes },
    Field(.dailyVO2Max) { $0.heart?.greatestUptake },
  ]

  private static func summary(
    on day: LocalDay, _ values: [AnySampleKind: DailySummary.Figure],
    _ recovery: HeartRateRecovery?
  ) -> DailySummary {
    func figure<Value>(_ kind: SampleKind<Value>) -> DailySummary.Figure? { values[kind.erased] }
    func plain<Value>(_ kind: SampleKind<Value>) -> Double? { values[kind.erased]?.value }
    var summary = DailySummary(
      day: day, wornSeconds: plain(.dailyWearTime), walkingSeconds: plain(.dailyWalkingTime),
      stepCount: plain(.dailyStepCount))
    if let mean = figure(.dailyWalkingSpeedMean), let fast = figure(.dailyWalkingSpeedP95) {
      summary.walking = DailySummary.Walking(
        boutCount: plain(.dailyBoutCount).map { Int($0) }, meanSpeed: mean,
        medianSpeed: plain(.dailyWalkingSpeedMedian), fastSpeed: fast,
        speedVariation: plain(.dailyWalkingSpeedVariability),
        stepLength: figure(.dailyStepLengthMean),
        stepLengthVariation: plain(.dailyStepLengthVariability),
        cadence: figure(.dailyCadenceMean), doubleSupport: figure(.dailyDoubleSupportMean),
        asymmetry: figure(.dailyWalkingAsymmetryMean),
        strideTimeVariation: figure(.dailyStrideTimeVariabilityMean))
    }
    if let seconds = plain(.dailySustainedTime) {
      summary.sustained = DailySummary.Sustained(
        seconds: seconds, fastSpeed: figure(.dailySustainedSpeedP95),
        fastCadence: plain(.dailySustainedCadenceP95),
        longestSixMinutes: plain(.dailyLongestSixMinutes))
    }
    if values[SampleKind.dailyVO2Max.erased] != nil || recovery != nil {
      summary.heart = DailySummary.Heart(
        greatestUptake: figure(.dailyVO2Max), recovery: recovery)
    }
    return summary
  }
}
