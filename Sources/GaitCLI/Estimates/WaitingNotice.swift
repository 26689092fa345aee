import Foundation
import GaitModel
import GaitValidation
import MobilityEstimates
import SampleStorage

/// A notice that waits in the store until the command of --on-event has heard it: who interrupts a run loses none.
///
/// It is a mark only. What it says is read from the estimates when it is told, so that nothing is told, or stays in the
/// file, that was deleted or is no longer true.
struct WaitingNotice: Codable, Hashable, Sendable {
  /// By which the notice is known again.
  var mark: String
  /// Which process is to tell it; empty where a later one is.
  var teller: String

  /// A notice that this process is to tell, if no other is named.
  init(_ mark: String, teller: String = UnfinishedFile.writer) {
    (self.mark, self.teller) = (mark, teller)
  }

  /// What waits after a run that tells no command what it found: of what nobody heard nobody hears that it is not so, and
  /// where something was not so for a while nobody hears that either.
  static func adding(
    _ notices: [EstimateNotice], to waiting: [WaitingNotice], _ calendar: DayCalendar
  ) -> [WaitingNotice] {
    var all = waiting
    for notice in notices {
      let contrary = mark(contraryOf: notice, calendar)
      if let place = all.firstIndex(where: { $0.mark == contrary && !$0.isBeingTold }) {
        all.remove(at: place)
      } else if case let own = mark(notice, calendar), !all.contains(where: { $0.mark == own }) {
        all.append(WaitingNotice(own, teller: ""))
      }
    }
    return all
  }

  /// What waits, each on the day on which it stands now: what moves is no notice, and is to be heard once all the same.
  static func moving(
    _ waiting: [WaitingNotice], _ moves: [MovedNotice], _ calendar: DayCalendar
  ) -> [WaitingNotice] {
    let marks = Dictionary(
      moves.map { (mark($0.word, $0.before, calendar), mark($0.word, $0.now, calendar)) },
      uniquingKeysWith: { $1 })
    return waiting.map { notice in
      guard let mark = marks[notice.mark], !notice.isBeingTold else { return notice }
      return WaitingNotice(mark, teller: notice.teller)
    }
  }

  /// The mark of a notice: a digest of its word and day.
  static func mark(_ notice: EstimateNotice, _ calendar: DayCalendar) -> String {
    mark(notice.word, notice.day, calendar)
  }

  /// The mark of the notice that says the contrary.
  static func mark(contraryOf notice: EstimateNotice, _ calendar: DayCalendar) -> String {
    mark(notice.contraryWord, notice.day, calendar)
  }

  private static func mark(_ word: String, _ day: LocalDay, _ calendar: DayCalendar) -> String {
    ContentDigest.text(of: Data("\(word) \(calendar.text(of: day))".utf8))
  }

  /// Whether another process is telling it now.
  var isBeingTold: Bool {
    teller != UnfinishedFile.writer && UnfinishedFile.isAtWork(teller)
  }

  /// Reads what ``text(of:)`` wrote. Throws what `JSONDecoder` throws where something else stands there.
  static func list(_ text: String) throws -> [WaitingNotice] {
    try JSONDecoder().decode([WaitingNotice].self, from: Data(text.utf8))
  }

  /// Notices as JSON, the same text for the same notices.
  static func text(of notices: [WaitingNotice]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(notices)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

extension PersonEstimator {
  /// Takes over what earlier runs left to tell, as far as it is so still, and forgets the rest. Of what nobody heard
  /// nobody hears that it is not so, and what was not so for a while only, without anybody hearing, is not told again.
  ///
  /// - Parameters:
  ///   - left: the marks that earlier runs left.
  ///   - notices: what is new.
  ///   - update: what made it.
  /// - Returns: what the command is to hear, in time order.
  /// - Throws: what the store throws.
  func toTell(
    left: Set<String>, _ notices: [EstimateNotice], _ update: EstimateUpdate
  ) async throws -> [EstimateNotice] {
    func mark(_ notice: EstimateNotice) -> String { WaitingNotice.mark(notice, update.calendar) }
    func contrary(_ notice: EstimateNotice) -> String {
      WaitingNotice.mark(contraryOf: notice, update.calendar)
    }
    guard !left.isEmpty else { return notices }
    let query = SampleQuery(
      kinds: EstimateUpdate.noticedKinds, participant: participant,
      source: update.settings.estimateSource.name)
    // The same may have been taken back more than once.
    var unseen = left.subtracting(notices.map(contrary))
    let standing = update.notices(
      ofKept: try await store.samples(matching: query),
      withdrawn: try await store.superseded(matching: query).map(\.sample)
    ).filter { unseen.remove(mark($0)) != nil }
    let new = notices.filter { !left.contains(contrary($0)) }
    try await forget(
      left.union(notices.map(mark)).subtracting((standing + new).map(mark)),
      update.settings.estimateSource)
    return standing + new
  }

  /// Remembers that the command has heard some notices, or is not to hear them.
  func forget(_ marks: Set<String>, _ source: SampleSource) async throws {
    guard !marks.isEmpty else { return }
    for _ in 0..<Self.mostTurns {
      let anchor = try await store.currentAnchor()
      guard var progress = try await EstimateProgress(of: participant, in: store, source) else {
        return
      }
      progress.untold.removeAll { marks.contains($0.mark) }
      var revision = SampleRevision(
        of: participant, madeFrom: anchor, kinds: [EstimateProgress.kind])
      revision.added = [progress.sample(of: participant, source)]
      if try await store.keep(revision, at: Date()) { return }
    }
  }
}
