import GaitModel

/// A made-up visit of four people to a gait laboratory: recordings of the sensor, and the laboratory's own tables.
///
/// The tables are as laboratories export them: other column names, other units, a line about the program on top, and
/// a clock of their own, which showed 3.2 s at the sensor's first sample and runs 40 ppm fast. In the contacts of the
/// third person left and right are swapped. Who can find all of this can read most exports.
///
/// It is never evidence of accuracy: the walkers do what their author thought of.
public struct SimulatedLaboratory: Sendable {
  /// What the laboratory's clock showed at the recordings' first samples, seconds.
  public static let offsetSeconds = 3.2
  /// How much faster it runs, parts per million.
  public static let driftPPM = 40.0
  /// The person whose sides are swapped in the file with contacts.
  public static let swapped = "P03"

  /// The recordings, one of each person.
  public let recordings: [SimulatedRecording]

  /// Makes the visit.
  ///
  /// - Parameter seed: the same seed gives the same files.
  public init(seed: UInt64) {
    let speeds = [0.75, 1.0, 1.2, 1.4]
    recordings = speeds.enumerated().map { place, speed in
      var mount = SensorMount(samplingRateHertz: 50)
      mount.orientation = .upright.tilted(forwardDegrees: 5, rightDegrees: 2)
      return SimulatedRecording(
        name: "P0\(place + 1)_belt",
        profile: WalkerProfile(
          height: Length(meters: 1.62 + 0.05 * Double(place)),
          speed: Speed(metersPerSecond: speed)),
        plan: Self.plan(speed), mount: mount, seed: seed &+ UInt64(place))
    }
  }

  /// Twelve walks of 12 m with a turn on the spot between, then two minutes back and forth.
  private static func plan(_ speed: Double) -> WalkPlan {
    var segments: [WalkPlan.Segment] = [.stand(seconds: 6)]
    for pass in 0..<passCount {
      let pace = Speed(metersPerSecond: speed * [1, 0.8, 1.15][pass % 3])
      segments += [
        .walkDistance(meters: 12, speed: pace), .stand(seconds: 4 + Double(pass * 7 % 5)),
        .turn(degrees: 180, seconds: 2.5), .stand(seconds: 3),
      ]
    }
    for _ in 0..<6 {
      segments += [
        .walkDistance(meters: 20 * speed), .turn(degrees: 180, seconds: 2.2),
      ]
    }
    return WalkPlan(segments + [.stand(seconds: 8)])
  }

  private static let passCount = 12

  /// Name and content of all files.
  public var files: [(name: String, bytes: [UInt8])] {
    let sensors = recordings.flatMap { recording in
      // The truth stays in the laboratory's tables.
      RecordingFiles(recording).named(recording.facts.name).filter {
        !$0.name.hasSuffix(".reference.json")
      }
    }
    let contacts = recordings.map { recording in
      let person = String(recording.facts.name.prefix(3))
      return ("walkway \(person) contacts.csv", Self.contacts(recording, of: person))
    }
    let tables =
      contacts + [
        ("walkway strides.csv", Self.strides(recordings)),
        ("protocol.csv", Self.trials(recordings)),
      ]
    return sensors + tables.map { (name: $0.0, bytes: Array($0.1.utf8)) }
  }

  /// Milliseconds of the laboratory's clock, as text.
  private static func clock(_ seconds: Double) -> String {
    let shown = offsetSeconds + seconds * (1 + driftPPM * 1e-6)
    return DecimalText.text(1000 * shown, decimals: 1) ?? ""
  }

  private static func contacts(_ recording: SimulatedRecording, of person: String) -> String {
    let words = person == swapped ? [Foot.left: "Re", .right: "Li"] : [.left: "Li", .right: "Re"]
    var text = "Walkway 4 export;subject \(person)\nOnset [ms];Limb;Lift-off [ms]\n"
    for bout in recording.truth.bouts {
      for (place, step) in bout.steps.enumerated() where !step.isTurning {
        let next = place + 2 < bout.steps.count ? bout.steps[place + 2] : nil
        let lift = next.map { clock($0.finalContactSeconds) } ?? ""
        text += "\(clock(step.seconds.upperBound));\(words[step.foot] ?? "");\(lift)\n"
      }
    }
    return text
  }

  private static func strides(_ recordings: [SimulatedRecording]) -> String {
    var text = "Session;Begin [ms];End [ms];Limb;Stride length [cm]\n"
    for recording in recordings {
      for bout in recording.truth.bouts {
        for place in bout.steps.indices.dropFirst(2) {
          let (own, other, last) = (bout.steps[place], bout.steps[place - 1], bout.steps[place - 2])
          guard !own.isTurning, !other.isTurning, !last.isTurning else { continue }
          let length = DecimalText.text(
            100 * (own.length.meters + other.length.meters), decimals: 1)
          text += "\(recording.facts.name);\(clock(other.seconds.lowerBound));"
          text +=
            "\(clock(own.seconds.upperBound));\(own.foot == .left ? "Li" : "Re");\(length ?? "")\n"
        }
      }
    }
    return text
  }

  /// The walks across the walkway, and the two minutes.
  private static func trials(_ recordings: [SimulatedRecording]) -> String {
    var text = "Session;Task;Begin [ms];End [ms];Distance [m];Steps\n"
    for recording in recordings {
      for bout in recording.truth.bouts {
        let steps = bout.countedSteps
        let isPass = bout.distance.meters < 20
        guard bout.distance.meters > 5 else { continue }
        let distance = DecimalText.text(bout.distance.meters, decimals: 2) ?? ""
        text += "\(recording.facts.name);\(isPass ? "12 m walk" : "2-minute walk");"
        text += "\(clock(bout.seconds.lowerBound));\(clock(bout.seconds.upperBound));\(distance);"
        text += "\(steps.count + 1)\n"
      }
    }
    return text
  }
}
