import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Values of bouts and strides, from drawings with one character for a tenth of a second.
struct BoutMeasureTests {
  private let measures = BoutMeasures()

  private func cadence(_ drawing: String) throws -> Double {
    try #require(measures.cadence(of: measures.usualStrides(contacts(drawing))).value)
      .stepsPerMinute
  }

  @Test func `five contacts half a second apart are 120 steps a minute`() throws {
    #expect(abs(try cadence("|....|....|....|....|") - 120) < 1e-9)
  }

  @Test func `a pause and a missed contact leave the cadence alone`() throws {
    let walk = "|....|....|....|....|....|"
    #expect(abs(try cadence("\(walk)...................\(walk)") - 120) < 1e-9)
    #expect(abs(try cadence("\(walk).........\(walk)") - 120) < 1e-9)
  }

  @Test func `the cadence of uneven feet is that of their strides`() throws {
    #expect(abs(try cadence("|....|.....|....|.....|....|.....|....|.....|") - 120 / 1.1) < 1e-9)
  }

  @Test func `two steps are too few for a cadence`() {
    #expect(measures.usualStrides(contacts("|....|....|")).isEmpty)
    #expect(measures.cadence(of: []) == .missing(.tooFewSteps))
  }

  @Test func `a stride has the other foot's contact in it`() {
    func strides(_ feet: String) -> [Int] {
      let contacts = feet.enumerated().map { place, foot in
        InitialContact(
          seconds: 0.6 * Double(place), foot: foot == "L" ? .left : foot == "R" ? .right : .unknown)
      }
      return WalkingBoutAssembler().strides(
        of: contacts, lengths: .missing(.heightUnknown), support: nil, turns: []
      ).map { Int(($0.seconds.lowerBound / 0.6).rounded()) }
    }
    #expect(strides("LRLRL") == [0, 1, 2])
    #expect(strides("LRLLRL") == [0, 3])
    #expect(strides("LLLRL") == [2])
    #expect(strides("????") == [0, 1])
  }

  private func strides(_ drawing: String, turning: Int = 0) -> [Stride] {
    let times = contacts(drawing)
    return zip(times, times.dropFirst(2)).enumerated().map { place, ends in
      Stride(
        foot: place % 2 == 0 ? .left : .right, seconds: ends.0..<ends.1,
        isTurning: place < turning)
    }
  }

  private func reason(
    _ drawing: String, turning: Int = 0, activity: Activity = .walking
  ) -> LeftOutReason? {
    measures.leftOutReason(
      activity: activity, strides: strides(drawing, turning: turning),
      contacts: contacts(drawing))
  }

  @Test func `a bout says why it is not flat steady walking`() {
    let steady = "|....|....|....|....|....|....|....|....|"
    #expect(reason(steady) == nil)
    #expect(reason(steady, activity: .running) == .running)
    #expect(reason("|....|....|....|") == .tooFewStrides)
    #expect(reason(steady, turning: 5) == .turning)
    #expect(reason(steady, turning: 2) == nil)
    #expect(reason("|..|.....|...|......|....|..|......|...|") == .unsteady)
  }

  @Test func `a stride too short or too long to be one does not count`() {
    let selection = StrideSelection()
    func reason(_ seconds: Double, _ meters: Double?) -> LeftOutReason? {
      let length = meters.map { Measured.known(Length(meters: $0)) }
      return selection.reasonToLeaveOut(
        Stride(
          foot: .left, seconds: 3..<(3 + seconds), length: length ?? .missing(.heightUnknown)))
    }
    #expect(reason(1.1, 1.3) == nil)
    #expect(reason(1.1, nil) == nil)
    #expect(reason(0.2, 1.3) == .implausibleDuration)
    #expect(reason(5, 1.3) == .implausibleDuration)
    #expect(reason(1.1, 0.05) == .implausibleLength)
    #expect(reason(1.1, 4) == .implausibleLength)
  }
}

/// Asymmetry of step times.
struct AsymmetryTests {
  private let asymmetry = StepTimeAsymmetry()

  /// Contacts whose steps alternate between two times.
  private func walk(_ a: Double, _ b: Double, steps: Int) -> [Double] {
    (0..<steps).reduce(into: [1.0]) { times, step in
      times.append(times[times.count - 1] + (step % 2 == 0 ? a : b))
    }
  }

  @Test func `equal feet are not asymmetric`() throws {
    let runs = [walk(0.55, 0.55, steps: 20)]
    #expect(try #require(asymmetry.logRatio(of: runs).value) < 1e-9)
    #expect(asymmetry.asymmetricShare(of: runs, confirmedBy: runs) == .known(0))
  }

  @Test(arguments: [(0.6, 0.5), (0.5, 0.6), (0.45, 0.72)])
  func `the ratio is that of the feet, whichever comes first`(a: Double, b: Double) throws {
    for steps in [8, 13, 40] {
      let runs = [walk(a, b, steps: steps)]
      #expect(abs(try #require(asymmetry.logRatio(of: runs).value) - abs(log(a / b))) < 1e-9)
      #expect(asymmetry.asymmetricShare(of: runs, confirmedBy: runs) == .known(1))
    }
  }

  @Test func `left and right over right and left read alike`() {
    let (one, other) = ([walk(0.6, 0.5, steps: 20)], [walk(0.5, 0.6, steps: 20)])
    let (a, b) = (asymmetry.logRatio(of: one).value ?? 0, asymmetry.logRatio(of: other).value ?? 1)
    #expect(abs(a - b) < 1e-9)
  }

  @Test func `a few uneven steps do not make a walk asymmetric`() throws {
    var times = walk(0.55, 0.55, steps: 40)
    for step in [7, 18, 29] { times[step] += 0.12 }
    #expect(try #require(asymmetry.logRatio(of: [times]).value) < 0.02)
  }

  @Test func `a pause does not count as a step`() throws {
    let first = walk(0.55, 0.5, steps: 20)
    let second = walk(0.55, 0.5, steps: 20).map { $0 + 13 }
    let ratio = try #require(asymmetry.logRatio(of: [first + second]).value)
    #expect(ratio < log(0.55 / 0.5) + 1e-9)
  }

  @Test func `too few steps say nothing`() {
    for runs in [[], [[]], [[1.0]], [walk(0.5, 0.6, steps: 3)]] {
      #expect(asymmetry.logRatio(of: runs) == .missing(.tooFewSteps))
      #expect(asymmetry.asymmetricShare(of: runs, confirmedBy: runs) == .missing(.tooFewSteps))
    }
  }

  @Test func `a step is uneven only when both readings of its contacts say so`() throws {
    let even = (0..<30).map { 0.5 * Double($0) }
    let uneven = even.enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element + 0.04 }
    let mirrored = even.enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element - 0.04 }
    #expect(asymmetry.asymmetricShare(of: [uneven], confirmedBy: [uneven]) == .known(1))
    #expect(asymmetry.asymmetricShare(of: [uneven], confirmedBy: [even]) == .known(0))
    #expect(asymmetry.asymmetricShare(of: [even], confirmedBy: [uneven]) == .known(0))
    #expect(asymmetry.asymmetricShare(of: [uneven], confirmedBy: [mirrored]) == .known(0))
  }
}
