import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Left and right from a phone on a thigh, whichever way it lies in the pocket.
struct ThighSwingTests {
  /// A walk with a phone on one thigh: contacts, and the true foot of each.
  private struct PocketWalk {
    var recording: SequenceRecording
    var walk: Walk
    var feet: [Foot]
  }

  /// The thigh swings forward faster than back, the body is pushed before it is lifted and sways to the foot that
  /// stands. Axes: x forward, y left, z up, then turned.
  private func made(
    carrier: Foot, turned axis: SIMD3<Double>, by radians: Double, swing: Double = 0.8,
    seconds: Double = 40
  ) -> PocketWalk {
    let strideSeconds = 1.1
    let turning = 2 * Double.pi / strideSeconds
    func rotated(_ v: SIMD3<Double>) -> SIMD3<Double> {
      cos(radians) * v + sin(radians) * axis.cross(v) + (1 - cos(radians)) * axis.dot(v) * axis
    }
    var (force, rate): ([SIMD3<Double>], [SIMD3<Double>]) = ([], [])
    for i in 0..<Int(seconds * 100) {
      // Phase 0: the right foot lands.
      let phase = turning * Double(i) / 100
      let own = carrier == .right ? phase : phase - .pi
      // Forward is about the axis to the right: while the other foot stands, and faster than back.
      let forward = swing * (-sin(own) - 0.3 * cos(2 * own))
      let push = 1.5 * cos(2 * phase + 1.2)
      let lift = 2 * cos(2 * phase - 0.4)
      let sway = 0.8 * sin(phase)
      force.append(rotated(SIMD3(push, sway, standardGravity + lift)))
      rate.append(rotated(SIMD3(0, -forward, 0)))
    }
    var contacts: [DetectedContact] = []
    var feet: [Foot] = []
    for k in 4..<(Int(seconds / strideSeconds * 2) - 4) {
      contacts.append(
        DetectedContact(
          position: Double(k) * strideSeconds * 50, amplitude: 2, stepHertz: 2 / strideSeconds))
      feet.append(k.isMultiple(of: 2) ? .right : .left)
    }
    return PocketWalk(
      recording: .made(force, rate: rate), walk: Walk(contacts: contacts), feet: feet)
  }

  private func sides(_ made: PocketWalk) -> WalkSides {
    let methods = GaitPipeline().presets.thigh
    let cycle = StepCycle(
      of: made.recording,
      stepHertz: made.recording.acceleration.each { _ in made.walk.contacts[0].stepHertz })
    return ThighSwingLaterality().sides(
      of: made.walk, axes: nil, in: methods.context(of: made.recording, cycle: cycle))
  }

  @Test(arguments: [Foot.left, .right], [0.0, 0.7, 1.9, 3.1])
  func `both feet and the pocket's leg are named, however the phone lies`(
    carrier: Foot, radians: Double
  ) {
    let made = made(carrier: carrier, turned: SIMD3(0.3, -0.5, 0.8).unit, by: radians)
    let found = sides(made)
    #expect(found.carrier == carrier)
    #expect(found.feet == made.feet)
    #expect(found.agreement > 0.9)
  }

  @Test func `a phone that hardly turns, or has no gyroscope, names no foot`() {
    let weak = made(carrier: .left, turned: SIMD3(0, 0, 1), by: 0, swing: 0.2)
    #expect(sides(weak).feet.allSatisfy { $0 == .unknown } && sides(weak).carrier == .unknown)
    var without = made(carrier: .left, turned: SIMD3(0, 0, 1), by: 0)
    without.recording.angularRate = nil
    #expect(sides(without).feet.allSatisfy { $0 == .unknown })
  }

  @Test func `a missed contact does not swap the feet after it`() {
    var made = made(carrier: .right, turned: SIMD3(0, 1, 0), by: 1)
    made.walk.contacts.remove(at: 20)
    made.feet.remove(at: 20)
    #expect(sides(made).feet == made.feet)
  }

  @Test func `the simulated pocket is on the right, and its walk has the feet that were simulated`()
    throws
  {
    let made = try AnalyzedRecording.simulated(.trouserPocket)
    let wearing = try #require(made.analysis.wearings.first)
    #expect(wearing.leg == .right && wearing.legConfidence > 0.8)
    let truth = try #require(made.truth).bouts.flatMap(\.initialContacts)
    let found = made.analysis.bouts.flatMap(\.initialContacts)
    let right = found.count { contact in
      let near = truth.min { abs($0.seconds - contact.seconds) < abs($1.seconds - contact.seconds) }
      return near?.foot == contact.foot
    }
    #expect(Double(right) >= 0.95 * Double(found.count), "\(right) of \(found.count)")
  }

  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `two phones of one walk name opposite legs`() throws {
    var named = 0
    for file in RealRecordings.recordings("weallwalk")
    where file.lastPathComponent.contains("T1_phone1L") {
      let other = file.deletingLastPathComponent().appending(
        path: file.lastPathComponent.replacing("phone1L", with: "phone2R"))
      let legs = try [file, other].map {
        try TestRecording($0, longestSeconds: 60).analyzed().wearings.first?.leg ?? .unknown
      }
      guard !legs.contains(.unknown) else { continue }
      named += 1
      #expect(legs[0] == legs[1].other, "\(file.lastPathComponent)")
    }
    #expect(named >= 1)
  }
}
