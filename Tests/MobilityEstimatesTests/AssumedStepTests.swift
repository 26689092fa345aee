import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Days on which a step is a share of the height say nothing of speed, however many walks they have.
struct AssumedStepTests {
  private static let ofSteps: [WeeklyMeasure] = [.fastSpeed, .meanSpeed, .stepLength]

  /// Somebody whose device moves from the hip to a pocket on the day of an operation.
  private func moved() async throws -> (test: TestHistory, found: EstimateOverview) {
    let test = try TestHistory(.changedPocket, seed: 4, days: 126)
    try await test.run()
    let event = PersonEvent(day: test.day(90), kind: .operation)
    await test.store.save([event.sample(participant: "P07", calendar: test.update.calendar)])
    return (test, try await test.update.overview(in: test.store, through: test.lastDay))
  }

  @Test func `a device that moves to a pocket changes nobody's speed, and that is said`()
    async throws
  {
    let (_, found) = try await moved()
    #expect(found.comparisons.contains { $0.measure == .cadence })
    #expect(!found.comparisons.contains { Self.ofSteps.contains($0.measure) })
    #expect(found.changes.contains { $0.measure == .cadence })
    #expect(!found.changes.contains { Self.ofSteps.contains($0.measure) })
    #expect((8...14).contains(found.assumedDaysAboutEvent) && found.assumedDaysOfWeeks > 0)
    #expect(found.assumedDaysWithFirst > 20)
    let latest = try #require(found.comparedEvents.last)
    let words = try #require(found.assumed(about: latest, withFirst: false))
    #expect(words.contains("no measured step length, as in a pocket or on the wrist"), "\(words)")
    #expect(found.assumedInWeeks != nil)
  }

  @Test func `the means of seven days end where steps are no longer measured`() async throws {
    let (test, found) = try await moved()
    for measure in Self.ofSteps {
      let days = try #require(found.smoothed[measure]).keys
      #expect(try #require(days.max()) < test.day(90) && days.count > 60, "\(measure)")
    }
    #expect(try #require(found.smoothed[.cadence]).keys.contains(test.lastDay))
  }

  @Test func `where steps are measured everything is compared, and nothing is left out`()
    async throws
  {
    let test = try TestHistory(.steady, seed: 4, days: 126)
    try await test.run()
    let event = PersonEvent(day: test.day(90), kind: .operation)
    await test.store.save([event.sample(participant: "P07", calendar: test.update.calendar)])
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    #expect(Set(found.comparisons.map(\.measure)).isSuperset(of: Self.ofSteps))
    #expect(found.assumedDaysAboutEvent == 0 && found.assumedInWeeks == nil)
  }

  // MARK: - One or two walks a day

  enum Device: CaseIterable {
    case hip, pocket, ownFactor, thigh, wristTable, unmarked, phone

    /// Whether a day of one or two walks counts as measured.
    var isMeasured: Bool {
      switch self {
      case .hip, .thigh, .unmarked, .phone: true
      case .pocket, .ownFactor, .wristTable: false
      }
    }

    var hasStepLength: Bool { self != .pocket && self != .phone }
    var source: String { self == .phone ? "iPhone" : SampleSource.analysisName }

    var metadata: SampleMetadata {
      switch self {
      case .hip: SampleMetadata(method: "PendulumStepLength", site: .hip)
      case .pocket, .ownFactor:
        SampleMetadata(method: StepLengthWords.assumingMethod, site: .pocket)
      case .thigh: SampleMetadata(method: "ExcursionStepLength", site: .pocket)
      case .wristTable: SampleMetadata(site: .wrist)
      case .unmarked, .phone: SampleMetadata()
      }
    }
  }

  /// Four weeks of days with some walks of 20 minutes together, as a device writes them.
  private func samples(_ device: Device, walks: Int, _ test: TestHistory) -> [Sample] {
    var made: [Sample] = []
    for day in 0..<28 {
      let begin = test.update.calendar.start(of: test.day(day)) + 9 * 3600
      func add(
        _ kind: AnySampleKind, _ value: Double, _ start: Date, _ seconds: Double,
        _ metadata: SampleMetadata = SampleMetadata()
      ) {
        made.append(
          Sample(
            kind: kind, value: value, start: start, end: start + seconds,
            origin: Sample.Origin(
              participant: "P07", source: SampleSource(name: device.source), metadata: metadata)))
      }
      add(SampleKind.wearTime.erased, 36_000, begin, 36_000)
      for walk in 0..<walks {
        let (start, seconds) = (begin + 3600 * Double(1 + walk), 1200 / Double(walks))
        let cadence = 112 + Double((day * 3 + walk * 2) % 7)
        add(SampleKind.cadence.erased, cadence, start, seconds, device.metadata)
        add(
          SampleKind.walkingSpeed.erased, 0.647 * cadence / 60, start, seconds, device.metadata)
        if device.hasStepLength {
          add(SampleKind.stepLength.erased, 0.647, start, seconds, device.metadata)
        }
      }
    }
    return made
  }

  private func run(_ device: Device, walks: Int) async throws -> TestHistory {
    let test = try TestHistory(.steady, days: 28, samples: { _ in [] }) {
      $0.settings.source = device.source
    }
    await test.store.save(samples(device, walks: walks, test))
    try await test.run()
    return test
  }

  @Test(arguments: Device.allCases, [1, 2])
  func `one or two walks a day count as measured where their samples say so`(
    device: Device, walks: Int
  ) async throws {
    let test = try await run(device, walks: walks)
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    #expect(found.days.count == 28 && found.days.allSatisfy { $0.sustained?.fastSpeed != nil })
    #expect(found.days.allSatisfy { $0.measuresSteps == device.isMeasured })
    #expect(found.days.allSatisfy { $0.isMeasuredElsewhere == (device == .phone) })
    let plain = test.update.settings.daily.summaries(
      of: samples(device, walks: walks, test), days: test.day(0)...test.lastDay,
      calendar: test.update.calendar)
    #expect(plain == found.days, "what is kept is what the samples give")
  }

  @Test func `fewer walks of a pocket give no surer answer`() async throws {
    func last(_ device: Device, _ walks: Int) async throws -> Sample {
      let estimates = try await run(device, walks: walks).store.estimates()
      return try #require(
        estimates.last { $0.kind == SampleKind.sixMinuteWalkDistance.erased })
    }
    let (many, few) = (try await last(.pocket, 4), try await last(.pocket, 1))
    let measured = try await last(.hip, 1)
    #expect(try #require(few.standardError) > 0.95 * #require(many.standardError))
    #expect(try #require(measured.standardError) < 0.9 * #require(few.standardError))
    #expect(abs(few.value - many.value) < 25)
  }

  @Test func `another program's speeds are held against its own`() async throws {
    let test = try await run(.phone, walks: 4)
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    let day = try #require(found.days.last)
    #expect(!day.measuresSteps && day.comparesSpeeds)
    #expect(WeeklyMeasure.meanSpeed.value(on: day) != nil)
  }
}
