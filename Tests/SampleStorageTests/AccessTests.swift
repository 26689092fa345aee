import GaitModel
import SampleStorage
import Testing

struct AccessTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private let speed = AnySampleKind(.walkingSpeed)
  private let steps = AnySampleKind(.stepCount)

  @Test func `without a grant nothing is read, and the error names the grant`() async throws {
    let store = try await folder.filledStore()
    let handle = store.limited(to: SampleAccess(reading: [steps], writing: []))
    #expect(try await handle.samples(of: .stepCount).isEmpty == false)
    await #expect(throws: SampleAccessError.cannotRead(speed)) {
      try await handle.samples(of: .walkingSpeed)
    }
    await #expect(throws: SampleAccessError.self) {
      try await handle.samples(matching: SampleQuery())
    }
    #expect("\(SampleAccessError.cannotRead(speed))".contains("walking-speed"))
  }

  @Test func `without a grant nothing is written or deleted`() async throws {
    let store = try await folder.filledStore()
    let handle = store.limited(to: SampleAccess(reading: .everything, writing: [steps]))
    await #expect(throws: SampleAccessError.self) {
      try await handle.save(AnalyzedSamples.all)
    }
    await #expect(throws: SampleAccessError.cannotWrite(speed)) {
      try await handle.delete(matching: SampleQuery(kinds: [speed]))
    }
    #expect(try await store.samples(of: .walkingSpeed).isEmpty == false)
  }

  @Test func `statistics and changes ask for the same grants`() async throws {
    let store = try await folder.filledStore()
    let handle = store.limited(to: SampleAccess(reading: [steps], writing: []))
    await #expect(throws: SampleAccessError.cannotRead(speed)) {
      try await handle.statistics(StatisticsQuery(.walkingSpeed, every: .days(1), in: .berlin))
    }
    await #expect(throws: SampleAccessError.self) { try await handle.changes(since: .beginning) }
  }

  @Test func `a handle cannot grant more than it has`() throws {
    let few = SampleAccess(reading: [steps], writing: [])
    #expect(few.intersection(.everything) == few)
    #expect(few.intersection(SampleAccess(reading: [speed], writing: [speed])) == .nothing)
  }

  @Test func `recalibration needs reading and writing, and a kind that allows it`() {
    let walk = AnySampleKind(.sixMinuteWalkDistance)
    #expect(throws: SampleAccessError.notRecalibratable(speed)) {
      try SampleAccess.everything.requireRecalibration(speed)
    }
    #expect(throws: SampleAccessError.cannotWrite(walk)) {
      try SampleAccess(reading: [walk], writing: []).requireRecalibration(walk)
    }
    #expect(throws: Never.self) { try SampleAccess.everything.requireRecalibration(walk) }
  }
}
