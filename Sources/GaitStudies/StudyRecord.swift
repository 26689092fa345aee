import Foundation
import GaitModel

/// What was done with a recording, and with what: the line of a study's ledger.
///
/// A result is known by the bytes that were read, by what the study said, and by methods and settings; never by
/// stamps of time.
public struct StudyRecord: Hashable, Sendable, Codable {
  /// The program's version.
  public var program: String
  /// Digest of the files that were read (``FileDigest``).
  public var file: String
  /// Where they lay, from the folder of results; `nil` in records of older versions.
  public var path: String?
  /// Digest of what the `.json` beside the recording says, empty where there was none: it may stay where the recording is moved away;
  /// `nil` in records of older versions.
  public var description: String?
  /// What the study said of recording and person (``StudyRow/facts``).
  public var facts: [String: String]
  /// Digest of all methods with their revisions and settings.
  public var methods: String
  /// The settings that differ from those measured best.
  public var settings: [String]
  /// What came of it; `nil` where nothing did.
  public var result: StudyRecordResult?
  /// The same, unless the last run ended between writing its results and this record: those that stand in the folder are of
  /// another content, then.
  package var wholeResult: StudyRecordResult? { file.isEmpty ? nil : result }
  /// Why nothing came of it, where the recording itself is the reason and trying again is of no use.
  public var failure: StudyFailure?
  /// Digest of the samples where another recording of the study has the same, and counts in its place.
  public var repeats: String?
  /// What of it is to give way in a store that has it still: the file was exchanged, or its start taken away, beside another
  /// store, as that of another part. `nil` for nothing.
  public var givesWay: [StudyRecordResult.StoredAnalysis]?

  /// Makes a record of something that has no result yet.
  public init(
    program: String, file: String, facts: [String: String], methods: String, settings: [String]
  ) {
    (self.program, self.file, self.facts) = (program, file, facts)
    (self.methods, self.settings) = (methods, settings)
  }

  /// The record as it stands in a file: the same bytes for the same record.
  public var document: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }

  /// Reads a record; `nil` for what is none, as a damaged one: its recording is analyzed again.
  public init?(_ document: Data) {
    guard let record = try? JSONDecoder().decode(StudyRecord.self, from: document),
      record.result?.isPossible != false
    else { return nil }
    self = record
  }
}

extension StudyRecord {
  /// Takes note of an analysis that is to give way in a store that has it.
  ///
  /// - Parameters:
  ///   - analysis: what was stored, and when.
  ///   - participant: whose it was, where the analysis does not say so.
  public mutating func giveWay(
    _ analysis: StudyRecordResult.StoredAnalysis, of participant: String
  ) {
    var analysis = analysis
    analysis.participant = analysis.participant ?? participant
    takeBack(analysis.content)
    givesWay = (givesWay ?? []) + [analysis]
  }

  /// Forgets that analyses of some content give way: the recording has it again.
  ///
  /// - Parameter content: the digest of its samples.
  public mutating func takeBack(_ content: String) {
    givesWay?.removeAll { $0.content == content }
    if givesWay?.isEmpty == true { givesWay = nil }
  }

  /// Why a recording must be analyzed again. The bytes are asked last, because reading them takes time.
  ///
  /// - Parameters:
  ///   - now: what would be done now; its digest of the files does not count.
  ///   - file: gives the digest of the files as they are.
  /// - Returns: the reason in words; `nil` when nothing that counts is different.
  /// - Throws: ``UnreadableFile`` when the files cannot be read.
  public func difference(
    from now: StudyRecord, file: () throws(UnreadableFile) -> String
  ) throws(UnreadableFile) -> String? {
    if program == now.program, settings != now.settings { return Self.settingsChanged }
    if let methods = differenceInMethods(from: now) { return methods }
    if let changed = changedFacts(from: now) { return changed }
    return try self.file == file() ? nil : "content or description changed"
  }

  /// What else than settings and facts found something: another version of the program, or other methods.
  ///
  /// - Parameter now: what would find it now.
  /// - Returns: the difference in words; `nil` for none.
  public func differenceInMethods(from now: StudyRecord) -> String? {
    if program != now.program { return "program \(program), now \(now.program)" }
    return settings == now.settings && methods != now.methods ? "methods changed" : nil
  }

  /// What is said otherwise now of a recording whose file is gone: settings, facts or the description. A zone that a
  /// description said, which went with the file, is not taken back.
  ///
  /// - Parameters:
  ///   - now: what would be done now.
  ///   - descriptions: the digests by which the `.json` that is there may be known; none without one.
  /// - Returns: the difference in words; `nil` for none.
  public func differenceWithoutFile(
    from now: StudyRecord, descriptions: [String]
  ) -> String? {
    let isDescribed = !descriptions.isEmpty
    var now = now
    if !isDescribed { now.facts["time_zone"] = now.facts["time_zone"] ?? facts["time_zone"] }
    if settings != now.settings { return Self.settingsChanged }
    if let changed = changedFacts(from: now) { return changed }
    guard isDescribed, let description, !descriptions.contains(description) else { return nil }
    return "description changed"
  }

  private static let settingsChanged = "settings changed"

  private func changedFacts(from now: StudyRecord) -> String? {
    let changed = StudyManifest.columns.filter { facts[$0] != now.facts[$0] }
    return changed.isEmpty ? nil : "\(changed.joined(separator: ", ")) changed"
  }
}

/// What a study keeps of an analyzed recording besides its folder of results.
public struct StudyRecordResult: Hashable, Sendable, Codable {
  /// Digest of the samples, by which a recording is known whatever its file is called.
  public var content: String
  /// Where the device was worn, as given or recognized; `nil` where nobody knows.
  public var site: String?
  /// The device, in words.
  public var device: String
  /// Wall clock at the first sample, seconds since 1970; `nil` without one.
  public var start: Double?
  /// How far that clock is ahead of UTC, seconds; `nil` for a local clock whose zone nobody says.
  public var offset: Int?
  /// The time zone by its name, where the recording or its description names one; `nil` otherwise, and in records of older
  /// versions.
  public var timeZone: String?
  /// Samples per second.
  public var rateHertz: Double
  /// From second 0 to the last sample, seconds.
  public var seconds: Double
  /// From which instant to which samples of it start in a store, milliseconds since 1970; `nil` without a wall clock, and in
  /// records of older versions.
  public var starts: [Int64]?
  /// Time lost in gaps, seconds.
  public var gapSeconds: Double
  /// When the device was worn: from when to when, seconds from the first sample, and how many seconds of it have samples.
  /// In records of older versions the third is missing, and stretches may go on over gaps.
  public var worn: [[Double]]
  /// Share of each stretch of `worn` that has samples where it does not say so itself, 0-1.
  public var wornShare: Double
  /// Turns; `nil` without a gyroscope.
  public var turns: Int?
  /// Flights climbed; `nil` where they are not known.
  public var flightsUp: Int?
  /// Flights descended; `nil` where they are not known.
  public var flightsDown: Int?
  /// Stature that was used, meters; `nil` where none was given.
  public var heightMeters: Double?
  /// Body mass, kilograms.
  public var massKilograms: Double?
  /// Age, years.
  public var ageYears: Double?
  /// Sex, `f` or `m`.
  public var sex: String?
  /// Why nothing of it is in a store; `nil` where its samples are.
  public var notStored: String?
  /// What the last run with a store left there: a run without one carries it on. `nil` where there was none, and in
  /// records of older versions.
  public var stored: StoredAnalysis?
  /// The first that the reader said of a file that was cut or is damaged; `nil` of a whole one, and in records of older
  /// versions.
  public var damage: String?
  /// How long the recording was when an earlier run found more in the same file, seconds; `nil` where none did.
  public var secondsBefore: Double?

  /// An analysis in a store.
  public struct StoredAnalysis: Hashable, Sendable, Codable {
    /// Digest of its samples.
    public var content: String
    /// When it was stored, milliseconds since 1970: the store holds another analysis where it has another instant.
    public var instant: Int64
    /// Whose it was then: the study may have been corrected since by a run without a store. `nil` where an older version
    /// wrote it.
    public var participant: String?

    /// Describes an analysis.
    public init(content: String, instant: Int64, participant: String? = nil) {
      (self.content, self.instant, self.participant) = (content, instant, participant)
    }
  }

  /// What a store has of the recording as far as the record knows; with the instant 0 where an older version wrote it.
  public var lastStored: StoredAnalysis? {
    stored ?? (notStored == nil ? StoredAnalysis(content: content, instant: 0) : nil)
  }

  /// Takes what is needed of an analysis.
  public init(_ analysis: RecordingAnalysis) {
    let (facts, quality, totals) = (analysis.facts, analysis.quality, analysis.totals)
    content = analysis.content ?? ""
    site = facts.site?.rawValue
    device = facts.device
    start = facts.start?.secondsSince1970
    offset = facts.start.flatMap { $0.isLocal ? nil : $0.utcOffsetSeconds }
    timeZone = facts.timeZone?.identifier
    starts = Self.starts(of: analysis)
    rateHertz = facts.samplingRateHertz
    (seconds, gapSeconds) = (quality.durationSeconds, quality.gapSeconds)
    worn = quality.wornTimes.map {
      [$0.seconds.lowerBound, $0.seconds.upperBound, $0.wornSeconds]
    }
    wornShare = 1
    turns = totals.turnCount.value
    (flightsUp, flightsDown) = (totals.flightsUp.value, totals.flightsDown.value)
    let person = facts.participant
    (heightMeters, massKilograms) = (person.height?.meters, person.mass?.kilograms)
    (ageYears, sex) = (person.ageYears, person.sex?.rawValue)
  }

  private static func starts(of analysis: RecordingAnalysis) -> [Int64]? {
    let person = analysis.facts.participant.identifier ?? ""
    guard let feed = try? analysis.sampleFeed(participant: person) else { return nil }
    var (first, last) = (Int64.max, Int64.min)
    feed.forEach {
      let start = $0.start.millisecondsSince1970
      (first, last) = (min(first, start), max(last, start))
    }
    return first <= last ? [first, last] : nil
  }

  /// A file that is cut loses a second or more: what a device writes at once. Our choice.
  private static let leastLoss = 1.0

  /// Takes note of how long the recording was before, where an earlier run found one of the same start in the same file
  /// and that was longer.
  ///
  /// - Parameter earlier: what that run found there.
  public mutating func compareLength(with earlier: StudyRecordResult) {
    let before = max(earlier.seconds, earlier.secondsBefore ?? 0)
    let isShorter = earlier.start == start && before - seconds >= Self.leastLoss
    secondsBefore = isShorter ? before : nil
  }

  /// Longer than any device records: a century, seconds.
  static let longestSeconds = 3_155_760_000.0
  /// What a date with a year of four digits can say, seconds since 1970: 0001-01-01 to 9999-12-31.
  private static let possibleStarts = -62_135_596_800.0...253_402_300_799
  /// The zones of the earth with room on either side, seconds.
  private static let possibleOffsets = -64_800...64_800

  /// Whether a recording can hold an instant, milliseconds since 1970.
  private static func isPossible(_ instant: Int64) -> Bool {
    let seconds = Double(instant) / 1000
    return possibleStarts.lowerBound <= seconds
      && seconds <= possibleStarts.upperBound + longestSeconds
  }

  /// Whether an analysis could have said all this.
  var isPossible: Bool {
    let times = 0...Self.longestSeconds
    return times.contains(seconds) && times.contains(gapSeconds) && rateHertz > 0
      && start.map(Self.possibleStarts.contains) != false
      && offset.map(Self.possibleOffsets.contains) != false
      && starts.map { $0.count == 2 && $0[0] <= $0[1] && $0.allSatisfy(Self.isPossible) } != false
      && worn.allSatisfy {
        (2...3).contains($0.count) && $0[0] <= $0[1] && $0.allSatisfy(times.contains)
      }
      && (0...1).contains(wornShare)
      && [turns, flightsUp, flightsDown].allSatisfy { ($0 ?? 0) >= 0 }
      && secondsBefore.map(times.contains) != false
  }

  /// The clock at the first sample.
  public var clock: WallClock? {
    start.map {
      WallClock(secondsSince1970: $0, utcOffsetSeconds: offset ?? 0, isLocal: offset == nil)
    }
  }

  /// Time worn that has samples, seconds.
  public var wornSeconds: Double { worn.reduce(0) { $0 + wornSeconds(of: $1) } }

  /// What of a stretch of `worn` has samples, seconds.
  func wornSeconds(of stretch: [Double]) -> Double {
    stretch.count > 2 ? stretch[2] : (stretch[1] - stretch[0]) * wornShare
  }
}
