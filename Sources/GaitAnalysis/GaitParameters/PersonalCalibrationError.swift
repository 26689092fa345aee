import GaitModel

/// Why known distances give no personal factor.
public enum PersonalCalibrationError: Error, Hashable, CustomStringConvertible {
  /// No recording was given.
  case noRecording
  /// The path is too short, or not a length at all.
  case impossibleDistance(recording: String, meters: Double, leastMeters: Double)
  /// No distance could be estimated, and why.
  case noDistance(recording: String, MissingReason)
  /// Estimate and path disagree beyond what people differ by.
  case disagreement(recording: String, estimatedMeters: Double, knownMeters: Double)
  /// The recordings say different heights: they are not of one person.
  case differentHeights
  /// Some were worn at the pelvis and some elsewhere: each has a model of its own.
  case differentSites
  /// No walking bout of the recording is long enough and covered by speeds from satellites.
  case noGroundSpeed(recording: String, leastSeconds: Double)
  /// A recording was worn at the pelvis that must not be, or the other way.
  case worn(recording: String, shouldBe: PersonalCalibration.Placement)
  /// No walking bout of the recording is long enough and walked with a phone at the pelvis too.
  case noPhoneWalk(recording: String, leastSeconds: Double)

  /// The recording that is to blame, or `nil` when it is not one alone.
  public var recording: String? {
    switch self {
    case .noRecording, .differentHeights, .differentSites: nil
    case .impossibleDistance(let recording, _, _), .noDistance(let recording, _),
      .disagreement(let recording, _, _), .noGroundSpeed(let recording, _),
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
    case .noDistance(_, let reason):
      "no distance was found (\(reason.rawValue)); record one walk over the path "
        + "with the person's height given"
    case .disagreement(_, let estimated, let known):
      "the walks found are \((estimated * 100).rounded() / 100) m long and the path "
        + "was \(known) m; give a recording of that walk alone, and its length in meters"
    case .differentSites:
      "some recordings were worn at the lower back or hip and some elsewhere; calibrate each apart"
    case .noGroundSpeed(_, let least):
      "no walk of at least \(least) s is covered by speeds from satellites without a gap; "
        + "walk outdoors with gnss_speed_mps recorded, or give --distance"
    case .worn(_, .pelvis):
      "the phone was not worn at the lower back or hip, where step length is measured; give its "
        + "recording from there, and --phone-site lower_back or hip"
    case .worn(_, .elsewhere):
      "it was worn at the lower back or hip itself and learns nothing from a phone there; give a "
        + "recording from the wrist, a pocket or a bag, with --site"
    case .noPhoneWalk(_, let least):
      "no walk of at least \(least) s was found in both recordings at the same time; give two of the "
        + "same walks, and --phone-lag where a clock is wrong"
    case .differentHeights:
      "the recordings say different heights; calibrate with recordings of one person, or give "
        + "--height"
    }
  }
}
