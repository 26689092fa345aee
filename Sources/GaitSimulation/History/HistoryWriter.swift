import Foundation
import GaitModel

/// Writes walks and wear as samples, as an analysis of recordings writes them.
struct HistoryWriter {
  private(set) var samples: [Sample] = []
  private let steady: Sample.Origin
  private let unsteady: Sample.Origin

  init(participant: String, timeZone: TimeZone) {
    let source = SampleSource(name: SampleSource.analysisName, device: "simulated")
    var metadata = SampleMetadata(
      terrain: .level, site: .hip, timeZoneIdentifier: timeZone.identifier)
    steady = Sample.Origin(participant: participant, source: source, metadata: metadata)
    metadata.leftOutReason = .turning
    unsteady = Sample.Origin(participant: participant, source: source, metadata: metadata)
  }

  mutating func add(_ walk: SimulatedWalk) {
    let origin = walk.isSteady ? steady : unsteady
    add(.walkingSpeed, Speed(metersPerSecond: walk.speed), walk, origin, 0.07, own: 0.05)
    add(.stepLength, Length(meters: walk.stepLength), walk, origin, 0.07)
    add(.cadence, Cadence(stepsPerMinute: walk.cadence), walk, origin, 0.02)
    add(.doubleSupport, Fraction(walk.doubleSupport), walk, origin, 0.08)
    add(.walkingAsymmetry, Fraction(walk.unevenSteps), walk, origin, nil)
    if let variation = walk.strideTimeVariation {
      add(.strideTimeVariability, Fraction(variation), walk, origin, 0.2)
    }
    add(.stepCount, Count(walk.steps), walk, steady, nil)
    add(.distance, Length(meters: walk.distance), walk, steady, 0.07)
    add(.walkingTime, Duration.seconds(walk.seconds), walk, steady, nil)
  }

  mutating func addWear(_ stretch: Range<Date>) {
    let seconds = stretch.upperBound.timeIntervalSince(stretch.lowerBound)
    samples.append(
      Sample(
        kind: SampleKind.wearTime.erased, value: seconds, start: stretch.lowerBound,
        end: stretch.upperBound, origin: steady))
  }

  mutating func addHeartRate(_ perMinute: Double, at date: Date, isResting: Bool = false) {
    let kind = isResting ? SampleKind.restingHeartRate.erased : SampleKind.heartRate.erased
    samples.append(Sample(kind: kind, value: perMinute, start: date, end: date, origin: steady))
  }

  /// Errors are shares of the value.
  private mutating func add<Value>(
    _ kind: SampleKind<Value>, _ value: Value, _ walk: SimulatedWalk, _ origin: Sample.Origin,
    _ error: Double?, own: Double? = nil
  ) {
    let base = value.baseValue
    samples.append(
      Sample(
        kind: kind.erased, value: base, start: walk.start, end: walk.end, origin: origin,
        standardError: error.map { $0 * base }, standardErrorWithinPerson: own.map { $0 * base }))
  }
}
