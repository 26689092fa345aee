import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// What every answer to a question of the figure promises, with the other questions answered as usual.
struct MethodContractTests {
  /// The pipeline with one question at the lower back answered in another way.
  struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pipeline: GaitPipeline
  }

  /// The usual answers, and each other one in its place.
  static let answers: [Answer] =
    [Answer(testDescription: "as usual", pipeline: GaitPipeline())]
    + MethodCatalog.questions.flatMap { question in
      question.answers.compactMap { method in
        var pipeline = GaitPipeline()
        let usual = question.method(pipeline.presets.pelvis)
        let fits = question.answer(&pipeline.presets.pelvis, method)
        guard fits, method.identity.name != usual.identity.name else { return nil }
        return Answer(
          testDescription: "\(question.name): \(method.identity.name)", pipeline: pipeline)
      }
    }

  /// Two walks with a turn between them, sensor axes along the body's: forward, left and up.
  private static let walk: TestRecording = {
    var mount = SensorMount(samplingRateHertz: 100)
    mount.orientation = .body
    return TestRecording(
      SimulatedRecording(
        name: "contract", profile: WalkerProfile(),
        plan: WalkPlan([
          .stand(seconds: 15), .walk(seconds: 11), .turn(degrees: 150, seconds: 2.4),
          .walk(seconds: 11), .stand(seconds: 7),
        ]), mount: mount, seed: 17))
  }()

  @Test func `every answer of the catalog is asked`() {
    for question in MethodCatalog.questions {
      let asked = Set(
        Self.answers.map { question.method($0.pipeline.presets.pelvis).identity.name })
      #expect(asked == Set(question.answers.map(\.identity.name)))
    }
  }

  @Test(arguments: answers)
  func `what is found is finite and within what bodies can do`(_ answer: Answer) {
    let found = Self.walk.analyzed(by: answer.pipeline)
    #expect(RecordingAnalysisContract.breaches(of: found, seconds: Self.walk.span) == [])
    // The walker takes some forty steps; an answer that finds none keeps every promise emptily.
    #expect((30...50).contains(found.totals.stepCount), "\(found.totals.stepCount) steps")
  }

  @Test(arguments: answers)
  func `a later clock moves every event by as much`(_ answer: Answer) {
    var comparison = AnalysisComparison()
    comparison.delaySeconds = 7
    let (early, late) = (
      Self.walk.analyzed(by: answer.pipeline),
      Self.walk.delayed(bySeconds: 7).analyzed(by: answer.pipeline)
    )
    #expect(comparison.differences(early, late) == [])
  }

  /// 7.2 s are a whole number of frames: whether a frame sees the weak step at an edge of a walk depends on
  /// where frames begin.
  @Test(arguments: answers)
  func `a start later by some standing moves every event by as much`(_ answer: Answer) {
    var comparison = AnalysisComparison()
    comparison.delaySeconds = 7.2
    // A sample. What a filter still remembers of its start differs.
    (comparison.toleranceSeconds, comparison.toleranceShare) = (0.01, 0.02)
    let (late, whole) = (
      Self.walk.cut(to: 7.2..<1000).analyzed(by: answer.pipeline),
      Self.walk.analyzed(by: answer.pipeline)
    )
    #expect(comparison.differences(late, whole) == [])
  }

  @Test(arguments: answers)
  func `turning the sensor keeps bouts and steps`(_ answer: Answer) {
    let plain = Self.walk.analyzed(by: answer.pipeline)
    let turned = Self.walk.turned(InvarianceTests.rotation(seed: 5)).analyzed(by: answer.pipeline)
    #expect(turned.bouts.count == plain.bouts.count)
    // Turned samples are rounded anew: a step at a threshold may fall on its other side.
    let most = 0.01 * Double(plain.totals.stepCount) + 1e-9
    #expect(abs(Double(turned.totals.stepCount - plain.totals.stepCount)) <= most)
    for (a, b) in zip(plain.bouts, turned.bouts) {
      let (u, v) = (a.walkingSpeed.value, b.walkingSpeed.value)
      #expect((u == nil) == (v == nil))
      if let u, let v { #expect(abs(u.metersPerSecond - v.metersPerSecond) < 0.01) }
      #expect(a.initialContacts.map(\.foot) == b.initialContacts.map(\.foot))
    }
  }

  @Test(arguments: answers)
  func `in a mirror the sides swap and all else stays`(_ answer: Answer) {
    var comparison = AnalysisComparison()
    comparison.isMirrored = true
    let (plain, mirrored) = (
      Self.walk.analyzed(by: answer.pipeline), Self.walk.mirrored().analyzed(by: answer.pipeline)
    )
    #expect(comparison.differences(plain, mirrored) == [])
  }

  @Test(arguments: answers, [73, 1000])
  func `it does not matter how the input was cut`(_ answer: Answer, length: Int) {
    let cut = Self.walk.streamed(cutEvery: length, by: answer.pipeline).analysis
    #expect(cut == Self.walk.analyzed(by: answer.pipeline))
  }

  /// Only ours: the simulated pelvis turns in a phase of its own, and a classic that asks for the sign at one
  /// instant is judged on people, where it names 8 of 10 feet rightly.
  @Test(arguments: ["StrideSwayLaterality"])
  func `an answer that names sides names the right ones`(_ name: String) throws {
    let answer = try #require(
      Self.answers.first { $0.pipeline.presets.pelvis.laterality.identity.name == name })
    var mount = SensorMount(samplingRateHertz: 100)
    mount.orientation = .body
    let made = SimulatedRecording(
      name: "sides", profile: WalkerProfile(),
      plan: WalkPlan([.stand(seconds: 6), .walk(seconds: 20), .stand(seconds: 6)]), mount: mount,
      seed: 23)
    let found = TestRecording(made).analyzed(by: answer.pipeline).bouts.flatMap(\.initialContacts)
    let pairs = found.compactMap { contact in
      made.truth.initialContacts.first { abs($0.seconds - contact.seconds) < 0.15 }
        .map { ($0.foot, contact.foot) }
    }
    #expect(pairs.count > 20)
    #expect(10 * pairs.count { $0.0 == $0.1 } >= 9 * pairs.count)
  }
}
