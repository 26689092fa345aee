/// A kind of sample, typed by the quantity that it holds.
///
/// ```swift
/// let kind: SampleKind<Speed> = .walkingSpeed
/// sample.value(as: .walkingSpeed)?.metersPerSecond
/// ```
public struct SampleKind<Value: SampleQuantity>: Hashable, Sendable {
  /// The kind's name, as it stands in the store and on the command line: `walking-speed`.
  public let name: String

  /// Makes a kind with a name. A name that is not in ``AnySampleKind/known`` is kept as it is.
  public init(name: String) { self.name = name }

  /// The kind without its type.
  public var erased: AnySampleKind { AnySampleKind(self.name) }

  /// The kind that holds the same of the parts of walks that lie within labelled activities:
  /// `activity-walking-speed`. See ``RecordingAnalysis/samples(participant:start:timeZone:activities:)``.
  var withinActivities: SampleKind { SampleKind(name: AnySampleKind.withinPrefix + name) }
}

extension SampleKind where Value == Speed {
  /// Mean speed over ground of a walking bout.
  public static let walkingSpeed = SampleKind(name: "walking-speed")
  /// Mean speed over ground of a running bout.
  public static let runningSpeed = SampleKind(name: "running-speed")
  /// Height climbed on a flight of stairs over the time of its steps. Where nothing measured the height, the sample says so
  /// (``StairWords/heightAssumed``).
  public static let stairAscentSpeed = SampleKind(name: "stair-ascent-speed")
  /// Height descended on a flight of stairs over the time of its steps, in the same way.
  public static let stairDescentSpeed = SampleKind(name: "stair-descent-speed")
  /// 95 % of a day's walking time was slower: the walking-time-weighted 95th percentile of the speeds of
  /// its bouts, the fastest comfortable speed. A bout of ten minutes counts as twenty of half a minute.
  public static let dailyWalkingSpeedP95 = SampleKind(name: "daily-walking-speed-p95")
  /// Half of a day's walking time was slower.
  public static let dailyWalkingSpeedMedian = SampleKind(name: "daily-walking-speed-median")
  /// Mean of a day's walking speeds, weighted by walking time.
  public static let dailyWalkingSpeedMean = SampleKind(name: "daily-walking-speed-mean")
  /// 95 % of the time in a day's longer walks was slower.
  public static let dailySustainedSpeedP95 = SampleKind(name: "daily-sustained-speed-p95")
}

extension SampleKind where Value == Length {
  /// Mean distance between successive foot placements in a walking bout.
  public static let stepLength = SampleKind(name: "step-length")
  /// Mean distance between successive placements of the same foot in a walking bout.
  public static let strideLength = SampleKind(name: "stride-length")
  /// The same while running.
  public static let runningStrideLength = SampleKind(name: "running-stride-length")
  /// How far the pelvis moves up and down in a step while running.
  public static let runningVerticalOscillation = SampleKind(
    name: "running-vertical-oscillation")
  /// Distance walked and run, on any ground.
  public static let distance = SampleKind(name: "distance")
  /// What the person would score on the six-minute walk test: an estimate, or a clinic's result
  /// when it was entered by hand.
  public static let sixMinuteWalkDistance = SampleKind(name: "six-minute-walk-distance")
  /// Stature.
  public static let height = SampleKind(name: "height")
  /// Mean of a day's step lengths, weighted by walking time.
  public static let dailyStepLengthMean = SampleKind(name: "daily-step-length-mean")
  /// Longest distance in six minutes of one walk of a day.
  public static let dailyLongestSixMinutes = SampleKind(name: "daily-longest-six-minutes")
}

extension SampleKind where Value == Cadence {
  /// Mean cadence of a walking bout.
  public static let cadence = SampleKind(name: "cadence")
  /// Mean cadence of a running bout.
  public static let runningCadence = SampleKind(name: "running-cadence")
  /// Mean of a day's cadences, weighted by walking time.
  public static let dailyCadenceMean = SampleKind(name: "daily-cadence-mean")
  /// 95 % of the time in a day's longer walks had a lower cadence.
  public static let dailySustainedCadenceP95 = SampleKind(name: "daily-sustained-cadence-p95")
}

extension SampleKind where Value == Fraction {
  /// Share of the gait cycle with both feet down.
  public static let doubleSupport = SampleKind(name: "double-support")
  /// Share of steps that take longer or shorter than the other foot's.
  public static let walkingAsymmetry = SampleKind(name: "walking-asymmetry")
  /// |ln(time of one foot's steps / time of the other's)|.
  public static let stepTimeAsymmetry = SampleKind(name: "step-time-asymmetry")
  /// ln(time of the left foot's steps / time of the right's) by a phone on the left thigh: its level is the
  /// pocket's, only its changes are the person's.
  public static let leftPocketStepTimeAsymmetry = SampleKind(
    name: "left-pocket-step-time-asymmetry")
  /// The same by a phone on the right thigh.
  public static let rightPocketStepTimeAsymmetry = SampleKind(
    name: "right-pocket-step-time-asymmetry")
  /// |ln(length of one foot's steps / length of the other's)|.
  public static let stepLengthAsymmetry = SampleKind(name: "step-length-asymmetry")
  /// Standard deviation of a walking bout's stride times as a share of their mean.
  public static let strideTimeVariability = SampleKind(name: "stride-time-variability")
  /// Steadiness of walking, 0-1, once a week.
  public static let walkingSteadiness = SampleKind(name: "walking-steadiness")
  /// Mean of a day's double support, weighted by walking time.
  public static let dailyDoubleSupportMean = SampleKind(name: "daily-double-support-mean")
  /// Mean of a day's walking asymmetry, weighted by walking time.
  public static let dailyWalkingAsymmetryMean = SampleKind(name: "daily-walking-asymmetry-mean")
  /// Mean of a day's stride-time variability, weighted by walking time.
  public static let dailyStrideTimeVariabilityMean = SampleKind(
    name: "daily-stride-time-variability-mean")
  /// Coefficient of variation of a day's walking speeds.
  public static let dailyWalkingSpeedVariability = SampleKind(
    name: "daily-walking-speed-variability")
  /// Coefficient of variation of a day's step lengths.
  public static let dailyStepLengthVariability = SampleKind(name: "daily-step-length-variability")
  /// The person's own factor in a day's walking speeds and step lengths; absent where none of them has one.
  public static let dailyPersonalFactor = SampleKind(name: "daily-personal-factor")
}

extension SampleKind where Value == Count {
  /// Steps walked and run, on any ground.
  public static let stepCount = SampleKind(name: "step-count")
  /// Flights of stairs climbed.
  public static let flightsClimbed = SampleKind(name: "flights-climbed")
  /// Flights of stairs descended.
  public static let flightsDescended = SampleKind(name: "flights-descended")
  /// Changes of walking direction that begin in a bout.
  public static let turnCount = SampleKind(name: "turn-count")
  /// Steps of a local calendar day.
  public static let dailyStepCount = SampleKind(name: "daily-step-count")
  /// Flat, steady walking bouts of a local calendar day.
  public static let dailyBoutCount = SampleKind(name: "daily-bout-count")
}

extension SampleKind where Value == Duration {
  /// Time spent walking, on any ground.
  public static let walkingTime = SampleKind(name: "walking-time")
  /// Time spent running.
  public static let runningTime = SampleKind(name: "running-time")
  /// How long a foot is on the ground in a step while running.
  public static let runningGroundContactTime = SampleKind(name: "running-ground-contact-time")
  /// Time the device was worn.
  public static let wearTime = SampleKind(name: "wear-time")
  /// Walking time of a local calendar day.
  public static let dailyWalkingTime = SampleKind(name: "daily-walking-time")
  /// Wear time of a local calendar day.
  public static let dailyWearTime = SampleKind(name: "daily-wear-time")
  /// Time in the longer walks of a local calendar day.
  public static let dailySustainedTime = SampleKind(name: "daily-sustained-time")
  /// Time in those of them whose steps were measured: 0 where a step was taken as a share of the height. Absent where
  /// walks are another program's, which does not say.
  public static let dailySustainedMeasuredTime = SampleKind(name: "daily-sustained-measured-time")
}

extension SampleKind where Value == HeartRate {
  /// Heart beats per minute.
  public static let heartRate = SampleKind(name: "heart-rate")
  /// How far the heart rate fell in the minute after effort.
  public static let heartRateRecovery = SampleKind(name: "heart-rate-recovery")
  /// Heart rate at rest.
  public static let restingHeartRate = SampleKind(name: "resting-heart-rate")
}

extension SampleKind where Value == OxygenUptake {
  /// Greatest oxygen uptake.
  public static let vo2Max = SampleKind(name: "vo2max")
  /// Greatest oxygen uptake that a day's walks point to.
  public static let dailyVO2Max = SampleKind(name: "daily-vo2max")
}

extension SampleKind where Value == Mass {
  /// Body mass.
  public static let bodyMass = SampleKind(name: "body-mass")
}

extension SampleKind where Value == Power {
  /// Mechanical power while running, as another program estimates it.
  public static let runningPower = SampleKind(name: "running-power")
}

extension SampleKind where Value == Energy {
  /// Energy that moving took, as another program estimates it.
  public static let activeEnergy = SampleKind(name: "active-energy")
  /// Energy that rest took, as another program estimates it.
  public static let restingEnergy = SampleKind(name: "resting-energy")
}

extension SampleKind where Value == HeartMedication {
  /// Medicines that slow the heart, as a person said.
  public static let heartMedication = SampleKind(name: "heart-medication")
}

extension SampleKind where Value == SteadinessEvent {
  /// Walking steadiness fell into a class, or stays there.
  public static let steadinessEvent = SampleKind(name: "steadiness-event")
}

extension SampleKind where Value == RecalibratedEstimate {
  /// An estimate starts again on the sample's date.
  public static let recalibration = SampleKind(name: "recalibration")
}

extension SampleKind where Value == WalkingChangeMark {
  /// The days show that walking changed on the sample's date.
  public static let walkingChange = SampleKind(name: "walking-change")
}

extension SampleKind where Value == LifeEvent {
  /// Something happened to the person: an injury, an operation. The label says it in words.
  public static let event = SampleKind(name: "event")
}

extension SampleKind where Value == ActivityMark {
  /// A labelled part of a recording: a six-minute walk test, an interval. The label is in
  /// ``SampleMetadata/label``.
  public static let activity = SampleKind(name: "activity")
  /// A workout of a phone's or watch's export. The label says which.
  public static let workout = SampleKind(name: "workout")
}

/// What becomes of many samples of a kind when they are put together.
public enum SampleAggregation: String, Hashable, Sendable, CaseIterable {
  /// Each value stands for itself: speeds have a mean, not a sum.
  case discrete
  /// Values add up: steps, distance, time.
  case cumulative
  /// Values are words: a state or an event, counted and timed, never averaged.
  case category
}
