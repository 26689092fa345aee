import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import GaitSimulation
import TestSupport
import Testing

/// Walks that nobody has thought of: body, plan, site, rate and orientation by a seed.
///
/// `GAITKIT_WALKS=500 Tools/test --filter GeneratedWalkTests` tries more of them.
struct GeneratedWalkTests {
  private static let count =
    ProcessInfo.processInfo.environment["GAITKIT_WALKS"].flatMap(UInt64.init) ?? 12

  private static let seeds = 1...count

  /// At 13 a short walk lay in the pause of a run, at 62 in a longer one that steps beyond the run's sequences had
  /// bridged; at 81 and 119 a turn between a walk and a run counted for one of the two only.
  @Test(arguments: [13, 62, 81, 119])
  func `a run and the walk beside it keep apart`(_ seed: UInt64) {
    Self.expectPromises(of: GeneratedWalk(seed: seed))
  }

  /// The length of one short bout beside a run once turned with the sensor.
  @Test func `a bout beside a run does not depend on the orientation`() {
    Self.expectSameWhenTurned(GeneratedWalk(seed: 81), seed: 81)
  }

  @Test(arguments: seeds)
  func `whatever is walked, every promise and bound is kept`(_ seed: UInt64) {
    Self.expectPromises(of: GeneratedWalk(seed: seed))
  }

  private static func expectPromises(of walk: GeneratedWalk) {
    let analysis = walk.recording.analyzed()
    let seconds = walk.recording.block.seconds
    let breaches = RecordingAnalysisContract.breaches(
      of: analysis, seconds: seconds[0]...seconds[seconds.count - 1])
    #expect(breaches == [], "\(walk)")
    #expect(unwritable(analysis) == [], "\(walk)")
  }

  @Test(arguments: seeds)
  func `wherever it is cut and however it is turned, the result is the same`(_ seed: UInt64) {
    let walk = GeneratedWalk(seed: seed)
    let analysis = walk.recording.analyzed()
    var dice = SplitMix64(seed: seed &+ 1)
    let length = Double(walk.recording.block.count)
    let cuts = (0..<9).map { _ in Int(dice.uniform() * length) }.sorted()
    #expect(walk.recording.streamed(cuts: cuts).analysis == analysis, "\(walk)")
    Self.expectSameWhenTurned(walk, seed: seed)
  }

  private static func expectSameWhenTurned(_ walk: GeneratedWalk, seed: UInt64) {
    let turned = walk.recording.turned(InvarianceTests.rotation(seed: seed)).analyzed()
    let differences = AnalysisComparison().differences(walk.recording.analyzed(), turned)
    #expect(differences == [], "\(walk)")
  }

  @Test(arguments: seeds)
  func `a taller person with the same motion takes longer steps`(_ seed: UInt64) {
    let walk = GeneratedWalk(seed: seed)
    var taller = walk.recording
    taller.facts.participant.height = walk.height.map { Length(meters: $0.meters + 0.15) }
    let (shorter, longer) = (walk.recording.analyzed(), taller.analyzed())
    #expect(shorter.bouts.map(\.seconds) == longer.bouts.map(\.seconds), "\(walk)")
    for (a, b) in zip(shorter.bouts, longer.bouts) where a.activity == .walking {
      guard let short = a.stepLength.value, let long = b.stepLength.value else { continue }
      #expect(long.meters > short.meters, "\(walk)")
      #expect(a.cadence.value == b.cadence.value, "\(walk)")
    }
  }

  @Test func `most generated walks hold walking`() {
    let found = (1...Self.count).count {
      !GeneratedWalk(seed: $0).recording.analyzed().bouts.isEmpty
    }
    #expect(2 * found > Int(Self.count))
  }

  /// The cells of all tables whose number is none, or cannot be written.
  private static func unwritable(_ analysis: RecordingAnalysis) -> [String] {
    let recording = GaitResults.AnalyzedRecording(name: "walk", analysis: analysis, remarks: [])
    return recording.tables.flatMap { table in
      table.rows.flatMap { row in
        zip(table.columns, row).compactMap { column, field in
          if case .number = field, field.number?.isFinite != true {
            "\(table.name), \(column)"
          } else {
            nil
          }
        }
      }
    }
  }
}

/// A walk by a seed.
private struct GeneratedWalk: CustomStringConvertible {
  let recording: TestRecording
  let description: String
  /// The person's height, where it is known.
  let height: Length?

  init(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    func between(_ least: Double, _ most: Double) -> Double {
      least + (most - least) * dice.uniform()
    }
    func one<Element>(of all: [Element]) -> Element {
      all[min(Int(dice.uniform() * Double(all.count)), all.count - 1)]
    }
    var profile = WalkerProfile(
      height: Length(meters: between(1.45, 2)), speed: Speed(metersPerSecond: between(0.5, 1.7)))
    profile.doubleSupportFraction = between(0.16, 0.36)
    profile.stepTimeAsymmetry = between(0, 0.15)
    profile.stepTimeVariability = between(0.005, 0.05)
    let site = one(of: WearingSite.allCases)
    var mount = SensorMount(
      site: site, samplingRateHertz: one(of: [12.5, 25, 31.25, 50, 64, 100, 128]))
    mount.orientation = .random(seed: seed)
    mount.hasAngularRate = dice.uniform() < 0.7
    mount.stampJitter = one(of: [0, 0, 0.2])
    var segments: [WalkPlan.Segment] = [.stand(seconds: between(0, 6))]
    for _ in 0..<Int(between(3, 8)) {
      let speed = Speed(metersPerSecond: between(0.4, 1.8))
      segments.append(
        one(of: [
          .walk(seconds: between(2, 25), speed: speed), .walk(seconds: between(2, 25)),
          .turn(degrees: between(-200, 200), seconds: between(1, 4)),
          .stand(seconds: between(0.5, 12)),
          .stairs(steps: Int(between(3, 20)), riser: Length(meters: between(0.12, 0.19))),
          .run(seconds: between(3, 15), speed: Speed(metersPerSecond: between(2, 4))),
        ]))
    }
    segments.append(.stand(seconds: between(0, 6)))
    recording = TestRecording(
      SimulatedRecording(
        name: "generated-\(seed)", profile: profile, plan: WalkPlan(segments), mount: mount,
        seed: seed))
    height = recording.facts.participant.height
    description = "seed \(seed): \(site), \(mount.samplingRateHertz) Hz, \(segments)"
  }
}
