import Foundation
import GRDB
import GaitModel

/// What was deleted in a store, and when: a word like any other, which stays in a merge where it is the later one.
///
/// A store keeps the identities of deleted samples and recordings and nothing else of them. What gave way to another
/// sample has an identity there, too, but is kept aside: it is none of these, also after it was taken out of what is kept
/// aside. It is deleted by the same rule as what is valid: by a deletion after it was stored.
package struct StoreDeletions: Sendable {
  /// A deletion.
  struct Fact: Sendable {
    var kind: AnySampleKind
    /// When, milliseconds since 1970.
    var instant: Int64
  }

  private var facts: [UUID: Fact] = [:]
  private var places = DeletedPlaces(of: [])
  let recordings: RecordingDeletions
  /// What was deleted and is held again: samples, and parts of recordings.
  private var heldAgain: (samples: Set<UUID>, parts: Set<RecordingDeletions.Part>) = ([], [])
  /// What is held of the days of which records of phones were deleted.
  private(set) var days = HeldDays()

  /// Reads the deletions of a store, or those of some samples and of what stood in their places. Older programs did not note
  /// when something was deleted; that is before everything else, and left out.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - samples: which; `nil` for all.
  ///   - forgets: whether what gave way after it was deleted counts as not deleted: it had come back. Where two stores come
  ///     together it does so only where it is not known when it was stored.
  /// - Throws: what the database throws.
  init(
    _ database: Database, of samples: [Sample]? = nil, forgettingWhatGaveWay forgets: Bool = true
  ) throws {
    recordings = try RecordingDeletions(database)
    var meant = samples.map { Set($0.map(\.id)) }
    let others = samples?.filter(\.isOfAnotherProgram) ?? []
    try Self.forEach(database) { sample, fact, _ in
      let isMeant = !others.isEmpty || meant?.contains(sample) ?? true
      guard isMeant, !fact.kind.isBookkeeping else { return }
      if facts[sample].map({ $0.instant < fact.instant }) ?? true { facts[sample] = fact }
    }
    if samples == nil || !others.isEmpty { places = DeletedPlaces(of: facts.keys) }
    for sample in others { meant?.formUnion(places.records(inPlaceOf: sample)) }
    if let meant { facts = facts.filter { meant.contains($0.key) } }
    guard !facts.isEmpty else { return }
    var origins = OriginCatalog(database)
    for series in try SeriesCatalog.series(database, participant: nil, kinds: nil) {
      for old in try SupersededSample.all(database, of: series, &origins) {
        let sample = old.sample.id
        if let fact = facts[sample], old.instant.millisecondsSince1970 >= fact.instant,
          forgets || old.stored == nil
        {
          facts[sample] = nil
        }
      }
    }
  }

  var isEmpty: Bool { facts.isEmpty && recordings.isEmpty }

  /// Whether records of phones may be among what was deleted.
  var haveDays: Bool { recordings.haveWhole }

  private var kinds: Set<AnySampleKind> { Set(facts.values.map(\.kind)) }

  /// Whether a sample was deleted after an instant, milliseconds since 1970.
  func holds(_ sample: Sample, after stored: Int64) -> Bool {
    instant(of: sample).map { $0 > stored } ?? false
  }

  /// Whether a sample itself was deleted after an instant, milliseconds since 1970, and not only all of its kind, or a record in
  /// its place.
  func holdsItself(_ sample: Sample, after stored: Int64) -> Bool {
    facts[sample.id].map { $0.instant > stored } ?? false
  }

  /// Whether what gave way was deleted after it was stored; where that is not known, at whatever time.
  func hold(_ old: SupersededSample) -> Bool {
    old.stored.map { holds(old.sample, after: $0.millisecondsSince1970) } ?? concern(old.sample)
  }

  /// Whether a sample was deleted, at whatever time.
  func concern(_ sample: Sample) -> Bool { instant(of: sample) != nil }

  /// Whether a sample was deleted, and nothing of what it belongs to is held again.
  func areLast(of sample: Sample) -> Bool {
    facts[sample.id] != nil && !heldAgain.samples.contains(sample.id)
      || places.records(inPlaceOf: sample).contains { facts[$0] != nil }
      || recordings.parts(of: sample).contains { !heldAgain.parts.contains($0) }
  }

  /// When a sample, a record of another program in its place, or the part of a recording that it belongs to, was deleted last;
  /// milliseconds since 1970.
  func instant(of sample: Sample) -> Int64? {
    let inPlace = places.records(inPlaceOf: sample).compactMap { facts[$0]?.instant }.max()
    return [facts[sample.id]?.instant, inPlace, recordings.instant(of: sample)].compactMap(\.self)
      .max()
  }

  /// When a record of another program was deleted of the source and kind of a sample, on a day of it; milliseconds since
  /// 1970, `nil` where none was.
  func instant(ofDayOf sample: Sample) -> Int64? { recordings.instant(ofDayOf: sample) }

  /// Of some samples that stand where they were deleted, or on days of which others were, since when they do; milliseconds since
  /// 1970.
  func returned(_ samples: [(sample: Sample, stored: Int64)]) -> RecordingDeletions {
    samples.filter { instant(ofDayOf: $0.sample) != nil }
      .reduce(into: RecordingDeletions()) { $0.add(backOnDaysOf: $1.sample, at: $1.stored) }
  }

  /// When records were deleted of a day of a phone's record that is not here and may hold them, milliseconds since 1970.
  func instant(ofHeldBack sample: Sample) -> Int64? {
    instant(ofDayOf: sample).flatMap {
      sample.end.millisecondsSince1970 < $0 && !days.hold(sample) ? $0 : nil
    }
  }

  /// Marks deletions of samples that gave way and are still aside, as older programs did not, nor when they were stored: they
  /// are none in other stores, also when what is aside is deleted.
  static func markGivenWay(_ database: Database) throws {
    var origins = OriginCatalog(database)
    var aside: [UUID: Int64] = [:]
    for series in try SeriesCatalog.series(database, participant: nil, kinds: nil) {
      for old in try SupersededSample.all(database, of: series, &origins) where old.stored == nil {
        let (sample, instant) = (old.sample.id, old.instant.millisecondsSince1970)
        aside[sample] = max(aside[sample] ?? instant, instant)
      }
    }
    var rows: [Place] = []
    try forEach(database) { sample, fact, place in
      if let instant = aside[sample], instant >= fact.instant { rows.append(place) }
    }
    for place in rows {
      try database.cachedStatement(sql: "UPDATE deletion SET gave_way = 1 WHERE \(Place.isIt)")
        .execute(arguments: place.arguments)
    }
  }

  /// What is valid is not deleted, where the clocks say that it was stored before it was deleted. Where it was stored
  /// afterward, what was stored before stays deleted.
  ///
  /// - Parameters:
  ///   - database: the store that holds what is valid.
  ///   - participant: whose; `nil` for everybody's.
  /// - Throws: what the database throws.
  mutating func forgetWhatIsValid(_ database: Database, of participant: String? = nil) throws {
    guard !isEmpty else { return }
    let times = try StoredTimes(database)
    var origins = OriginCatalog(database)
    for series in try SeriesCatalog.series(
      database, participant: participant, kinds: recordings.isEmpty ? kinds : nil)
    {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let sample = row.sample(series.kind, origin)
        let stored = times.time(of: row)?.millisecondsSince1970 ?? 0
        places.add(held: sample)
        if let fact = facts[sample.id] {
          if stored <= fact.instant { facts[sample.id] = nil }
          heldAgain.samples.insert(sample.id)
        }
        heldAgain.parts.formUnion(recordings.parts(of: sample))
        if recordings.instant(ofDayOf: sample) != nil { days.add(sample, isValid: true) }
        return true
      }
      guard haveDays, series.kind.aggregation == .cumulative else { continue }
      for old in try SupersededSample.all(database, of: series, &origins)
      where recordings.instant(ofDayOf: old.sample) != nil {
        days.add(old.sample, isValid: false)
      }
    }
  }

  /// Deletes of a person what was stored before it was deleted elsewhere, at the same time; of all samples, or of those
  /// that are meant.
  ///
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; what the database throws.
  func apply(
    _ database: Database, to person: String, _ access: SampleAccess,
    where isMeant: (Sample) -> Bool = { _ in true }
  ) throws -> Int {
    let times = try StoredTimes(database)
    var origins = OriginCatalog(database)
    var found: [Int64: [(SampleKey, Sample)]] = [:]
    var back: [(sample: Sample, stored: Int64)] = []
    var (valid, aside): (Set<SampleKey>, [SampleKey: [(Sample, detail: Int64)]]) = ([], [:])
    var analyses = RecordingDeletions()
    let series = try SeriesCatalog.series(
      database, participant: person, kinds: recordings.isEmpty ? kinds : nil
    ).filter { !$0.kind.isBookkeeping }
    for series in series {
      /// The sample of a row that is to go, and the instant of that.
      func meant(_ row: StoredSample) throws -> (Sample, Int64)? {
        guard let origin = try origins.origin(of: row) else { return nil }
        let sample = row.sample(series.kind, origin)
        guard isMeant(sample), let instant = instant(of: sample) else { return nil }
        try access.requireWriting(series.kind)
        return (sample, instant)
      }
      let scan = SeriesScan(series: series.id)
      try scan.forEach(database) { row in
        guard let (sample, instant) = try meant(row) else { return true }
        let stored = times.time(of: row)?.millisecondsSince1970 ?? 0
        valid.insert(row.key(in: series))
        if stored < instant {
          found[instant, default: []].append((row.key(in: series), sample))
          analyses.add(sample, ofAnalysisStored: stored)
        } else if self.instant(ofDayOf: sample) != nil {
          back.append((sample, stored))
        }
        return true
      }
      try scan.forEachSuperseded(database) { row, superseding in
        guard let (sample, instant) = try meant(row) else { return }
        let old = SupersededSample(sample, superseding)
        guard hold(old) else { return }
        aside[row.key(in: series), default: []].append((sample, row.detail))
        if old.instant.millisecondsSince1970 >= instant { analyses.add(withdrawn: old) }
      }
    }
    for (key, samples) in aside {
      for (sample, detail) in samples {
        try SampleRemoval.reinstate(database, key, sample, details: [detail])
      }
    }
    try analyses.write(database)
    try returned(back).write(database)
    var count = Set(aside.keys).subtracting(valid).count
    for (instant, samples) in found.sorted(by: { $0.key < $1.key }) {
      var writer = try SampleWriter(database, at: instant)
      for (key, sample) in samples { try writer.delete(key, sample) }
      count += try writer.finish().deleted
    }
    for participant in Set(series.map(\.participantID)) {
      try SampleRemoval.removeLoneNotes(database, participant: participant)
      try SampleRemoval.removeUnused(database, participant: participant)
    }
    return count
  }

  /// Notes what was deleted elsewhere, so that an older copy brings it back in no order.
  func note(_ database: Database) throws {
    try recordings.write(database)
    var rest = facts
    try Self.forEach(database) { sample, fact, _ in
      if let own = rest[sample], own.instant <= fact.instant { rest[sample] = nil }
    }
    var names = NameCatalog(database)
    for (instant, some) in Dictionary(grouping: rest, by: \.value.instant).sorted(by: {
      $0.key < $1.key
    }) {
      let change = try ChangeLog.next(database)
      for (sample, fact) in some {
        try ChangeLog.recordDeletion(
          database, change: change, kind: try names.kind(fact.kind), sample: sample)
      }
      try ChangeLog.commit(database, change, at: instant)
    }
  }

  /// Forgets in a store that these samples were deleted.
  func takeBack(_ database: Database) throws {
    var rows: [Place] = []
    try Self.forEach(database) { sample, _, place in
      if facts[sample] != nil { rows.append(place) }
    }
    for place in rows {
      try database.cachedStatement(sql: "DELETE FROM deletion WHERE \(Place.isIt)")
        .execute(arguments: place.arguments)
    }
  }
}

extension HeldSamples {
  /// Leaves out what was deleted in a store after it was stored where this comes from; or forgets there that it was
  /// deleted.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - instant: when it comes back, milliseconds since 1970, so that the deletion is forgotten; `nil` where it stays deleted.
  ///   - isTakenInParts: whether also a part of an analysis is stored anew by that; in a file other parts may still come,
  ///     which join it by the time at which all were stored.
  ///   - settled: where a mark in a recording stands in the store: a mark that only moved is not deleted.
  /// - Returns: how many samples were left out, how many records of phones besides that may hold what was deleted, and which
  ///   ones come that were deleted before they were stored anew.
  /// - Throws: what the database throws.
  mutating func leaveOut(
    deletedIn database: Database, restoringAt instant: Int64?, inParts isTakenInParts: Bool,
    settled: (Sample) throws -> Sample
  ) throws -> (count: Int, condensed: Int, back: [Sample]) {
    let hasDeletions = try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM deletion) OR EXISTS (SELECT 1 FROM recording_deletion)
            OR EXISTS (SELECT 1 FROM analysis_deletion)
          """))
    guard hasDeletions == true else { return (0, 0, []) }
    let marks = try others.map { try settled($0.sample) }
    let all = analyses.flatMap(\.recording.samples) + marks
    var deletions = try StoreDeletions(
      database, of: all + superseded.map(\.sample), forgettingWhatGaveWay: false)
    for person in Set(all.map(\.participant)) {
      try deletions.forgetWhatIsValid(database, of: person)
    }
    guard !deletions.isEmpty else { return (0, 0, []) }
    if let instant {
      store(anewAt: instant, whatIsIn: deletions, marks, inParts: isTakenInParts)
      let back = others.compactMap { other in
        other.said.restored.map { (sample: other.sample, stored: $0) }
      }
      try deletions.returned(back).write(database)
      try deletions.takeBack(database)
      try RecordingDeletions.takeBack(all, database)
      return (0, 0, [])
    }
    let before = all.count
    var deleted = RecordingDeletions()
    for place in analyses.indices.reversed() where !analyses[place].recording.samples.isEmpty {
      let stored = analyses[place].stored
      let gone = analyses[place].recording.samples.first { deletions.holds($0, after: stored) }
      guard let gone else { continue }
      deleted.add(gone, ofAnalysisStored: stored)
      analyses[place].recording.samples.removeAll { deletions.holds($0, after: stored) }
      if analyses[place].recording.samples.isEmpty { analyses.remove(at: place) }
    }
    for old in superseded
    where deletions.hold(old)
      && !deletions.holds(old.sample, after: old.instant.millisecondsSince1970)
    {
      deleted.add(withdrawn: old)
    }
    try deleted.write(database)
    others = zip(others, marks).filter { !deletions.holds($1, after: $0.said.stored) }.map(\.0)
    superseded.removeAll(where: deletions.hold)
    let left = others.count + analyses.reduce(0) { $0 + $1.recording.samples.count }
    let condensed = leaveOut(condensedBy: deletions)
    let back = others.filter { deletions.isBack($0) }.map {
      (sample: $0.sample, stored: $0.said.stored)
    }
    try deletions.returned(back).write(database)
    return (
      before - left, condensed,
      back.map(\.sample) + analyses.flatMap(\.recording.samples).filter(deletions.areLast)
    )
  }

  /// Dates what was deleted and comes back by when that is, after its deletion, in the order in which it was stored before.
  private mutating func store(
    anewAt now: Int64, whatIsIn deletions: StoreDeletions, _ marks: [Sample],
    inParts isTakenInParts: Bool
  ) {
    var last = Int64.min
    func isBack(_ sample: Sample, _ stored: Int64, _ day: Int64? = nil) -> Bool {
      let instants = [deletions.instant(of: sample), day].compactMap(\.self)
      guard let instant = instants.max(), instant > stored else { return false }
      last = max(last, instant)
      return true
    }
    let whole = analyses.indices.filter { place in
      let analysis = analyses[place]
      return (isTakenInParts || analysis.isWhole)
        && !analysis.recording.samples.filter { isBack($0, analysis.stored) }.isEmpty
    }
    let single = others.indices.filter {
      isBack(
        marks[$0], others[$0].said.stored, deletions.instant(ofHeldBack: others[$0]))
    }
    let before = Set(whole.map { analyses[$0].stored } + single.map { others[$0].said.stored })
    // A millisecond apart, the last one now.
    let first = max(now - Int64(before.count) + 1, last + 1)
    let instants = Dictionary(
      uniqueKeysWithValues: zip(before.sorted(), (0..<Int64(before.count)).map { first + $0 }))
    for place in whole { analyses[place].restored = instants[analyses[place].stored] }
    for place in single { others[place].said.restored = instants[others[place].said.stored] }
  }
}
