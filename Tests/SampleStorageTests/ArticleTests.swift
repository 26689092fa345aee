import Foundation
import GaitAnalysis
import GaitModel
import SampleStorage
import SensorFiles
import Testing

/// The examples of the articles, as they stand there: each is compiled and run here.
struct ArticleTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private var calendar: Calendar { .berlin }

  private static let articles = AnalyzedSamples.folder.deletingLastPathComponent()
    .appendingPathComponent("Sources/SampleStorage/SampleStorage.docc")

  private func storeOfP07() async throws -> SampleStore {
    let store = try folder.store()
    try await store.save([found])
    try await store.save([
      Sample(
        .sixMinuteWalkDistance, Length(meters: 402), start: AnalyzedSamples.instant(day: 3),
        end: AnalyzedSamples.instant(day: 3, seconds: 360), participant: "P07",
        metadata: SampleMetadata(isEnteredByHand: true))
    ])
    return store
  }

  private var found: RecordingSamples {
    AnalyzedSamples.samples(AnalyzedSamples.dailyLife, of: "P07", day: 0)
  }

  @Test func `every example of the articles stands in these tests`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.articles.path) {
      let article = try String(
        contentsOf: Self.articles.appendingPathComponent(name), encoding: .utf8)
      for block in article.components(separatedBy: "```swift\n").dropFirst() {
        let code = block.components(separatedBy: "```")[0]
        let wanted = code.split(separator: "\n").map { $0.drop { $0 == " " } }
        let stands = lines.indices.contains { lines[$0...].starts(with: wanted) }
        #expect(stands, "\(name): \(code)")
        count += 1
      }
    }
    #expect(count >= 10)
  }

  @Test func `a store in a few lines`() async throws {
    var analysis = AnalyzedSamples.dailyLife
    analysis.facts.start = AnalyzedSamples.firstStart
    let path = folder.path

    let store = try SampleStore.open(path, access: .everything)
    try await store.save([try analysis.samples(participant: "P07")])

    var query = StatisticsQuery(.walkingSpeed, every: .days(1), in: calendar)
    query.samples.participant = "P07"
    query.percentiles = [0.95]
    for day in try await store.statistics(query) {
      print(day.interval.start, day.percentiles[0.95] ?? .nan)
    }
    #expect(try await store.statistics(query).count == 1)
  }

  @Test func `samples and the last clinic test`() async throws {
    let store = try await storeOfP07()
    let speeds = try await store.samples(of: .walkingSpeed, participant: "P07")
    for speed in speeds.prefix(3) { print(speed.sample.start, speed.value.metersPerSecond) }

    var query = SampleQuery(kinds: [AnySampleKind(.sixMinuteWalkDistance)], participant: "P07")
    query.isEnteredByHand = true
    query.order = .newestFirst
    query.limit = 1
    let lastClinicTest = try await store.samples(matching: query).first

    #expect(speeds.isEmpty == false && lastClinicTest?.value == 402)
  }

  @Test func `figures day by day`() async throws {
    let store = try await storeOfP07()
    var days = StatisticsQuery(.walkingSpeed, every: .days(1), in: calendar)
    days.samples.participant = "P07"
    days.percentiles = [0.95]
    for day in try await store.statistics(days) {
      let fast = day.converted(to: .kilometersPerHour).percentiles[0.95]
      print(day.interval.start, day.count, fast ?? .nan)
    }
    #expect(try await store.statistics(days).count == 1)
  }

  @Test func `a protocol's activities`() async throws {
    let store = try await storeOfP07()
    var analysis = AnalyzedSamples.dailyLife
    analysis.facts.start = AnalyzedSamples.firstStart
    let activities = try ActivityProtocol(text: "label,start_s,end_s\nsix-minute walk,60,420\n")
    let found = try analysis.samples(participant: "P07", activities: activities.activities)
    try await store.save([found])
    let clock = found.samples.first?.metadata ?? SampleMetadata()
    try await store.save(
      activities.samples(of: found.recording, participant: "P07", clock: clock))
    let lines = try await store.activityStatistics(
      of: AnySampleKind(.walkingSpeed), matching: SampleQuery(participant: "P07"))
    for line in lines { print(line.label, line.statistics?.mean ?? .nan) }
    #expect(lines.map(\.label) == ["six-minute walk"])
  }

  @Test func `what happens next`() async throws {
    let store = try await storeOfP07()
    let query = SampleQuery(kinds: [AnySampleKind(.walkingSpeed)])
    let (shown, say) = AsyncStream.makeStream(of: Int.self)
    let watch = Task {
      func show(_ speeds: [Sample]) { say.yield(speeds.count) }
      for try await speeds in store.updates(of: query) { show(speeds) }
    }
    var counts = shown.makeAsyncIterator()
    #expect(await counts.next() == 4)
    watch.cancel()

    var anchor = ChangeAnchor.beginning
    let changes = try await store.changes(since: anchor)
    anchor = changes.anchor
    print(changes.added.count, "added", changes.deleted.count, "deleted")
    #expect(try await store.changes(since: anchor).isEmpty)

    let steps = AnySampleKind(.stepCount)
    let handle = store.limited(to: SampleAccess(reading: [steps], writing: []))
    await #expect(throws: SampleAccessError.self) { try await handle.samples(matching: query) }
  }

  @Test func `a sealed export and back`() async throws {
    let store = try await storeOfP07()
    let copy = try SampleStore.open(
      folder.url.appendingPathComponent("copy").path, access: .everything)
    let path = folder.url.appendingPathComponent("sealed").path
    let keyFileBytes = [UInt8](repeating: 3, count: 32)

    let key = try ExportKey(fileBytes: keyFileBytes)
    let settings = ExportSettings(seal: key, code: try ParticipantCode(key))
    try await store.export(SampleQuery(participant: "P07"), to: path, settings)

    var reader = try ExportReader(path, key: key)
    while let samples = try reader.next() { try await copy.save(samples) }

    #expect(try await copy.participants() == [try ParticipantCode(key).code("P07")])
  }

  @Test func `a phone's export beside ours`() async throws {
    let store = try await storeOfP07()
    let path = "export.xml"
    var pieces = [Array(HealthExport.everything().document.utf8)]
    func piece() -> [UInt8]? { pieces.popLast() }

    var reader = HealthExportReader(participant: "P07", path: path) { piece() }
    while let samples = try reader.next() { try await store.keep(samples) }

    let pairs = try await SourceComparison(.walkingSpeed, by: .day, in: calendar).pairs(in: store)
    if let agreement = Agreement(pairs) { print(agreement.count, agreement.bias) }
    #expect(pairs.count == 1)
  }
}
