import Foundation
import GaitModel

/// What a laboratory's table says of the time of a recording.
///
/// A sensor that began late or was stopped early is ordinary: what it was not there for is no miss. Contacts, strides and
/// trials outside of the recording are left out, and walks are cut at its ends.
struct RecordedPart {
  /// The table.
  let table: LaboratoryMapping.Table
  /// How long the recording is; endless where nobody knows.
  let durationSeconds: Double
  /// What it says of the time of the recording, by the recording's clock.
  let events: LaboratoryEvents
  /// From when to when each thing lasts that it lists, seconds.
  let listed: [ClosedRange<Double>]
  /// How many of these begin before the recording does.
  let earlyCount: Int
  /// How many end behind the recording's end.
  let lateCount: Int
  /// How many do one of both.
  let outsideCount: Int
  /// The farthest instant of which the table speaks and which cannot be of the recording; `nil` where there is none.
  let farSecond: Double?

  /// Looks at a table.
  ///
  /// - Parameters:
  ///   - all: what it says, by the recording's clock.
  ///   - table: the table.
  ///   - durationSeconds: how long the recording is; `nil` leaves nothing out.
  init(
    of all: LaboratoryEvents, in table: LaboratoryMapping.Table, within durationSeconds: Double?
  ) {
    self.table = table
    let listed = all.listed(table.holds)
    self.listed = listed
    self.durationSeconds = durationSeconds ?? .infinity
    guard let durationSeconds else {
      events = all
      (earlyCount, lateCount, outsideCount, farSecond) = (0, 0, 0, nil)
      return
    }
    let limits = LaboratoryEvents.limits(of: table.holds, durationSeconds)
    events = all.limited(to: durationSeconds)
    earlyCount = listed.count { $0.lowerBound < limits.lowerBound }
    lateCount = listed.count { $0.upperBound > limits.upperBound }
    outsideCount = listed.count {
      $0.lowerBound < limits.lowerBound || $0.upperBound > limits.upperBound
    }
    farSecond = LabReference.farthest(
      listed.flatMap { [$0.lowerBound, $0.upperBound] }, outside: durationSeconds)
  }

  /// That some of what it lists was not recorded; `nil` where all was.
  var remark: String? {
    guard outsideCount > 0 else { return nil }
    let isInstant = table.holds == .contacts
    func words(_ count: Int, _ verb: String, _ place: String) -> String? {
      count == 0 ? nil : "\(count) \(verb)\(count == 1 ? "s" : "") \(place)"
    }
    let places = [
      words(earlyCount, isInstant ? "lie" : "begin", "before the first sample of the recording"),
      words(lateCount, isInstant ? "lie" : "end", "behind the last sample of the recording"),
    ].compactMap(\.self).joined(separator: " and ")
    let effect =
      table.holds == .bouts
      ? "; what was recorded of \(outsideCount.verb("it", "them")) counts"
      : ", and \(outsideCount.verb("was", "were")) left out"
    let limits = LaboratoryEvents.limits(of: table.holds, durationSeconds)
    let isNoneNear = listed.allSatisfy { !$0.overlaps(limits) }
    let question =
      isNoneNear
      ? "; is it of this recording, and is the unit of its times right? They are read in "
        + LaboratoryUnits(table).read(.time) : ""
    return
      "\(table.file): of \(listed.count.counted(table.holds.noun)) \(places)\(effect)\(question)"
  }
}

extension LaboratoryEvents {
  /// People stop walks and trials by hand: they may begin so much before the recording and end so much behind it, seconds.
  private static let longestSlip = 1.0

  /// Where what is listed counts as recorded.
  static func limits(
    of holds: LaboratoryMapping.Rows, _ durationSeconds: Double
  ) -> ClosedRange<Double> {
    let slip = holds == .bouts || holds == .trials ? longestSlip : 0
    return -slip...max(0, durationSeconds) + slip
  }

  /// From when to when each thing of a kind lasts, seconds.
  fileprivate func listed(_ holds: LaboratoryMapping.Rows) -> [ClosedRange<Double>] {
    switch holds {
    case .contacts: initial.map { $0.seconds...$0.seconds }
    case .strides: strides.map { $0.startSeconds...max($0.startSeconds, $0.endSeconds) }
    case .bouts: bouts.map { $0.seconds.lowerBound...$0.seconds.upperBound }
    case .trials: trials.map { $0.seconds.lowerBound...$0.seconds.upperBound }
    }
  }

  /// What a recording of some seconds can show. Of a walk that it shows a part of, nobody knows the mean speed there.
  fileprivate func limited(to durationSeconds: Double) -> LaboratoryEvents {
    let whole = 0...max(0, durationSeconds)
    let slipped = Self.limits(of: .trials, durationSeconds)
    func isInside(_ seconds: Range<Double>) -> Bool {
      slipped.contains(seconds.lowerBound) && slipped.contains(seconds.upperBound)
    }
    var other = self
    other.initial.removeAll { !whole.contains($0.seconds) }
    other.implied.removeAll { !whole.contains($0.seconds) }
    other.final.removeAll { !whole.contains($0.seconds) }
    other.strides.removeAll {
      !whole.contains($0.startSeconds) || !whole.contains($0.endSeconds)
    }
    other.trials.removeAll { !isInside($0.seconds) }
    other.bouts = bouts.filter { $0.seconds.overlap(with: whole) > 0 }.map { bout in
      let recorded = bout.seconds.clamped(to: whole.lowerBound..<whole.upperBound)
      return SystemReference.Bout(
        seconds: recorded, values: isInside(bout.seconds) ? bout.values : BoutValues())
    }
    return other
  }

  /// What of it lies in some stretches; strides that reach into them. `nil` is the whole recording.
  func judged(in seen: [ClosedRange<Double>]?) -> LaboratoryEvents {
    guard let seen else { return self }
    func isUnseen(_ event: TimedFoot) -> Bool { !seen.contains { $0.contains(event.seconds) } }
    var other = self
    other.initial.removeAll(where: isUnseen)
    other.implied.removeAll(where: isUnseen)
    other.final.removeAll(where: isUnseen)
    other.strides.removeAll { stride in
      !seen.contains {
        stride.startSeconds < $0.upperBound && stride.endSeconds > $0.lowerBound
      }
    }
    return other
  }
}

extension LaboratoryMapping.Rows {
  /// What a row is, in one word.
  fileprivate var noun: String {
    switch self {
    case .contacts: "contact"
    case .strides: "stride"
    case .bouts: "walk"
    case .trials: "trial"
    }
  }
}

extension LaboratoryStudy {
  /// Looks whether times at which the recording was not running are of it all the same.
  ///
  /// - Throws: ``ValidationError`` where times that are said to be the recording's own lie far outside of it, or where by
  ///   the offset that the mapping gives more than half lies outside. A clock that was found fits half of its contacts.
  func check(
    _ parts: [RecordedPart], of recording: String, by clocks: [LaboratoryFinding.Clock]
  ) throws {
    for clock in clocks where clock.source != .fit && clock.source != .otherAnalysis {
      let own = parts.filter { $0.table.clock == clock.name }
      if clock.source == .recording {
        try checkOwn(own, of: recording)
      } else {
        try checkOffset(own, of: recording, by: clock)
      }
    }
  }

  private func checkOwn(_ parts: [RecordedPart], of recording: String) throws {
    guard let part = parts.first(where: { $0.farSecond != nil }), let far = part.farSecond else {
      return
    }
    throw ValidationError(
      String(
        format:
          "%@: %@ speaks of %.1f s, and the recording %@ is %.1f s long; is it of this recording, and are its times "
          + "seconds from the first sample? Where another clock shows them, give the table a \"clock\" of its own",
        url.path, part.table.file, far, recording, part.durationSeconds))
  }

  private func checkOffset(
    _ parts: [RecordedPart], of recording: String, by clock: LaboratoryFinding.Clock
  ) throws {
    let outside = parts.reduce(0) { $0 + $1.outsideCount }
    let count = parts.reduce(0) { $0 + $1.listed.count }
    let ends = parts.flatMap(\.listed)
    guard 2 * outside > count, let first = ends.map(\.lowerBound).min(),
      let last = ends.map(\.upperBound).max(), let part = parts.first
    else { return }
    throw ValidationError(
      String(
        format:
          "%@: by the clock \"%@\" the tables speak of %.1f to %.1f s of the recording %@, which is %.1f s long: %@ of "
          + "%@ of what they list were not recorded; are \"offset_s\" and the unit of the times right? Of the tables of a "
          + "longer session give each recording its own rows", url.path, clock.name, first, last,
        recording, part.durationSeconds, outside.grouped, count.grouped))
  }
}
