import Foundation
import GaitModel
import MobilityEstimates
import Testing

@testable import GaitStudies

/// Distributions are those of pandas and R.
struct DistributionTests {
  @Test func `quantiles lie between values in proportion`() throws {
    // pandas: Series([1.2, .8, 1.0, 1.4]).quantile(.95) is 1.37, .std() / .mean() is 0.2347262712
    let speeds = try #require(Distribution([1.2, 0.8, 1.0, 1.4]))
    #expect(abs(speeds.percentile95 - 1.37) < 1e-12)
    #expect(abs(speeds.median - 1.1) < 1e-12)
    #expect(abs(try #require(speeds.variation) - 0.234_726_263_4) < 1e-9)
    #expect(Distribution([]) == nil)
    #expect(try #require(Distribution([2])).variation == nil)
  }

  @Test func `the limits of lengths belong to the shorter side`() {
    #expect(!BoutGroup.from10To30.contains(10) && BoutGroup.from10To30.contains(30))
    #expect(!BoutGroup.over30.contains(30) && BoutGroup.over60.contains(60.1))
  }
}

/// What of a walk's distance lies in a part of it, by its strides.
struct BoutContentsTests {
  @Test func `short strides have their share of a walk, and a pause has none`() throws {
    let strides = """
      bout,start_s,end_s,length_m,left_out_reason
      1,0,1,0.1,implausible_length
      1,1,2,0.9,
      1,2,6,1,implausible_duration
      1,6,7,1,

      """
    let read = BoutContents.read(contacts: "".utf8, strides: strides.utf8, of: [1])
    let contents = try #require(read[1])
    for (part, share) in [(0.0..<1, 0.05), (1..<2, 0.45), (2..<6, 0), (6..<7, 0.5)] {
      let found = try #require(contents.lengthShare(within: part))
      #expect(abs(found - share) < 1e-12, "\(part)")
    }
  }
}

/// Days, weeks and people of a study.
struct PersonTablesTests {
  /// Monday, 2026-05-04, 00:00 in Berlin.
  private static let monday = 1_777_845_600.0

  private func result(
    _ name: String, hours: ClosedRange<Double>?, bouts: [(hour: Double, seconds: Double)],
    site: WearingSite = .lowerBack, gaps: [Range<Double>] = [], shortGaps: [ShortGaps] = [],
    zone: String? = "Europe/Berlin"
  ) throws -> StudyResult {
    let seconds = hours.map { ($0.upperBound - $0.lowerBound) * 3600 } ?? 7200
    var facts = RecordingFacts(
      name: name, device: "test", site: site, samplingRateHertz: 100, hasAngularRate: false)
    facts.start = hours.map {
      WallClock(
        secondsSince1970: Self.monday + $0.lowerBound * 3600, utcOffsetSeconds: 7200)
    }
    var quality = RecordingQuality(durationSeconds: seconds)
    quality.longGaps = gaps.map { $0.lowerBound * 3600..<$0.upperBound * 3600 }
    quality.shortGaps = shortGaps
    quality.gapSeconds = quality.longGaps.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    quality.gapSeconds += shortGaps.reduce(0) { $0 + $1.gapSeconds }
    var analysis = RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: [], bouts: [],
      turns: .missing(.noGyroscope), stairFlights: .missing(.noMethod))
    analysis.content = name
    var row = StudyRow(path: name + ".csv", participant: "P01")
    row.timeZone = zone
    let recording = try #require(
      StudyPlan(StudyManifest(rows: [row]), root: "", rule: .none).recordings.first)
    return StudyResult(
      recording: recording, record: StudyRecordResult(analysis),
      bouts: bouts.map { bout in
        StudyBout(
          start: (bout.hour - (hours?.lowerBound ?? 0)) * 3600, seconds: bout.seconds,
          isWalking: true, isSteady: true, stepCount: 100, meters: 60,
          values: [.walkingSpeed: 1.2])
      })
  }

  @Test func `days and weeks are those of the person's calendar`() throws {
    // From Sunday 20:00 to Tuesday 10:00.
    let tables = PersonTables(
      participant: "P01",
      recordings: [
        try result("a", hours: -4...34, bouts: [(-1, 20), (1, 40), (23.999, 90), (25, 12)])
      ])
    #expect(tables.days.map(\.figures.walkingBoutCount) == [1, 2, 1])
    #expect(tables.days.map { ($0.figures.wornSeconds / 3600).rounded() } == [4, 24, 10])
    #expect(tables.days.map(\.validDayCount) == [0, 1, 1])
    #expect(tables.weeks.map(\.dayCount) == [1, 2])
    #expect(tables.weeks.map { $0.figures.stepCount.rounded() } == [100, 300])
    #expect(abs(tables.weeks[1].validFigures.stepCount - 300) < 1e-6)
    // The bout of 90 s begins 3.6 s before midnight: 4 of its 100 steps are Monday's.
    #expect(
      tables.days.map { ($0.figures.stepCount * 1000).rounded() } == [100_000, 104_000, 196_000])
    #expect(abs(tables.days[2].figures.walkingSeconds - (86.4 + 12)) < 1e-6)
    #expect(tables.whole.figures.groups[.over60]?.count == 1)
    #expect(tables.whole.figures.groups[.from10To30]?.count == 2)
    let calendar = DayCalendar(timeZone: .gmt)
    #expect(calendar.text(of: tables.days[1].firstDay) == "2026-05-04")
  }

  @Test func `a zone that the file names counts where no row does`() throws {
    // 174 days later Berlin goes over to winter time: a quarter past midnight by the offset of the start is a quarter past eleven.
    let day = 174.0 * 24
    let some = try result("a", hours: day - 30...day + 25, bouts: [(day + 24.25, 100)], zone: nil)
    var record = some.record
    let plain = PersonTables(participant: "P01", recordings: [some])
    record.timeZone = "Europe/Berlin"
    let named = PersonTables(
      participant: "P01",
      recordings: [StudyResult(recording: some.recording, record: record, bouts: some.bouts)])
    let given = PersonTables(
      participant: "P01",
      recordings: [try result("a", hours: day - 30...day + 25, bouts: [(day + 24.25, 100)])])
    #expect(named.days == given.days && named.weeks == given.weeks)
    #expect(plain.days != given.days || plain.weeks != given.weeks)
  }

  @Test func `a day is worn for eight hours where the daily summaries say so`() throws {
    for (short, count) in [(24e-6, 1), (1, 0)] {
      let tables = PersonTables(
        participant: "P01", recordings: [try result("a", hours: 0...8 - short / 3600, bouts: [])])
      #expect(tables.whole.validDayCount == count)
    }
  }

  @Test func `what short gaps miss is taken off the day on which they lie`() throws {
    // Sunday 20:00 to Tuesday 10:00; from 23:45 to 00:15 on the first night half is missing.
    let quarters = [3.75, 4].map {
      ShortGaps(seconds: $0 * 3600..<($0 + 0.25) * 3600, gapSeconds: 450)
    }
    let tables = PersonTables(
      participant: "P01",
      recordings: [try result("a", hours: -4...34, bouts: [], shortGaps: quarters)])
    let worn = tables.days.map(\.figures.wornSeconds)
    for (worn, hours) in zip(worn, [3.875, 23.875, 10]) {
      #expect(abs(worn / 3600 - hours) < 1e-9)
    }
  }

  @Test func `a local clock goes by the other's offset of its day`() throws {
    // On 2026-10-25, 174 days later, Berlin goes over to winter time: its clocks are an hour ahead of UTC then.
    let day = 174.0 * 24
    let hip = try result("hip", hours: day - 30...day + 20, bouts: [(day + 11, 100)], site: .hip)
    let back = try result("back", hours: day + 9...day + 12, bouts: [(day + 11, 100)], zone: nil)
    var record = back.record
    (record.start, record.offset) = (record.start.map { $0 + 3600 }, nil)
    let local = StudyResult(recording: back.recording, record: record, bouts: back.bouts)
    let tables = PersonTables(participant: "P01", recordings: [hip, local])
    #expect(tables.overlaps.map(\.recording) == ["hip"])
    #expect(tables.whole.figures.walkingBoutCount == 1)
    #expect(abs(tables.whole.figures.wornSeconds - 50 * 3600) < 1e-6)
  }

  @Test func `records of older versions say one share of all stretches`() throws {
    var old = try result("a", hours: 8...20, bouts: [])
    #expect(old.record.worn == [[0, 43_200, 43_200]])
    var record = old.record
    (record.worn, record.wornShare) = ([[0, 14_400], [21_600, 43_200]], 0.5)
    old = StudyResult(recording: old.recording, record: record, bouts: [])
    #expect(record.wornSeconds == 18_000)
    let tables = PersonTables(participant: "P01", recordings: [old])
    #expect(tables.days.map(\.figures.wornSeconds) == [18_000])
  }

  @Test func `which of two devices counts on a day does not change with other days`() throws {
    func figures(_ more: StudyResult...) throws -> Double? {
      let devices = [
        try result("left", hours: 8...12, bouts: [(9, 100)], site: .wrist),
        try result("right", hours: 8...11, bouts: [(9, 60)], site: .wrist),
      ]
      return PersonTables(participant: "P01", recordings: devices + more)
        .days.first?.figures.walkingSeconds
    }
    #expect(try figures() == 100)
    let later = try result("third", hours: 10.5...40, bouts: [], site: .wrist)
    #expect(try figures(later) == 100)
    // A recording goes on over the night: on the first day it was worn no longer than before.
    let long = try result("long", hours: 8...9.5, bouts: [(9, 50)], site: .wrist)
    #expect(try figures(long, later) == 100)
  }

  /// As a store, which keeps milliseconds: the name decides where nothing else does.
  @Test(arguments: [-0.0004, 0, 0.0004, 0.0016, -0.0016])
  func `what differs by less than a millisecond is alike`(seconds: Double) throws {
    let bouts = [(hour: 9.0, seconds: 100.0)]
    let left = try result("left", hours: 8...11, bouts: bouts)
    let right = try result("right", hours: 8...11 + seconds / 3600, bouts: bouts)
    let late = try result(
      "right", hours: 8 + seconds / 3600...11 + seconds / 3600, bouts: bouts)
    for (other, counting) in [
      (right, seconds < 0.001 ? "left" : "right"), (late, seconds > -0.001 ? "left" : "right"),
    ] {
      for order in [[left, other], [other, left]] {
        let overlaps = PersonTables(participant: "P01", recordings: order).overlaps
        #expect(overlaps.map(\.counting) == [counting])
      }
    }
  }

  @Test func `a walk that two devices saw counts once, from the better site`() throws {
    let back = try result("back", hours: 8...10, bouts: [(9, 100)])
    let wrist = try result("wrist", hours: 7...20, bouts: [(9, 100), (19, 50)], site: .wrist)
    for order in [[back, wrist], [wrist, back]] {
      let tables = PersonTables(participant: "P01", recordings: order)
      #expect(tables.whole.figures.walkingBoutCount == 2)
      #expect(abs(tables.whole.figures.wornSeconds - 13 * 3600) < 1e-6)
    }
  }

  @Test func `walks in no wear give way to a device that was worn then, whatever its site`() throws
  {
    let wrist = try result(
      "wrist", hours: 7...22, bouts: [(10.5, 100), (20, 50)], site: .wrist)
    let still = try ["a", "b"].map { name in
      let back = try result(name, hours: 6...23, bouts: [(10.5, 100), (22.5, 40)])
      var record = back.record
      (record.worn, record.wornShare) = ([], 1)
      return StudyResult(recording: back.recording, record: record, bouts: back.bouts)
    }
    for order in [[wrist, still[0], still[1]], [still[1], still[0], wrist]] {
      let tables = PersonTables(participant: "P01", recordings: order)
      #expect(tables.whole.figures.walkingBoutCount == 3)
      #expect(abs(tables.whole.figures.walkingSeconds - 190) < 1e-6)
      #expect(Self.words(tables.overlaps) == ["a wrist 100.0", "b a 40.0", "b wrist 100.0"])
    }
  }

  @Test func `of three devices at once each gives way to the one that counts`() throws {
    // The longer one counts; the shortest gives way to it, and not to the one that gave way itself.
    let results = try [(1, 9.0), (2, 12.0), (3, 9.5)].map { number, end in
      try result("w\(number)", hours: 8...end, bouts: [(8.5, 100)])
    }
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      let tables = PersonTables(participant: "P01", recordings: order.map { results[$0] })
      #expect(tables.whole.figures.walkingBoutCount == 1)
      #expect(abs(tables.whole.figures.wornSeconds - 4 * 3600) < 1e-6)
      #expect(Self.words(tables.overlaps) == ["w1 w2 3600.0", "w3 w2 5400.0"])
    }
    // One that begins in the first and ends in the second gives way to each for its time.
    let chain = try [(1, 8.0...10), (2, 11.0...13), (3, 9.5...11.25)].map { number, hours in
      try result("c\(number)", hours: hours, bouts: [])
    }
    let overlaps = PersonTables(participant: "P01", recordings: chain).overlaps
    #expect(Self.words(overlaps) == ["c3 c1 1800.0", "c3 c2 900.0"])
  }

  private static func words(_ overlaps: [StudyOverlap]) -> [String] {
    overlaps.map { "\($0.recording) \($0.counting) \($0.seconds)" }.sorted()
  }

  @Test func `two devices with the same gap count once on either side of it`() throws {
    let bouts = [(hour: 2.0, seconds: 100.0), (hour: 15.0, seconds: 100.0)]
    let back = try result("back", hours: 0...20, bouts: bouts, gaps: [8..<10])
    let wrist = try result("wrist", hours: 0...20, bouts: bouts, site: .wrist, gaps: [8..<10])
    let tables = PersonTables(participant: "P01", recordings: [wrist, back])
    #expect(tables.whole.figures.walkingBoutCount == 2)
    #expect(abs(tables.whole.figures.wornSeconds - 18 * 3600) < 1e-6)
  }

  @Test func `what lies between two days without samples is no day`() throws {
    let tables = PersonTables(
      participant: "P01",
      recordings: [
        try result("a", hours: 12...60, bouts: [(12.5, 20), (55, 40)], gaps: [1..<42])
      ])
    // Monday from 12 to 13 o'clock, and Wednesday from 6 to 12.
    #expect(tables.days.map { ($0.figures.wornSeconds / 3600).rounded() } == [1, 6])
    #expect(abs(tables.whole.figures.wornSeconds - 7 * 3600) < 1e-6)
  }

  @Test func `without a clock a recording counts for the person and for no day`() throws {
    let tables = PersonTables(
      participant: "P01", recordings: [try result("a", hours: nil, bouts: [(0, 15)])])
    #expect(tables.days.isEmpty && tables.weeks.isEmpty)
    #expect(tables.whole.figures.walkingBoutCount == 1)
    #expect(tables.whole.figures.wornSeconds == 7200)
  }
}

/// A file is known by its bytes.
struct FileDigestTests {
  @Test func `other bytes, or bytes in another file, give another digest`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      return "\(folder)/\(name)"
    }
    let (a, b) = (try file("a", "walk"), try file("b", "ing"))
    let whole = try FileDigest(of: [a, b])
    #expect(try FileDigest(of: [a, b]) == whole)
    #expect(try FileDigest(of: [a]) != whole)
    #expect(try FileDigest(of: [try file("c", "wal"), try file("d", "king")]) != whole)
    // xxhsum -H2 of nothing but the length of an empty file would be another: two of them differ from one.
    let empty = try file("e", "")
    #expect(try FileDigest(of: [empty]) != FileDigest(of: [empty, empty]))
    #expect(throws: UnreadableFile.self) { try FileDigest(of: [folder + "/none"]) }
  }
}
