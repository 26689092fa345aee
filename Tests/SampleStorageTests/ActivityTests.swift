import Foundation
import GaitModel
import SampleStorage
import Testing

struct ActivityTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private let text = """
    label,start_s,end_s
    # two walks of the recording daily-life
    first walk,0,30
    "rest, then second",30,85
    """

  @Test func `a protocol divides a recording into activities with figures of their own`()
    async throws
  {
    let store = try await folder.filledStore()
    let found = AnalyzedSamples.all[0]
    let activities = try ActivityProtocol(text: text)
    try await store.save(activities.samples(of: found.recording, participant: "P01"))
    let lines = try await store.activityStatistics(
      of: AnySampleKind(.stepCount), matching: SampleQuery(participant: "P01"))
    #expect(lines.map(\.label) == ["first walk", "rest, then second"])
    for (line, activity) in zip(lines, activities.activities) {
      let steps = AnalyzedSamples.dailyLife.bouts.filter {
        activity.seconds.contains($0.seconds.lowerBound)
          && activity.seconds.contains($0.seconds.upperBound)
      }.reduce(0) { $0 + $1.stepCount }
      #expect(abs(try #require(line.statistics?.sum) - Double(steps)) < 1e-9)
    }
  }

  /// Two devices at once, each with a recording of its own and labels where they are asked for.
  private func twoDevices(
    labelled: [Int]
  ) async throws -> (store: SampleStore, devices: [RecordingSamples]) {
    let store = try folder.store()
    let devices = [
      AnalyzedSamples.all[0], AnalyzedSamples.samples(AnalyzedSamples.slow, of: "P01", day: 0),
    ]
    try await store.save(devices)
    let activities = try ActivityProtocol(text: "label,start_s,end_s\nall,0,3600\n")
    for place in labelled {
      try await store.save(
        activities.samples(of: devices[place].recording, participant: "P01"))
    }
    return (store, devices)
  }

  private func steps(_ device: RecordingSamples) -> Double {
    device.samples.filter { $0.kind == AnySampleKind(.stepCount) }.reduce(0) { $0 + $1.value }
  }

  private func lines(
    _ store: SampleStore, of recording: String? = nil
  ) async throws -> [ActivityStatistics] {
    try await store.activityStatistics(
      of: AnySampleKind(.stepCount),
      matching: SampleQuery(participant: "P01", recording: recording))
  }

  @Test func `of two labelled devices at once one at a time counts, as in totals`() async throws {
    let (store, devices) = try await twoDevices(labelled: [0, 1])
    let sums = try await lines(store).compactMap { $0.statistics?.sum }
    var days = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
    days.samples.participant = "P01"
    let total = try await store.statistics(days).compactMap(\.sum).reduce(0, +)
    #expect(total > 0 && abs(sums.reduce(0, +) - total) < 1e-9)
    #expect(total < devices.map(steps).reduce(0, +))
    for device in devices {
      let own = try await lines(store, of: device.recording.name)
      #expect(own.map(\.activity.source.recording?.name) == [device.recording.name])
      #expect(abs(try #require(own.first?.statistics?.sum) - steps(device)) < 1e-9)
    }
  }

  @Test(arguments: [0, 1])
  func `labels of one of two devices are about that device`(labelled: Int) async throws {
    let (store, devices) = try await twoDevices(labelled: [labelled])
    let found = try await lines(store)
    #expect(found.count == 1)
    #expect(abs(try #require(found.first?.statistics?.sum) - steps(devices[labelled])) < 1e-9)
  }

  @Test func `a protocol stays when its recording is analyzed again`() async throws {
    let store = try await folder.filledStore()
    let found = AnalyzedSamples.all[0]
    let activities = try ActivityProtocol(text: text)
    try await store.save(activities.samples(of: found.recording, participant: "P01"))
    var newer = found
    newer.samples.removeLast(3)
    try await store.save([newer])
    #expect(try await store.samples(of: .activity, participant: "P01").count == 2)
  }

  private static func analysis(of bout: WalkingBout) -> RecordingAnalysis {
    RecordingAnalysis(
      facts: RecordingFacts(
        name: "walk", device: "", participant: Participant(identifier: "P01"),
        samplingRateHertz: 100,
        start: WallClock(secondsSince1970: 1_700_000_000, utcOffsetSeconds: 0), hasAngularRate: true
      ),
      quality: RecordingQuality(), gaitSequences: [], bouts: [bout], turns: .missing(.noMethod),
      stairFlights: .missing(.noMethod))
  }

  /// Strides of both feet overlap, those of one foot do not, and somewhere there are none.
  @Test func `an activity has the distance that was walked in it, however many strides show it`()
    throws
  {
    var bout = WalkingBout(seconds: 10..<22)
    bout.distance = .known(Length(meters: 15))
    func strides(_ foot: Foot, from first: Double, to last: Double, meters: Double) -> [Stride] {
      stride(from: first, to: last, by: 1).map {
        Stride(foot: foot, seconds: $0..<$0 + 1, length: .known(Length(meters: meters)))
      }
    }
    bout.strides =
      strides(.left, from: 10, to: 14, meters: 1) + strides(.right, from: 10.5, to: 13.5, meters: 1)
      + strides(.left, from: 14, to: 18, meters: 1.5)
    let analysis = Self.analysis(of: bout)
    func meters(_ labels: [ClosedRange<Double>]) throws -> [Double] {
      try analysis.samples(
        activities: labels.map {
          LabelledActivity(label: "\($0)", seconds: $0.lowerBound..<$0.upperBound)
        }
      ).samples.filter { $0.kind == AnySampleKind("activity-distance") }
        .map(\.value)
    }
    // 4 m and 6 m by their strides, and 4 s at the mean speed of all: 13 m in 11 s.
    let parts = [4, 6, 4 * 13 / 11.0]
    let scale = 15 / parts.reduce(0, +)
    let found = try meters([10...14, 14...18, 18...22])
    #expect(found.count == 3)
    for (found, part) in zip(found, parts) { #expect(abs(found - part * scale) < 1e-9) }
    #expect(abs(try meters([10...11.3, 11.3...19, 19...22]).reduce(0, +) - 15) < 1e-9)
  }

  /// Short strides are walked in their time as long ones are; across a pause nobody walks.
  @Test func `the parts of a walk are as fast as the walk, short strides and all`() throws {
    var bout = WalkingBout(seconds: 0..<14)
    bout.strides = (0..<10).map {
      let second = Double($0 < 6 ? $0 : $0 + 4)
      var stride = Stride(foot: .left, seconds: second..<second + 1)
      stride.length = .known(Length(meters: $0 < 4 ? 0.1 : 1))
      stride.leftOutReason = $0 < 4 ? .implausibleLength : nil
      return stride
    }
    var pause = Stride(foot: .left, seconds: 6..<10, length: .known(Length(meters: 1)))
    pause.leftOutReason = .implausibleDuration
    bout.strides.insert(pause, at: 6)
    bout.walkingSpeed = .known(Speed(metersPerSecond: 0.64))
    bout.strideLength = .known(Length(meters: 0.64))
    bout.cadence = .known(Cadence(stepsPerMinute: 120))
    bout.distance = .known(Length(meters: 6.4))
    let analysis = Self.analysis(of: bout)
    let parts = [0.0..<4, 4..<6, 6..<10, 10..<14, 0..<13.999].map {
      LabelledActivity(label: "\($0)", seconds: $0)
    }
    let samples = try analysis.samples(activities: parts).samples
    func values(_ kind: String) -> [String?: Double] {
      Dictionary(
        samples.filter { $0.kind == AnySampleKind(kind) }.map { ($0.metadata.label, $0.value) },
        uniquingKeysWith: +)
    }
    let speeds = values("activity-walking-speed")
    let expected: [Double?] = [0.1, 1, nil, 1, 0.64]
    for (part, speed) in zip(parts, expected) {
      let found = speeds[part.label]
      #expect((found == nil) == (speed == nil), "\(part.label)")
      if let found, let speed { #expect(abs(found - speed) < 1e-3, "\(part.label)") }
    }
    #expect(values("activity-cadence").values.allSatisfy { abs($0 - 120) < 1e-9 })
    let meters = values("activity-distance")
    let walked = parts.prefix(4).compactMap { meters[$0.label] }
    #expect(walked.count == 4 && abs(walked.reduce(0, +) - 6.4) < 1e-9)
    // 0.4 m and 2 m by their strides, the pause at the mean speed of all.
    #expect(abs(walked[0] / walked[1] - 0.2) < 1e-9)
  }

  @Test func `activities may touch and not overlap`() {
    #expect(throws: ActivityProtocolError.overlap("a", "b", at: 9)) {
      try ActivityProtocol(text: "label,start_s,end_s\na,0,10\nb,9,20")
    }
    #expect(throws: Never.self) {
      try ActivityProtocol(text: "label,start_s,end_s\na,0,10\nb,10,20")
    }
  }

  @Test func `a line that is no activity is named`() {
    #expect(throws: ActivityProtocolError.line(2, "a,ten,20")) {
      try ActivityProtocol(text: "label,start_s,end_s\na,ten,20")
    }
    #expect(throws: ActivityProtocolError.line(2, ",10,20")) {
      try ActivityProtocol(text: "label,start_s,end_s\n,10,20")
    }
    let comma = ActivityProtocolError.line(2, "walk;0;30,5")
    #expect(throws: comma) { try ActivityProtocol(text: "label;start_s;end_s\nwalk;0;30,5") }
    #expect(comma.description.hasSuffix("six-minute walk,60,420; decimals have a point"))
    #expect(!ActivityProtocolError.line(2, "a,ten,20").description.contains("decimals"))
    #expect(throws: ActivityProtocolError.header(line: 1)) { try ActivityProtocol(text: "a,1,2") }
    for nothing in ["", "\n", "\u{feff}", "# to be filled in\n"] {
      #expect(throws: ActivityProtocolError.empty) { try ActivityProtocol(text: nothing) }
    }
    #expect(throws: Never.self) { try ActivityProtocol(text: "label,start_s,end_s\n") }
  }
}
