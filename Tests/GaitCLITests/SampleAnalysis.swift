import GaitModel
import GaitResults

@testable import GaitCLI

/// Analyses with one of everything, made by hand.
enum SampleAnalysis {
  static let stride = Stride(
    foot: .left, seconds: 1.0..<2.1, length: .known(Length(meters: 1.32)), stanceSeconds: 0.7,
    swingSeconds: 0.4, leftOutReason: .turning)

  static func bout(speed: Measured<Speed>, double: Measured<Double> = .known(0.25)) -> WalkingBout {
    var bout = WalkingBout(
      seconds: 1.0..<4.25,
      initialContacts: [1, 1.55, 2.1].map { InitialContact(seconds: $0, foot: .left) })
    bout.terrain = .level
    bout.finalContacts = [FinalContact(seconds: 1.15, foot: .right)]
    bout.strides = [stride]
    bout.turnCount = .missing(.noGyroscope)
    bout.walkingSpeed = speed
    bout.stepLength = .known(Length(meters: 0.66))
    bout.strideLength = .known(Length(meters: 1.32))
    bout.cadence = .known(Cadence(stepsPerMinute: 109.09))
    bout.doubleSupportFraction = double
    bout.asymmetryFraction = .known(0.02)
    bout.stepTimeAsymmetry = .known(0.013)
    bout.distance = .known(Length(meters: 3.9))
    bout.leftOutReason = .unsteady
    return bout
  }

  static func recording(_ bouts: [WalkingBout], start: WallClock? = nil) -> AnalyzedRecording {
    let facts = RecordingFacts(
      name: "walk", device: "a \"sensor\"", samplingRateHertz: 100, start: start,
      hasAngularRate: false)
    let flight = StairFlight(
      seconds: 5.0..<9.0, direction: .stairsDown, stepCount: 8, height: .missing(.noGyroscope),
      verticalSpeed: .missing(.noGyroscope))
    var makers = RecordingMakers()
    makers.gaitSequences = MethodIdentity(
      provenance: Provenance(method: "M", question: "q", citation: "c", revision: 3))
    let analysis = RecordingAnalysis(
      facts: facts, quality: RecordingQuality(durationSeconds: 10, sampleCount: 1000),
      gaitSequences: [GaitSequence(seconds: 0.5..<5)], bouts: bouts, turns: .missing(.noGyroscope),
      stairFlights: .known([flight]),
      makers: makers)
    let remark = RecordingRemark(kind: .duplicate, sampleCount: 2, message: "line 7")
    return AnalyzedRecording(name: "walk", analysis: analysis, remarks: [remark])
  }

  static let known = recording([
    bout(speed: .known(Speed(metersPerSecond: 1.2), standardError: Speed(metersPerSecond: 0.07)))
  ])
}
