import Foundation
import GaitModel
import MobilityEstimates

/// What a study holds of one recording: its place, what was kept of it, and its bouts.
public struct StudyResult: Hashable, Sendable {
  /// Its place in the study.
  public var recording: StudyRecording
  /// What was kept of it.
  public let record: StudyRecordResult
  /// Its bouts, in time order.
  public private(set) var bouts: [StudyBout]
  /// The figures of the recording by itself, whatever else was worn.
  public let figures: StudyFigures

  /// Puts the parts together.
  public init(recording: StudyRecording, record: StudyRecordResult, bouts: [StudyBout]) {
    (self.recording, self.record, self.bouts) = (recording, record, bouts)
    figures = StudyFigures(bouts, wornSeconds: record.wornSeconds)
  }

  /// Takes the steps and strides of bouts, by their numbers.
  public mutating func take(_ contents: [Int: BoutContents]) {
    for (number, contents) in contents where bouts.indices.contains(number - 1) {
      bouts[number - 1].contents = contents
    }
  }

  /// When the device was worn, seconds since 1970, and which share of it has samples, 0-1; nothing without a wall clock.
  var worn: [(range: Range<Double>, share: Double)] {
    guard let start = record.start else { return [] }
    return record.worn.compactMap {
      guard $0[0] < $0[1] else { return nil }
      return (start + $0[0]..<start + $0[1], record.wornSeconds(of: $0) / ($0[1] - $0[0]))
    }
  }

  /// The wall clock at the first sample: in the person's zone, else with the device's offset; `nil` without one.
  public var clock: WallClock? { zone.flatMap { record.clock?.shown(in: $0) } ?? record.clock }

  /// A file can name its zone itself, as phones' recorders do.
  private var zone: TimeZone? {
    (recording.row.timeZone ?? record.timeZone).flatMap(TimeZone.init(named:))
  }

  /// Where days begin: in the person's zone, else by the device's offset; a local clock without a zone is taken as it
  /// reads.
  var calendar: DayCalendar {
    DayCalendar(timeZone: zone ?? TimeZone(secondsFromGMT: record.offset ?? 0) ?? .gmt)
  }
}

/// The rows of one person in the tables of a study.
///
/// Days are those of the person's own calendar; a bout is counted and measured on the day on which it begins.
/// Steps, distance, walking time and time worn are divided at midnight: each step and stride belongs to the day on which
/// it was made. Where two devices were worn at once, one counts: there they are divided, too, and a bout is counted and
/// measured where its middle counts. Recordings without a wall clock count for the person, each by itself, and for no day.
public struct PersonTables: Hashable, Sendable {
  /// A day or a week.
  public struct Stretch: Hashable, Sendable {
    /// Its first day.
    public var firstDay: LocalDay
    /// Days on which the device was worn at all.
    public var dayCount: Int
    /// Days on which it was worn for at least eight hours.
    public var validDayCount: Int
    /// The figures.
    public var figures: StudyFigures
    /// The figures of the valid days alone, for averages per day.
    public var validFigures: StudyFigures
  }

  /// A day is counted in averages when the device was worn for so many hours: less is part of a day. The
  /// daily summaries of `MobilityEstimates` take the same.
  public static let hoursOfValidDay = 8.0

  /// The person.
  public let participant: String
  /// Their recordings, in the order of the study.
  public let recordings: [StudyResult]
  /// Each day on which the device was worn, or bouts were found outside of wear, in time order.
  public private(set) var days: [Stretch] = []
  /// Each week of such days, Monday to Sunday, in time order.
  public private(set) var weeks: [Stretch] = []
  /// Everything together; `firstDay` is the first day, or that of 1970 where no recording has a clock.
  public private(set) var whole: Stretch
  /// Recordings that were made at once, of which one counts; empty where none were.
  public let overlaps: [StudyOverlap]

  /// Gathers the recordings of a person; there is at least one.
  public init(participant: String, recordings: [StudyResult]) {
    self.participant = participant
    self.recordings = recordings
    let byDay = DayContents(recordings)
    overlaps = byDay.overlaps
    let inOrder = byDay.days.sorted { $0.key < $1.key }
    days = inOrder.map { Self.stretch([$0]) }
    weeks = Dictionary(grouping: inOrder) { LocalWeek(containing: $0.key) }
      .sorted { $0.key < $1.key }.map { week, days in
        var stretch = Self.stretch(days)
        stretch.firstDay = week.firstDay
        return stretch
      }
    whole = Self.stretch(inOrder, and: byDay.clockless)
  }

  /// The bouts that are divided, at midnight or where another recording counts: their parts are made from their contents
  /// (``StudyResult/take(_:)``).
  ///
  /// - Parameter recordings: all of a person.
  /// - Returns: by the place of the recording, the numbers of the bouts, from 1.
  public static func dividedBouts(of recordings: [StudyResult]) -> [Set<Int>] {
    let counted = CountedRecordings(recordings)
    return recordings.enumerated().map { place, result in
      guard let start = result.record.start else { return [] }
      return Set(
        result.bouts.indices.filter { index in
          DayContents.parts(
            of: result.bouts[index], from: start, of: place, counted, result.calendar
          )
          .contains { !$0.isFirst || !$0.isLast }
        }.map { $0 + 1 })
    }
  }

  /// The last day; `nil` where no recording has a clock.
  public var lastDay: LocalDay? { days.last?.firstDay }

  /// Where devices were worn, in order, if recordings of several sites may have been made at once and nobody can tell, as some
  /// have no wall clock: each of those counts in ``whole`` by itself. Empty where nothing can have been counted twice so.
  public var sitesOfUntoldOverlaps: [String] {
    guard recordings.contains(where: { $0.record.start == nil }) else { return [] }
    let sites = Set(recordings.compactMap(\.record.site))
    return sites.count > 1 ? sites.sorted() : []
  }

  /// What is known of the person, by the recording that was begun last among those that say it; one without a wall clock
  /// counts where no other says it, and of several such the last in the order of the study.
  ///
  /// - Parameter fact: a fact of a recording; `nil` where it does not say it.
  /// - Returns: the fact; `nil` where no recording says it.
  public func latest<Fact>(_ fact: (StudyRecordResult) -> Fact?) -> Fact? {
    recordings.map(\.record).sorted { ($0.start ?? -.infinity) < ($1.start ?? -.infinity) }
      .compactMap(fact).last
  }

  private static func stretch(
    _ days: [(key: LocalDay, value: DayContents.Content)],
    and clockless: DayContents.Content = DayContents.Content()
  ) -> Stretch {
    let worn = days.filter { $0.value.wornSeconds > 0 }
    let valid = days.filter { WearRule.isWorn($0.value.wornSeconds / 3600, for: hoursOfValidDay) }
    let all = days.map(\.value) + [clockless]
    return Stretch(
      firstDay: days.first?.key ?? LocalDay(number: 0), dayCount: worn.count,
      validDayCount: valid.count,
      figures: StudyFigures(
        each: all.lazy.flatMap(\.bouts), parts: all.lazy.flatMap(\.parts),
        wornSeconds: all.reduce(0) { $0 + $1.wornSeconds }),
      validFigures: StudyFigures(
        each: valid.lazy.flatMap(\.value.bouts), parts: valid.lazy.flatMap(\.value.parts),
        wornSeconds: valid.reduce(0) { $0 + $1.value.wornSeconds }))
  }
}

/// What counts of a person's recordings, day by day.
private struct DayContents {
  struct Content {
    /// Bouts that begin on the day.
    var bouts: [StudyBout] = []
    /// What of all bouts lies on the day.
    var parts: [StudyBout] = []
    var wornSeconds = 0.0
  }

  var days: [LocalDay: Content] = [:]
  var clockless = Content()
  let overlaps: [StudyOverlap]

  init(_ results: [StudyResult]) {
    let counted = CountedRecordings(results)
    overlaps = counted.overlaps
    for (place, result) in results.enumerated() {
      guard let start = result.record.start else {
        clockless.bouts += result.bouts
        clockless.parts += result.bouts
        clockless.wornSeconds += result.record.wornSeconds
        continue
      }
      let calendar = result.calendar
      for bout in result.bouts {
        if counted.counts(bout, from: start, of: place) {
          days[Self.day(of: start + bout.start, calendar), default: Content()].bouts.append(bout)
        }
        for part in Self.parts(of: bout, from: start, of: place, counted, calendar) {
          days[part.day, default: Content()].parts.append(
            part.isFirst && part.isLast
              ? bout
              : bout.part(
                from: part.range.lowerBound - start, to: part.range.upperBound - start,
                isFirst: part.isFirst, isLast: part.isLast))
        }
      }
      for stretch in result.worn {
        for part in counted.parts(of: stretch.range, of: place) {
          for (day, range) in calendar.divided(part) {
            days[day, default: Content()].wornSeconds +=
              (range.upperBound - range.lowerBound) * stretch.share
          }
        }
      }
    }
  }

  /// A part of a bout, seconds since 1970.
  struct Part {
    var day: LocalDay
    var range: Range<Double>
    var isFirst: Bool
    var isLast: Bool
  }

  /// Divides what counts of a bout at midnight; one without length is not divided.
  static func parts(
    of bout: StudyBout, from start: Double, of place: Int, _ counted: CountedRecordings,
    _ calendar: DayCalendar
  ) -> [Part] {
    let (begin, end) = (start + bout.start, start + bout.start + bout.seconds)
    return counted.parts(of: bout, from: start, of: place)
      .flatMap { $0.isEmpty ? [(Self.day(of: begin, calendar), $0)] : calendar.divided($0) }
      .map { day, range in
        Part(
          day: day, range: range, isFirst: range.lowerBound == begin,
          isLast: range.upperBound == end)
      }
  }

  private static func day(of instant: Double, _ calendar: DayCalendar) -> LocalDay {
    calendar.day(containing: Date(timeIntervalSince1970: instant))
  }
}
