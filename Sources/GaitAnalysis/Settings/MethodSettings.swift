// Made by Tools/settings from the comments of the methods; not to be edited.
// swift-format-ignore-file

import GaitModel

extension Attitude {
  /// What can be set.
  public static let settings: [MethodSetting<Attitude>] = [
    MethodSetting(
      "timeConstantSeconds", \Attitude.timeConstantSeconds,
      "How long the accelerometer takes to win over the gyroscope, seconds: several "
        + "strides, so that the accelerations of walking average out, yet short against "
        + "gyroscope drift."),
    MethodSetting(
      "leastGravityShare", \Attitude.leastGravityShare,
      "The gyroscope is not used where less than this share of gravity is left "
        + "along up. A right one leaves .97 and more in walks, one with exchanged axes "
        + "less than .8 where somebody has turned."),
    MethodSetting(
      "gravityCutoffHertz", \Attitude.gravityCutoffHertz,
      "Below this frequency the specific force counts as gravity when there is no "
        + "gyroscope, Hz: well under half of a slow stride."),
  ]
}

extension AutoCalibration {
  /// What can be set.
  public static let settings: [MethodSetting<AutoCalibration>] = [
    MethodSetting(
      "epochSeconds", \AutoCalibration.epochSeconds,
      "Stillness is judged over so many seconds, as in the paper."),
    MethodSetting(
      "stillDeviationG", \AutoCalibration.stillDeviationG,
      "An epoch is still when each axis varies by less than this, standard "
        + "deviation in g: above the noise of the sensors in use, as in the paper."),
    MethodSetting(
      "plausibleNormG", \AutoCalibration.plausibleNormG,
      "A still sensor feels gravity: epochs outside of this, in g, come from a "
        + "broken or parked sensor. Data sheets allow a gain 10 % and an offset 0.25 g "
        + "off on one axis."),
    MethodSetting(
      "leastReachG", \AutoCalibration.leastReachG,
      "On every axis some epoch must lie below minus and some above plus this, g, "
        + "as in the paper: otherwise gain and offset cannot be told apart."),
    MethodSetting(
      "leastEpochCount", \AutoCalibration.leastEpochCount,
      "Fewer still epochs than this (five minutes in all) prove nothing: six "
        + "numbers are fitted, and an epoch on a body that breathes is some milli-g "
        + "off."),
    MethodSetting(
      "longestHours", \AutoCalibration.longestHours,
      "No more is looked at than this, hours, where a source gives that much: "
        + "enough in the paper."),
    MethodSetting(
      "largestErrorG", \AutoCalibration.largestErrorG,
      "A calibration that leaves a larger error, g, is refused, as in the paper."),
    MethodSetting(
      "tolerance", \AutoCalibration.tolerance,
      "The fit ends when no gain and no offset (g) moves by more than this: far "
        + "below any sensor."),
    MethodSetting(
      "longestFit", \AutoCalibration.longestFit,
      "Most steps of the fit, as in the authors' implementation."),
  ]
}

extension AutocorrelationGaitSequenceDetector {
  /// What can be set.
  public static let settings: [MethodSetting<AutocorrelationGaitSequenceDetector>] = [
    MethodSetting(
      "leastDeviation", \AutocorrelationGaitSequenceDetector.leastDeviation,
      "A frame that varies by less is idle, standard deviation in m/s²; 0.01 g in "
        + "the paper is for a phone at rest."),
    MethodSetting(
      "leastCorrelationShare", \AutocorrelationGaitSequenceDetector.leastCorrelationShare,
      "The autocorrelation must reach this, as in the paper."),
    MethodSetting(
      "lagSeconds", \AutocorrelationGaitSequenceDetector.lagSeconds,
      "Lags at which a step or a stride may repeat, seconds, as in the paper."),
  ]
    + SequenceDecoding.settings.map { $0.within(\AutocorrelationGaitSequenceDetector.decoding, "decoding") }
}

extension BodyAlignment {
  /// What can be set.
  public static let settings: [MethodSetting<BodyAlignment>] = [
    MethodSetting(
      "smoothingSeconds", \BodyAlignment.smoothingSeconds,
      "Smoothing of the demodulated motion, seconds: about a stride."),
    MethodSetting(
      "leastSeconds", \BodyAlignment.leastSeconds,
      "Shorter parts of a walk are not aligned on, seconds: less than two strides."),
    MethodSetting(
      "leastQuality", \BodyAlignment.leastQuality,
      "Below this quality forward and sideways are not told apart."),
    MethodSetting(
      "slowestContentHertz", \BodyAlignment.slowestContentHertz,
      "Slower motion is posture, Hz."),
  ]
}

extension BodyRise {
  /// What can be set.
  public static let settings: [MethodSetting<BodyRise>] = [
    MethodSetting(
      "largestRiseMeters", \BodyRise.largestRiseMeters,
      "Nobody's pelvis goes up and down by more in walking, meters. Walks have up "
        + "to 0.08, rising once from a chair before a walk 0.17, rising again and again "
        + "0.31 (medians of 4 s; the filters take a quarter of a seat's height)."),
    MethodSetting(
      "leastSeconds", \BodyRise.leastSeconds,
      "It lasts at least so long, seconds: three times up and down. A stumble lasts "
        + "5."),
    MethodSetting(
      "edgeRiseMeters", \BodyRise.edgeRiseMeters,
      "Around it everything down to this rise belongs to it, meters."),
    MethodSetting(
      "slowestHertz", \BodyRise.slowestHertz,
      "What is slower is no rise, Hz: a cycle of 4 s."),
    MethodSetting(
      "windowSeconds", \BodyRise.windowSeconds,
      "The rise is a mean over so many seconds: a cycle."),
  ]
}

extension BounceStepFrequency {
  /// What can be set.
  public static let settings: [MethodSetting<BounceStepFrequency>] = [
    MethodSetting(
      "evenBounceMeters", \BounceStepFrequency.evenBounceMeters,
      "A bounce at which step and stride are as likely, meters: more than walkers' "
        + "bodies do."),
    MethodSetting(
      "slope", \BounceStepFrequency.slope,
      "Log-odds of the stride per unit of the logarithm of the bounce: half or "
        + "twice the even bounce says 1 to 9."),
    MethodSetting(
      "largestEvidence", \BounceStepFrequency.largestEvidence,
      "A single frame never counts for more than this, log-odds."),
    MethodSetting(
      "weight", \BounceStepFrequency.weight,
      "Frames overlap: they are not that many witnesses. One lasting 0.4 s counts "
        + "like 0.14 independent ones, so that one witness speaks about every 3 s."),
    MethodSetting(
      "fastestStrideHertz", \BounceStepFrequency.fastestStrideHertz,
      "A faster rate is a step's, Hz: nobody steps at more than twice of it while "
        + "walking."),
    MethodSetting(
      "leastStrideSeconds", \BounceStepFrequency.leastStrideSeconds,
      "Strides for a shorter time are left as they are, seconds: a gesture is over "
        + "sooner than a walk, and two waves of the hand are not four steps."),
    MethodSetting(
      "windowSeconds", \BounceStepFrequency.windowSeconds,
      "The magnitude is looked at over so many seconds: several strides."),
    MethodSetting(
      "hidesSteps", \BounceStepFrequency.hidesSteps,
      "Whether every second step may be hidden, so that the stride's wave is "
        + "followed and such steps are put midway. In a pocket both legs' steps are "
        + "felt, and the step's own wave is followed at twice the stride's rate."),
  ]
    + StepFrequencyRidge.settings.map { $0.within(\BounceStepFrequency.ridge, "ridge") }
}

extension BoutErrors {
  /// What can be set.
  static let settings: [MethodSetting<BoutErrors>] = [
    MethodSetting(
      "endSteps", \BoutErrors.endSteps,
      "Steps missed or invented at the ends of a bout."),
    MethodSetting(
      "missedShare", \BoutErrors.missedShare,
      "Share of the steps that are missed or invented elsewhere."),
    MethodSetting(
      "cadenceShare", \BoutErrors.cadenceShare,
      "Cadence, as a share, beside the error of its mean stride: more than the "
        + "best-scoring .0024 and .0027, with which 95 % intervals hold .90 and .92."),
    MethodSetting(
      "usualScatter", \BoutErrors.usualScatter,
      "Scatter of stride times in usual walks, as a share: the middle of 142 walks "
        + "in a corridor and with a phone in the pocket."),
    MethodSetting(
      "usualStrides", \BoutErrors.usualStrides,
      "So many strides of usual scatter stand beside those of the walk, because few "
        + "strides do not tell theirs."),
    MethodSetting(
      "stepTimeAsymmetry", \BoutErrors.stepTimeAsymmetry,
      "Step-time asymmetry, a logarithm; 0 where no truth says it."),
  ]
}

extension BoutMeasures {
  /// What can be set.
  static let settings: [MethodSetting<BoutMeasures>] = [
    MethodSetting(
      "longestStepShare", \BoutMeasures.longestStepShare,
      "A step longer than this share of the median is a pause or hides a missed "
        + "contact."),
    MethodSetting(
      "longestStrideShare", \BoutMeasures.longestStrideShare,
      "A stride longer than this share of the median does not count for the "
        + "cadence. With the mean of the middle half, whole walks came out 1.0 and 1.3 "
        + "steps a minute too fast (10 people, 58 walks; 5 people, 84 walks), with "
        + "every stride .5 and .2 too slow, with this limit 0.0 and .4 too fast."),
    MethodSetting(
      "stepSeconds", \BoutMeasures.stepSeconds,
      "Shortest and longest step that a length is given for, seconds."),
    MethodSetting(
      "leastRunSeconds", \BoutMeasures.leastRunSeconds,
      "A run lasts at least so long, seconds: a few quick steps are part of a walk. "
        + "A frame lasts 4 s, so that less cannot be told from a stumble."),
    MethodSetting(
      "leastStrides", \BoutMeasures.leastStrides,
      "Fewer counted strides are not a steady bout."),
    MethodSetting(
      "largestTurningShare", \BoutMeasures.largestTurningShare,
      "More than this share of strides in turns is not steady walking."),
    MethodSetting(
      "largestVariationShare", \BoutMeasures.largestVariationShare,
      "Step times that vary by more than this share (from the median absolute "
        + "deviation) are unsteady."),
  ]
}

extension ClosingStep {
  /// What can be set.
  static let settings: [MethodSetting<ClosingStep>] = [
    MethodSetting(
      "steps", \ClosingStep.steps,
      "Usual interval before it, in tracked steps."),
    MethodSetting(
      "spread", \ClosingStep.spread,
      "Spread of its logarithm."),
  ]
}

extension ContactEvidenceModel {
  /// What can be set.
  static let settings: [MethodSetting<ContactEvidenceModel>] = [
    MethodSetting(
      "waveWidthSteps", \ContactEvidenceModel.waveWidthSteps,
      "A contact by the phase of the step wave is as good as this, standard "
        + "deviation in steps."),
    MethodSetting(
      "largestWaveDoubt", \ContactEvidenceModel.largestWaveDoubt,
      "The phase never speaks more strongly against a sample, log-odds: in a turn "
        + "it slips."),
    MethodSetting(
      "choiceSteps", \ContactEvidenceModel.choiceSteps,
      "Samples are compared with those around them, standard deviation in steps: "
        + "within one step."),
    MethodSetting(
      "scaleSteps", \ContactEvidenceModel.scaleSteps,
      "Shape and impact are divided by their root mean square around, standard "
        + "deviation in steps."),
    MethodSetting(
      "scaleFloor", \ContactEvidenceModel.scaleFloor,
      "That divisor is never far below the usual one: a share of it, added in "
        + "squares. What fades counts less."),
    MethodSetting(
      "impactCutoffHertz", \ContactEvidenceModel.impactCutoffHertz,
      "Above this frequency, Hz, hardly anything moves on purpose: it is an impact."),
    MethodSetting(
      "impactSeconds", \ContactEvidenceModel.impactSeconds,
      "Smoothing of the impact's energy, standard deviation in seconds: that of a "
        + "heel that lands."),
    MethodSetting(
      "levelSteps", \ContactEvidenceModel.levelSteps,
      "Smoothing of the motion's energy, standard deviation in steps: it keeps one "
        + "step apart from the next."),
  ]
    + TurningShare.settings.map { $0.within(\ContactEvidenceModel.turning, "turning") }
}

extension ExcursionStepLength {
  /// What can be set.
  public static let settings: [MethodSetting<ExcursionStepLength>] = [
    MethodSetting(
      "factor", \ExcursionStepLength.factor,
      "Multiplies the pendulum: the mean of four data sets of pockets and hands, "
        + "which lie between 1.06 and 1.23; the literature has 1.15-1.25 for the "
        + "pelvis."),
    MethodSetting(
      "temper", \ExcursionStepLength.temper,
      "How much longer steps are tempered, as at the pelvis."),
    MethodSetting(
      "neutralStepShare", \ExcursionStepLength.neutralStepShare,
      "The step that needs no tempering, as a share of stature, as at the pelvis."),
    MethodSetting(
      "legShareOfHeight", \ExcursionStepLength.legShareOfHeight,
      "Leg length as a share of stature, to the height of the fifth lumbar "
        + "vertebra."),
    MethodSetting(
      "medianSteps", \ExcursionStepLength.medianSteps,
      "Steps that a step is the median of, itself in their middle: more would mix a "
        + "walk with its turns."),
    MethodSetting(
      "stepShareOfHeight", \ExcursionStepLength.stepShareOfHeight,
      "The shortest and the longest step, as shares of stature: .6 and 1.4 times "
        + "the usual .32. Walks whose rise asks for another are no pendulum."),
    MethodSetting(
      "assumedHeightMeters", \ExcursionStepLength.assumedHeightMeters,
      "Stature that is taken when it was not given, meters, as in "
        + "`PendulumStepLength`: the step grows with its root only."),
    MethodSetting(
      "assumedHeightErrorShare", \ExcursionStepLength.assumedHeightErrorShare,
      "Standard error of the speed for a stature that was not given, as a share: "
        + "half of 0.10 m / 1.70 m."),
    MethodSetting(
      "personErrorShare", \ExcursionStepLength.personErrorShare,
      "Standard error of the speed as a share of it, between people: 68 % of the "
        + "errors with a data set left out lie within .12, 95 % within .21."),
    MethodSetting(
      "walkErrorShare", \ExcursionStepLength.walkErrorShare,
      "Standard error of a bout's speed with a factor that were known for certain, "
        + "as a share: that of `ProportionalStepLength`, because no walks of one person "
        + "tell more."),
  ]
}

extension FlightRule {
  /// What can be set.
  public static let settings: [MethodSetting<FlightRule>] = [
    MethodSetting(
      "largestFlightShare", \FlightRule.largestFlightShare,
      "In flight the sensor bears less, as a share of gravity. Walkers' seconds "
        + "come down to 0.27 of it, but not with such pushes."),
    MethodSetting(
      "leastPushShare", \FlightRule.leastPushShare,
      "A push bears more, as a share of gravity. The hardest second of a fast "
        + "walker at the waist has 1.9."),
  ]
}

extension HarmonicRatio {
  /// What can be set.
  public static let settings: [MethodSetting<HarmonicRatio>] = [
    MethodSetting(
      "harmonics", \HarmonicRatio.harmonics,
      "Harmonics of the stride that are looked at, as published."),
    MethodSetting(
      "smoothHarmonics", \HarmonicRatio.smoothHarmonics,
      "Harmonics that smoothness is read from: up to some 6 Hz, which a recording "
        + "at 20 Hz still holds."),
    MethodSetting(
      "leastStrides", \HarmonicRatio.leastStrides,
      "Fewer strides do not make a mean."),
    MethodSetting(
      "points", \HarmonicRatio.points,
      "Points that a stride is read at, four for each harmonic."),
  ]
}

extension HeightDecoder {
  /// What can be set.
  static let settings: [MethodSetting<HeightDecoder>] = [
    MethodSetting(
      "stairRise", \HeightDecoder.stairRise,
      "Rise of a step on stairs, meters: risers are 0.15-0.20 m high."),
    MethodSetting(
      "stairRiseDeviation", \HeightDecoder.stairRiseDeviation,
      "Its standard deviation, meters."),
    MethodSetting(
      "slopeRise", \HeightDecoder.slopeRise,
      "Standard deviation of the rise of a step on a slope, meters: 5 % of a step "
        + "of 0.65 m."),
    MethodSetting(
      "switchCost", \HeightDecoder.switchCost,
      "What a change of ground costs, as a log-likelihood."),
    MethodSetting(
      "driftMeters", \HeightDecoder.driftMeters,
      "Standard deviation that the height gains in a second on level ground, "
        + "meters: weather, and the sensor's drift."),
    MethodSetting(
      "largestSurprise", \HeightDecoder.largestSurprise,
      "A height never counts for more than this, as a log-likelihood: doors."),
  ]
}

extension InvertedPendulumStepLength {
  /// What can be set.
  public static let settings: [MethodSetting<InvertedPendulumStepLength>] = [
    MethodSetting(
      "factor", \InvertedPendulumStepLength.factor,
      "What the pendulum reads too short, as published: a foot is not a point."),
    MethodSetting(
      "legShareOfHeight", \InvertedPendulumStepLength.legShareOfHeight,
      "Leg length as a share of stature, to the height of the fifth lumbar "
        + "vertebra."),
    MethodSetting(
      "speedErrorShare", \InvertedPendulumStepLength.speedErrorShare,
      "Standard error of the speed as a share of it, between people, as in the "
        + "comparison of M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78 (2023)."),
  ]
}

extension IrregularWalking {
  /// What can be set.
  public static let settings: [MethodSetting<IrregularWalking>] = [
    MethodSetting(
      "leastMotionRMS", \IrregularWalking.leastMotionRMS,
      "Below this motion nobody walks: RMS of 0.5-9 Hz, m/s². A standing person who "
        + "handles things has 0.2-0.5."),
    MethodSetting(
      "switchCost", \IrregularWalking.switchCost,
      "What a switch between walking and not walking costs, log-odds: a stop of .8 "
        + "s is none."),
    MethodSetting(
      "leastSeconds", \IrregularWalking.leastSeconds,
      "A stretch lasts at least so long, seconds: a shorter one is a gesture."),
    MethodSetting(
      "reachSeconds", \IrregularWalking.reachSeconds,
      "Only stretches so near to a walk with rhythm count, seconds."),
    MethodSetting(
      "leastKnock", \IrregularWalking.leastKnock,
      "A crest of a step's knock stands out by at least this, m/s²."),
    MethodSetting(
      "shortestStepSeconds", \IrregularWalking.shortestStepSeconds,
      "Steps follow each other no faster, seconds."),
    MethodSetting(
      "leastContacts", \IrregularWalking.leastContacts,
      "Fewer contacts are a fidget or the end of the walk beside them; with 4 a "
        + "third of a second a minute of other activities is taken for walking, with 5 "
        + "nothing."),
  ]
}

extension JumpingDetector {
  /// What can be set.
  public static let settings: [MethodSetting<JumpingDetector>] = [
    MethodSetting(
      "evenHertz", \JumpingDetector.evenHertz,
      "Steps per second at which the cadence speaks for neither: people jog at "
        + "2.4-3 steps a second and jump at 1.5-2.5. Chosen on the same people, because "
        + "a slow jogger with soft shoes and a light jump come out alike without it."),
    MethodSetting(
      "cadenceSlope", \JumpingDetector.cadenceSlope,
      "Log-odds for each unit of ln cadence above it."),
    MethodSetting(
      "enduringSeconds", \JumpingDetector.enduringSeconds,
      "Beyond so many seconds the duration speaks for a run: no series of jumps in "
        + "the data lasts longer."),
    MethodSetting(
      "enduranceSlope", \JumpingDetector.enduranceSlope,
      "Log-odds for each unit of ln duration beyond: a hundred seconds of jumping "
        + "on the spot must show plainly."),
    MethodSetting(
      "leastRunningLogOdds", \JumpingDetector.leastRunningLogOdds,
      "A frame less likely running than this is not asked, log-odds: no run is made "
        + "of such."),
  ]
}

extension KnownDistanceCalibration {
  /// What can be set.
  public static let settings: [MethodSetting<KnownDistanceCalibration>] = [
    MethodSetting(
      "personShare", \KnownDistanceCalibration.personShare,
      "Spread of the model's error between people, as a logarithm (10 people, 115 "
        + "legs of 10 m)."),
    MethodSetting(
      "walkShare", \KnownDistanceCalibration.walkShare,
      "Spread from walk to walk of a person, truth's own noise included (the same)."),
    MethodSetting(
      "personShareElsewhere", \KnownDistanceCalibration.personShareElsewhere,
      "Spread between people where only steps, cadence and stature are known (10 "
        + "people, 116 legs)."),
    MethodSetting(
      "walkShareElsewhere", \KnownDistanceCalibration.walkShareElsewhere,
      "The same from walk to walk of a person."),
    MethodSetting(
      "possibleRatios", \KnownDistanceCalibration.possibleRatios,
      "Estimated over known distance beyond these is another path or a missed walk: "
        + "four spreads of a person and a walk together are 1.31."),
    MethodSetting(
      "possibleRatiosElsewhere", \KnownDistanceCalibration.possibleRatiosElsewhere,
      "The same where only steps, cadence and stature are known: 1.70."),
    MethodSetting(
      "leastMeters", \KnownDistanceCalibration.leastMeters,
      "Shorter paths are mostly starting and stopping, meters."),
    MethodSetting(
      "leastGroundSeconds", \KnownDistanceCalibration.leastGroundSeconds,
      "A receiver smooths its speed over some seconds: a shorter bout is mostly its "
        + "edges, seconds."),
    MethodSetting(
      "leastPhoneSeconds", \KnownDistanceCalibration.leastPhoneSeconds,
      "The same beside a phone at the pelvis, whose strides have no lag: some eight "
        + "steps, seconds."),
    MethodSetting(
      "longestGapSeconds", \KnownDistanceCalibration.longestGapSeconds,
      "Receivers give a speed each second, strides one each half; a longer silence "
        + "is a loss of sight, or a walk that the phone did not find, seconds."),
  ]
}

extension LayeredTerrain {
  /// What can be set.
  public static let settings: [MethodSetting<LayeredTerrain>] = [
    MethodSetting(
      "readsMotion", \LayeredTerrain.readsMotion,
      "Whether stairs show in the motion where the device is worn: they were seen "
        + "at the pelvis and in trouser pockets only."),
    MethodSetting(
      "readsRuns", \LayeredTerrain.readsRuns,
      "Whether the motion separates running on stairs from level running: at the "
        + "pelvis only."),
  ]
    + PressureTerrain.settings.map { $0.within(\LayeredTerrain.pressure, "pressure") }
    + MotionTerrain.settings.map { $0.within(\LayeredTerrain.motion, "motion") }
    + StairRunning.settings.map { $0.within(\LayeredTerrain.stairRunning, "stairRunning") }
}

extension LogisticGaitSequenceDetector {
  /// What can be set.
  public static let settings: [MethodSetting<LogisticGaitSequenceDetector>] = [
    MethodSetting(
      "walkingLogOdds", \LogisticGaitSequenceDetector.walkingLogOdds,
      "What the way of wearing adds to the log-odds of walking. At the lower back "
        + "and hip +0.2: little else moves there like walking, and the search for steps "
        + "has the last word. At the wrist -1: hands keep rhythms of their own."),
    MethodSetting(
      "runningLogOdds", \LogisticGaitSequenceDetector.runningLogOdds,
      "What the way of wearing adds to the log-odds of running in a frame that is "
        + "no jump. At the lower back and hip -0.8: above -0.7 the fastest steps of one "
        + "walker in seven at the hip are called running; elsewhere no walker is, and "
        + "joggers would be lost."),
    MethodSetting(
      "jumpingLogOdds", \LogisticGaitSequenceDetector.jumpingLogOdds,
      "What a frame that may show jumps is given toward flight, log-odds: hops are "
        + "low and irregular. Zero where hands are felt: their work looks like jumps."),
    MethodSetting(
      "trustsFlight", \LogisticGaitSequenceDetector.trustsFlight,
      "Whether flight in every second is enough for a run, where the device is "
        + "worn: at the lower back and hip, where no walker moves so hard. In a pocket "
        + "a walking leg does."),
    MethodSetting(
      "feelsHands", \LogisticGaitSequenceDetector.feelsHands,
      "Whether the device feels work of the hands where it is worn, which must not "
        + "count as walking."),
    MethodSetting(
      "handWorkLogOdds", \LogisticGaitSequenceDetector.handWorkLogOdds,
      "A frame is held back only when more than this speaks for work of the hands, "
        + "log-odds. 4 where the device may be elsewhere after all, because a slow walk "
        + "felt at the back does not bounce either; 8 in the hand, because a phone that "
        + "lies flat in it goes up and down along a line, and a hand that holds one "
        + "neither stirs nor claps; 0 at the wrist."),
  ]
    + SequenceDecoding.settings.map { $0.within(\LogisticGaitSequenceDetector.decoding, "decoding") }
    + JumpingDetector.settings.map { $0.within(\LogisticGaitSequenceDetector.jumping, "jumping") }
    + FlightRule.settings.map { $0.within(\LogisticGaitSequenceDetector.flight, "flight") }
    + StepPushRule.settings.map { $0.within(\LogisticGaitSequenceDetector.push, "push") }
}

extension MotionTerrain {
  /// What can be set.
  public static let settings: [MethodSetting<MotionTerrain>] = [
    MethodSetting(
      "leastCertaintyLogOdds", \MotionTerrain.leastCertaintyLogOdds,
      "Mean log-odds of a stretch below which it only may be stairs. On people left "
        + "out 9 of 10 true stretches lie above 1.9; anything from 1.7 to 2.0 gives the "
        + "same figures (`Tools/fit/terrain`)."),
    MethodSetting(
      "leastCertaintyOfLongLogOdds", \MotionTerrain.leastCertaintyOfLongLogOdds,
      "The same of a stretch without a landing for so long that it is no usual "
        + "flight."),
    MethodSetting(
      "longestFlightSeconds", \MotionTerrain.longestFlightSeconds,
      "A longer stretch of stairs without a landing is unusual, seconds: codes ask "
        + "for one after 3.66 m (International Building Code 1011.8), 21 steps. A body "
        + "that always moves as on stairs is a person, not a staircase: at the waist "
        + "all false stairs but one of data sets left out lasted longer."),
  ]
    + TerrainDecoder.settings.map { $0.within(\MotionTerrain.decoder, "decoder") }
}

extension NoAsymmetry {
  /// What can be set.
  public static let settings: [MethodSetting<NoAsymmetry>] = []
}

extension NoBodyAlignment {
  /// What can be set.
  public static let settings: [MethodSetting<NoBodyAlignment>] = []
}

extension NoDoubleSupport {
  /// What can be set.
  public static let settings: [MethodSetting<NoDoubleSupport>] = []
}

extension NoGaitQuality {
  /// What can be set.
  public static let settings: [MethodSetting<NoGaitQuality>] = []
}

extension NoIrregularWalking {
  /// What can be set.
  public static let settings: [MethodSetting<NoIrregularWalking>] = []
}

extension NoLaterality {
  /// What can be set.
  public static let settings: [MethodSetting<NoLaterality>] = []
}

extension NoRunningMechanics {
  /// What can be set.
  public static let settings: [MethodSetting<NoRunningMechanics>] = []
}

extension NoTerrain {
  /// What can be set.
  public static let settings: [MethodSetting<NoTerrain>] = []
}

extension NoTurnDetector {
  /// What can be set.
  public static let settings: [MethodSetting<NoTurnDetector>] = []
}

extension NoWalkCheck {
  /// What can be set.
  public static let settings: [MethodSetting<NoWalkCheck>] = []
}

extension NonWear {
  /// What can be set.
  public static let settings: [MethodSetting<NonWear>] = [
    MethodSetting(
      "blockMinutes", \NonWear.blockMinutes,
      "Windows move by this, minutes, as in the paper of 2013."),
    MethodSetting(
      "windowBlocks", \NonWear.windowBlocks,
      "So many blocks are one window: the hour of the paper of 2013."),
    MethodSetting(
      "stillDeviationG", \NonWear.stillDeviationG,
      "An axis at rest varies by less than this, standard deviation in g, as in the "
        + "paper."),
    MethodSetting(
      "stillRangeG", \NonWear.stillRangeG,
      "An axis at rest stays within a range narrower than this, g, as in the paper."),
    MethodSetting(
      "stillAxisCount", \NonWear.stillAxisCount,
      "So many axes must be at rest, as in the paper."),
    MethodSetting(
      "leastWindowShare", \NonWear.leastWindowShare,
      "A window is judged when this share of it has samples: one of its blocks may "
        + "be missing, which is what the end of a recording leaves."),
    MethodSetting(
      "islandPasses", \NonWear.islandPasses,
      "How often islands are looked for in what was found before, as in the "
        + "authors' implementation."),
  ]
}

extension OscillationDoubleSupport {
  /// What can be set.
  public static let settings: [MethodSetting<OscillationDoubleSupport>] = [
    MethodSetting(
      "expectedSpeedMetersPerSecond", \OscillationDoubleSupport.expectedSpeedMetersPerSecond,
      "Speeds beyond these count as these, m/s."),
    MethodSetting(
      "expectedErrorPercent", \OscillationDoubleSupport.expectedErrorPercent,
      "Spread of double support between people of one speed, points of the stride."),
    MethodSetting(
      "possiblePercent", \OscillationDoubleSupport.possiblePercent,
      "Values beyond these were never seen, percent of the stride."),
    MethodSetting(
      "standardErrorPercent", \OscillationDoubleSupport.standardErrorPercent,
      "Standard error, points of the stride, on people left out."),
    MethodSetting(
      "leastStrides", \OscillationDoubleSupport.leastStrides,
      "Fewer straight strides do not make a mean."),
    MethodSetting(
      "stepSeconds", \OscillationDoubleSupport.stepSeconds,
      "Steps outside these limits are not averaged, seconds."),
    MethodSetting(
      "largestImbalanceShare", \OscillationDoubleSupport.largestImbalanceShare,
      "The middle contact of an averaged stride lies within this of its middle, as "
        + "a share."),
  ]
}

extension PendulumStepLength {
  /// What can be set.
  public static let settings: [MethodSetting<PendulumStepLength>] = [
    MethodSetting(
      "temper", \PendulumStepLength.temper,
      "How much longer steps are tempered; fitted freely it is -0.18."),
    MethodSetting(
      "neutralStepShare", \PendulumStepLength.neutralStepShare,
      "The step that needs no tempering, as a share of stature."),
    MethodSetting(
      "hingeSharpness", \PendulumStepLength.hingeSharpness,
      "How sharp the hinge is; a large value is a corner."),
    MethodSetting(
      "assumedHeightMeters", \PendulumStepLength.assumedHeightMeters,
      "Stature that is taken when it was not given, meters: between the means of "
        + "women and men (NCD Risk Factor Collaboration, eLife 5:e13410, 2016, adults "
        + "of Europe). The step grows with its root only."),
    MethodSetting(
      "assumedHeightErrorShare", \PendulumStepLength.assumedHeightErrorShare,
      "Standard error of the speed for a stature that was not given, as a share: "
        + "half of 0.10 m / 1.70 m."),
    MethodSetting(
      "legShareOfHeight", \PendulumStepLength.legShareOfHeight,
      "Leg length as a share of stature: the sensor's pivot height at the fifth "
        + "lumbar vertebra."),
    MethodSetting(
      "longestStrideSeconds", \PendulumStepLength.longestStrideSeconds,
      "A longer stride hides a pause or a missed contact, seconds; the one before "
        + "is looked at instead."),
    MethodSetting(
      "usualStepLockedShare", \PendulumStepLength.usualStepLockedShare,
      "Step-locked share of the oscillation where none can be measured: straight "
        + "walking of ordinary speed."),
    MethodSetting(
      "largestRiseMeters", \PendulumStepLength.largestRiseMeters,
      "No step lifts the pelvis more than this, m."),
    MethodSetting(
      "personErrorShare", \PendulumStepLength.personErrorShare,
      "Standard error: share of the speed that differs from person to person; "
        + "fitted .059, wider so that it covers parts of bouts too."),
    MethodSetting(
      "shorteningError", \PendulumStepLength.shorteningError,
      "Standard error: m/s per unit of shortening."),
    MethodSetting(
      "stepError", \PendulumStepLength.stepError,
      "Standard error: m/s of a single step."),
    MethodSetting(
      "walkErrorShare", \PendulumStepLength.walkErrorShare,
      "Standard error: share of the speed that differs from walk to walk of one "
        + "person. With `stepError` it is .036 of the speed for a walk of 28 steps "
        + "(measured .035, 10 people)."),
    MethodSetting(
      "personalShare", \PendulumStepLength.personalShare,
      "The part of `personErrorShare` that a personal factor takes the place of: "
        + "spread of the model's error between people, as in "
        + "`KnownDistanceCalibration`."),
  ]
}

extension PhaseInitialContactDetector {
  /// What can be set.
  public static let settings: [MethodSetting<PhaseInitialContactDetector>] = [
    MethodSetting(
      "contactPhaseDegrees", \PhaseInitialContactDetector.contactPhaseDegrees,
      "Phase of the step wave at contact, degrees; 0 is the crest. Unbiased against "
        + "three laboratory references; the crest itself is 43-62 ms late."),
    MethodSetting(
      "isRefined", \PhaseInitialContactDetector.isRefined,
      "Whether contacts are moved by the waveform; not away from the pelvis, where "
        + "that was not fitted."),
  ]
}

extension PocketAsymmetry {
  /// What can be set.
  static let settings: [MethodSetting<PocketAsymmetry>] = [
    MethodSetting(
      "marginSeconds", \PocketAsymmetry.marginSeconds,
      "Left out at both ends of a walk, seconds: starting and stopping."),
    MethodSetting(
      "plausibleShare", \PocketAsymmetry.plausibleShare,
      "Steps outside this share of the median step time are pauses or missed "
        + "contacts."),
    MethodSetting(
      "leastStepsPerFoot", \PocketAsymmetry.leastStepsPerFoot,
      "Fewer steps than this say nothing about a foot: a median of eight is known "
        + "to 2 to 3 %, about what a change is worth."),
    MethodSetting(
      "shownShare", \PocketAsymmetry.shownShare,
      "Share of a change that the contacts show: the phase that gives them is "
        + "smoothed over a quarter of a step. Of steps that alternate, theory leaves "
        + "8/π² · exp(-π²/32) = .60; 60 walks in which time itself was made to run "
        + "unevenly show .53 (.49 to .57 by person)."),
    MethodSetting(
      "betweenWalks", \PocketAsymmetry.betweenWalks,
      "What a pocket and a person change from walk to walk, a logarithm: with .04 "
        + "and the scatter of the steps .66 and .94 of 93 walks of 5 people lie within "
        + "one and 1.96 errors of the mean of their person, pocket and leg."),
  ]
}

extension PressureTerrain {
  /// What can be set.
  public static let settings: [MethodSetting<PressureTerrain>] = [
    MethodSetting(
      "leadSeconds", \PressureTerrain.leadSeconds,
      "Ground before and after a walk that is assumed level, seconds: a lift's "
        + "doors take longer to close."),
    MethodSetting(
      "contextSeconds", \PressureTerrain.contextSeconds,
      "Ground on both sides of a flight that its height is measured against, "
        + "seconds."),
    MethodSetting(
      "marginSeconds", \PressureTerrain.marginSeconds,
      "Ground next to another rise that does not count, seconds: where that one "
        + "ends is not sure."),
    MethodSetting(
      "rounds", \PressureTerrain.rounds,
      "How often the rises are fitted, each time next to where the others were "
        + "found."),
    MethodSetting(
      "averagingContextSeconds", \PressureTerrain.averagingContextSeconds,
      "As `contextSeconds` when the height of a flight is averaged: a trend is "
        + "allowed for then."),
    MethodSetting(
      "averagingMarginSeconds", \PressureTerrain.averagingMarginSeconds,
      "As `marginSeconds` when the height of a flight is averaged: half a step, the "
        + "ends being known better."),
    MethodSetting(
      "averagingRounds", \PressureTerrain.averagingRounds,
      "How often the heights are averaged, each time between where the neighbors "
        + "were found."),
    MethodSetting(
      "stairRise", \PressureTerrain.stairRise,
      "Rise of a step that is stairs, meters: building codes allow 0.10 to 0.20 m, "
        + "and pressure errs."),
    MethodSetting(
      "leastSlopeRise", \PressureTerrain.leastSlopeRise,
      "Rise of a step from which on a slope is no longer level, meters: 3 % of a "
        + "step of 0.65 m."),
    MethodSetting(
      "leastSlopeMeters", \PressureTerrain.leastSlopeMeters,
      "Lowest slope beside a flight, meters: the sensor's drift reaches half of it "
        + "in 20 s."),
    MethodSetting(
      "leastFlightMeters", \PressureTerrain.leastFlightMeters,
      "Lowest flight, meters: half a dozen risers; below it drafts look alike."),
    MethodSetting(
      "leastSignificance", \PressureTerrain.leastSignificance,
      "A rise smaller than this many standard errors does not count."),
    MethodSetting(
      "leastBins", \PressureTerrain.leastBins,
      "Fewer heights in a walk do not tell."),
  ]
    + HeightDecoder.settings.map { $0.within(\PressureTerrain.decoder, "decoder") }
    + RiseFit.settings.map { $0.within(\PressureTerrain.fit, "fit") }
    + RiseAverage.settings.map { $0.within(\PressureTerrain.average, "average") }
}

extension ProportionalStepLength {
  /// What can be set.
  public static let settings: [MethodSetting<ProportionalStepLength>] = [
    MethodSetting(
      "leastStepsPerMinute", \ProportionalStepLength.leastStepsPerMinute,
      "Below this cadence the share does not hold, steps per minute."),
    MethodSetting(
      "speedStandardErrorMetersPerSecond", \ProportionalStepLength.speedStandardErrorMetersPerSecond,
      "Standard error of the speed, m/s, between people."),
    MethodSetting(
      "personalSlope", \ProportionalStepLength.personalSlope,
      "Power of cadence by which a person's own steps grow (.56 ± .18 in 10 people, "
        + "rounded)."),
    MethodSetting(
      "walkErrorShare", \ProportionalStepLength.walkErrorShare,
      "Standard error of a bout's speed with a factor that were known for certain, "
        + "as a share."),
  ]
}

extension RhythmWalkAssembler {
  /// What can be set.
  public static let settings: [MethodSetting<RhythmWalkAssembler>] = [
    MethodSetting(
      "leastStrongAmplitude", \RhythmWalkAssembler.leastStrongAmplitude,
      "A strong contact is never weaker than this, m/s²."),
    MethodSetting(
      "strongShare", \RhythmWalkAssembler.strongShare,
      "Nor weaker than this share of the sequence's median step: in a pocket one "
        + "leg's steps are far weaker than the other's."),
    MethodSetting(
      "innerShare", \RhythmWalkAssembler.innerShare,
      "Between strong contacts weaker ones count down to this share: pockets and "
        + "hands hear more than steps."),
    MethodSetting(
      "shortestStepShare", \RhythmWalkAssembler.shortestStepShare,
      "Of two contacts closer than this share of the local step time the weaker "
        + "goes."),
    MethodSetting(
      "rhythmShares", \RhythmWalkAssembler.rhythmShares,
      "The next contact is in rhythm when it follows within these shares of the "
        + "local step time."),
    MethodSetting(
      "longestHiddenSeconds", \RhythmWalkAssembler.longestHiddenSeconds,
      "Steps that a moving device hides are put into gaps of up to so many seconds; "
        + "0 where none is hidden. At the wrist 5: with 2.5 counted steps are .3 points "
        + "further off, and a longer gap is no turn."),
    MethodSetting(
      "leastHiddenLevel", \RhythmWalkAssembler.leastHiddenLevel,
      "The device moves on where its magnitude varies by this share of what it does "
        + "around the gap. From .4 to .7 the counted steps are 2.6 to 3.3 % off."),
    MethodSetting(
      "reachSteps", \RhythmWalkAssembler.reachSteps,
      "A walk grows at most this far beyond a gait sequence, in local steps."),
    MethodSetting(
      "longestPauseSeconds", \RhythmWalkAssembler.longestPauseSeconds,
      "A longer pause ends a walk, seconds."),
    MethodSetting(
      "leastContacts", \RhythmWalkAssembler.leastContacts,
      "Fewer contacts are not a walk: two strides, one of each foot."),
  ]
}

extension RiseAverage {
  /// What can be set.
  static let settings: [MethodSetting<RiseAverage>] = [
    MethodSetting(
      "reach", \RiseAverage.reach,
      "How many contacts each end may lie away from where it was found."),
    MethodSetting(
      "leastSteps", \RiseAverage.leastSteps,
      "Fewer steps are no flight."),
    MethodSetting(
      "usualRise", \RiseAverage.usualRise,
      "A typical riser, meters, as in `StairFlights`."),
    MethodSetting(
      "usualRiseDeviation", \RiseAverage.usualRiseDeviation,
      "How much risers differ, standard deviation in meters."),
    MethodSetting(
      "trendDeviation", \RiseAverage.trendDeviation,
      "What weather and the sensor's drift change in a second, standard deviation "
        + "in meters: 2 hPa an hour."),
    MethodSetting(
      "driftMeters", \RiseAverage.driftMeters,
      "What the sensor's drift adds to the error of a height beyond a trend, "
        + "standard deviation in meters."),
    MethodSetting(
      "cutoff", \RiseAverage.cutoff,
      "Bins further off than this many standard deviations do not count: doors."),
    MethodSetting(
      "rounds", \RiseAverage.rounds,
      "How often the weights of the bins are recomputed."),
    MethodSetting(
      "scaleError", \RiseAverage.scaleError,
      "Relative error of every height: the air's temperature is not known, 10 °C "
        + "are 3.5 %."),
  ]
}

extension RiseFit {
  /// What can be set.
  static let settings: [MethodSetting<RiseFit>] = [
    MethodSetting(
      "cutoff", \RiseFit.cutoff,
      "Bins further off than this many standard deviations do not count."),
    MethodSetting(
      "rounds", \RiseFit.rounds,
      "How often the weights are recomputed."),
    MethodSetting(
      "reach", \RiseFit.reach,
      "How many contacts the ends are moved to find the best ones."),
    MethodSetting(
      "usualRise", \RiseFit.usualRise,
      "A typical riser, meters, as in `StairFlights`: it helps to place the ends, "
        + "which the pressure alone leaves open by some steps."),
    MethodSetting(
      "usualRiseDeviation", \RiseFit.usualRiseDeviation,
      "How much risers differ, standard deviation in meters."),
    MethodSetting(
      "largestSurprise", \RiseFit.largestSurprise,
      "The riser never counts for more than this, as a log-likelihood: slopes rise "
        + "otherwise."),
    MethodSetting(
      "scaleError", \RiseFit.scaleError,
      "Relative error of every height: the air's temperature is not known, 10 °C "
        + "are 3.5 %."),
  ]
}

extension RunningMechanics {
  /// What can be set.
  public static let settings: [MethodSetting<RunningMechanics>] = [
    MethodSetting(
      "leastForceShare", \RunningMechanics.leastForceShare,
      "Force above which a foot is surely down, as a share of standing: soft tissue "
        + "rings below it."),
    MethodSetting(
      "cutoffHertz", \RunningMechanics.cutoffHertz,
      "What is faster than this is ringing, Hz."),
    MethodSetting(
      "slowestShare", \RunningMechanics.slowestShare,
      "What is slower than this share of the step frequency is no bounce."),
    MethodSetting(
      "leastSteps", \RunningMechanics.leastSteps,
      "Fewer steps are no mean."),
    MethodSetting(
      "contactErrorShare", \RunningMechanics.contactErrorShare,
      "How well half a sine tells contact time, standard deviation as a share of "
        + "it: a judgment, no recording at hand has force plates."),
    MethodSetting(
      "oscillationErrorShare", \RunningMechanics.oscillationErrorShare,
      "The same of the oscillation."),
  ]
}

extension SatelliteRunPace {
  /// What can be set.
  public static let settings: [MethodSetting<SatelliteRunPace>] = [
    MethodSetting(
      "leastSeconds", \SatelliteRunPace.leastSeconds,
      "A receiver smooths its speed over some seconds: a shorter run is mostly its "
        + "edges, seconds."),
    MethodSetting(
      "longestGapSeconds", \SatelliteRunPace.longestGapSeconds,
      "Receivers give a speed each second; a longer silence is a loss of sight, "
        + "seconds."),
    MethodSetting(
      "speedErrorMetersPerSecond", \SatelliteRunPace.speedErrorMetersPerSecond,
      "Standard error of a mean speed, m/s: 90.8 % of a normal distribution lie "
        + "within 1.69 of them."),
    MethodSetting(
      "slowestMetersPerSecond", \SatelliteRunPace.slowestMetersPerSecond,
      "Slower than this is standing, or no view of the sky, m/s."),
  ]
}

extension SequenceDecoding {
  /// What can be set.
  static let settings: [MethodSetting<SequenceDecoding>] = [
    MethodSetting(
      "walkingSwitchCost", \SequenceDecoding.walkingSwitchCost,
      "What a switch between walking and not walking costs, log-odds."),
    MethodSetting(
      "runningSwitchCost", \SequenceDecoding.runningSwitchCost,
      "What a switch between running and not running costs, log-odds: a few leaps "
        + "are not a run."),
    MethodSetting(
      "largestEvidence", \SequenceDecoding.largestEvidence,
      "A single frame never counts for more than this, log-odds."),
  ]
}

extension StairFlights {
  /// What can be set.
  public static let settings: [MethodSetting<StairFlights>] = [
    MethodSetting(
      "riserMeters", \StairFlights.riserMeters,
      "A typical riser, meters: codes allow at most 0.178 m in public buildings "
        + "(International Building Code 1011.5) and 0.196 m in homes (International "
        + "Residential Code R311.7); comfortable ones are 0.16-0.18 m (J. Templer, The "
        + "Staircase, 1992)."),
    MethodSetting(
      "riserDeviation", \StairFlights.riserDeviation,
      "How much risers differ from staircase to staircase, standard deviation in "
        + "meters."),
    MethodSetting(
      "stepDeviation", \StairFlights.stepDeviation,
      "How well the steps of a flight are counted, standard deviation: its ends lie "
        + "between steps."),
    MethodSetting(
      "longestStepShare", \StairFlights.longestStepShare,
      "No step counts for longer than this many usual ones: one that does is a "
        + "landing."),
  ]
}

extension StairRunning {
  /// What can be set.
  public static let settings: [MethodSetting<StairRunning>] = [
    MethodSetting(
      "longestSeconds", \StairRunning.longestSeconds,
      "A longer run is level, seconds: 60 steps at three a second are six flights "
        + "in one go."),
  ]
}

extension SteadyGaitQuality {
  /// What can be set.
  public static let settings: [MethodSetting<SteadyGaitQuality>] = []
    + SteadyRuns.settings.map { $0.within(\SteadyGaitQuality.steadyRuns, "steadyRuns") }
    + TimingVariability.settings.map { $0.within(\SteadyGaitQuality.variability, "variability") }
    + WalkRegularity.settings.map { $0.within(\SteadyGaitQuality.regularity, "regularity") }
    + HarmonicRatio.settings.map { $0.within(\SteadyGaitQuality.harmonicRatio, "harmonicRatio") }
}

extension SteadyRuns {
  /// What can be set.
  static let settings: [MethodSetting<SteadyRuns>] = [
    MethodSetting(
      "plausibleShare", \SteadyRuns.plausibleShare,
      "A step outside this share of the median hides a pause, a missed contact or "
        + "one too many."),
    MethodSetting(
      "turnMarginSeconds", \SteadyRuns.turnMarginSeconds,
      "A turn bends the steps beside it too, seconds."),
    MethodSetting(
      "marginContacts", \SteadyRuns.marginContacts,
      "Contacts left out at both ends of a run: the first and last step differ from "
        + "the others."),
    MethodSetting(
      "leastContacts", \SteadyRuns.leastContacts,
      "Shorter runs say little about repetition."),
  ]
}

extension StepFrequencyRidge {
  /// What can be set.
  public static let settings: [MethodSetting<StepFrequencyRidge>] = [
    MethodSetting(
      "changeCost", \StepFrequencyRidge.changeCost,
      "What a change of the step frequency costs, per unit of its logarithm and "
        + "frame."),
    MethodSetting(
      "largestChangeCost", \StepFrequencyRidge.largestChangeCost,
      "The most that any change costs: a walk may stop and another begin."),
  ]
}

extension StepIntervalPrior {
  /// What can be set.
  static let settings: [MethodSetting<StepIntervalPrior>] = [
    MethodSetting(
      "spread", \StepIntervalPrior.spread,
      "Spread of the logarithm from step to step: irregular walking, and errors of "
        + "the tracked frequency."),
    MethodSetting(
      "wideSpread", \StepIntervalPrior.wideSpread,
      "The same in a hesitation."),
    MethodSetting(
      "wideShare", \StepIntervalPrior.wideShare,
      "Share of hesitations."),
    MethodSetting(
      "steps", \StepIntervalPrior.steps,
      "Shortest and longest interval, tracked steps."),
  ]
}

extension StepPushRule {
  /// What can be set.
  public static let settings: [MethodSetting<StepPushRule>] = [
    MethodSetting(
      "leastPushShare", \StepPushRule.leastPushShare,
      "Every step of a run pushes at least so hard, as a share of gravity: pi/2, "
        + "which leaves no time for flight. The softest of 58 runs has 1.73. 0 at the "
        + "lower back and hip, where who runs on stairs pushes less, and at the wrist, "
        + "where the force is the arm's."),
  ]
}

extension StepSequenceDetector {
  /// What can be set.
  public static let settings: [MethodSetting<StepSequenceDetector>] = [
    MethodSetting(
      "usualEvidence", \StepSequenceDetector.usualEvidence,
      "Evidence of a usual contact, log-odds; only more than that speaks for a "
        + "step. 1.3 in the fits; chosen with the finished program, where bouts then "
        + "end at the pauses that the laboratory sees (`Tools/fit/README.md`)."),
    MethodSetting(
      "strengthLimits", \StepSequenceDetector.strengthLimits,
      "Strength never counts for more or less than this, log-odds."),
    MethodSetting(
      "largestClosingStrength", \StepSequenceDetector.largestClosingStrength,
      "That of a braking or closing contact never counts for more than this, "
        + "log-odds."),
    MethodSetting(
      "closingEvidenceShare", \StepSequenceDetector.closingEvidenceShare,
      "What the evidence of a closing contact counts: it is faint."),
    MethodSetting(
      "usualClosingEvidence", \StepSequenceDetector.usualClosingEvidence,
      "Evidence of a usual closing contact, log-odds."),
    MethodSetting(
      "missedStepCost", \StepSequenceDetector.missedStepCost,
      "What each tracked step without a contact costs in a pause within a walk, "
        + "log-odds."),
    MethodSetting(
      "restartCost", \StepSequenceDetector.restartCost,
      "What another walk in the same recording costs, and a pause at most, "
        + "log-odds: five usual contacts are worth more, and a shift of weight after a "
        + "walk is not."),
    MethodSetting(
      "longestPauseSeconds", \StepSequenceDetector.longestPauseSeconds,
      "A longer pause ends a walk, seconds."),
    MethodSetting(
      "reachSteps", \StepSequenceDetector.reachSteps,
      "How far beyond a gait sequence contacts are searched, in local steps."),
  ]
    + PhaseInitialContactDetector.settings.map { $0.within(\StepSequenceDetector.phase, "phase") }
    + ContactEvidenceModel.settings.map { $0.within(\StepSequenceDetector.evidence, "evidence") }
    + StepStrength.settings.map { $0.within(\StepSequenceDetector.strength, "strength") }
    + StepStrength.settings.map { $0.within(\StepSequenceDetector.firstStrength, "firstStrength") }
    + StepStrength.settings.map { $0.within(\StepSequenceDetector.closingStrength, "closingStrength") }
    + StepStrength.settings.map { $0.within(\StepSequenceDetector.brakingStrength, "brakingStrength") }
    + ClosingStep.settings.map { $0.within(\StepSequenceDetector.closingStep, "closingStep") }
    + StepIntervalPrior.settings.map { $0.within(\StepSequenceDetector.intervals, "intervals") }
}

extension StepStrength {
  /// What can be set.
  static let settings: [MethodSetting<StepStrength>] = [
    MethodSetting(
      "slope", \StepStrength.slope,
      "Log-odds per unit of the logarithm of size over usual size."),
    MethodSetting(
      "intercept", \StepStrength.intercept,
      "Log-odds where the size is usual."),
  ]
}

extension StepTimeAsymmetry {
  /// What can be set.
  public static let settings: [MethodSetting<StepTimeAsymmetry>] = [
    MethodSetting(
      "marginSeconds", \StepTimeAsymmetry.marginSeconds,
      "Left out at both ends of a straight run, seconds: starting and stopping."),
    MethodSetting(
      "plausibleShare", \StepTimeAsymmetry.plausibleShare,
      "Steps outside this share of the median step time are pauses or missed "
        + "contacts."),
    MethodSetting(
      "threshold", \StepTimeAsymmetry.threshold,
      "A step is asymmetric when the feet around it differ by more than this, as a "
        + "logarithm."),
    MethodSetting(
      "medianSteps", \StepTimeAsymmetry.medianSteps,
      "Ratios in the running median: ten strides."),
    MethodSetting(
      "leastRatios", \StepTimeAsymmetry.leastRatios,
      "Fewer ratios than this say nothing about a step."),
    MethodSetting(
      "leastContacts", \StepTimeAsymmetry.leastContacts,
      "Straight runs of fewer contacts are not judged."),
    MethodSetting(
      "leastStepsPerFoot", \StepTimeAsymmetry.leastStepsPerFoot,
      "Fewer steps than this say nothing about a foot."),
  ]
    + PhaseInitialContactDetector.settings.map { $0.within(\StepTimeAsymmetry.phase, "phase") }
}

extension StrideSelection {
  /// What can be set.
  public static let settings: [MethodSetting<StrideSelection>] = [
    MethodSetting(
      "durationSeconds", \StrideSelection.durationSeconds,
      "Shortest and longest stride, seconds."),
    MethodSetting(
      "lengthMeters", \StrideSelection.lengthMeters,
      "Shortest and longest stride, meters."),
  ]
}

extension StrideSwayLaterality {
  /// What can be set.
  public static let settings: [MethodSetting<StrideSwayLaterality>] = [
    MethodSetting(
      "slowestSwayHertz", \StrideSwayLaterality.slowestSwayHertz,
      "Sideways motion slower than this is posture, Hz."),
    MethodSetting(
      "slowestRotationHertz", \StrideSwayLaterality.slowestRotationHertz,
      "Rotation slower than this is turning, Hz."),
    MethodSetting(
      "smoothingSteps", \StrideSwayLaterality.smoothingSteps,
      "Smoothing of the stride-locked amplitudes, standard deviation in steps: "
        + "about half a stride."),
    MethodSetting(
      "largestEvidence", \StrideSwayLaterality.largestEvidence,
      "A single contact never counts for more than this, log-odds."),
    MethodSetting(
      "repetitionCost", \StrideSwayLaterality.repetitionCost,
      "What two contacts of the same foot in a row cost, log-odds."),
    MethodSetting(
      "changeCostAfterMiss", \StrideSwayLaterality.changeCostAfterMiss,
      "What a change of foot costs where one contact seems missed, log-odds."),
    MethodSetting(
      "missedShare", \StrideSwayLaterality.missedShare,
      "Beyond this share of the median step time a contact was missed."),
    MethodSetting(
      "pauseShare", \StrideSwayLaterality.pauseShare,
      "Beyond this share nothing is known of the steps between."),
    MethodSetting(
      "leastEvidence", \StrideSwayLaterality.leastEvidence,
      "Evidence for the whole walk below which no side is named, log-odds per "
        + "contact."),
  ]
}

extension TerrainCuts {
  /// What can be set.
  static let settings: [MethodSetting<TerrainCuts>] = [
    MethodSetting(
      "leastContacts", \TerrainCuts.leastContacts,
      "Fewer contacts are not a bout: two strides, one of each foot."),
    MethodSetting(
      "leastStairContacts", \TerrainCuts.leastStairContacts,
      "Fewer contacts on stairs are a curb or a guess."),
  ]
}

extension TerrainDecoder {
  /// What can be set.
  static let settings: [MethodSetting<TerrainDecoder>] = [
    MethodSetting(
      "prior", \TerrainDecoder.prior,
      "Stairs are rarer than level ground: so much evidence is asked for, log-odds. "
        + "Chosen on people and data sets left out: below it some people's walking "
        + "turns into stairs, above it flights are lost."),
    MethodSetting(
      "largestEvidence", \TerrainDecoder.largestEvidence,
      "A single frame never counts for more than this, log-odds."),
    MethodSetting(
      "weight", \TerrainDecoder.weight,
      "Frames of 4 s every 0.4 s overlap: they are not that many witnesses."),
    MethodSetting(
      "switchCost", \TerrainDecoder.switchCost,
      "What a change between level ground and stairs costs, log-odds."),
    MethodSetting(
      "turnCost", \TerrainDecoder.turnCost,
      "What a change between up and down costs, log-odds: there is a landing "
        + "between."),
    MethodSetting(
      "leastFrames", \TerrainDecoder.leastFrames,
      "Frames of the shortest stretch of stairs: 3.2 s, half a dozen steps."),
  ]
}

extension ThighSwingLaterality {
  /// What can be set.
  public static let settings: [MethodSetting<ThighSwingLaterality>] = [
    MethodSetting(
      "windowSeconds", \ThighSwingLaterality.windowSeconds,
      "The axis is sought in windows of this length, seconds: a phone moves in a "
        + "pocket."),
    MethodSetting(
      "leastSwing", \ThighSwingLaterality.leastSwing,
      "A thigh swings at least so hard about its axis at the stride, RMS in rad/s: "
        + "phones in bags and jackets have up to 0.24, those on a thigh 0.27 and more."),
    MethodSetting(
      "usualEvidence", \ThighSwingLaterality.usualEvidence,
      "What a usual difference between two steps says, log-odds: one contact in a "
        + "hundred looks like the other leg's."),
    MethodSetting(
      "repetitionCost", \ThighSwingLaterality.repetitionCost,
      "What two contacts of the same foot in a row cost, log-odds, as at the "
        + "pelvis."),
    MethodSetting(
      "leastVote", \ThighSwingLaterality.leastVote,
      "The vote on the leg, from -1 to 1, must be as clear as this."),
    MethodSetting(
      "leastAxisCosine", \ThighSwingLaterality.leastAxisCosine,
      "Two windows have the same axis when the cosine between them is larger."),
    MethodSetting(
      "pushWeight", \ThighSwingLaterality.pushWeight,
      "What push and lift weigh beside the skewness of the swing."),
    MethodSetting(
      "leastContacts", \ThighSwingLaterality.leastContacts,
      "Fewer contacts say nothing."),
    MethodSetting(
      "longestStepShare", \ThighSwingLaterality.longestStepShare,
      "A longer interval is no step, in median steps."),
  ]
}

extension TimingVariability {
  /// What can be set.
  public static let settings: [MethodSetting<TimingVariability>] = [
    MethodSetting(
      "leastStrides", \TimingVariability.leastStrides,
      "Fewer strides say little: the error of a standard deviation of ten is a "
        + "quarter of it."),
    MethodSetting(
      "takenSeconds", \TimingVariability.takenSeconds,
      "What contacts take from the spread of step times, seconds (fold spread 4.1 "
        + "ms, 57 walks, 10 people)."),
  ]
}

extension TurningShare {
  /// What can be set.
  static let settings: [MethodSetting<TurningShare>] = [
    MethodSetting(
      "meanSeconds", \TurningShare.meanSeconds,
      "Means are taken over so long, seconds: more than a stride. From 1.2 to 1.8 "
        + "the contacts are the same."),
    MethodSetting(
      "radiansPerSecond", \TurningShare.radiansPerSecond,
      "Slower and faster than this nothing changes, rad/s: 97 of 100 contacts of "
        + "straight walks lie below .4, as many of those in a half turn above .8."),
  ]
}

extension WalkEndSearch {
  /// What can be set.
  public static let settings: [MethodSetting<WalkEndSearch>] = [
    MethodSetting(
      "ringingSteps", \WalkEndSearch.ringingSteps,
      "The search takes away at most so many contacts at each end: the wave rings "
        + "on for a step."),
    MethodSetting(
      "endSteps", \WalkEndSearch.endSteps,
      "It adds at most so many: the steps of starting and of stopping."),
    MethodSetting(
      "sameContactShare", \WalkEndSearch.sameContactShare,
      "Two contacts are one that both found when they differ by less than this "
        + "share of the local step time."),
  ]
    + PhaseInitialContactDetector.settings.map { $0.within(\WalkEndSearch.phase, "phase") }
    + RhythmWalkAssembler.settings.map { $0.within(\WalkEndSearch.walks, "walks") }
    + StepSequenceDetector.settings.map { $0.within(\WalkEndSearch.search, "search") }
}

extension WalkRegularity {
  /// What can be set.
  public static let settings: [MethodSetting<WalkRegularity>] = [
    MethodSetting(
      "leastStrides", \WalkRegularity.leastStrides,
      "Fewer strides, over all runs, do not tell repetition from chance."),
    MethodSetting(
      "searchShare", \WalkRegularity.searchShare,
      "The peak is searched within this share of the mean step about one step and "
        + "two."),
  ]
}

extension WalkingBoutAssembler {
  /// What can be set.
  public static let settings: [MethodSetting<WalkingBoutAssembler>] = []
    + StrideSelection.settings.map { $0.within(\WalkingBoutAssembler.selection, "selection") }
    + BoutMeasures.settings.map { $0.within(\WalkingBoutAssembler.measures, "measures") }
    + WithinPersonScatter.settings.map { $0.within(\WalkingBoutAssembler.withinPerson, "withinPerson") }
    + BoutErrors.settings.map { $0.within(\WalkingBoutAssembler.errors, "errors") }
    + PocketAsymmetry.settings.map { $0.within(\WalkingBoutAssembler.pocket, "pocket") }
    + TerrainCuts.settings.map { $0.within(\WalkingBoutAssembler.cuts, "cuts") }
}

extension WaveletDoubleSupport {
  /// What can be set.
  public static let settings: [MethodSetting<WaveletDoubleSupport>] = [
    MethodSetting(
      "centerHertz", \WaveletDoubleSupport.centerHertz,
      "The wavelet follows this frequency, Hz, as for the contacts."),
    MethodSetting(
      "slowestHertz", \WaveletDoubleSupport.slowestHertz,
      "What is slower is drift of the integral, Hz."),
    MethodSetting(
      "stepSeconds", \WaveletDoubleSupport.stepSeconds,
      "Steps outside these limits are not averaged, seconds."),
    MethodSetting(
      "leastSteps", \WaveletDoubleSupport.leastSteps,
      "Fewer steps do not make a mean."),
  ]
}

extension WaveletInitialContactDetector {
  /// What can be set.
  public static let settings: [MethodSetting<WaveletInitialContactDetector>] = [
    MethodSetting(
      "centerHertz", \WaveletInitialContactDetector.centerHertz,
      "The wavelet follows this frequency, Hz: that of scale 9 at 100 Hz, a step."),
    MethodSetting(
      "leastHeightShare", \WaveletInitialContactDetector.leastHeightShare,
      "A crest counts when it reaches this share of the usual one; the paper takes "
        + "all of them."),
    MethodSetting(
      "slowestHertz", \WaveletInitialContactDetector.slowestHertz,
      "What is slower is drift of the integral, Hz."),
  ]
}

extension WearingPosition {
  /// What can be set.
  public static let settings: [MethodSetting<WearingPosition>] = [
    MethodSetting(
      "leastConfidenceShare", \WearingPosition.leastConfidenceShare,
      "A place is taken as if it had been given when it is at least this likely, "
        + "and a pelvis is excluded when the other places are: with data sets left out "
        + "such answers are right in .95 or more."),
    MethodSetting(
      "leastSeconds", \WearingPosition.leastSeconds,
      "And only after so much walking, seconds: a few strides of one person are "
        + "like many others'."),
    MethodSetting(
      "speedStandardErrorMetersPerSecond", \WearingPosition.speedStandardErrorMetersPerSecond,
      "Standard error of the speed that a recognized site adds, m/s: at most one "
        + "site in twenty is wrong, and a speed is then off by about .25 m/s."),
    MethodSetting(
      "floor", \WearingPosition.floor,
      "Added to amplitudes before their logarithm: noise of a still sensor, rad/s, "
        + "m/s² and rad."),
    MethodSetting(
      "smoothingSeconds", \WearingPosition.smoothingSeconds,
      "Smoothing of the demodulated motion, seconds: about a stride."),
    MethodSetting(
      "tiltSmoothingSeconds", \WearingPosition.tiltSmoothingSeconds,
      "Smoothing of the acceleration before its tilt, standard deviation in "
        + "seconds: what repeats with each step is gone, and half of what repeats with "
        + "each stride is left."),
    MethodSetting(
      "leastSequenceSeconds", \WearingPosition.leastSequenceSeconds,
      "A shorter gait sequence is not looked at, seconds: less than two strides."),
  ]
}

extension WithinPersonScatter {
  /// What can be set.
  static let settings: [MethodSetting<WithinPersonScatter>] = [
    MethodSetting(
      "cadenceShare", \WithinPersonScatter.cadenceShare,
      "Cadence, as a share."),
    MethodSetting(
      "doubleSupportFraction", \WithinPersonScatter.doubleSupportFraction,
      "Double support, fraction of the stride."),
    MethodSetting(
      "stepTimeAsymmetry", \WithinPersonScatter.stepTimeAsymmetry,
      "Step-time asymmetry, a logarithm."),
  ]
}

extension YawRateTurnDetector {
  /// What can be set.
  public static let settings: [MethodSetting<YawRateTurnDetector>] = [
    MethodSetting(
      "cutoffHertz", \YawRateTurnDetector.cutoffHertz,
      "Low-pass of the turning rate, Hz, as in the paper: slower than the yaw of a "
        + "stride."),
    MethodSetting(
      "leastPeakDegreesPerSecond", \YawRateTurnDetector.leastPeakDegreesPerSecond,
      "The rate must reach this, degrees per second."),
    MethodSetting(
      "edgeDegreesPerSecond", \YawRateTurnDetector.edgeDegreesPerSecond,
      "A turn lasts while the rate stays above this, degrees per second."),
    MethodSetting(
      "longestPauseSeconds", \YawRateTurnDetector.longestPauseSeconds,
      "Two turns the same way closer than this are one, seconds: less than a step."),
    MethodSetting(
      "durationSeconds", \YawRateTurnDetector.durationSeconds,
      "Shortest and longest turn, seconds, as in the paper."),
    MethodSetting(
      "headingSeconds", \YawRateTurnDetector.headingSeconds,
      "The heading before and after a turn is the mean over so much time, seconds: "
        + "two usual strides, over which the swing of the trunk averages out."),
    MethodSetting(
      "leastAngleDegrees", \YawRateTurnDetector.leastAngleDegrees,
      "Smaller changes of direction are veering, degrees, as in the paper."),
  ]
}

extension YawSignLaterality {
  /// What can be set.
  public static let settings: [MethodSetting<YawSignLaterality>] = [
    MethodSetting(
      "slowestHertz", \YawSignLaterality.slowestHertz,
      "What is slower is turning, Hz, as published."),
    MethodSetting(
      "fastestHertz", \YawSignLaterality.fastestHertz,
      "What is faster is not the stride's, Hz, as published."),
  ]
}

extension ZeroCrossingInitialContactDetector {
  /// What can be set.
  public static let settings: [MethodSetting<ZeroCrossingInitialContactDetector>] = [
    MethodSetting(
      "slowestHertz", \ZeroCrossingInitialContactDetector.slowestHertz,
      "What is slower is posture, Hz."),
    MethodSetting(
      "fastestHertz", \ZeroCrossingInitialContactDetector.fastestHertz,
      "What is faster is impact and ringing, Hz: above the fastest walk."),
  ]
}
