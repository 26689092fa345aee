import Foundation
import Testing

import GaitModel

/// Which words name a time zone.
struct ZoneNameTests {
  private let winter = Date(timeIntervalSince1970: 1_704_067_200)
  private let summer = Date(timeIntervalSince1970: 1_719_792_000)

  @Test func `every name of the tz database is one, links and old names too`() {
    let unknown = TimeZone.knownTimeZoneIdentifiers.filter { TimeZone(named: $0) == nil }
    #expect(unknown == [])
    let links = [
      "Europe/Belfast", "Asia/Calcutta", "Asia/Kolkata", "US/Eastern", "Etc/GMT+2", "UTC",
    ]
    #expect(links.filter { TimeZone(named: $0) == nil } == [])
  }

  /// The offsets of the tz database, hours.
  @Test(arguments: [
    ("CET", 1.0, 2.0), ("EET", 2, 3), ("MET", 1, 2), ("WET", 0, 1), ("EST", -5, -5),
    ("MST", -7, -7),
    ("HST", -10, -10), ("EST5EDT", -5, -4), ("PST8PDT", -8, -7), ("Etc/GMT+2", -2, -2),
    ("UTC+2", 2, 2),
    ("GMT-03:30", -3.5, -3.5), ("NZ-CHAT", 13.75, 12.75),
  ])
  func `old names have the offset of the database`(name: String, winter: Double, summer: Double)
    throws
  {
    let zone = try #require(TimeZone(named: name))
    #expect(Double(zone.secondsFromGMT(for: self.winter)) / 3600 == winter)
    #expect(Double(zone.secondsFromGMT(for: self.summer)) / 3600 == summer)
  }

  @Test func `abbreviations of several countries are none`() {
    let names = [
      "BST", "AST", "NST", "ART", "ECT", "IST", "SST", "PST", "CST", "CTT", "JST", "CEST", "EDT",
      "SystemV/AST4",
      "Factory", "Berlin", "europe/berlin", "GMT+", "GMT+25", "", "/", "Z",
    ]
    #expect(names.filter { TimeZone(named: $0) != nil } == [])
  }

  @Test func `a mere offset is named as instants have it`() throws {
    for (seconds, words) in [(3600, "UTC+01:00"), (-12_600, "UTC-03:30"), (0, "UTC")] {
      let zone = try #require(TimeZone(secondsFromGMT: seconds))
      #expect(DayClock.zoneWords(of: DayClock(zone).name) == words)
    }
    #expect(DayClock.zoneWords(of: "Europe/Berlin") == "Europe/Berlin")
  }
}
