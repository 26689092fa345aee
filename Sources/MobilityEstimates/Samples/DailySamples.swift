import Foundation
import GaitModel

/// Daily summaries as samples, and back: what an estimate needs of a day is kept, so that a new day
/// costs a day and not the year before it.
struct DailySamples {
  let calendar: DayCalendar
  private let isElsewhere: Bool
  private let origin: Sample.Origin

  init(participant: String, calendar: DayCalendar, settings: EstimateSettings) {
    let provenance = settings.daily.provenance
    self.calendar = calendar
    isElsewhere = !StepMarks.isAnalysis(settings.source)
    origin = Sample.Origin(
      participant: participant, source: settings.estimateSource,
      metadata: calendar.clock.marked(
        SampleMetadata(method: provenance.method, revision: provenance.revision)))
  }

  /// The kinds that hold summaries.
  static let kinds = figureKinds.union([SampleKind.heartRateRecovery.erased])

  /// Those of them of which the value and its errors say everything.
  static let figureKinds = Set(fields.map(\.kind))

  /// The figures by the kind of sample without which a day does not have them.
  static let sources: [AnySampleKind: Set<AnySampleKind>] = [
    SampleKind.wearTime.erased: [SampleKind.dailyWearTime.erased],
    SampleKind.walkingTime.erased: [SampleKind.dailyWalkingTime.erased],
    SampleKind.stepCount.erased: [SampleKind.dailyStepCount.erased],
    SampleKind.walkingSpeed.erased: [
      SampleKind.dailyWalkingSpeedMean.erased, SampleKind.dailyWalkingSpeedMedian.erased,
      SampleKind.dailyWalkingSpeedP95.erased, SampleKind.dailyWalkingSpeedVariability.erased,
      SampleKind.dailyPersonalFactor.erased,
    ],
    SampleKind.stepLength.erased: [
      SampleKind.dailyStepLengthMean.erased, SampleKind.dailyStepLengthVariability.erased,
    ],
    SampleKind.cadence.erased: [SampleKind.dailyCadenceMean.erased],
    SampleKind.doubleSupport.erased: [SampleKind.dailyDoubleSupportMean.erased],
    SampleKind.walkingAsymmetry.erased: [SampleKind.dailyWalkingAsymmetryMean.erased],
    SampleKind.strideTimeVariability.erased: [SampleKind.dailyStrideTimeVariabilityMean.erased],
  ]

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

  /// The summaries, by day, that recoveries and rows of ``figureKinds`` in their order hold; of two of one kind and
  /// start the first counts, and of two starts of one day, as where figures that nobody collects any more stay on the days
  /// of another clock, the first, which is that of the day.
  func summaries(
    of rows: [AnySampleKind: [SampleRow]], recoveries: [Sample]
  ) -> [LocalDay: DailySummary] {
    var days: [Int64: [AnySampleKind: DailySummary.Figure]] = [:]
    for kind in Self.figureKinds {
      var last: Int64?
      for row in rows[kind] ?? [] where row.start != last {
        last = row.start
        days[row.start, default: [:]][kind] = DailySummary.Figure(
          value: row.value, standardError: row.standardError,
          errorWithinPerson: row.standardErrorWithinPerson)
      }
    }
    let recovered = Dictionary(
      recoveries.map { ($0.start.millisecondsSince1970, $0) },
      uniquingKeysWith: { first, _ in first })
    for start in recovered.keys where days[start] == nil { days[start] = [:] }
    return days.sorted { $0.key < $1.key }.reduce(into: [:]) { summaries, entry in
      let day = calendar.day(containing: Date(millisecondsSince1970: entry.key))
      guard summaries[day] == nil else { return }
      summaries[day] = Self.summary(on: day, entry.value, Self.recovery(recovered[entry.key]))
      summaries[day]?.isMeasuredElsewhere = isElsewhere
    }
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
    Field(plain: .dailySustainedMeasuredTime) { $0.sustained?.measuredSeconds },
    Field(.dailySustainedSpeedP95) { $0.sustained?.fastSpeed },
    Field(plain: .dailySustainedCadenceP95) { $0.sustained?.fastCadence },
    Field(plain: .dailyLongestSixMinutes) { $0.sustained?.longestSixMinutes },
    Field(.dailyVO2Max) { $0.heart?.greatestUptake },
    Field(plain: .dailyPersonalFactor) { $0.personalFactor },
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
    summary.personalFactor = plain(.dailyPersonalFactor)
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
        seconds: seconds, measuredSeconds: plain(.dailySustainedMeasuredTime),
        fastSpeed: figure(.dailySustainedSpeedP95),
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
