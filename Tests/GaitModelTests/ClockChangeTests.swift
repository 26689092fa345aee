import Foundation
import GaitModel
import Testing

/// The time of day in a recording over which clocks are changed.
struct ClockChangeTests {
  private func facts(_ start: String, _ zone: String?) throws -> RecordingFacts {
    let time = try #require(DateTime(start))
    var facts = RecordingFacts(
      name: "night", device: "test", samplingRateHertz: 50,
      start: WallClock(
        secondsSince1970: time.secondsSince1970, utcOffsetSeconds: time.utcOffsetSeconds ?? 0,
        isLocal: time.utcOffsetSeconds == nil),
      hasAngularRate: false)
    facts.timeZone = zone.flatMap(TimeZone.init(identifier:))
    return facts
  }

  private func text(_ facts: RecordingFacts, _ seconds: Double) -> String? {
    facts.clock(at: seconds).map { InstantText.text($0) }
  }

  @Test func `a zone tells the time of day after the change`() throws {
    let night = try facts("2026-10-25T02:30:00+02:00", "Europe/Berlin")
    #expect(text(night, 1799.5) == "2026-10-25T02:59:59.500+02:00")
    #expect(text(night, 1800) == "2026-10-25T02:00:00.000+01:00")
    #expect(text(night, 86_400) == "2026-10-26T01:30:00.000+01:00")
    let spring = try facts("2026-03-29T00:30:00+00:00", "Europe/Berlin")
    #expect(text(spring, 0) == "2026-03-29T01:30:00.000+01:00")
    #expect(text(spring, 1800) == "2026-03-29T03:00:00.000+02:00")
  }

  @Test func `without a zone the offset of the start stays`() throws {
    let night = try facts("2026-10-25T02:30:00+02:00", nil)
    #expect(text(night, 86_400) == "2026-10-26T02:30:00.000+02:00")
    let local = try facts("2026-10-25T02:30:00", nil)
    #expect(text(local, 86_400) == "2026-10-26T02:30:00.000")
  }

  @Test func `each change is found to the millisecond`() throws {
    let year = try facts("2026-01-01T00:00:00+01:00", "Europe/Berlin")
    let changes = year.clockChanges(until: 365 * 86_400)
    #expect(changes.map(\.shift) == [3600, 0])
    // 2026-03-29 and 2026-10-25, 01:00 UTC: the 88th and the 298th day.
    let days = [87.0, 297.0].map { $0 * 86_400 + 7200 }
    #expect(changes.count == 2 && zip(changes, days).allSatisfy { abs($0.seconds - $1) < 0.001 })
    for zone in [nil, "Africa/Nairobi"] {
      let even = try facts("2026-01-01T00:00:00+03:00", zone)
      #expect(even.clockChanges(until: 3e7).isEmpty)
    }
  }
}
