import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import SampleStorage
import SensorFiles

/// Where samples of analyzed recordings go, and what a store must know that a recording may not say.
struct StoringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to keep the samples in; it is made if need be, and it is not encrypted.",
      valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp("Who was recorded; wins over the description.", valueName: "id"))
  var participant: String?

  @Option(
    help: ArgumentHelp(
      "When the recording began, where the device has no clock of its own, like "
        + "2026-05-04T09:30:00+02:00.",
      valueName: "date"),
    transform: InstantArgument.read)
  var start: InstantArgument?

  @Flag(help: "Believe --start before the device's own clock.")
  var overrideStart = false

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "The person's time zone, like Europe/Berlin; local clocks are read in it.",
      valueName: "zone"),
    transform: TimeZoneArgument.read)
  var timeZone: TimeZoneArgument?

  @Option(
    help: ArgumentHelp(
      "A protocol that divides the recording: CSV with label,start_s,end_s.", valueName: "file"))
  var activities: String?

  @Flag(
    help: "Where a recording is kept of another person already: it was this person's all the time.")
  var moveFromOthers = false

  @Flag(help: "Also what was deleted in the store while the rest of its recording stayed.")
  var withDeleted = false

  func validate() throws {
    if withDeleted, store == nil {
      throw ValidationError("--with-deleted is about a store; give --store")
    }
    if moveFromOthers, store == nil {
      throw ValidationError("--move-from-others is about a store; give --store")
    }
    if activities != nil, store == nil {
      throw ValidationError("--activities are kept in a store; give --store")
    }
    if let start, !start.hasOffset, timeZone == nil {
      throw ValidationError(
        "--start \(start.text) does not say where: add the offset, as in +02:00, or --time-zone")
    }
    if let start, let zone = timeZone?.zone, let doubt = start.doubt(in: zone) {
      throw ValidationError("--start \(start.text) \(doubt)")
    }
    if overrideStart, start == nil {
      throw ValidationError("--override-start needs the time: --start 2026-05-04T09:30:00+02:00")
    }
    if let start {
      try Entry.check(start.date(in: timeZone?.zone ?? .gmt), "--start", start.text)
    }
    try Entry.check(name: participant)
  }

  /// Throws where an option can be meant for one recording only and there are several.
  func check(_ recordings: [RecordingInput]) throws {
    let given = [start.map { _ in "--start" }, activities.map { _ in "--activities" }]
      .compactMap(\.self)
    guard recordings.count > 1, !given.isEmpty else { return }
    // A description tells no activities, and beside a file with several recordings no start.
    let isDescribable =
      activities == nil && !recordings.contains { RecordingAddress($0.path).part != nil }
    throw ValidationError(
      """
      \(given.joined(separator: " and ")) \(given.count.verb("is", "are")) of one recording and \(recordings.count) \
      are given; analyze them one by one\(isDescribable ? ", or write start_datetime into the .json beside each" : "")
      """)
  }

  /// The same, as the analysis takes it.
  var identity: RecordingIdentity {
    RecordingIdentity(
      participant: participant, start: start?.clock(in: timeZone?.zone ?? .gmt),
      overridesStart: overrideStart, timeZone: timeZone?.zone, isStored: store != nil)
  }

  /// The store to keep samples in; `nil` when none is asked for.
  func open() throws -> SampleKeeping? {
    guard let store else { return nil }
    do {
      return SampleKeeping(
        store: try OpenStores.open(store),
        timeZone: timeZone?.zone.identifier, movesFromOthers: moveFromOthers,
        restoresDeleted: withDeleted,
        activities: try activities.map { try Self.activities($0) })
    } catch {
      throw StoreFailure(error)
    }
  }

  private static func activities(_ path: String) throws -> ActivityProtocol {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreFailure.message("\(path): the file cannot be read")
    }
    if let fault = TextEncoding.fault(in: data) {
      throw StoreFailure.message("\(path): \(fault)")
    }
    do {
      return try ActivityProtocol(text: String(decoding: data, as: UTF8.self))
    } catch {
      throw StoreFailure.message("\(path): \(error)")
    }
  }
}

/// Keeps what was found in recordings, each as soon as it is analyzed.
struct SampleKeeping {
  let store: SampleStore
  let timeZone: String?
  let movesFromOthers: Bool
  let restoresDeleted: Bool
  let activities: ActivityProtocol?

  /// Keeps a recording's samples, whole or not at all; gives what came of it in words.
  func keep(_ analysis: RecordingAnalysis) async throws -> [String] {
    let late = try checkedActivities(of: analysis)
    let labels = try await marks(of: analysis, in: store).map(LabelledActivity.init)
    let found = try analysis.sampleFeed(
      timeZone: timeZone, activities: activities?.activities ?? labels)
    if activities != nil {
      try await store.requireCollecting([SampleKind.activity.erased], of: found.participant)
    }
    let doubt = try await doubt(about: found.participant)
    let outcome = try await store.save(
      found, movingFromOthers: movesFromOthers, restoringDeleted: restoresDeleted)
    let renewed = try await keepActivities(of: analysis, found)
    let asides = try await store.setAside(of: found.participant).filter {
      $0.recording == found.recording || $0.counting == found.recording
    }
    let zones = try await PeopleZones(
      timeZone.flatMap(TimeZone.init(named:)), of: found.participant, in: store)
    return doubt + [outcome.sentence, outcome.besideDeleted].compactMap(\.self)
      + (outcome.leavesCalibration
        ? [
          "the analysis before was measured with the person's own factor and this one without it: --calibration takes it"
        ] : []) + renewed + late + (try await store.contradictions(of: found.participant))
      + SetAsideTime.sentences(asides, clock: zones.instant)
  }

  /// A remark where the store has nobody of this name, and somebody of nearly the same.
  private func doubt(about person: String) async throws -> [String] {
    let known = try await store.participants()
    guard !known.contains(person),
      let near = known.first(where: { Self.folded($0) == Self.folded(person) })
    else { return [] }
    return [
      "\(person) is new in the store, which holds \(near): if they are one person, delete \(person) and "
        + "give --participant \(near.shellWord)"
    ]
  }

  /// A name without what slips of the pen change: case, signs, and zeros before numbers.
  private static func folded(_ name: String) -> String {
    let letters = name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }
    return String(letters).split(separator: " ").joined().reduce(into: "") { folded, letter in
      if letter == "0", folded.last?.isNumber != true { return }
      folded.append(letter)
    }
  }

  /// Looks whether the activities of the protocol lie in the recording.
  ///
  /// - Returns: remarks on those that end after it.
  /// - Throws: when one begins outside: a slip of the pen, or another recording's protocol.
  private func checkedActivities(of analysis: RecordingAnalysis) throws -> [String] {
    let length = analysis.quality.durationSeconds
    func text(_ seconds: Double) -> String { (DecimalText.trimmed(seconds) ?? "\(seconds)") + " s" }
    return try (activities?.activities ?? []).compactMap { activity in
      let (start, end) = (activity.seconds.lowerBound, activity.seconds.upperBound)
      guard start >= 0, start < length else {
        throw StoreFailure.message(
          """
          --activities: \(activity.label) begins at \(text(start)), and the recording is \(text(length)) \
          long; nothing of it was kept. Times are in seconds from the first sample, or from a table's first row
          """)
      }
      return end <= length + 1
        ? nil : "\(activity.label) ends at \(text(end)), after the recording (\(text(length)))"
    }
  }

  /// Puts the activities of the protocol in the place of those that the recording had: it has one
  /// protocol.
  private func keepActivities(
    of analysis: RecordingAnalysis, _ found: RecordingSampleFeed
  ) async throws -> [String] {
    guard let activities else { return [] }
    let new = activities.samples(
      of: found.recording, participant: found.participant, clock: found.clock)
    let old = try await store.settle(
      found.participant, holding: [SampleKind.activity.erased], at: Date()
    ) { draft in
      let old = try await marks(of: analysis, in: draft)
      draft.replace(
        old, with: new, because: "another protocol was given for the recording", at: Date())
      return old
    }
    let gone = Set(old.map(\.id)).subtracting(new.map(\.id)).count
    return gone == 0
      ? [] : ["\(gone) \(gone == 1 ? "activity" : "activities") of an earlier protocol gave way"]
  }

  /// The activities that were labelled in the recording before, wherever it was kept.
  private func marks(
    of analysis: RecordingAnalysis, in store: some SampleReading
  ) async throws -> [Sample] {
    try await store.samples(matching: SampleQuery(kinds: [SampleKind.activity.erased])).filter {
      guard let kept = $0.source.recording else { return false }
      if let content = kept.content { return content == analysis.content }
      return kept
        == analysis.facts.start.map {
          RecordingReference(
            name: analysis.facts.name, start: Date(timeIntervalSince1970: $0.secondsSince1970))
        }
    }
  }

  /// The dates of each person's recalibrations, by the clock by which they were entered.
  func recalibrations() async throws -> [String: [WallClock]] {
    let requests = try await store.samples(
      matching: SampleQuery(kinds: [SampleKind.recalibration.erased]))
    return Dictionary(grouping: requests, by: \.participant).mapValues { samples in
      samples.map { sample in
        let zone = sample.metadata.timeZoneIdentifier.flatMap { TimeZone(identifier: $0) }
        return WallClock(
          secondsSince1970: sample.start.timeIntervalSince1970,
          utcOffsetSeconds: zone?.secondsFromGMT(for: sample.start)
            ?? sample.metadata.utcOffsetSeconds ?? 0)
      }
    }
  }
}

extension LabelledActivity {
  /// The activity that a mark stands for, in seconds of its recording.
  fileprivate init(_ mark: Sample) {
    let begin = mark.source.recording?.start ?? mark.start
    let start = mark.start.timeIntervalSince(begin)
    self.init(
      label: mark.metadata.label ?? "", seconds: start..<(start + mark.durationSeconds))
  }
}

extension WallClock {
  /// Another instant by the same clock: with its offset, which a local clock does not have.
  fileprivate func text(of date: Date) -> String {
    isLocal
      ? InstantText.local(date)
      : InstantText.text(
        WallClock(
          secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: utcOffsetSeconds))
  }
}
