import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// How far a person's estimates have come, kept in the store beside them, so that the next run does
/// only what is new.
struct EstimateProgress: Equatable {
  /// The place in the store's history up to which samples are accounted for.
  var anchor: ChangeAnchor
  /// The last day that was over then.
  var lastDay: LocalDay
  /// The time zone that was used, and methods; others make everything stale.
  var setting: String
  /// By which other setting a look back wrote since; `nil` where none did.
  var lookedBackBy: String?
  /// The person's birthday by the age that was entered; `nil` where none was, or an older program kept it.
  var birthday: LocalDay?
  /// The name of the clock of the person's samples, whichever zone the command line named.
  var timeZone: String
  /// Whether the run that kept it wrote estimates after the place.
  var isBehind = false

  /// Whether it may lie before what is kept: the samples of later days are gone.
  var mayGoBack = false
  /// Notices that are kept for a command of --on-event and that it has not heard yet.
  var untold: [WaitingNotice] = []
  /// Whether a command of --on-event hears of the person: what runs without it find out waits for it.
  var hasListener = false

  /// The events, changes and declines that were found, told or to be told; an older program did not keep all of it.
  var known = KnownNotices()

  /// Estimates that stayed as they were because nobody collected their kind.
  var left = LeftEstimates()
  /// Figures of days that some days may lack, because nobody collected them when these were made.
  var lacking: Set<AnySampleKind> = []

  /// The name of the clock that was used.
  var usedTimeZone: String { setting.components(separatedBy: ", ").first ?? timeZone }

  /// The kind under which it is kept.
  static let kind = AnySampleKind("estimate-progress")

  /// What is kept of a person; `nil` before the first run.
  init?(
    of participant: String, in store: SampleStore, _ source: SampleSource = .estimates
  ) async throws {
    let query = SampleQuery(
      kinds: [Self.kind], participant: participant, source: source.name)
    guard let sample = try await store.samples(matching: query).first,
      let day = sample.metadata.other[Self.lastDayWord].flatMap({ Int($0) }),
      let setting = sample.metadata.other["setting"],
      let timeZone = sample.metadata.timeZoneIdentifier
    else { return nil }
    self.init(
      anchor: ChangeAnchor(rawValue: Int64(sample.value)), lastDay: LocalDay(number: day),
      setting: Self.alike(setting), timeZone: timeZone)
    isBehind = sample.metadata.other["behind"] != nil
    lookedBackBy = sample.metadata.other["looked_back"].map(Self.alike)
    birthday = sample.metadata.other["birthday"].flatMap { Int($0) }.map { LocalDay(number: $0) }
    left = sample.metadata.other["left"].map { LeftEstimates($0) } ?? LeftEstimates()
    let lacking = sample.metadata.other["lacking"]?.split(separator: " ") ?? []
    self.lacking = Set(lacking.map { AnySampleKind(String($0)) })
    untold = try sample.metadata.other["untold"].map(WaitingNotice.list) ?? []
    hasListener = sample.metadata.other[Self.listener] != nil
    known = Self.known(sample.metadata.other)
  }

  /// Through which day a command of --on-event heard of anybody in a store, and so is to hear of who comes later; `nil` where
  /// none did.
  static func heardThrough(in store: SampleStore) async throws -> LocalDay? {
    try await store.samples(matching: SampleQuery(kinds: [kind], other: [listener: "true"]))
      .compactMap { $0.metadata.other[lastDayWord].flatMap { Int($0) } }.max()
      .map { LocalDay(number: $0) }
  }

  private static let (listener, lastDayWord) = ("listener", "last_day")

  init(
    anchor: ChangeAnchor, lastDay: LocalDay, setting: String, timeZone: String,
    untold: [WaitingNotice] = []
  ) {
    self.untold = untold
    self.anchor = anchor
    self.lastDay = lastDay
    self.setting = setting
    self.timeZone = timeZone
  }

  /// Whether it is to take the place of what is kept. An earlier --until is a look back, and no progress.
  func goesBeyond(_ before: EstimateProgress?) -> Bool {
    guard let before else { return true }
    return self != before
      && (usedTimeZone != before.usedTimeZone || lastDay >= before.lastDay || mayGoBack)
  }

  /// The progress as the one sample that holds it: its date says nothing.
  func sample(of participant: String, _ source: SampleSource) -> Sample {
    let date = Date(timeIntervalSince1970: 0)
    var other = [Self.lastDayWord: String(lastDay.number), "setting": setting]
    if isBehind { other["behind"] = "true" }
    other["looked_back"] = lookedBackBy
    other["birthday"] = birthday.map { String($0.number) }
    if hasListener { other[Self.listener] = "true" }
    if !left.isEmpty { other["left"] = left.text }
    if !lacking.isEmpty { other["lacking"] = lacking.map(\.name).sorted().joined(separator: " ") }
    other.merge(Self.words(of: known)) { $1 }
    if !untold.isEmpty { other["untold"] = WaitingNotice.text(of: untold) }
    return Sample(
      kind: Self.kind, value: Double(anchor.rawValue), start: date, end: date,
      participant: participant, source: source,
      metadata: SampleMetadata(timeZoneIdentifier: timeZone, other: other))
  }

  /// The words that change when estimates would: time zone, source and the methods' revisions.
  static func setting(of update: EstimateUpdate) -> String {
    let settings = update.settings
    let methods = [
      settings.daily.provenance, settings.sixMinuteWalk.provenance, settings.steadiness.provenance,
      settings.heart.fitness.provenance, settings.changes.provenance,
    ]
    let zone = update.calendar.clock.name
    let limits = settings.steadinessLimits
    // A comma and a blank part the words.
    let source = settings.source.replacing(", ", with: ",")
    return alike(
      ([zone, source, update.person.words, "\(limits.low) \(limits.veryLow)"]
        + methods.map { "\($0.method) \($0.revision)" })
        .joined(separator: ", "))
  }

  /// A setting in which values of the person that say the same are the same words, also where they came in other units
  /// (`Double.isAlike`): nine digits of each, and no day on which one became itself.
  private static func alike(_ setting: String) -> String {
    var parts = setting.components(separatedBy: ", ")
    guard parts.count > 2 else { return setting }
    var words: [String] = []
    for word in parts[2].split(separator: " ") {
      words.append(nineDigits(String(word)))
      let last = words.count - 1
      if last > 2, words[last - 2] == "from", words[last] == words[last - 3] {
        words.removeLast(3)
      }
    }
    parts[2] = words.joined(separator: " ")
    return parts.joined(separator: ", ")
  }

  private static func nineDigits(_ word: String) -> String {
    guard word.contains("."), let value = Double(word), value > 0, value.isFinite else {
      return word
    }
    let scale = pow(10, 8 - log10(value).rounded(.down))
    return "\((value * scale).rounded() / scale)"
  }
}
