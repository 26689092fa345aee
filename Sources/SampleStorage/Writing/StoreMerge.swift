import Foundation
import GRDB
import GaitModel

/// Puts what another store or an export holds beside what is here, within one transaction.
///
/// Each recording has one analysis and each sample one value: the one that was stored last. That is an order of
/// all analyses and of all values, whichever store they are in, so that the end does not depend on the way there.
struct StoreMerge {
  private let database: Database
  private var times: [Int64: TimeSaid]
  private let restored: Int64?
  private let origin: Origin
  private var outcome = MergeOutcome()
  /// What gave way to an analysis that is not here so far: of another person, it may come.
  private(set) var waiting: [SupersededSample] = []
  /// Analyses that were not taken.
  private var refused: [(participant: String, recording: RecordingReference)] = []
  /// What other programs measured and is held there, perhaps at the time of what is held here.
  private var given: GivenAgain?
  /// By which clock records stay that are here and there.
  private var clocks: MergedClocks
  /// What was deleted there of recordings, and of which days.
  private var theirs = RecordingDeletions()
  /// What was deleted here before, and may come as another recording.
  private var returning: ReturningRecordings?
  /// What a person entered here and no one there, where another word was corrected there later.
  private var contradicted: [SampleKey: Double] = [:]

  /// Begins; what was deleted here comes back where it is restored at an instant, milliseconds since 1970.
  init(
    _ database: Database, restoringAt instant: Int64? = nil, from origin: Origin = .store,
    returning: ReturningRecordings? = nil
  ) throws {
    (self.database, restored) = (database, instant)
    (self.returning, self.origin) = (returning, origin)
    times = try ChangeLog.times(database)
    clocks = MergedClocks(database)
  }

  /// What came of it.
  func finish() -> MergeOutcome { outcome }

  /// Takes over what is held on a person.
  mutating func take(_ held: HeldSamples) throws {
    var held = held
    let history = origin == .file ? held.takeOutReplaced() : []
    let deleted = try held.leaveOut(
      deletedIn: database, restoringAt: restored, inParts: origin != .file, settled: settled)
    outcome.deletedHere += deleted.count
    outcome.condensedHere += deleted.condensed
    theirs = held.recordingDeletions
    try take(held.superseded)
    try withdraw(held)
    for analysis in held.analyses { try take(analysis) }
    try take(held.others)
    try take(history: history)
    // What was valid here until now has given way: the time at which it did so elsewhere is the later one.
    for old in held.superseded {
      var aside = try Aside(database, at: old.instant.millisecondsSince1970)
      _ = try aside.put(old.sample, old.superseding)
    }
    outcome.cameBack += try Self.count(deleted.back, database)
  }

  // MARK: - What gave way

  /// What gave way there gives way here, too, where nothing was stored later.
  private mutating func take(_ superseded: [SupersededSample]) throws {
    let groups = Dictionary(grouping: superseded) {
      Superseding(reason: $0.reason, instant: $0.instant)
    }
    for (superseding, group) in groups.sorted(by: { $0.key < $1.key }) {
      let instant = superseding.instant.millisecondsSince1970
      var writer = try SampleWriter(database, at: instant, superseding)
      var aside = try Aside(database, at: instant)
      for old in group {
        let (key, detail) = try writer.place(of: old.sample, isAside: true)
        // An analysis gives way as a whole.
        if old.sample.analyzedRecording == nil, let here = try KeptValue(database, key, times),
          here.said.stored < instant
        {
          try writer.delete(key, old.sample, aside: Self.later(than: here.said.stored))
          try clocks.note(gone: old.sample, at: (key, detail), here)
          if old.sample.metadata.isEnteredByHand, !here.isAmong(superseded, at: old.sample) {
            contradicted[key] = here.value
          }
        }
        if try aside.put(old.sample, old.superseding) { outcome.saved.superseded += 1 }
        if old.sample.analyzedRecording == nil {
          try MovedMarks.withdraw(settled(old.sample), at: instant, times, &writer, database)
        }
      }
      outcome.saved.add(try writer.finish())
    }
  }

  /// Analyses that were given up there, and not found again, are given up here, where none was stored later.
  private mutating func withdraw(_ held: HeldSamples) throws {
    var last: [RecordingReference: Superseding] = [:]
    for old in held.superseded {
      guard let recording = old.sample.analyzedRecording else { continue }
      let superseding = Superseding(reason: old.reason, instant: old.instant)
      last[recording] = max(last[recording] ?? superseding, superseding)
    }
    let kept = held.analyses.map(\.recording.recording)
    for (recording, superseding) in last.sorted(by: { $0.value < $1.value })
    where !kept.contains(where: { $0.isSameRecording(as: recording) }) {
      let instant = superseding.instant.millisecondsSince1970
      for row in try RecordingRow.analyses(database, nil, recording)
      where row.stored ?? 0 < instant {
        let kept = try KeptAnalysis(database, row)
        outcome.saved.add(try kept.giveWay(Self.later(than: row.stored ?? 0), database))
        if let owner = recording.content.flatMap({ held.owners[$0] }), owner != kept.person {
          name(recording.name, of: owner, rather: kept.person)
        }
      }
    }
  }

  // MARK: - Analyses

  private mutating func take(_ analysis: HeldSamples.Analysis) throws {
    let recording = analysis.recording
    let person = try RecordingRow.person(database, recording.participant)
    let rows =
      try RecordingRow.analyses(database, person, recording.recording)
      + RecordingRow.otherReadings(database, person, recording.recording, recording.clock)
    let rivals = try rows.map { try KeptAnalysis(database, $0) }
    outcome.recordings += 1
    guard let first = rivals.max(by: { $0.rank < $1.rank }) else {
      // What was given up here after it was stored there does not come back.
      let gaveWay = [
        try LastGaveWay.of(recording.recording, recording.participant, database),
        try RecordingDeletions.last(database, of: recording.recording, recording.participant),
      ].compactMap(\.self).max()
      guard let gaveWay, gaveWay > analysis.stored else { return try put(analysis, []) }
      _ = try putAside(analysis, for: recording.recording, of: recording.participant)
      return
    }
    if first.isSame(as: analysis) || origin == .file && first.holdsPart(analysis) {
      outcome.saved.unchanged += recording.samples.count
    } else if rivals.count == 1, let joined = first.analysis.joined(with: analysis) {
      try join(analysis, to: first.row, making: joined)
    } else if origin == .file, let refusal = first.analysis.refusal(of: analysis) {
      outcome.conflicts.append(refusal)
      refused.append((recording.participant, recording.recording))
    } else if first.rank < AnalysisRank(analysis) {
      try put(analysis, rivals)
    } else {
      let count = try putAside(analysis, for: first.row.reference, of: first.person)
      try outcome.note(recording.samples, givingWayTo: first.analysis, origin, database)
      if origin == .store, count > 0, !first.analysis.isWhole {
        outcome.conflicts.append(first.analysis.sentence(before: analysis))
      }
    }
  }

  /// Puts an analysis in the place of others, which give way as a whole; marks that people made in them move along and
  /// stay as old as they are.
  private mutating func put(
    _ analysis: HeldSamples.Analysis, _ rivals: [KeptAnalysis]
  ) throws {
    let recording = analysis.recording
    if restored == nil {
      outcome.mayHoldDeleted +=
        try rivals.isEmpty
        ? returning?.count(in: analysis, &outcome.conflicts, database) ?? 0
        : WithheldSamples.count(in: recording, beside: rivals.map(\.row), database)
    }
    var marks = MovedMarks(database)
    try marks.addWithoutAnalysis(to: recording, times)
    for rival in rivals {
      try marks.add(of: rival, to: recording, times)
      outcome.saved.add(try rival.giveWay(Self.later(than: rival.row.stored ?? 0), database))
      try outcome.note(rival.samples, givingWayTo: analysis, origin, database)
    }
    var stops = CollectionStops()
    outcome.saved.add(
      try RecordingSave.put(recording, &stops, at: analysis.kept, replacing: [], database))
    if try marks.settle() { times = try ChangeLog.times(database) }
    for rival in rivals where rival.person != recording.participant {
      name(recording.recording.name, of: recording.participant, rather: rival.person)
    }
    if origin == .store, !analysis.isWhole, let rival = rivals.first {
      outcome.conflicts.append(analysis.sentence(before: rival.analysis))
    }
  }

  /// Adds a part of the analysis that is kept.
  private mutating func join(
    _ part: HeldSamples.Analysis, to row: RecordingRow, making joined: HeldSamples.Analysis
  ) throws {
    var writer = try SampleWriter(database, at: joined.stored)
    for sample in part.recording.samples { _ = try writer.save(sample) }
    outcome.saved.add(try writer.finish())
    var row = row
    for sample in part.recording.samples {
      let start = sample.start.millisecondsSince1970
      row.starts = RecordingSave.span(start...start, row.starts)
    }
    (row.stored, row.revisions) = (joined.stored, joined.recording.revisions)
    try row.update(database)
  }

  /// Keeps aside what gave way elsewhere and was not deleted here, as far as what it gave way to is here; else it would
  /// speak against what is here, and waits.
  mutating func take(history: [SupersededSample]) throws {
    guard !history.isEmpty else { return }
    let deletions = try StoreDeletions(
      database, of: history.map(\.sample), forgettingWhatGaveWay: false)
    for old in history where restored != nil || !deletions.hold(old) {
      guard let recording = old.sample.analyzedRecording else { continue }
      // What gave way to an analysis that was not taken gave way to nothing here.
      let isRefused = refused.contains {
        $0.participant == old.sample.participant && $0.recording.isSameRecording(as: recording)
      }
      guard !isRefused else { continue }
      let kept = try RecordingRow.analyses(
        database, try RecordingRow.person(database, old.sample.participant), recording)
      let instant = old.instant.millisecondsSince1970
      guard kept.contains(where: { ($0.stored ?? 0) >= instant }) else {
        waiting.append(old)
        continue
      }
      var aside = try Aside(database, at: instant)
      if try aside.put(old.sample, old.superseding) { outcome.saved.superseded += 1 }
    }
  }

  private mutating func putAside(
    _ analysis: HeldSamples.Analysis, for kept: RecordingReference, of owner: String
  ) throws -> Int {
    var aside = try Aside(database, at: analysis.stored)
    var count = 0
    for sample in analysis.recording.samples {
      if try aside.put(sample, Self.later(than: analysis.stored)) { count += 1 }
    }
    outcome.saved.superseded += count
    outcome.saved.unchanged += analysis.recording.samples.count - count
    if count > 0 { outcome.saved.older.append(analysis.recording.recording) }
    let person = analysis.recording.participant
    if count > 0, person != owner { name(kept.name, of: owner, rather: person) }
    return count
  }

  private mutating func name(_ recording: String, of person: String, rather other: String) {
    outcome.conflicts.append(
      "\(recording) is kept of \(person), where it was stored later, and no more of \(other): the same samples "
        + "have one person; what was kept of \(other) is kept aside")
  }

  // MARK: - Other samples

  /// Takes what belongs to no analysis, of one person.
  private mutating func take(_ others: [HeldSamples.Other]) throws {
    guard let person = others.first?.sample.participant else { return }
    let entries = try DayEntries(database, of: person, like: others.map(\.sample), times)
    let groups = Dictionary(grouping: entries.answers(to: others)) { $0.said }
    given = try origin == .aside ? nil : GivenAgain(database, change: ChangeLog.next(database))
    for (said, answers) in groups.sorted(by: { $0.key.order < $1.key.order }) {
      var writer = try SampleWriter(database, at: said.kept)
      writer.export = said.export(of: person)
      for (answer, _) in answers { try take(answer, said, &writer) }
      outcome.saved.add(try writer.finish())
    }
    try clocks.settle(of: person)
    outcome.otherClocks = clocks.moved
    guard var given else { return }
    var writer = try SampleWriter(database, at: given.latest)
    let lost = try given.settle(by: times, of: person, with: &writer) {
      $0.said.givingWay(to: $0.winner, at: $0.winner.stored)
    }
    outcome.saved.leaveOut(written: lost)
    outcome.saved.add(try writer.finish())
    try clocks.settle(given.clocks, of: person)
  }

  /// Takes note of a record of another program that is held there. What people entered may stand there twice, but for
  /// what they entered in a phone: its next export has the corrected value in the place of the former.
  private mutating func note(
    _ sample: Sample, _ key: SampleKey, _ said: TimeSaid, isNew: Bool
  ) throws {
    let isOfPeople = sample.kind.aggregation == .category || sample.metadata.isEnteredByHand
    guard said.exported != nil || !isOfPeople, sample.source.recording == nil,
      !sample.source.name.hasPrefix(SampleSource.estimates.name)
    else { return }
    try given?.take(key, isNew: isNew, said)
  }

  private mutating func take(
    _ answer: DayEntries.Answer, _ said: TimeSaid, _ writer: inout SampleWriter
  ) throws {
    switch answer {
    case .take(let sample): try take(try settled(sample), said, &writer)
    case .replace(let old, let sample):
      try writer.delete(old.key, old.sample, aside: old.said.givingWay(to: said))
      _ = try writer.save(sample)
      name(sample, old.sample.value)
    case .keep(let here, let sample) where here.sample.value == sample.value:
      if here.said.isBefore(said) { try writer.renew(here.key) }
      outcome.saved.unchanged += 1
    case .keep(let here, let sample):
      try putAside(sample, said, besides: here.sample.value, since: here.said)
    }
  }

  /// A mark in a recording that is kept under another name, with another start or of another person moves there.
  private func settled(_ sample: Sample) throws -> Sample {
    guard let recording = sample.source.recording, recording.content != nil,
      let kept = try RecordingRow.analyses(database, nil, recording).first
    else { return sample }
    let person = try kept.participantName(database)
    guard kept.reference != recording || person != sample.participant else { return sample }
    return sample.moved(
      from: recording, to: kept.reference, of: person,
      by: try KeptAnalysis(database, kept).samples.first?.metadata ?? SampleMetadata())
  }

  private mutating func take(
    _ sample: Sample, _ said: TimeSaid, _ writer: inout SampleWriter
  ) throws {
    let (key, detail) = try writer.place(of: sample)
    guard let here = try KeptValue(database, key, times) else {
      guard try !GivenAgain.isAside(sample, at: key, said, times, &writer, database) else {
        clocks.note(gone: sample, at: key, said)
        outcome.saved.unchanged += 1
        return
      }
      // What was withdrawn here after it was stored there is not said any more.
      let gaveWay = [
        try LastGaveWay.at(key, database), try RecordingDeletions.withdrawn(database, sample),
        try MovedMarks.gaveWay(sample, database),
      ]
      if let gaveWay = gaveWay.compactMap(\.self).max(), gaveWay > said.stored,
        said.exported == nil || theirs.instant(ofDayOf: sample) ?? .min <= gaveWay
      {
        var aside = try Aside(database, at: gaveWay)
        _ = try aside.put(sample, Self.later(than: said.stored))
        clocks.note(gone: sample, at: key, said)
        outcome.saved.unchanged += 1
      } else {
        _ = try writer.save(sample)
        try note(sample, key, said, isNew: true)
        if let here = contradicted.removeValue(forKey: key) { name(sample, here) }
      }
      return
    }
    try note(sample, key, said, isNew: false)
    guard try !clocks.take(sample, at: (key, detail), said, besides: here) else {
      outcome.saved.unchanged += 1
      return
    }
    guard !here.is(sample, detail) else {
      if here.said.isBefore(said) { try writer.renew(key) }
      outcome.saved.unchanged += 1
      return
    }
    if here.isBefore(sample, said) {
      try SampleRemoval.supersede(database, key, here.said.givingWay(to: said))
      outcome.saved.superseded += 1
      _ = try writer.save(sample)
      name(sample, here.value)
    } else {
      try putAside(sample, said, besides: here.value, since: here.said)
    }
  }

  /// What is here was said later, and stays.
  private mutating func putAside(
    _ sample: Sample, _ said: TimeSaid, besides here: Double, since: TimeSaid
  ) throws {
    var aside = try Aside(database, at: since.stored)
    guard try aside.put(sample, said.givingWay(to: since)) else {
      outcome.saved.unchanged += 1
      return
    }
    outcome.saved.superseded += 1
    name(sample, here, staying: here)
  }

  /// Of what somebody entered, two values are a contradiction for a person to look at; other samples change all the time.
  private mutating func name(_ sample: Sample, _ here: Double, staying: Double? = nil) {
    guard sample.metadata.isEnteredByHand, sample.value != here else { return }
    let words = sample.kind.words(of:)
    outcome.conflicts.append(
      "\(sample.kind.name) of \(sample.participant), entered by hand, \(Self.day(of: sample)): "
        + "\(words(sample.value)) there and \(words(here)) here; \(words(staying ?? sample.value)) was stored later and "
        + "stays, the other is kept aside")
  }
}

extension AnySampleKind {
  /// A value as a person reads it: a word where it stands for one, else with its unit.
  func words(of value: Double) -> String {
    if let word = SampleWords.word(value, of: self) { return word }
    return baseUnit == .one ? "\(value)" : "\(value) \(baseUnit.symbol)"
  }
}
