import Foundation
import GaitModel
import Synchronization

/// A store in which somebody decides what to write: it is read as it is, and what is written waits.
///
/// What waits is not read: who decides once does not ask for what they have written.
public final class SampleDraft: GuardedSamples {
  private let store: SampleStore
  private let waiting: Mutex<SampleRevision>

  /// What may be read and written: the same as in the store.
  public var access: SampleAccess { store.access }

  init(_ revision: SampleRevision, over store: SampleStore) {
    self.store = store
    waiting = Mutex(revision)
  }

  var revision: SampleRevision { waiting.withLock(\.self) }

  /// The samples that the store holds, in the order asked for.
  public func samples(matching query: SampleQuery) async throws -> [Sample] {
    try await store.samples(matching: query)
  }

  /// Everybody who has samples in the store, by name.
  public func participants() async throws -> [String] { try await store.participants() }

  /// Lets samples wait that take no other's place.
  public func save(_ samples: [Sample]) { waiting.withLock { $0.added += samples } }

  /// Lets a deletion wait.
  public func delete(_ samples: [Sample]) { waiting.withLock { $0.deleted += samples } }

  /// Lets a replacement wait; when it is written says who asks for it.
  public func replace(
    _ old: [Sample], with new: [Sample], because reason: String, at instant: Date
  ) {
    waiting.withLock {
      $0.replacements.append(SampleReplacement(of: old, by: new, because: reason))
    }
  }
}

extension SampleStore {
  /// So often somebody else may be faster.
  private static let mostTurns = 8

  /// Lets somebody decide by what the store holds what to write of a person, and writes it where the store still holds
  /// that; else they decide again.
  ///
  /// ```swift
  /// let isNew = try await store.settle("P07", holding: [.event], at: now) { draft in
  ///   guard try await !draft.samples(matching: events).contains(event) else { return false }
  ///   draft.save([event])
  ///   return true
  /// }
  /// ```
  /// - Parameters:
  ///   - participant: the person, who may be new.
  ///   - kinds: what the decision depends on: where any of them was written or deleted meanwhile, it is made again.
  ///   - instant: when; what gives way says so.
  ///   - decide: reads and writes the draft; called once for each time that somebody else was faster.
  /// - Returns: what was decided last.
  /// - Throws: what `decide` throws, and nothing is written then; ``StoreError``, also when others go on writing.
  @discardableResult
  public func settle<Outcome>(
    _ participant: String, holding kinds: Set<AnySampleKind>, at instant: Date,
    by decide: (SampleDraft) async throws -> Outcome
  ) async throws -> Outcome {
    for _ in 0..<Self.mostTurns {
      var revision = SampleRevision(
        of: participant, madeFrom: try await currentAnchor(), kinds: kinds)
      revision.mayAddPerson = try await !everybody().contains(participant)
      let draft = SampleDraft(revision, over: self)
      let outcome = try await decide(draft)
      guard draft.revision.writesAnything else { return outcome }
      if try await keep(draft.revision, at: instant) { return outcome }
    }
    throw StoreError.failed(
      path: path,
      message:
        "other programs go on writing of \(participant), and nothing of this was kept; try again when they are done"
    )
  }
}
