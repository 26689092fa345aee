import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// A watch, pocket or bag that learns from the person's phone at the pelvis in the same walks.
struct PhoneCalibrationTests {
  private let method = KnownDistanceCalibration()
  /// The same minute of one walker, felt at the lower back and at the wrist.
  private static let phone = analysis(at: .lowerBack)
  private static let watch = analysis(at: .wrist)

  private static func analysis(at site: WearingSite) -> RecordingAnalysis {
    TestRecording(
      SimulatedRecording(
        name: site.rawValue, profile: Scenario.straightWalk.profile,
        plan: Scenario.straightWalk.plan(seconds: 60),
        mount: SensorMount(site: site, samplingRateHertz: 100), seed: 4)
    ).analyzed()
  }

  private func factor(
    _ watch: RecordingAnalysis, _ phone: RecordingAnalysis, lag: Double = 0, times: Int = 1
  ) throws -> PersonalCalibration {
    try GaitPipeline().personalCalibration(
      besidePhone: Array(repeating: (watch, phone, lag), count: times))
  }

  @Test func `a walk is as long as the phone's strides in it`() throws {
    let known = try #require(
      method.distances(of: Self.watch, phone: Self.phone, lag: 0).known.first)
    let phone = try #require(Self.phone.bouts.first?.distance.value)
    #expect(abs(known.known.meters / phone.meters - 1) < 0.05)
    #expect(known.estimated == Self.watch.bouts.first?.distance.value)
  }

  @Test func `a wrist comes nearer to the phone, not all the way`() throws {
    let found = try factor(Self.watch, Self.phone)
    let known = try #require(found.knownDistances.first)
    let full = log(known.known.meters / known.estimated.meters)
    #expect(found.placement == .elsewhere)
    #expect(log(found.factor) / full > 0.3 && log(found.factor) / full < 1)
  }

  @Test func `the phone's own error stays, however many walks there are`() throws {
    let person = (shared: method.personShare, own: method.shares(at: .elsewhere).person)
    let least = person.own * person.shared / hypot(person.own, person.shared)
    let errors = try [1, 4, 64].map {
      try factor(Self.watch, Self.phone, times: $0).standardErrorShare
    }
    #expect(errors[0] > errors[1] && errors[1] > errors[2])
    #expect(errors[2] > least && errors[2] < 1.05 * least)
    let tape = method.logFactor(ratios: Array(repeating: 1, count: 64), at: .elsewhere)
    #expect(tape.standardError < errors[2] / 2)
  }

  @Test func `a phone that is calibrated itself teaches more`() throws {
    let known = try GaitPipeline().personalCalibration(
      from: Array(
        repeating: (Self.phone, try #require(Self.phone.bouts.first?.distance.value)), count: 6))
    let better = try GaitPipeline().personalCalibration(
      besidePhone: [(Self.watch, Self.phone, 0)], phoneCalibration: known)
    #expect(
      better.standardErrorShare < (try factor(Self.watch, Self.phone).standardErrorShare))
  }

  @Test func `a phone that began later is brought onto the same clock`() throws {
    var late = Self.phone
    for bout in late.bouts.indices {
      for stride in late.bouts[bout].strides.indices {
        let seconds = late.bouts[bout].strides[stride].seconds
        late.bouts[bout].strides[stride].seconds =
          (seconds.lowerBound - 40)..<(seconds.upperBound - 40)
      }
    }
    let here = try factor(Self.watch, Self.phone)
    #expect(abs(try factor(Self.watch, late, lag: 40).factor - here.factor) < 1e-6)
    #expect(throws: PersonalCalibrationError.self) {
      try factor(Self.watch, late, lag: 4000)
    }
  }

  /// From there a person's steps grow with cadence.
  @Test func `the cadence is that of the walks whose length is known`() throws {
    let walked = try #require(Self.watch.bouts.first)
    let cadence = try #require(walked.cadence.value)
    var watch = Self.watch
    // Slow steps about the house, which neither the phone nor satellites saw.
    watch.bouts += (1...3).map { hour in
      var bout = walked
      let start = Double(hour) * 3600
      bout.seconds = start..<start + 8
      bout.cadence = .known(Cadence(stepsPerMinute: 70))
      return bout
    }
    #expect(try factor(watch, Self.phone).cadence == cadence)
    let speeds = SideSamples(
      seconds: (0...60).map(Double.init), values: Array(repeating: 1.2, count: 61))
    let outdoors = try GaitPipeline().personalCalibration(fromGroundSpeeds: [(watch, speeds)])
    #expect(outdoors.knownDistances.count == 1 && outdoors.cadence == cadence)
  }

  @Test func `who gives the wrong device for the other is told`() {
    #expect(throws: PersonalCalibrationError.worn(recording: "wrist", shouldBe: .pelvis)) {
      try factor(Self.watch, Self.watch)
    }
    #expect(throws: PersonalCalibrationError.worn(recording: "lower_back", shouldBe: .elsewhere)) {
      try factor(Self.phone, Self.phone)
    }
    var taller = Self.phone
    taller.facts.participant.height = Length(meters: 2.1)
    #expect(throws: PersonalCalibrationError.differentHeights) {
      try factor(Self.watch, taller)
    }
  }
}

@Suite(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
struct RealPhoneCalibrationTests {
  /// The walks of a person with one device at the hip and one at the wrist.
  private func walks(of person: String) throws -> [(RecordingAnalysis, RecordingAnalysis, Double)] {
    let files = RealRecordings.recordings("umafall")
    let hips = files.filter { $0.lastPathComponent.hasPrefix("\(person)_hip_Walking") }
    return try hips.map { hip in
      let name = hip.lastPathComponent.replacing("_hip_", with: "_wrist_")
      let wrist = hip.deletingLastPathComponent().appending(path: name)
      return (
        try TestRecording(wrist, longestSeconds: 30).analyzed(),
        try TestRecording(hip, longestSeconds: 30).analyzed(), 0
      )
    }
  }

  @Test func `after two walks with a phone, wrist and hip disagree less in the third`() throws {
    var disagreement = (before: 0.0, after: 0.0)
    for person in ["UMA01", "UMA03", "UMA05", "UMA07"] {
      let walks = try walks(of: person)
      try #require(walks.count == 3)
      for third in walks.indices {
        let others = walks.indices.filter { $0 != third }.map { walks[$0] }
        let known = KnownDistanceCalibration().distances(
          of: walks[third].0, phone: walks[third].1, lag: 0
        ).known
        let ratio = try #require(known.first).estimated.meters / known[0].known.meters
        let personal = try GaitPipeline().personalCalibration(besidePhone: others)
        disagreement.before += abs(log(ratio))
        disagreement.after += abs(log(ratio * personal.factor))
      }
    }
    #expect(disagreement.after < 0.75 * disagreement.before)
  }
}
