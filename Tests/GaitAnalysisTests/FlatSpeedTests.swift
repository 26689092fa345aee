import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// What it does to the speed of flat walking that stairs are told: the same methods with terrain and
/// without.
struct FlatSpeedTests {
  /// A pipeline that leaves the ground open.
  private static var levelOnly: GaitPipeline {
    var pipeline = GaitPipeline()
    for place in WearingPlace.allCases { pipeline.presets[place].terrain = NoTerrain() }
    return pipeline
  }

  private func bouts(of recording: TestRecording, _ pipeline: GaitPipeline) -> [WalkingBout] {
    var engine = pipeline.engine(for: recording.facts)
    _ = engine.append(recording.block)
    return engine.finish().bouts
  }

  /// Flat steady walks with a speed.
  private func flat(_ bouts: [WalkingBout]) -> [WalkingBout] {
    bouts.filter {
      $0.activity == .walking && $0.leftOutReason == nil && $0.walkingSpeed.value != nil
    }
  }

  private func seconds(_ bouts: [WalkingBout]) -> Double {
    bouts.reduce(0) { $0 + $1.seconds.upperBound - $1.seconds.lowerBound }
  }

  private func meanSpeed(_ bouts: [WalkingBout]) -> Double {
    bouts.reduce(0) {
      $0 + ($1.walkingSpeed.value?.metersPerSecond ?? 0)
        * ($1.seconds.upperBound - $1.seconds.lowerBound)
    } / seconds(bouts)
  }

  @Test func `simulated days on stairs and ramps keep the speed of their flat parts`() throws {
    var (right, wrong, real) = (0.0, 0.0, 0.0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let made = Scenario.stairs.recording(seed: seed)
      let recording = TestRecording(made)
      let told = flat(bouts(of: recording, GaitPipeline()))
      let untold = flat(bouts(of: recording, Self.levelOnly))
      // Level steps only, as the simulator took them.
      let steps = made.truth.bouts.flatMap(\.steps).filter { abs($0.rise.meters) < 0.005 }
      let duration = steps.reduce(0) { $0 + $1.seconds.upperBound - $1.seconds.lowerBound }
      real += steps.reduce(0) { $0 + $1.length.meters } / duration
      right += meanSpeed(told)
      wrong += meanSpeed(untold)
    }
    print("stairs simulated: flat speed \(real / 6), told \(right / 6), untold \(wrong / 6)")
    #expect(abs(right - real) < abs(wrong - real))
    #expect(abs(right / real - 1) < 0.05)
  }

  /// Recordings in which nobody walks on the flat for longer than a landing.
  @Test(
    .enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"),
    arguments: [("sisfall", ["stairs"], 0.1), ("mobifall", ["_STU_", "_STN_"], 0.15)])
  func `of the walks on stairs few are taken for flat ones`(
    dataset: String, names: [String], most: Double
  ) throws {
    var (told, untold) = ([WalkingBout](), [WalkingBout]())
    for file in RealRecordings.recordings(dataset)
    where names.contains(where: { file.lastPathComponent.contains($0) }) {
      let recording = try TestRecording(file, longestSeconds: 60)
      told += flat(bouts(of: recording, GaitPipeline()))
      untold += flat(bouts(of: recording, Self.levelOnly))
    }
    print(
      "\(dataset), stairs: wrong flat bouts without terrain \(untold.count) (\(seconds(untold)) s),",
      "with \(told.count) (\(seconds(told)) s); their speed \(meanSpeed(untold)), \(meanSpeed(told))"
    )
    #expect(!untold.isEmpty)
    #expect(seconds(told) <= most * seconds(untold))
  }

  @Test(
    .enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"),
    arguments: ["mobgap", "voisard_ipol", "voisard_semiogram"])
  func `walks in a laboratory stay as they were`(dataset: String) throws {
    for file in RealRecordings.recordings(dataset).prefix(20) {
      let recording = try TestRecording(file, longestSeconds: 600)
      let told = bouts(of: recording, GaitPipeline())
      #expect(told.allSatisfy { $0.terrain == .level || $0.leftOutReason == .irregular })
      let untold = bouts(of: recording, Self.levelOnly)
      #expect(untold.allSatisfy { $0.terrain == .unknown })
      #expect(told.map(\.initialContacts) == untold.map(\.initialContacts))
      #expect(told.map(\.strides) == untold.map(\.strides))
      #expect(told.map(\.walkingSpeed) == untold.map(\.walkingSpeed))
      #expect(told.map(\.leftOutReason) == untold.map(\.leftOutReason))
    }
  }
}
