import Foundation
import GaitModel
import Testing

@testable import GaitReports

/// What the viewer shows of a recording is what the recording holds.
struct SignalLevelTests {
  /// A recording of so many seconds at 100 Hz: 1 g along z, and 3 m/s² more in one sample.
  private func levels(
    _ analysis: RecordingAnalysis, peakAt peak: Double, missing: Range<Double> = -1..<0,
    mostDetails: Int = 1_000_000
  ) -> SignalLevels {
    var levels = SignalLevels(of: analysis, mostDetails: mostDetails)
    let stamps = (0..<Int(analysis.quality.durationSeconds * 100)).map { Double($0) / 100 }
      .filter { !missing.contains($0) }
    let z = stamps.map { Float(abs($0 - peak) < 0.004 ? 12.8 : 9.8) }
    let none = [Float](repeating: 0, count: z.count)
    levels.add(RecordingBlock(seconds: stamps, acceleration: Axes(x: none, y: none, z: z)))
    return levels
  }

  private func analysis(seconds: Double, bouts: [WalkingBout] = []) -> RecordingAnalysis {
    RecordingAnalysis(
      facts: RecordingFacts(
        name: "walk", device: "test", samplingRateHertz: 100, hasAngularRate: false),
      quality: RecordingQuality(durationSeconds: seconds), gaitSequences: [], bouts: bouts,
      turns: .known([]), stairFlights: .known([]))
  }

  @Test func `a single sample stands out at every level`() throws {
    let levels = levels(analysis(seconds: 600), peakAt: 300.25)
    let step = Int(300.25 / levels.step)
    #expect(levels.high[step] == 1280 && levels.low[step] == 980)
    #expect(levels.high[step - 1] == 980)
    let detail = try #require(levels.details.first?.quantized)
    let peak = try #require(detail.bytes.max())
    // Two samples share a value of the 50 a second.
    #expect(abs(Double(detail.low + Float(peak) * detail.scale) - 11.3) < 0.05)
    #expect(detail.bytes.firstIndex(of: peak) == Int((300.25 * 50).rounded()))
  }

  @Test(arguments: [1e5, 3e38] as [Float])
  func `a broken sample leaves the rest to be seen`(spike: Float) throws {
    let stamps = (0..<2000).map { Double($0) / 100 }
    let z = stamps.indices.map { Float(9.8) + ($0 == 700 ? spike : $0 % 100 < 50 ? 4 : -4) }
    let none = [Float](repeating: 0, count: z.count)
    var bout = WalkingBout(seconds: 5..<15)
    bout.strides = (5..<15).map { Stride(foot: .left, seconds: Double($0)..<Double($0 + 1)) }
    var analysis = analysis(seconds: 20, bouts: [bout])
    analysis.quality.upWhileWalking = SIMD3(0, 0, 1)
    var levels = SignalLevels(of: analysis, mostDetails: 1_000_000)
    levels.add(RecordingBlock(seconds: stamps, acceleration: Axes(x: none, y: none, z: z)))
    let detail = try #require(levels.details.first?.quantized)
    for (place, expected) in [(110, 13.8), (140, 5.8)] as [(Int, Float)] {
      let drawn = detail.low + Float(detail.bytes[place]) * detail.scale
      #expect(abs(drawn - expected) < 0.8, "\(place): \(drawn)")
    }
    let stride = try #require(levels.meanStrides.first)
    #expect(stride.count == 10 && stride.deviations.allSatisfy { $0 < 3 })
  }

  @Test func `a gap is a gap, and no flat line`() {
    let levels = levels(analysis(seconds: 60), peakAt: 10, missing: 20..<40)
    #expect(levels.gaps.count == 1)
    #expect(abs((levels.gaps.first?.lowerBound ?? 0) - 19.99) < 1e-6)
    #expect(levels.low[Int(30 / levels.step)] == SignalLevels.missing)
    #expect(levels.low[Int(10 / levels.step)] == 980)
  }

  @Test func `where there is no room for all, the bouts are there in detail, the longest first`() {
    let short = WalkingBout(seconds: 100..<110)
    let long = WalkingBout(seconds: 1000..<1100)
    let all = levels(
      analysis(seconds: 7200, bouts: [short, long]), peakAt: 1, mostDetails: 10_000)
    #expect(all.hasEveryBout && all.details.map(\.seconds) == [97..<113, 997..<1103])
    let longest = levels(
      analysis(seconds: 7200, bouts: [short, long]), peakAt: 1, mostDetails: 2700)
    #expect(!longest.hasEveryBout && longest.details.map(\.seconds) == [997..<1103])
    #expect(longest.detailHertz == 25)
  }

  @Test func `contacts come back to the millisecond, with foot and kind`() {
    var bout = WalkingBout(seconds: 30..<32)
    bout.initialContacts = [
      InitialContact(seconds: 30, foot: .left), InitialContact(seconds: 30.5123, foot: .right),
    ]
    bout.finalContacts = [FinalContact(seconds: 30.12, foot: .right)]
    let analysis = analysis(seconds: 60, bouts: [bout])
    let document = SignalDocument(
      analysis, SignalLevels(of: analysis),
      words: ReasonWords(leftOut: { _ in "" }, missing: { _ in "" }))
    var (time, found): (Int, [[Int]]) = (0, [])
    for code in document.contactCodes {
      time += Int(code >> 3)
      if code & 3 != 3 { found.append([time, Int(code & 7)]) }
    }
    #expect(found == [[30000, 0], [30120, 5], [30512, 1]])
  }

  @Test func `the mean stride is the vertical without gravity`() throws {
    var bout = WalkingBout(seconds: 10..<14)
    bout.strides = (0..<4).map { Stride(foot: .left, seconds: Double(10 + $0)..<Double(11 + $0)) }
    var analysis = analysis(seconds: 20, bouts: [bout])
    analysis.quality.upWhileWalking = SIMD3(0, 0, 1)
    var means = StrideMeans(of: analysis)
    for i in 0..<2000 {
      let second = Double(i) / 100
      means.add(SIMD3(1, 2, standardGravity + sin(2 * .pi * second)), at: second)
    }
    let stride = try #require(means.means.first)
    #expect(stride.bout == 0 && stride.count == 4 && stride.foot == .left)
    #expect(abs(stride.means[12] - sin(2 * .pi * 0.245)) < 0.02)
    #expect(stride.deviations.allSatisfy { $0 < 1e-6 }, "all strides are alike")
  }

  /// Vertical accelerations of strides of a second each, as a sensor of some rate sees them.
  private func meanStride(
    of scales: [Double], hertz: Double, missing: Range<Double> = -1..<0
  ) -> MeanStride? {
    var bout = WalkingBout(seconds: 10..<10 + Double(scales.count))
    bout.strides = scales.indices.map {
      Stride(foot: .left, seconds: Double(10 + $0)..<Double(11 + $0))
    }
    var analysis = analysis(seconds: 30, bouts: [bout])
    analysis.facts.samplingRateHertz = hertz
    analysis.quality.upWhileWalking = SIMD3(0, 0, 1)
    var means = StrideMeans(of: analysis)
    for i in 0..<Int(30 * hertz) {
      let second = Double(i) / hertz
      guard !missing.contains(second) else { continue }
      let scale = scales.indices.contains(Int(second) - 10) ? scales[Int(second) - 10] : 1
      means.add(
        SIMD3(0, 0, standardGravity + 8 * scale * sin(2 * .pi * second)), at: second)
    }
    return means.means.first
  }

  @Test(arguments: [23.7, 25, 50, 62.5, 100, 400])
  func `the spread about the mean stride is that between strides`(hertz: Double) throws {
    let alike = try #require(meanStride(of: [1, 1, 1], hertz: hertz))
    // Within a share of 2 % the signal moves by 1 m/s² where it is steepest; a line between samples leaves .25 at 25 Hz.
    #expect(alike.deviations.allSatisfy { $0 < 0.15 }, "\(hertz) Hz")
    let unlike = try #require(meanStride(of: [0.9, 1, 1.1, 1], hertz: hertz))
    let expected = 8 * (0.02 / 3.0).squareRoot()
    let greatest = try #require(unlike.deviations.max())
    #expect(abs(greatest - expected) < 0.1, "\(hertz) Hz: \(greatest)")
  }

  /// One foot comes down hard and the other softly; nobody knows which is which.
  @Test func `strides that overlap are those of one foot`() throws {
    var bout = WalkingBout(seconds: 10..<18)
    bout.initialContacts = (10...18).map { InitialContact(seconds: Double($0)) }
    bout.strides = (10..<17).map { Stride(foot: .unknown, seconds: Double($0)..<Double($0 + 2)) }
    // What is left out, as in a turn, moves the others to no other foot.
    bout.strides[2].isTurning = true
    var analysis = analysis(seconds: 20, bouts: [bout])
    analysis.quality.upWhileWalking = SIMD3(0, 0, 1)
    var means = StrideMeans(of: analysis)
    for i in 0..<2000 {
      let vertical = i / 100 % 2 == 0 ? 3.0 : -3
      means.add(SIMD3(0, 0, standardGravity + vertical), at: Double(i) / 100)
    }
    let stride = try #require(means.means.first)
    #expect(stride.count == 3)
    #expect(abs(stride.means[12] - 3) < 1e-6 && abs(stride.means[37] + 3) < 1e-6)
    #expect(stride.deviations[12] < 1e-6 && stride.deviations[37] < 1e-6)
  }

  @Test func `a stride with a gap is none of the mean`() {
    let all = [1.0, 1, 1, 1]
    #expect(meanStride(of: all, hertz: 50, missing: 11.2..<11.9)?.count == 3)
    #expect(meanStride(of: all, hertz: 50, missing: 11.2..<12.4) == nil)
  }

  @Test func `the signal in detail lies where its samples do`() throws {
    let analysis = analysis(seconds: 600)
    let peak = 300.25
    let levels = levels(analysis, peakAt: peak)
    let document = SignalDocument(
      analysis, levels, words: ReasonWords(leftOut: { _ in "" }, missing: { _ in "" })
    ).value.compact
    let start = try #require(
      document.firstMatch(of: /"stretches":\[\[(-?[\d.]+),/).flatMap { Double($0.1) })
    let values = try #require(levels.details.first?.quantized.bytes)
    let place = try #require(values.max().flatMap { values.firstIndex(of: $0) })
    // As the viewer draws it: in the middle of its fiftieth of a second. Contacts are drawn to the millisecond beside it.
    let drawn = start + (Double(place) + 0.5) / levels.detailHertz
    #expect(abs(drawn - peak) < 0.0101, "\(drawn)")
  }
}
