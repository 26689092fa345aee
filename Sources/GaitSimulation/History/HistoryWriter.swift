import Foundation
import GaitModel

/// Writes walks and wear as samples, as an analysis of recordings writes them.
struct HistoryWriter {
  private(set) var samples: [Sample] = []
  private let participant: String
  private let metadata: SampleMetadata

  init(participant: String, timeZone: TimeZone) {
    self.participant = participant
    metadata = SampleMetadata(terrain: .level, timeZoneIdentifier: timeZone.identifier)
  }

  /// Writes a walk as a device at a site knows it. At the pelvis speed is measured; in a pocket it is that of steps
  /// which are a share of the height, there is none at a low cadence, and neither step lengths nor double support
  /// nor stride times are known. Where there are two devices, each has recordings of its own.
  mutating func add(
    _ walk: SimulatedWalk, site: WearingSite, device: String = Self.first, records: Bool = false
  ) {
    let steady = origin(site, device, walk.isSteady ? nil : .turning, records: records)
    let any = origin(site, device, nil, records: records)
    let isPelvis = site == .hip || site == .lowerBack
    let hertz = walk.cadence / 60
    if isPelvis {
      let error = (0.065 * walk.speed, 0.03 * walk.speed)
      add(.walkingSpeed, Speed(metersPerSecond: walk.speed), walk, steady, error.0, own: error.1)
      add(.stepLength, Length(meters: walk.stepLength), walk, steady, error.0 / hertz)
      add(.doubleSupport, Fraction(walk.doubleSupport), walk, steady, 0.025)
      if let variation = walk.strideTimeVariation {
        add(.strideTimeVariability, Fraction(variation), walk, steady, 0.2 * variation)
      }
    } else if walk.cadence >= Self.leastCadenceElsewhere {
      let step = Self.shareOfHeight * walk.height
      add(
        .walkingSpeed, Speed(metersPerSecond: step * hertz), walk, steady, 0.16,
        own: 0.075 * step * hertz)
    }
    add(.cadence, Cadence(stepsPerMinute: walk.cadence), walk, steady, 0.02 * walk.cadence)
    add(.walkingAsymmetry, Fraction(walk.unevenSteps), walk, steady, nil)
    add(.stepCount, Count(walk.steps), walk, any, nil)
    if isPelvis { add(.distance, Length(meters: walk.distance), walk, any, 0.065 * walk.distance) }
    add(.walkingTime, Duration.seconds(walk.seconds), walk, any, nil)
  }

  mutating func addWear(
    _ stretch: Range<Date>, site: WearingSite, device: String = Self.first, records: Bool = false
  ) {
    let seconds = stretch.upperBound.timeIntervalSince(stretch.lowerBound)
    samples.append(
      Sample(
        kind: SampleKind.wearTime.erased, value: seconds, start: stretch.lowerBound,
        end: stretch.upperBound, origin: origin(site, device, nil, records: records)))
  }

  mutating func addHeartRate(_ perMinute: Double, at date: Date, isResting: Bool = false) {
    let kind = isResting ? SampleKind.restingHeartRate.erased : SampleKind.heartRate.erased
    samples.append(
      Sample(
        kind: kind, value: perMinute, start: date, end: date,
        origin: origin(.hip, Self.first, nil)))
  }

  /// Away from the pelvis the analysis takes a step as this share of the height.
  private static let shareOfHeight = 0.385
  /// And gives no speed at a lower cadence, steps/min.
  private static let leastCadenceElsewhere = 85.0

  /// The device of somebody who wears one.
  static let first = "simulated"

  private func origin(
    _ site: WearingSite, _ device: String, _ reason: LeftOutReason?, records: Bool = false
  ) -> Sample.Origin {
    var metadata = metadata
    metadata.site = site
    metadata.leftOutReason = reason
    let recording =
      device == Self.first && !records
      ? nil : RecordingReference(name: device, start: Date(timeIntervalSince1970: 0))
    return Sample.Origin(
      participant: participant,
      source: SampleSource(
        name: SampleSource.analysisName, device: device, recording: recording),
      metadata: metadata)
  }

  private mutating func add<Value>(
    _ kind: SampleKind<Value>, _ value: Value, _ walk: SimulatedWalk, _ origin: Sample.Origin,
    _ error: Double?, own: Double? = nil
  ) {
    samples.append(
      Sample(
        kind: kind.erased, value: value.baseValue, start: walk.start, end: walk.end,
        origin: origin, standardError: error, standardErrorWithinPerson: own))
  }
}
