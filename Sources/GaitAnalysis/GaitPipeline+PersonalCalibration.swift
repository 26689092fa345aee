import Foundation
import GaitModel

extension GaitPipeline {
  /// A person's own factor from walks over known distances.
  ///
  /// All walking bouts of a recording together are taken as its path. A factor that the pipeline
  /// already has is not counted twice: the walks must have been analyzed without one.
  ///
  /// - Parameter walks: analyses of recordings of one person, each with the length of its path. The
  ///   device was at the lower back or hip.
  /// - Returns: the factor with its standard error, dated with the latest recording.
  /// - Throws: why there is none, naming the recording.
  public func personalCalibration(
    from walks: [(analysis: RecordingAnalysis, known: Length)]
  ) throws(PersonalCalibrationError) -> PersonalCalibration {
    guard let first = walks.first else { throw .noRecording }
    var distances: [KnownDistance] = []
    for (analysis, known) in walks {
      guard analysis.facts.participant.height == first.analysis.facts.participant.height else {
        throw .differentHeights
      }
      distances.append(try knownDistance(known, of: analysis))
    }
    let found = knownDistances.logFactor(
      ratios: distances.map { $0.estimated.meters / $0.known.meters })
    return PersonalCalibration(
      factor: exp(found.value), standardErrorShare: found.standardError,
      height: first.analysis.facts.participant.height,
      date: walks.compactMap { $0.analysis.facts.start }
        .max { $0.secondsSince1970 < $1.secondsSince1970 },
      knownDistances: distances, method: knownDistances.provenance)
  }

  private func knownDistance(
    _ known: Length, of analysis: RecordingAnalysis
  ) throws(PersonalCalibrationError) -> KnownDistance {
    let name = analysis.facts.name
    guard known.meters >= knownDistances.leastMeters, known.meters.isFinite else {
      throw .impossibleDistance(
        recording: name, meters: known.meters, leastMeters: knownDistances.leastMeters)
    }
    guard analysis.facts.isAtPelvis else { throw .noDistance(recording: name, .siteNotSupported) }
    let meters = analysis.bouts.compactMap { $0.distance.value?.meters }.reduce(0, +)
    guard meters > 0 else {
      throw .noDistance(
        recording: name, analysis.bouts.first?.distance.missingReason ?? .tooFewSteps)
    }
    guard knownDistances.possibleRatios.contains(meters / known.meters) else {
      throw .disagreement(
        recording: name, estimatedMeters: meters, knownMeters: known.meters)
    }
    return KnownDistance(recording: name, known: known, estimated: Length(meters: meters))
  }
}
