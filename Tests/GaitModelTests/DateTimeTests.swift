import Testing

import GaitModel

struct DateTimeTests {
  @Test func `a leap second is the first one after it`() throws {
    let next = try #require(DateTime("2017-01-01T00:00:00Z")).secondsSince1970
    for text in ["2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2017-01-01 05:29:60 +05:30"]
    {
      #expect(DateTime(text)?.secondsSince1970 == next, "\(text)")
    }
    #expect(DateTime("2016-12-31T23:59:60.250Z")?.secondsSince1970 == next + 0.25)
    // A clock that does not say its offset may have had one.
    #expect(DateTime("2017-01-01T05:29:60") != nil)
  }

  @Test func `UTC and GMT may stand in words`() {
    for text in ["2024-05-06 09:30:00.125 UTC", "2024-05-06T09:30:00.125GMT"] {
      #expect(DateTime(text) == DateTime("2024-05-06T09:30:00.125Z"), "\(text)")
    }
    for text in ["2024-05-06 09:30:00 UTC+2", "2024-05-06 09:30:00 CEST", "2024-05-06 09:30:00 UT"]
    {
      #expect(DateTime(text) == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      "2026-05-04T09:30:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:60+01:00",
      "2026-05-04T09:30:60", "2016-12-31T23:59:61Z",
    ])
  func `no other minute has a sixty-first second`(text: String) {
    #expect(DateTime(text) == nil)
  }
}
