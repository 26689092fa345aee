import Foundation
import GaitModel
import Signals

extension GaitPipeline {
  /// A person's own factor from walks over known distances.
  ///
  /// All walking bouts of a recording together are taken as its path, from standing to standing. A factor that the pipeline
  /// already has is not counted twice: the walks must have been analyzed without one.
  ///
  /// - Parameter walks: analyses of recordings of one person, each with the length of its path. The
  ///   device was at the lower back or hip in all of them, or elsewhere in all of them.
  /// - Returns: the factor with its standard error, dated with the latest recording.
  /// - Throws: why there is none, naming the recording.
  public func personalCalibration(
    from walks: [(analysis: RecordingAnalysis, known: Length)]
  ) throws(PersonalCalibrationError) -> PersonalCalibration {
    let first = try onePerson(walks.map(\.analysis))
    var distances: [KnownDistance] = []
    for (analysis, known) in walks { distances.append(try knownDistance(known, of: analysis)) }
    let ends = zip(distances, walks).map { distance, walk in
      knownDistances.endShare(ofMeters: distance.known.meters, walk.analysis)
    }
    let end = Statistics.mean(ends.map { $0 * $0 })?.squareRoot() ?? 0
    let cadences = walks.flatMap(\.analysis.bouts).compactMap(\.cadence.value?.stepsPerMinute)
    return calibration(
      from: CoveredWalks(known: distances, cadences: cadences), of: walks.map(\.analysis),
      first: first, known: (0, end))
  }

  /// A person's own factor from the speed over ground that satellites gave beside the motion.
  ///
  /// Each bout that the speeds cover without a gap is a walk over a known distance: the integral of the
  /// speeds. Bouts with turns count too, because a path is no straight line.
  ///
  /// - Parameter recordings: analyses of one person's recordings, made without a factor, each with its
  ///   own samples of `SideChannel.groundSpeed`.
  /// - Returns: the factor with its standard error, dated with the latest recording.
  /// - Throws: why there is none.
  public func personalCalibration(
    fromGroundSpeeds recordings: [(analysis: RecordingAnalysis, groundSpeed: SideSamples)]
  ) throws(PersonalCalibrationError) -> PersonalCalibration {
    let analyses = recordings.map(\.analysis)
    let first = try onePerson(analyses)
    let walks = try recordings.reduce(CoveredWalks()) {
      $0 + knownDistances.distances(of: $1.analysis, groundSpeed: $1.groundSpeed)
    }.checked(
      or: .noGroundSpeed(
        recording: first.facts.name, leastSeconds: knownDistances.leastGroundSeconds))
    return calibration(from: walks, of: analyses, first: first)
  }

  /// A person's own factor away from the pelvis from the same person's phone, worn at the pelvis in the same
  /// walks.
  ///
  /// Each bout that the phone's strides cover without a gap is a walk over a known distance: the integral
  /// of their speeds. The phone's own error, which no number of walks averages away, stays in the factor's.
  ///
  /// - Parameters:
  ///   - recordings: analyses of one person's recordings, worn away from the pelvis and made without a factor;
  ///     each with the phone's analysis, worn at the lower back or hip, and with how much later the phone's
  ///     recording began, in seconds.
  ///   - phoneCalibration: the person's own factor that the phone's analyses were made with, or `nil` for none.
  /// - Returns: the factor with its standard error, dated with the latest recording.
  /// - Throws: why there is none.
  public func personalCalibration(
    besidePhone recordings: [(analysis: RecordingAnalysis, phone: RecordingAnalysis, lag: Double)],
    phoneCalibration: PersonalCalibration? = nil
  ) throws(PersonalCalibrationError) -> PersonalCalibration {
    let analyses = recordings.map(\.analysis)
    let first = try onePerson(analyses)
    guard first.facts.placement != .pelvis else {
      throw .worn(recording: first.facts.name, shouldBe: .elsewhere)
    }
    for phone in recordings.map(\.phone) {
      guard phone.facts.placement == .pelvis else {
        throw .worn(recording: phone.facts.name, shouldBe: .pelvis)
      }
      guard phone.facts.participant.height == first.facts.participant.height else {
        throw .differentHeights
      }
    }
    try requireOneName(analyses + recordings.map(\.phone))
    let walks = try recordings.reduce(CoveredWalks()) {
      $0 + knownDistances.distances(of: $1.analysis, phone: $1.phone, lag: $1.lag)
    }.checked(
      or: .noPhoneWalk(
        recording: first.facts.name, leastSeconds: knownDistances.leastPhoneSeconds))
    let shared = phoneCalibration?.standardErrorShare ?? knownDistances.personShare
    return calibration(
      from: walks, of: analyses, first: first, known: (shared, knownDistances.walkShare))
  }

  /// The first of some analyses, all of one person and one way of wearing.
  private func onePerson(
    _ analyses: [RecordingAnalysis]
  ) throws(PersonalCalibrationError) -> RecordingAnalysis {
    guard let first = analyses.first else { throw .noRecording }
    try requireOneName(analyses)
    for analysis in analyses {
      guard analysis.facts.isSiteKnown else { throw .siteUnknown(recording: analysis.facts.name) }
      guard analysis.facts.participant.height == first.facts.participant.height else {
        throw .differentHeights
      }
      guard analysis.facts.placement == first.facts.placement else { throw .differentSites }
    }
    return first
  }

  /// Throws where recordings name two people; some may name nobody.
  private func requireOneName(_ analyses: [RecordingAnalysis]) throws(PersonalCalibrationError) {
    let names = Set(analyses.compactMap(\.facts.participant.identifier)).sorted()
    guard names.count < 2 else { throw .differentPeople(names) }
  }

  private func calibration(
    from walks: CoveredWalks, of analyses: [RecordingAnalysis], first: RecordingAnalysis,
    known: (shared: Double, walk: Double) = (0, 0)
  ) -> PersonalCalibration {
    let placement = first.facts.placement
    let found = knownDistances.logFactor(
      ratios: walks.known.map { $0.estimated.meters / $0.known.meters }, at: placement, known: known
    )
    let usual = Statistics.median(walks.cadences)
    return PersonalCalibration(
      factor: exp(found.value), standardErrorShare: found.standardError,
      height: first.facts.participant.height,
      date: analyses.compactMap(\.facts.start)
        .max { $0.secondsSince1970 < $1.secondsSince1970 },
      knownDistances: walks.known, method: knownDistances.provenance, placement: placement,
      cadence: placement == .elsewhere ? usual.map { Cadence(stepsPerMinute: $0) } : nil,
      participant: analyses.lazy.compactMap(\.facts.participant.identifier).first,
      distancesAtOdds: walks.atOdds)
  }

  private func knownDistance(
    _ known: Length, of analysis: RecordingAnalysis
  ) throws(PersonalCalibrationError) -> KnownDistance {
    let name = analysis.facts.name
    guard known.meters >= knownDistances.leastMeters, known.meters.isFinite else {
      throw .impossibleDistance(
        recording: name, meters: known.meters, leastMeters: knownDistances.leastMeters)
    }
    let meters = analysis.bouts.compactMap(knownDistances.pathMeters).reduce(0, +)
    guard meters > 0 else {
      let reasons = analysis.bouts.compactMap(\.distance.missingReason)
      throw .noDistance(
        recording: name,
        reasons.contains(.heightUnknown) ? .heightUnknown : reasons.first ?? .tooFewSteps)
    }
    let missing = analysis.bouts.enumerated().filter { $1.distance.value == nil }.map {
      $0.offset + 1
    }
    guard missing.isEmpty else { throw .partWithoutDistance(recording: name, bouts: missing) }
    guard
      knownDistances.possibleRatios(at: analysis.facts.placement).contains(meters / known.meters)
    else {
      throw .disagreement(
        recording: name, estimatedMeters: meters, knownMeters: known.meters)
    }
    return KnownDistance(recording: name, known: known, estimated: Length(meters: meters))
  }
}
