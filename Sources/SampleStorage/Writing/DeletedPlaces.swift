import Foundation
import GaitModel

/// The places of deleted records of other programs, of one kind, person, source, start and end each: whatever stands there is
/// the same record.
///
/// ```
///   deleted           4.0 km/hr  10:00-10:05      known by its identity, a hash in which value and unit are, too
///   a later export    2.5 mi/hr  10:00-10:05      another identity, and the same place
/// ```
struct DeletedPlaces: Sendable {
  private let deleted: AlikeIdentities
  /// Deleted records in whose place something is held: of several records of a time some stayed, or one came back. What
  /// comes may be that one anew.
  private var held: Set<UUID> = []

  /// Takes the identities of what was deleted.
  init(of deleted: some Sequence<UUID>) { self.deleted = AlikeIdentities(deleted) }

  /// The deleted records in whose place a sample stands and nothing is held, itself perhaps among them.
  func records(inPlaceOf sample: Sample) -> [UUID] {
    guard sample.isOfAnotherProgram else { return [] }
    return deleted.identities(of: sample).filter { !held.contains($0) }
  }

  /// Takes note of a sample that is held.
  mutating func add(held sample: Sample) { held.formUnion(records(inPlaceOf: sample)) }
}

extension Sample {
  /// Whether another program than ours wrote it, as a phone.
  var isOfAnotherProgram: Bool {
    source.recording == nil && source.name != SampleSource.person.name
      && !source.name.hasPrefix(SampleSource.estimates.name)
  }
}
