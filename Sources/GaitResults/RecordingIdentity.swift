import Foundation
import GaitModel
import SensorFiles

/// Who was recorded and when, as somebody says besides the recording.
package struct RecordingIdentity: Sendable {
  /// The study's name for the person; `nil` leaves it to the recording.
  package var participant: String?
  /// Wall clock at the first sample of a recording without a clock of its own, whatever its description says; `nil` if
  /// none was given.
  package var start: WallClock?
  /// Whether `start` takes precedence over the recording's own clock.
  package var overridesStart = false
  /// Where the person lives: a local clock that does not say its offset is read there.
  package var timeZone: TimeZone?
  /// Whether samples are kept, which takes both.
  package var isStored = false
  /// Whether days and weeks are made of the recording, as in a study: its times must be possible ones.
  package var isDated = false

  /// Says something of a recording; what is not given is left to the recording.
  package init(
    participant: String? = nil, start: WallClock? = nil, overridesStart: Bool = false,
    timeZone: TimeZone? = nil, isStored: Bool = false
  ) {
    self.participant = participant
    self.start = start
    self.overridesStart = overridesStart
    self.timeZone = timeZone
    self.isStored = isStored
  }

  /// What is known of the recording, with what was said.
  package func completed(_ facts: RecordingFacts) -> RecordingFacts {
    var facts = facts
    facts.participant.identifier = participant ?? facts.participant.identifier
    facts.timeZone = timeZone ?? facts.timeZone
    let own = facts.timeZone.map { facts.start?.placed(in: $0) } ?? facts.start
    facts.start = overridesStart || facts.isStartDescribed ? start ?? own : own ?? start
    return facts
  }

  /// The remarks on the recording's own word: on its clock, when it was never set, when it is used instead of `--start` or the
  /// description, when its zone leaves its start in doubt and when another zone or an offset is assumed, and on a person that is not the
  /// one who counts.
  package func remarks(on facts: RecordingFacts) -> [RecordingRemark] {
    startRemarks(on: facts) + doubtOfStart(facts) + assumedOffset(facts)
      + [
        overridesStart ? nil : facts.unsetClock,
        overridesStart ? nil : completed(facts).startContradiction,
        overridesStart ? nil : completed(facts).startAssumption,
        completed(facts).participantContradiction,
      ].compactMap(\.self).map {
        RecordingRemark(kind: .inconsistent, sampleCount: 0, message: $0)
      }
  }

  private func doubtOfStart(_ facts: RecordingFacts) -> [RecordingRemark] {
    guard let own = facts.start, let zone = timeZone ?? facts.timeZone, !overridesStart,
      let doubt = own.doubt(in: zone)
    else { return [] }
    let message =
      "its first time, \(InstantText.text(own)), \(doubt); it was read as \(InstantText.text(own.placed(in: zone)))"
    return [RecordingRemark(kind: .assumed, sampleCount: 0, message: message)]
  }

  private func assumedOffset(_ facts: RecordingFacts) -> [RecordingRemark] {
    guard !overridesStart, let message = completed(facts).offsetAssumption else { return [] }
    return [RecordingRemark(kind: .assumed, sampleCount: 0, message: message)]
  }

  private func startRemarks(on facts: RecordingFacts) -> [RecordingRemark] {
    guard !overridesStart, !facts.isStartDescribed, facts.start != nil, let start,
      let own = completed(facts).start,
      own.secondsSince1970 != start.secondsSince1970
    else { return [] }
    let message = """
      its own clock says \(InstantText.text(own)), which was kept; the start that was given, \
      \(InstantText.text(start)), was not used (--override-start, or override_start in a manifest, uses it)
      """
    return [RecordingRemark(kind: .inconsistent, sampleCount: 0, message: message)]
  }

  /// The remark when samples are kept by a local clock of unknown zone.
  package func doubt(about facts: RecordingFacts) -> String? {
    guard isStored, facts.start?.isLocal == true else { return nil }
    return "its clock is local and does not say its offset from UTC: its days are those that it "
      + "shows; --time-zone names their zone"
  }

  /// Throws when a recording cannot be stored or dated, before it is analyzed.
  package func check(_ facts: RecordingFacts) throws(RecordingSamplesError) {
    guard isStored || isDated else { return }
    let facts = completed(facts)
    if isStored, facts.participant.identifier == nil {
      throw .noParticipant(recording: facts.name, written: facts.writtenParticipant)
    }
    if isStored, facts.start == nil { throw .noWallClock(recording: facts.name) }
    if let person = facts.participant.identifier,
      let why = PossibleValues.impossibility(ofName: person)
    {
      throw .impossibleParticipant(recording: facts.name, person, why)
    }
    if let start = facts.start, let why = Self.impossibility(of: start) {
      throw .impossibleStart(recording: facts.name, InstantText.text(start), why)
    }
  }

  /// Throws when a recording that is to be stored or dated ends where nothing can have been measured yet.
  package func check(endOf analysis: RecordingAnalysis) throws(RecordingSamplesError) {
    guard isStored || isDated, let end = analysis.endClock, let why = Self.impossibility(of: end)
    else { return }
    throw .impossibleEnd(recording: analysis.facts.name, InstantText.text(end), why)
  }

  /// What to say of times at which nothing can have been measured, where nothing is stored.
  package func remarks(onTimesOf analysis: RecordingAnalysis) -> [RecordingRemark] {
    [("first", analysis.facts.start), ("last", analysis.endClock)].compactMap { place, clock in
      guard let clock, let why = Self.impossibility(of: clock) else { return nil }
      return RecordingRemark(
        kind: .inconsistent, sampleCount: 0,
        message: "its \(place) time, \(InstantText.text(clock)), cannot be: \(why)")
    }
  }

  private static func impossibility(of clock: WallClock) -> String? {
    let instant = Date(timeIntervalSince1970: clock.secondsSince1970)
    return PossibleValues.impossibility(of: instant, now: Date())
  }
}

extension RecordingAnalysis {
  /// The wall clock at the last sample; `nil` without one.
  fileprivate var endClock: WallClock? {
    facts.start.map {
      WallClock(
        secondsSince1970: $0.secondsSince1970 + quality.durationSeconds,
        utcOffsetSeconds: $0.utcOffsetSeconds, isLocal: $0.isLocal)
    }
  }
}
