import Foundation
import GaitModel
import Signals

/// A person's own factor from distances that were known.
///
/// The logarithm of estimated over known distance is the person's own, with spread `personShare`
/// between people, plus a part that differs from walk to walk, with spread `walkShare`. After `k`
/// walks with mean `m` the best guess of the person's part is `λ m`, `λ = k / (k + walkShare² /
/// personShare²)`; the spread that remains is `personShare √(1 - λ)`. One walk therefore has a
/// weight below a half, and an error in one of them does little harm. A path reaches from standing to standing, and how much of
/// a step lies beyond the contacts at its ends is not known: the shorter it is, the less it says. Distances that a phone at the
/// pelvis estimated have errors of their own: one of the person, which no number of walks averages
/// away, and one of each walk; both make `λ` smaller.
///
/// Source: own; shrinkage after C. Stein and W. James (Proc. 4th Berkeley Symp. 1:361, 1961).
/// Constants: `Tools/fit/parameters/personal_factor.py`.
public struct KnownDistanceCalibration: ConfigurableMethod {
  /// Spread of the model's error between people, as a logarithm (10 people, 115 legs of 10 m).
  public var personShare = 0.045
  /// Spread from walk to walk of a person, truth's own noise included (the same).
  public var walkShare = 0.050
  /// Spread between people where only steps, cadence and stature are known (10 people, 116 legs).
  public var personShareElsewhere = 0.110
  /// The same from walk to walk of a person.
  public var walkShareElsewhere = 0.075
  /// Estimated over known distance beyond these is another path or a missed walk: four spreads of a
  /// person and a walk together are 1.31.
  public var possibleRatios = 0.7...1.4
  /// The same where only steps, cadence and stature are known: 1.70.
  public var possibleRatiosElsewhere = 0.58...1.7
  /// So much of a step is not known of a bout's two ends together, standard deviation: a foot that stops beside the other, a
  /// contact that is missed. Paths of 5 m by one person at one pace scatter by .075 (15 walks), of 10 m by .075 (6 of 3 people),
  /// of 20 m by .049 (58 of 10); with this and `walkShare` by .076, .064 and .053.
  static let endSteps = 0.5
  /// Shorter paths are mostly starting and stopping, meters.
  public var leastMeters = 4.0
  /// A receiver smooths its speed over some seconds: a shorter bout is mostly its edges, seconds.
  public var leastGroundSeconds = 20.0
  /// The same beside a phone at the pelvis, whose strides have no lag: some eight steps, seconds.
  public var leastPhoneSeconds = 5.0
  /// Receivers give a speed each second, strides one each half; a longer silence is a loss of sight, or a
  /// walk that the phone did not find, seconds.
  public var longestGapSeconds = 3.0

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "KnownDistanceCalibration", question: "personal factor of step length",
      citation: "James and Stein 1961, Proc. 4th Berkeley Symp. 1:361", revision: 3)
  }

  /// How far a bout goes from standing to standing: each contact ends a step of the path, also the first, which the
  /// bout's distance does not hold because no contact lies before it, and one behind a pause. A foot that closes a walk covers nothing,
  /// but about as often a contact at an end is missed: of known paths of 5, 10 and 20 m 1.01, .98 and 1.02 are found (24, 6 and 58
  /// walks), by the distances between contacts .81, .82 and .96.
  ///
  /// - Returns: meters; `nil` where the bout has no distance.
  func pathMeters(of bout: WalkingBout) -> Double? {
    guard let distance = bout.distance.value else { return nil }
    guard let step = bout.stepLength.value else { return distance.meters }
    return Double(bout.stepCount) * step.meters
  }

  /// What is not known of a path's ends, as a share of it: each bout has two, and they err each by itself.
  func endShare(ofMeters known: Double, _ analysis: RecordingAnalysis) -> Double {
    let steps = analysis.bouts.compactMap { $0.stepLength.value?.meters }
    return Self.endSteps * steps.reduce(0) { $0 + $1 * $1 }.squareRoot() / known
  }

  /// Spread of the model's error between people, and from walk to walk.
  func shares(at placement: PersonalCalibration.Placement) -> (person: Double, walk: Double) {
    switch placement {
    case .pelvis: (personShare, walkShare)
    // Of a thigh or a hand no walks of one person tell more.
    case .thighOrHand, .elsewhere: (personShareElsewhere, walkShareElsewhere)
    }
  }

  /// Estimated over known distance beyond these is no calibration.
  func possibleRatios(at placement: PersonalCalibration.Placement) -> ClosedRange<Double> {
    placement == .pelvis ? possibleRatios : possibleRatiosElsewhere
  }

  /// The weight of the mean of so many walks, 0-1.
  ///
  /// - Parameters:
  ///   - count: how many walks.
  ///   - placement: which model estimated them.
  ///   - known: the error of the known distances themselves, as shares: what all of them share, and what
  ///     differs from walk to walk. A tape has none worth counting.
  /// - Returns: 0 without any walk, less than 1 with any number.
  func shrinkageWeight(
    inWalks count: Int, at placement: PersonalCalibration.Placement = .pelvis,
    known: (shared: Double, walk: Double) = (0, 0)
  ) -> Double {
    guard count > 0 else { return 0 }
    let shares = shares(at: placement)
    let person = shares.person * shares.person
    let chance = (shares.walk * shares.walk + known.walk * known.walk) / Double(count)
    return person / (person + chance + known.shared * known.shared)
  }

  /// The logarithm by which lengths are to be changed, and its standard error.
  ///
  /// - Parameters:
  ///   - ratios: estimated over known distance, one for each walk, all positive.
  ///   - placement: which model estimated them.
  ///   - known: the error of the known distances, as in `shrinkageWeight`.
  /// - Returns: 0 and the population's spread without any walk.
  func logFactor(
    ratios: [Double], at placement: PersonalCalibration.Placement = .pelvis,
    known: (shared: Double, walk: Double) = (0, 0)
  ) -> (value: Double, standardError: Double) {
    let weight = shrinkageWeight(inWalks: ratios.count, at: placement, known: known)
    let mean = Statistics.mean(ratios.map { log($0) }) ?? 0
    return (-weight * mean, shares(at: placement).person * (1 - weight).squareRoot())
  }
}

extension KnownDistanceCalibration {
  /// The walks of a recording whose length satellites know.
  ///
  /// - Parameters:
  ///   - analysis: bouts with the model's distance.
  ///   - groundSpeed: speed over ground with its stamps, m/s.
  /// - Returns: one for each walking bout that is long enough and covered without a gap; none where no bout is.
  func distances(of analysis: RecordingAnalysis, groundSpeed: SideSamples) -> CoveredWalks {
    distances(of: analysis, speeds: groundSpeed, leastSeconds: leastGroundSeconds)
  }

  /// The walks of a recording whose length the person's phone at the pelvis knows.
  ///
  /// - Parameters:
  ///   - analysis: bouts with the model's distance.
  ///   - phone: the phone's analysis, with the speeds of its strides.
  ///   - lag: how much later than the recording the phone's began, seconds.
  /// - Returns: one for each walking bout that the phone's strides cover without a gap and that is long enough; none
  ///   where no bout is.
  func distances(
    of analysis: RecordingAnalysis, phone: RecordingAnalysis, lag: Double
  ) -> CoveredWalks {
    var walks = distances(
      of: analysis, speeds: strideSpeeds(of: phone, lag: lag), leastSeconds: leastPhoneSeconds)
    // Its strides have no speeds then, wherever the walks lie.
    if phone.bouts.contains(where: { $0.distance.missingReason == .heightUnknown }) {
      walks.missing = .heightUnknown
    }
    return walks
  }

  /// The speeds of a phone's strides at their ends, and at their beginnings after a pause; strides overlap by
  /// a step.
  private func strideSpeeds(of phone: RecordingAnalysis, lag: Double) -> SideSamples {
    var speeds = SideSamples()
    let strides = phone.bouts.filter { $0.activity == .walking }.flatMap(\.strides)
    for stride in strides.sorted(by: { $0.seconds.upperBound < $1.seconds.upperBound }) {
      guard let speed = stride.speed else { continue }
      for stamp in [stride.seconds.lowerBound + lag, stride.seconds.upperBound + lag]
      where speeds.seconds.last.map({ $0 < stamp }) ?? true {
        speeds.append(seconds: stamp, Float(speed.metersPerSecond))
      }
    }
    return speeds
  }

  /// The walks that speeds with stamps cover.
  private func distances(
    of analysis: RecordingAnalysis, speeds: SideSamples, leastSeconds: Double
  ) -> CoveredWalks {
    var walks = CoveredWalks()
    for (index, bout) in analysis.bouts.enumerated() {
      guard bout.activity == .walking,
        bout.seconds.upperBound - bout.seconds.lowerBound >= leastSeconds
      else { continue }
      let covered = speeds.meters(in: bout.seconds, longestGapSeconds: longestGapSeconds)
      let reason = bout.distance.missingReason
      if covered != nil || reason == .heightUnknown { walks.missing = walks.missing ?? reason }
      guard let meters = covered, let estimated = bout.distance.value?.meters,
        meters >= leastMeters || estimated >= leastMeters
      else { continue }
      let walk = KnownDistance(
        recording: "\(analysis.facts.name), bout \(index + 1)", known: Length(meters: meters),
        estimated: Length(meters: estimated))
      let isPossible =
        meters >= leastMeters
        && possibleRatios(at: analysis.facts.placement).contains(estimated / meters)
      guard isPossible else {
        walks.atOdds.append(walk)
        continue
      }
      walks.known.append(walk)
      if let cadence = bout.cadence.value { walks.cadences.append(cadence.stepsPerMinute) }
    }
    return walks
  }
}

/// Walks whose length something beside them knows.
struct CoveredWalks {
  /// Those that are as long as the model says, as far as people differ.
  var known: [KnownDistance] = []
  /// The cadences of these, steps per minute: what else was walked in the recordings says nothing of their steps.
  var cadences: [Double] = []
  /// Those that are not: something is wrong with the speeds, or with the height.
  var atOdds: [KnownDistance] = []
  /// Why the model could say no length of a walk that is covered, or would be; `nil` where it said all.
  var missing: MissingReason?

  /// The walks of several recordings.
  static func + (a: CoveredWalks, b: CoveredWalks) -> CoveredWalks {
    CoveredWalks(
      known: a.known + b.known, cadences: a.cadences + b.cadences, atOdds: a.atOdds + b.atOdds,
      missing: a.missing ?? b.missing)
  }

  /// The same where one or more are known.
  ///
  /// - Parameter error: what to say when there is none at all.
  /// - Returns: all walks, one or more of them known.
  /// - Throws: that, or that all are at odds with the model, or that this has no length for them.
  func checked(or error: PersonalCalibrationError) throws(PersonalCalibrationError) -> CoveredWalks
  {
    guard known.isEmpty else { return self }
    guard let first = atOdds.first else {
      guard let missing, let recording = error.recording else { throw error }
      throw .noDistance(recording: recording, missing)
    }
    throw .disagreeingSpeeds(
      recording: first.recording, estimatedMeters: first.estimated.meters,
      knownMeters: first.known.meters)
  }
}

/// Why known distances give no personal factor.
public enum PersonalCalibrationError: Error, Hashable, CustomStringConvertible {
  /// No recording was given.
  case noRecording
  /// The path is too short, or not a length at all.
  case impossibleDistance(recording: String, meters: Double, leastMeters: Double)
  /// No distance could be estimated, and why.
  case noDistance(recording: String, MissingReason)
  /// Some of the path's bouts have no distance, by their numbers from 1, as on stairs: the others are not the whole path.
  case partWithoutDistance(recording: String, bouts: [Int])
  /// Estimate and path disagree beyond what people differ by.
  case disagreement(recording: String, estimatedMeters: Double, knownMeters: Double)
  /// Every walk that is covered by speeds is longer or shorter by them than people differ.
  case disagreeingSpeeds(recording: String, estimatedMeters: Double, knownMeters: Double)
  /// The recordings say different heights: they are not of one person.
  case differentHeights
  /// The recordings name different people.
  case differentPeople([String])
  /// Some were worn at the pelvis and some elsewhere: each has a model of its own.
  case differentSites
  /// Nobody said where it was worn, and the factor is that of one way of wearing.
  case siteUnknown(recording: String)
  /// No walking bout of the recording is long enough and covered by speeds from satellites.
  case noGroundSpeed(recording: String, leastSeconds: Double)
  /// A recording was worn at the pelvis that must not be, or the other way.
  case worn(recording: String, shouldBe: PersonalCalibration.Placement)
  /// No walking bout of the recording is long enough and walked with a phone at the pelvis too.
  case noPhoneWalk(recording: String, leastSeconds: Double)

  /// The recording that is to blame, or `nil` when it is not one alone.
  public var recording: String? {
    switch self {
    case .noRecording, .differentHeights, .differentPeople, .differentSites: nil
    case .impossibleDistance(let recording, _, _), .noDistance(let recording, _),
      .partWithoutDistance(let recording, _), .disagreement(let recording, _, _),
      .disagreeingSpeeds(let recording, _, _),
      .noGroundSpeed(let recording, _), .siteUnknown(let recording),
      .worn(let recording, _), .noPhoneWalk(let recording, _):
      recording
    }
  }

  /// What came, what was expected and what to do; the recording is named by `recording`.
  public var description: String {
    switch self {
    case .noRecording:
      "no recording was given; give at least one walk over a known distance"
    case .impossibleDistance(_, let meters, let least):
      "a path of \(meters) m is no use, it takes at least \(least) m; walk farther"
    case .noDistance(_, .heightUnknown):
      "the length of a walk cannot be told without the person's height; give it"
    case .noDistance(_, .tooFewSteps):
      "no walk with steps enough was found; record one walk over the path"
    case .noDistance(_, .outOfRange):
      "it was walked so slowly, or on stairs, that steps have no usual length there; record one walk over the path at a "
        + "usual pace, on level ground"
    case .noDistance(_, let reason):
      "no distance was found (\(reason.rawValue)); record one walk over the path"
    case .partWithoutDistance(_, let bouts):
      "of its bouts \(bouts.map(String.init).joined(separator: ", ")) \(bouts.count == 1 ? "has" : "have") no distance, as on "
        + "stairs, in running and in walking without rhythm, and the others are not the whole path; record one walk over it "
        + "on level ground"
    case .disagreement(_, let estimated, let known):
      "the walks found are \((estimated * 100).rounded() / 100) m long and the path "
        + "was \(known) m; give a recording of that walk alone, and its length in meters"
    case .disagreeingSpeeds(_, let estimated, let known):
      "the walk is \((estimated * 100).rounded() / 100) m long by its steps and "
        + "\((known * 100).rounded() / 100) m by the speeds beside it, more than people differ; see in which unit the "
        + "speeds are, and whether the height is right"
    case .differentSites:
      "the recordings were worn in ways that have step lengths of their own: at the lower back or hip, in a pocket or "
        + "the hand or on the upper arm, or elsewhere; calibrate each apart"
    case .siteUnknown:
      "nobody said where the device was worn, and a factor is that of one way of wearing; say the site"
    case .noGroundSpeed(_, let least):
      "no walk of at least \(least) s is covered by speeds from satellites without a gap; "
        + "walk outdoors with the satellites' speed recorded, or say how long the path was"
    case .worn(_, .pelvis):
      "the phone was not worn at the lower back or hip, where step length is measured; give its "
        + "recording from there, and say that it was"
    case .worn:
      "it was worn at the lower back or hip itself and learns nothing from a phone there; give a "
        + "recording from the wrist, a pocket or a bag, and say which"
    case .noPhoneWalk(_, let least):
      "no walk of at least \(least) s was found in both recordings at the same time; give two of the "
        + "same walks, and how far apart the clocks are where one is wrong"
    case .differentPeople(let names):
      "the recordings are of \(names.joined(separator: " and ")); calibrate each person apart"
    case .differentHeights:
      "the recordings say different heights; calibrate with recordings of one person, or say its height"
    }
  }
}
