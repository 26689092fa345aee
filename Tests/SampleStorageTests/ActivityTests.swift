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
    #expect(throws: ActivityProtocolError.header(line: 1)) { try ActivityProtocol(text: "a,1,2") }
  }
}
