import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Rising from a chair again and again is no walk, a walk is, and rising once before it does not matter.
struct BodyRiseTests {
  /// What a second of the recording looks like.
  private enum Motion { case standing, walking, rising, risingOnce }

  /// The force where the pelvis goes up and down as it does in each motion, and a contact every 0.6 s.
  private func recording(
    _ parts: [(Motion, seconds: Double)], tiltDegrees: Double = 0
  ) -> (recording: SequenceRecording, walk: Walk) {
    var force: [SIMD3<Double>] = []
    var contacts: [DetectedContact] = []
    for (motion, seconds) in parts {
      let start = force.count
      for i in 0..<Int(seconds * 100) {
        let t = Double(i) / 100
        let up = standardGravity + acceleration(motion, at: t)
        let tilt = motion == .rising ? tiltDegrees * .pi / 180 * sin(2 * .pi * t / 2.6) : 0
        force.append(SIMD3(up * sin(tilt), 0, up * cos(tilt)))
      }
      guard motion != .standing else { continue }
      for position in stride(from: start, to: force.count, by: 60) {
        contacts.append(
          DetectedContact(position: Double(position), amplitude: 1, stepHertz: 1 / 0.6))
      }
    }
    return (.made(force), Walk(contacts: contacts))
  }

  /// Of 4 cm at every step, of a seat's 0.4 m in 2.6 s, and of the same once in 2 s.
  private func acceleration(_ motion: Motion, at t: Double) -> Double {
    func wave(_ meters: Double, _ seconds: Double) -> Double {
      let turning = 2 * Double.pi / seconds
      return meters / 2 * turning * turning * cos(turning * t)
    }
    switch motion {
    case .standing: return 0
    case .walking: return wave(0.04, 0.6)
    case .rising: return wave(0.4, 2.6)
    case .risingOnce: return t < 2 ? Double.pi * 0.2 * sin(.pi * t) : 0
    }
  }

  @Test func `a walk stays as it was found`() {
    let (recording, walk) = recording([(.standing, 5), (.walking, 30), (.standing, 5)])
    #expect(BodyRise().walks([walk], in: recording) == [walk])
    #expect(BodyRise().walks([], in: recording).isEmpty)
  }

  @Test(arguments: [0.0, 20])
  func `nothing is left of chair stands`(tiltDegrees: Double) {
    let (recording, walk) = recording(
      [(.standing, 5), (.rising, 30), (.standing, 5)], tiltDegrees: tiltDegrees)
    #expect(BodyRise().walks([walk], in: recording).isEmpty)
    #expect(NoWalkCheck().walks([walk], in: recording) == [walk])
  }

  @Test func `the walk before chair stands is left, and nothing of them`() throws {
    let (recording, walk) = recording([
      (.standing, 5), (.walking, 20), (.rising, 20), (.standing, 5),
    ])
    let left = BodyRise().walks([walk], in: recording)
    try #require(left.count == 1)
    #expect(left[0].seconds.lowerBound == walk.seconds.lowerBound)
    #expect((21.0...27).contains(left[0].seconds.upperBound), "\(left[0].seconds)")
  }

  @Test func `rising once, and walking off, is a walk`() {
    let (recording, walk) = recording([
      (.standing, 5), (.risingOnce, 3), (.walking, 12), (.standing, 5),
    ])
    #expect(BodyRise().walks([walk], in: recording) == [walk])
  }

  @Test func `how far is too far can be set`() {
    let (recording, walk) = recording([(.standing, 5), (.rising, 30), (.standing, 5)])
    var check = BodyRise()
    (check.largestRiseMeters, check.edgeRiseMeters) = (1, 1)
    #expect(check.walks([walk], in: recording) == [walk])
  }

  @Test func `the pelvis is asked, and a phone in the hand is not`() {
    let presets = GaitPresets()
    #expect(presets.pelvis.walkCheck.identity.name == "BodyRise")
    #expect(presets.hand.walkCheck.identity.name == "NoWalkCheck")
  }
}
