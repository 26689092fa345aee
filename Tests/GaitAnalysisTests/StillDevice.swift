import GaitModel
import GaitSimulation

/// A device that is laid on one side after the other, recorded by a sensor with known errors.
struct StillDevice {
  /// What the sensor shows must be multiplied with to be true.
  var gain = SIMD3(1.0, 1, 1)
  /// And this added after that, g.
  var offsetG = SIMD3<Double>.zero
  /// How much the offset of the x axis grows from the first to the last sample, g.
  var driftG = 0.0
  /// Noise of each sample, standard deviation in g: that of the sensors in use.
  var noiseG = 0.003
  var rateHertz = 10.0
  var secondsOnEachSide = 30.0
  var seed: UInt64 = 5

  var facts: RecordingFacts {
    RecordingFacts(
      name: "still", device: "none", samplingRateHertz: rateHertz, hasAngularRate: false)
  }

  /// Directions of up spread over the whole sphere.
  func sides(_ count: Int) -> [SIMD3<Double>] {
    var dice = SplitMix64(seed: seed)
    return (0..<count).map { _ in unit(SIMD3(dice.normal(), dice.normal(), dice.normal())) }
  }

  /// Directions of up as of a device on a wrist that never turns over.
  func sidesWithXUp(_ count: Int) -> [SIMD3<Double>] {
    sides(count).map { SIMD3(abs($0.x), $0.y, $0.z) }
  }

  /// The recording of these sides, one after the other; `jumpSeconds` go by unseen between two sides.
  func block(_ sides: [SIMD3<Double>], jumpSeconds: Double = 0) -> RecordingBlock {
    var dice = SplitMix64(seed: seed + 1)
    let count = Int(secondsOnEachSide * rateHertz)
    var seconds: [Double] = []
    var force: [SIMD3<Double>] = []
    for (place, side) in sides.enumerated() {
      let start = Double(place) * (secondsOnEachSide + jumpSeconds)
      let drift = SIMD3(driftG * Double(place) / Double(sides.count), 0, 0)
      for i in 0..<count {
        let noise = noiseG * SIMD3(dice.normal(), dice.normal(), dice.normal())
        seconds.append(start + Double(i) / rateHertz)
        force.append(((side - offsetG - drift) / gain + noise) * standardGravity)
      }
    }
    return RecordingBlock(seconds: seconds, acceleration: Axes(force))
  }

  private func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
}

/// A block handed out in blocks of so many samples.
struct BlockSource: RecordingSource {
  let facts: RecordingFacts
  let remarks: [RecordingRemark] = []
  private var blocks: ArraySlice<RecordingBlock>

  init(_ block: RecordingBlock, facts: RecordingFacts, blockLength: Int = 1000) {
    self.facts = facts
    blocks =
      stride(from: 0, to: block.count, by: blockLength).map {
        block.sliced($0..<min($0 + blockLength, block.count))
      }[...]
  }

  mutating func nextBlock() -> RecordingBlock? { blocks.popFirst() }
}
