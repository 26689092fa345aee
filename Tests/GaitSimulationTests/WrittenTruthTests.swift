import Foundation
import GaitModel
import Testing

import GaitSimulation

/// What a reference says, in its own words.
struct WrittenTruth: Decodable, CustomTestStringConvertible {
  var walking: [[Double]]
  var contacts: [Double]
  var contactFeet: [String]
  var toeOffs: [Double]
  var toeOffFeet: [String]
  var stepCount: Int
  var meters: Double
  var turns: [Stretch]
  var flights: [Stretch]?
  var runs: [Run]?
  var level: [Walk]
  var name = ""
  var seconds = 0.0
  var pace = 0.0

  var testDescription: String { name }

  struct Stretch: Decodable {
    var start_s: Double
    var end_s: Double
    var n_steps: Int?
    var rise_m: Double?
    var angle_deg: Double?
  }

  /// `[start, end, "running"]`
  struct Run: Decodable {
    var start_s: Double
    var end_s: Double
    var label: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      (start_s, end_s) = (try list.decode(Double.self), try list.decode(Double.self))
      label = try list.decode(String.self)
    }
  }

  struct Walk: Decodable {
    var start_s: Double
    var end_s: Double
    var n_steps: Int
    var length_m: Double
    var walking_speed_mps: Double
    var cadence_spm: Double
    var step_length_m: Double
    var double_support_fraction: Double?
    var strides: [Stride]
  }

  struct Stride: Decodable {
    var foot: String
    var start_s: Double
    var end_s: Double
    var length_m: Double
    var speed_mps: Double
    var stance_s: Double
    var swing_s: Double
    var double_support_s: Double
  }

  enum CodingKeys: String, CodingKey {
    case walking = "walking_bouts"
    case contacts = "initial_contacts_s"
    case contactFeet = "initial_contacts_foot"
    case toeOffs = "toe_offs_s"
    case toeOffFeet = "toe_offs_foot"
    case stepCount = "step_count"
    case meters = "total_distance_m"
    case flights = "stair_flights"
    case runs = "activity_segments"
    case level = "level_walking_bouts"
    case turns
  }

  init(_ scenario: Scenario, seed: UInt64) throws {
    let recording = scenario.recording(seed: seed)
    let text = RecordingFiles(recording).reference
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    name = "\(scenario.rawValue) \(seed)"
    seconds = recording.truth.durationSeconds
    pace = scenario.profile.speed.metersPerSecond
  }

  /// Each time at which a foot is in the air, from its toe-off to its contact.
  var swings: [(foot: String, seconds: Range<Double>)] {
    zip(contactFeet, zip(toeOffs, contacts)).map { ($0, $1.0..<$1.1) }
  }

  /// How long a foot is in the air in a stretch of time.
  func swing(of foot: String, from start: Double, to end: Double) -> Double {
    swings.filter { $0.foot == foot }.reduce(0) {
      $0 + max(0, min(end, $1.seconds.upperBound) - max(start, $1.seconds.lowerBound))
    }
  }

  /// How long both feet are in the air in a stretch of time.
  func flight(from start: Double, to end: Double) -> Double {
    let left = swings.filter { $0.foot == "L" }.map(\.seconds)
    return left.reduce(0) { sum, seconds in
      let (low, high) = (max(start, seconds.lowerBound), min(end, seconds.upperBound))
      return low < high ? sum + swing(of: "R", from: low, to: high) : sum
    }
  }
}

/// The written truth of every scenario, held against itself: nothing in it contradicts anything else in it.
struct WrittenTruthTests {
  static let all = Result {
    try Scenario.allCases.flatMap { scenario in
      try [1, 2, 3].map { try WrittenTruth(scenario, seed: $0) }
    }
  }
  /// Times and lengths are written with four decimals.
  private static let rounding = 3e-4
  /// Half sines of 0.7 of a step at 165 steps a minute.
  private static let flightSeconds = 0.3 * 60 / 165

  @Test func `each contact has a toe-off of its foot before it, after the foot was down`() throws {
    for truth in try Self.all.get() {
      #expect(truth.stepCount == truth.contacts.count, "\(truth.name)")
      #expect(truth.toeOffFeet == truth.contactFeet, "\(truth.name)")
      #expect(zip(truth.contacts, truth.contacts.dropFirst()).allSatisfy { $0 < $1 })
      #expect(truth.contacts.allSatisfy { (0...truth.seconds).contains($0) }, "\(truth.name)")
      var down = ["L": 0.0, "R": 0.0]
      for swing in truth.swings {
        #expect(swing.seconds.lowerBound > down[swing.foot] ?? .infinity, "\(truth.name)")
        down[swing.foot] = swing.seconds.upperBound
      }
    }
  }

  @Test func `every contact lies in a walk or in a run, and no run in a walk`() throws {
    for truth in try Self.all.get() {
      let runs = truth.runs ?? []
      for (walk, next) in zip(truth.walking, truth.walking.dropFirst()) {
        #expect(walk[1] < next[0], "\(truth.name)")
      }
      for contact in truth.contacts {
        // The landing that ends a run begins the walk after it.
        let inWalk = truth.walking.contains { $0[0] < contact && contact <= $0[1] }
        let inRun = runs.contains { $0.start_s < contact && contact <= $0.end_s }
        #expect(inWalk != inRun, "\(truth.name) \(contact)")
      }
      for run in runs {
        #expect(run.label == "running")
        #expect(truth.walking.allSatisfy { $0[1] < run.start_s || run.end_s <= $0[0] })
      }
      let level = truth.level.reduce(0) { $0 + $1.length_m }
      let run = runs.reduce(0) { $0 + 2.8 * ($1.end_s - $1.start_s) }
      #expect(level + 0.95 * run < truth.meters + 0.01, "\(truth.name)")
      // Stairs and slopes, and the first step of a walk after them or after a run, are in no level walk.
      if truth.flights == nil, truth.runs == nil {
        #expect(abs(level - truth.meters) < 0.001, "\(truth.name)")
      }
    }
  }

  @Test func `both feet are in the air in every step of a run, and in none of a walk`() throws {
    for truth in try Self.all.get() {
      for walk in truth.walking {
        #expect(truth.flight(from: walk[0], to: walk[1]) == 0, "\(truth.name)")
      }
      for run in truth.runs ?? [] {
        let steps = truth.contacts.filter { run.start_s < $0 && $0 <= run.end_s }
        for (start, end) in zip(steps, steps.dropFirst()) {
          let flight = truth.flight(from: start, to: end)
          #expect(abs(flight - Self.flightSeconds) < 0.03, "\(truth.name) \(flight)")
          let down = end - start - flight
          let swing = truth.swing(of: "L", from: start, to: end) - flight
          let other = truth.swing(of: "R", from: start, to: end) - flight
          // One foot is down, never both.
          #expect(abs(down - swing - other) < Self.rounding, "\(truth.name)")
        }
      }
    }
  }

  @Test func `strides are those of the contacts and the toe-offs`() throws {
    for truth in try Self.all.get() {
      for walk in truth.level {
        for stride in walk.strides {
          let (start, end, seconds) = (
            stride.start_s, stride.end_s, stride.end_s - stride.start_s
          )
          for time in [start, end] {
            let place = try #require(truth.contacts.firstIndex(of: time), "\(truth.name)")
            #expect(truth.contactFeet[place] == stride.foot)
          }
          let own = truth.swing(of: stride.foot, from: start, to: end)
          let other = truth.swing(of: stride.foot == "L" ? "R" : "L", from: start, to: end)
          #expect(abs(stride.swing_s - own) < Self.rounding, "\(truth.name)")
          #expect(abs(stride.stance_s + own - seconds) < Self.rounding, "\(truth.name)")
          #expect(
            abs(seconds - own - other - stride.double_support_s) < Self.rounding, "\(truth.name)")
          #expect(abs(stride.speed_mps * seconds - stride.length_m) < 0.001, "\(truth.name)")
        }
        let shares = walk.strides.map { $0.double_support_s / ($0.end_s - $0.start_s) }
        let mean = shares.reduce(0, +) / Double(shares.count)
        #expect(walk.double_support_fraction.map { abs($0 - mean) < 0.001 } ?? shares.isEmpty)
      }
    }
  }

  @Test func `level walks are walks without stairs, and their figures agree`() throws {
    for truth in try Self.all.get() {
      for walk in truth.level {
        let inside = truth.contacts.count { walk.start_s <= $0 && $0 <= walk.end_s }
        #expect(inside == walk.n_steps, "\(truth.name)")
        #expect(walk.strides.count == walk.n_steps - 2, "\(truth.name)")
        #expect(truth.walking.contains { $0[0] <= walk.start_s && walk.end_s <= $0[1] })
        #expect(
          (truth.flights ?? []).allSatisfy { $0.end_s < walk.start_s || walk.end_s <= $0.start_s })
        let seconds = walk.end_s - walk.start_s
        let steps = Double(walk.n_steps - 1)
        #expect(abs(walk.walking_speed_mps * seconds - walk.length_m) < 0.01, "\(truth.name)")
        #expect(abs(walk.cadence_spm * seconds / 60 - steps) < 0.01, "\(truth.name)")
        #expect(abs(walk.step_length_m * steps - walk.length_m) < 0.01, "\(truth.name)")
        if truth.flights != nil || truth.runs != nil, walk.n_steps > 8 {
          #expect(abs(walk.walking_speed_mps - truth.pace) < 0.08, "\(walk.walking_speed_mps)")
        }
      }
    }
  }

  @Test func `flights and turns are made of steps of a walk`() throws {
    for truth in try Self.all.get() {
      for flight in truth.flights ?? [] {
        #expect(truth.walking.contains { $0[0] <= flight.start_s && flight.end_s <= $0[1] })
        let inside = truth.contacts.count { flight.start_s < $0 && $0 <= flight.end_s }
        #expect(inside == flight.n_steps, "\(truth.name)")
        let riser = abs(flight.rise_m ?? 0) / Double(inside)
        #expect((0.15...0.2).contains(riser), "\(truth.name) \(riser)")
      }
      for (turn, next) in zip(truth.turns, truth.turns.dropFirst()) {
        #expect(turn.end_s <= next.start_s, "\(truth.name)")
      }
      for turn in truth.turns {
        #expect(turn.start_s < turn.end_s && turn.end_s <= truth.seconds, "\(truth.name)")
        #expect((45...180).contains(abs(turn.angle_deg ?? 0)), "\(truth.name)")
        let inside = truth.contacts.count { turn.start_s < $0 && $0 <= turn.end_s }
        #expect(inside >= 2, "\(truth.name)")
      }
    }
  }
}

/// Runs of plans that no scenario has.
struct SimulatedRunTests {
  private let plan = WalkPlan([
    .stand(seconds: 3), .run(seconds: 6, speed: Speed(metersPerSecond: 3)), .walk(seconds: 5),
    .run(seconds: 6, speed: Speed(metersPerSecond: 2.5)), .stand(seconds: 4), .walk(seconds: 5),
    .stairs(steps: 10, riser: Length(meters: -0.17)), .slope(meters: 8, grade: 0.06),
    .walk(seconds: 4), .stand(seconds: 3),
  ])

  @Test func `walks and runs take every step once, and level walks every flat one`() {
    let truth = recording(WalkerProfile(), plan).truth
    #expect(truth.bouts.count == 2)
    #expect(truth.walks.count == 2 && truth.runs.count == 2 && truth.levelWalks.count == 3)
    #expect((truth.walks + truth.runs).reduce(0) { $0 + $1.steps.count } == truth.stepCount)
    #expect(truth.walks.allSatisfy { $0.steps.allSatisfy { !$0.isRunning } })
    #expect(truth.runs.allSatisfy { $0.steps.allSatisfy(\.isRunning) })
    let flat = truth.walks.flatMap(\.steps).filter { $0.rise.meters == 0 }
    #expect(truth.levelWalks.flatMap(\.steps) == flat)
    // A walk after a run begins where the run's last flight ends.
    #expect(truth.walks[0].movingSeconds.lowerBound == truth.runs[0].seconds.upperBound)
  }

  @Test func `in running both feet are never down, and stance is 0.7 of a step`() throws {
    for run in recording(WalkerProfile(), plan).truth.runs {
      #expect(run.doubleSupportFraction == 0)
      let last = run.strides.dropFirst()
      #expect(!last.isEmpty)
      for stride in last {
        let stance = try #require(stride.stanceSeconds)
        // Of steps that differ by a few hundredths of a second.
        #expect((0.31...0.39).contains(stance / stride.durationSeconds), "\(stance)")
      }
    }
  }
}
