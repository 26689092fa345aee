import Foundation
import Testing

@testable import GaitValidation

/// One character is 0.1 s; a letter is a contact of the left or the right foot.
private func contacts(_ drawing: String) -> [TimedFoot] {
  drawing.enumerated().compactMap { index, character in
    guard character != "." else { return nil }
    return TimedFoot(seconds: Double(index) / 10, foot: Side(word: String(character)))
  }
}

@Suite struct `Scores of small walks` {
  private func reference(_ drawing: String) -> EventReference {
    var reference = EventReference()
    reference.initialContacts = contacts(drawing)
    reference.walkingBouts = [0..<Double(drawing.count) / 10]
    return reference
  }

  private func score(
    _ found: String, _ truth: String, gaps: [ClosedRange<Double>] = []
  ) throws -> ContactScore {
    try #require(
      ContactScore(
        found: contacts(found), reference: reference(truth), gaps: gaps, durationSeconds: 60))
  }

  @Test func `one missed and one made up`() throws {
    let score = try score(
      "L.....R..R....................R",
      "L.....R...........L...........R")
    for match in score.matches.dropLast() {
      #expect(match.tally == Tally(hits: 3, falseAlarms: 1, misses: 1))
    }
  }

  /// A step is half a second: the first walk begins a step early and ends two late, the second is missed, the third is cut
  /// in two.
  @Test func `walks begin and end within a step, or do not`() throws {
    var reference = EventReference()
    let walks = [10.0, 30, 50]
    reference.initialContacts = walks.flatMap { start in
      (0...8).map { TimedFoot(seconds: start + Double($0) / 2, foot: nil) }
    }
    reference.walkingBouts = walks.map { $0..<$0 + 4 }
    let found = [9.6..<15.1, 49.8..<51.6, 52.1..<54.4]
    let score = try #require(EdgeScore(found: found, reference: reference))
    #expect(score.count == 3 && score.starts == 2 && score.ends == 1)
    reference.walkingBouts = nil
    #expect(EdgeScore(found: found, reference: reference) == nil)
  }

  @Test func `where somebody counted no step in a part, steps elsewhere are not false`() throws {
    var reference = EventReference()
    reference.stepCount = 0
    func found() throws -> FalseSteps {
      try #require(
        FalseSteps(contacts: [2, 12, 13, 14, 25], reference: reference, durationSeconds: 30))
    }
    #expect(try found() == FalseSteps(count: 5, seconds: 30))
    reference.countIntervals = [0...4, 3...10, 20...40]
    #expect(try found() == FalseSteps(count: 2, seconds: 20))
    reference.stepCount = 5
    #expect(FalseSteps(contacts: [2], reference: reference, durationSeconds: 30) == nil)
  }

  @Test func `two found where one is true: only the nearer counts`() throws {
    let score = try score(
      "....LR....",
      "....L.....")
    #expect(score.matches[3].tally == Tally(hits: 1, falseAlarms: 1, misses: 0))
    #expect(score.laterality?.right == 1)
  }

  @Test func `a contact in a gap is nobody's`() throws {
    let score = try score(
      "L.....R......L.....R",
      "L.....R.....L......R", gaps: [1.15...1.25])
    #expect(score.matches[0].tally == Tally(hits: 3, falseAlarms: 0, misses: 0))
    #expect(score.truthCount == 3)
    #expect(score.inGapCount == 1)
  }

  @Test func `both feet swapped keep their succession`() throws {
    let score = try score(
      "R.....L.....R.....L",
      "L.....R.....L.....R")
    #expect(score.laterality?.right == 0)
    #expect(score.laterality?.rightSuccessions == 3)
  }

  @Test func `stance and double support are measured from contact to contact`() throws {
    let phases = GaitPhases(
      initialContacts: contacts("L.....R.....L.....R.....L"),
      finalContacts: contacts(".r.....l.....r.....l....."), skipping: [])
    #expect(abs(try #require(phases.strideSeconds) - 1.2) < 1e-9)
    #expect(abs(try #require(phases.stanceFraction) - 0.7 / 1.2) < 1e-9)
    #expect(abs(try #require(phases.doubleSupportFraction) - 0.2 / 1.2) < 1e-9)
  }

  @Test func `strides that touch the turn are left out`() {
    let drawing = contacts("L.....R.....L.....R.....L")
    let phases = GaitPhases(initialContacts: drawing, finalContacts: [], skipping: [0.9..<2.0])
    #expect(phases.strideSeconds == nil)
  }

  @Test func `a pause does not slow cadence`() throws {
    let cadence = CadenceScore.stepsPerMinute(
      contacts("L.....R.....L.....R....................L.....R").map(\.seconds))
    #expect(abs(try #require(cadence) - 100) < 1e-9)
    #expect(CadenceScore.stepsPerMinute([1, 1.5, 2]) == nil)
  }

  @Test func `an engine without contacts is believed its counts, in proportion`() throws {
    var truth = reference("L.....R.....L.....R.")
    truth.stepCount = 4
    let output = EngineOutput(bouts: [.init(seconds: 0..<4.5, stepCount: 8)])
    let score = try #require(StepScore(output: output, contacts: [], reference: truth))
    // The limits reach 0.25 s beyond the bout of 2 s.
    #expect(abs(score.counted - 4) < 1e-9)
    #expect(score.total == 8)
  }

  @Test func `a turn in two parts is one turn, one on a straight leg is false`() throws {
    var truth = reference("L.....R.....L.....R.....L.....R")
    truth.turnAround = 1.0...2.0
    var output = EngineOutput()
    #expect(TurnScore(output: output, reference: truth) == nil)
    output.turns = [
      .init(seconds: 0.9..<1.4, angleDegrees: -80), .init(seconds: 1.5..<2.1, angleDegrees: -90),
      .init(seconds: 2.3..<2.6, angleDegrees: 50), .init(seconds: 2.7..<2.8, angleDegrees: 20),
    ]
    let score = try #require(TurnScore(output: output, reference: truth))
    #expect(score == TurnScore(isFound: true, angleError: -10, falseTurns: 1))
    let failed = TurnScore(output: EngineOutput(failure: "no file"), reference: truth)
    #expect(failed == TurnScore(isFound: false, angleError: nil, falseTurns: 0))
  }

  @Test func `a turn whose angle is missing is neither found nor missed, nor false`() throws {
    var truth = reference("L.....R.....L.....R.....L.....R")
    truth.turnAround = 1.0...2.0
    var output = EngineOutput(turns: [.init(seconds: 1.1..<2.1), .init(seconds: 2.3..<2.6)])
    #expect(TurnScore(output: output, reference: truth) == nil)
    output.turns?[0].angleDegrees = 170
    #expect(
      TurnScore(output: output, reference: truth)
        == TurnScore(isFound: true, angleError: -10, falseTurns: 0))
    let corner = EventReference.ListedTurn(seconds: 1...2, angleDegrees: 90)
    (truth.turnAround, truth.listedTurns) = (nil, [corner])
    output.turns?[0].angleDegrees = nil
    let score = try #require(CornerScore(output: output, reference: truth))
    #expect(score == CornerScore(tally: Tally(hits: 0, falseAlarms: 0, misses: 0), angleErrors: []))
  }

  @Test func `strides are straight where the truth says where turns are`() {
    var truth = reference("L.....R.....L.....R.....L.....R")
    truth.finalContacts = truth.initialContacts.map {
      TimedFoot(seconds: $0.seconds + 0.1, foot: $0.foot?.other)
    }
    func error() -> Double? {
      PhaseScore(
        output: EngineOutput(), contacts: truth.initialContacts, finals: truth.finalContacts,
        reference: truth)?.strideMilliseconds.straightError
    }
    #expect(error() == nil)
    truth.listedTurns = []
    #expect(error() == 0)
    (truth.listedTurns, truth.turnAround) = (nil, 1.9...2.5)
    #expect(error() == 0)
    truth.turnAround = 0...9
    #expect(error() == nil)
  }

  @Test func `every turn of a trial but the listed one is a false alarm, also on arrival`() throws {
    var truth = EventReference()
    truth.walkingBouts = [0.0..<20.0]
    truth.turnAround = 9.0...11.0
    var output = EngineOutput()
    output.turns = [
      .init(seconds: 9.2..<11.1, angleDegrees: 176), .init(seconds: 4.0..<5.0, angleDegrees: -60),
      .init(seconds: 18.6..<20.6, angleDegrees: 150),
    ]
    let score = try #require(TurnScore(output: output, reference: truth))
    #expect(score.falseTurns == 2)
    #expect(score.tally == Tally(hits: 1, falseAlarms: 2, misses: 0))
  }

  @Test func `corners are found by half of their angle, small ones count for nobody`() throws {
    var truth = EventReference()
    truth.walkingBouts = [0.0..<40.0]
    truth.listedTurns = [
      .init(seconds: 5...6, angleDegrees: -90), .init(seconds: 15...16, angleDegrees: 90),
      .init(seconds: 25...26, angleDegrees: 45), .init(seconds: 33...34, angleDegrees: 180),
    ]
    var output = EngineOutput()
    #expect(CornerScore(output: output, reference: truth) == nil)
    output.turns = [
      .init(seconds: 4.8..<5.9, angleDegrees: -84), .init(seconds: 10..<11, angleDegrees: 50),
      .init(seconds: 25..<26, angleDegrees: 46), .init(seconds: 33..<33.5, angleDegrees: 70),
      .init(seconds: 33.5..<34.2, angleDegrees: 90), .init(seconds: 20..<21, angleDegrees: 30),
    ]
    let score = try #require(CornerScore(output: output, reference: truth))
    #expect(score.tally == Tally(hits: 2, falseAlarms: 1, misses: 1))
    #expect(score.angleErrors == [-6, -20])
  }

  @Test func `pieces count both their ends, samples once`() {
    let inclusive = SequenceOverlap.inclusive(found: [10..<30], true: [0..<20])
    #expect(inclusive == Tally(hits: 11, falseAlarms: 11, misses: 11))
    let strict = SequenceOverlap.strict(found: [10..<30], true: [0..<20], sampleCount: 25)
    #expect(strict == Tally(hits: 10, falseAlarms: 5, misses: 10))
  }

  @Test func `samples of a system are counted to the recording's end, whatever its rate`() {
    for rate in [50.0, 1000] {
      let walk = SystemReference.Bout(seconds: 40..<50, values: BoutValues())
      let reference = SystemReference(
        name: "mat", samplingRateHertz: rate, bouts: [walk], contacts: [], strides: [])
      var output = EngineOutput()
      output.bouts = [.init(seconds: 45..<70)]
      let score = SystemScore(output: output, reference: reference, durationSeconds: 60)
      // Of 25 s that were found 15 lie in the recording, which has a sample at its end.
      #expect(
        score.bouts.strict
          == Tally(hits: 5 * rate, falseAlarms: 10 * rate + 1, misses: 5 * rate), "\(rate) Hz")
    }
  }
}
