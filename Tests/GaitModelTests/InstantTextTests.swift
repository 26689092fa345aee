import GaitModel
import Testing

struct InstantTextTests {
  @Test(arguments: [
    (0.0, 0, "1970-01-01T00:00:00.000+00:00"),
    (951_782_400.5, 0, "2000-02-29T00:00:00.500+00:00"),
    (1_568_741_602.0, 7200, "2019-09-17T19:33:22.000+02:00"),
    (1_568_741_602.0, -12_600, "2019-09-17T14:03:22.000-03:30"),
    (-0.001, 0, "1969-12-31T23:59:59.999+00:00"),
    (4_107_542_399.9996, 0, "2100-03-01T00:00:00.000+00:00"),
  ])
  func `an instant is local time with its offset`(seconds: Double, offset: Int, text: String) {
    let clock = WallClock(secondsSince1970: seconds, utcOffsetSeconds: offset)
    #expect(InstantText.text(clock) == text)
  }

  @Test func `an exact instant is read back to the last bit`() {
    let half = WallClock(secondsSince1970: 1_767_600_000.5, utcOffsetSeconds: 3600)
    #expect(InstantText.exact(half) == "2026-01-05T09:00:00.500+01:00")
    for seconds in [
      1_767_600_000.000_456_7, 1_767_600_000.999_999_9, 0.1, 4e9 + 1.0 / 3,
    ] {
      for offset in [0, 7200, -12_600] {
        let text = InstantText.exact(WallClock(secondsSince1970: seconds, utcOffsetSeconds: offset))
        #expect(DateTime(text)?.secondsSince1970 == seconds, "\(text)")
      }
    }
  }

  @Test func `seconds later carry into the next day`() {
    let clock = WallClock(secondsSince1970: 86_399, utcOffsetSeconds: 0)
    #expect(InstantText.text(clock.advanced(by: 1.25)) == "1970-01-02T00:00:00.250+00:00")
  }
}
