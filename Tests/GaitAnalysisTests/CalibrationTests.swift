import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Gain and offset from the moments in which a device lay still.
struct CalibrationTests {
  private static let wrong = StillDevice(
    gain: SIMD3(1.03, 0.96, 1.01), offsetG: SIMD3(-0.05, 0.08, 0.02))

  private func calibration(
    _ device: StillDevice, _ sides: [SIMD3<Double>], jumpSeconds: Double = 0,
    blockLength: Int = 1000
  ) throws -> AccelerometerCalibration {
    var source: any RecordingSource = BlockSource(
      device.block(sides, jumpSeconds: jumpSeconds), facts: device.facts, blockLength: blockLength)
    return try AutoCalibration().calibration(of: &source)
  }

  private func largest(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    max((a - b).max(), (b - a).max())
  }

  @Test(arguments: [UInt64(1), 2])
  func `gain and offset are found within a milli-g`(seed: UInt64) throws {
    var device = Self.wrong
    device.seed = seed
    let found = try calibration(device, device.sides(40))
    #expect(found.isApplied)
    #expect(largest(found.gain, device.gain) < 0.001)
    #expect(largest(found.offsetG, device.offsetG) < 0.001)
    #expect(found.stillEpochCount == 120)
    #expect((found.errorBeforeG ?? 0) > 0.02)
    #expect((found.errorAfterG ?? 1) < 0.001)
  }

  @Test func `a calibrated recording reads one g on every side`() throws {
    let device = Self.wrong
    let found = try calibration(device, device.sides(40))
    let truth = StillDevice(noiseG: 0)
    let sides = truth.sides(7)
    var noiseless = device
    noiseless.noiseG = 0
    let calibrated = found.applied(to: noiseless.block(sides).acceleration).vectors
    let expected = truth.block(sides).acceleration.vectors
    for (a, b) in zip(calibrated, expected) { #expect(largest(a, b) < 0.002 * standardGravity) }
  }

  @Test func `evenly spread parts of a recording are enough, and no epoch reaches across a jump`()
    throws
  {
    var device = Self.wrong
    device.secondsOnEachSide = 16
    let found = try calibration(device, device.sides(60), jumpSeconds: 500)
    #expect(found.stillEpochCount == 60)
    #expect(largest(found.gain, device.gain) < 0.002)
    #expect(largest(found.offsetG, device.offsetG) < 0.002)
  }

  @Test(arguments: [1, 7, 99, 100, 101, 100_000])
  func `it does not matter how the recording was cut`(blockLength: Int) throws {
    let device = Self.wrong
    for jump in [0.0, 3.3] {
      let sides = device.sides(35)
      let whole = try calibration(device, sides, jumpSeconds: jump, blockLength: 777)
      let cut = try calibration(device, sides, jumpSeconds: jump, blockLength: blockLength)
      #expect(cut == whole)
    }
  }

  @Test func `a sensor whose offset drifts is still brought closer to one g`() throws {
    var device = Self.wrong
    device.driftG = 0.01
    let found = try calibration(device, device.sides(60))
    #expect(found.isApplied)
    // The middle of the drift.
    #expect(largest(found.offsetG, device.offsetG + SIMD3(0.005, 0, 0)) < 0.002)
    #expect((found.errorAfterG ?? 1) < (found.errorBeforeG ?? 0) / 4)
  }

  @Test func `a few minutes are too little`() throws {
    var device = Self.wrong
    device.secondsOnEachSide = 10
    let found = try calibration(device, device.sides(29))
    #expect(found.obstacle == .tooFewStillEpochs)
    #expect(found.stillEpochCount == 29 && found.errorAfterG == nil)
    #expect((found.errorBeforeG ?? 0) > 0.02)
    #expect(found.gain == SIMD3(1, 1, 1) && found.offsetG == .zero && !found.isApplied)
  }

  @Test func `a device that never turns over is left as it is`() throws {
    let device = Self.wrong
    #expect(
      try calibration(device, device.sidesWithXUp(60)).obstacle == .orientationsNotSpread)
    let alwaysOneSide = [SIMD3<Double>](repeating: [0, 0.6, 0.8], count: 60)
    #expect(try calibration(device, alwaysOneSide).obstacle == .orientationsNotSpread)
  }

  /// As in the paper: both sides of every axis by three tenths of g.
  @Test(arguments: [0.32, 0.28])
  func `a device that hardly tips one way is calibrated, one that does less is left`(reach: Double)
  {
    let means = StillDevice().sides(90).map { side in
      let x = max(-reach, min(reach, side.x))
      let rest = (1 - x * x).squareRoot() / (side.y * side.y + side.z * side.z).squareRoot()
      return SIMD3(x, 1.03 * rest * side.y, rest * side.z)
    }
    let found = AutoCalibration().calibration(stillMeans: means)
    #expect(found.obstacle == (reach > 0.3 ? nil : .orientationsNotSpread))
  }

  @Test func `values that never change were held by the device and are no still epochs`() throws {
    var device = Self.wrong
    device.noiseG = 0
    let found = try calibration(device, device.sides(40))
    #expect(found.obstacle == .tooFewStillEpochs && found.stillEpochCount == 0)
  }

  @Test func `a device that is carried about has no still epoch`() throws {
    var device = Self.wrong
    device.noiseG = 0.05
    let found = try calibration(device, device.sides(60))
    #expect(
      found
        == AccelerometerCalibration(
          obstacle: .tooFewStillEpochs, errorBeforeG: nil, stillEpochCount: 0))
  }

  @Test func `a sensor that shows nothing is no sensor at rest`() throws {
    var device = StillDevice()
    device.noiseG = 0
    let found = try calibration(device, [SIMD3<Double>](repeating: .zero, count: 60))
    #expect(found.obstacle == .tooFewStillEpochs && found.stillEpochCount == 0)
  }

  @Test func `a perfect sensor stays as it is`() {
    let found = AutoCalibration().calibration(stillMeans: Self.corners(scale: 1))
    #expect(found.obstacle == .errorNotReduced)
    #expect((found.errorBeforeG ?? 1) < 1e-12)
  }

  @Test func `points on no sphere at all are refused`() {
    // Gain brings most of them to 1 g; every third still lies far outside.
    let points = Self.corners(scale: 1.15).enumerated().map { $0 % 3 == 0 ? 1.13 * $1 : $1 }
    let found = AutoCalibration().calibration(stillMeans: points)
    #expect(found.obstacle == .errorTooLarge)
    #expect((found.errorAfterG ?? 0) > 0.01)
  }

  @Test func `nothing comes of nothing`() throws {
    #expect(
      AutoCalibration().calibration(stillMeans: [])
        == AccelerometerCalibration(
          obstacle: .tooFewStillEpochs, errorBeforeG: nil, stillEpochCount: 0))
  }

  @Test(arguments: [29, 31])
  func `a recording too short to be calibrated is read once, and none loses a sample`(
    sideCount: Int
  ) throws {
    var device = Self.wrong
    device.secondsOnEachSide = 10
    let block = device.block(device.sides(sideCount))
    var recording: any RecordingSource = BlockSource(block, facts: device.facts)
    var openings = 0
    let found = try GaitPipeline().calibration(of: &recording) {
      openings += 1
      return BlockSource(block, facts: device.facts, blockLength: 123)
    }
    #expect(openings == (sideCount == 29 ? 0 : 1))
    #expect(found.isApplied == (sideCount == 31))
    #expect(found.stillEpochCount == sideCount)
    var seconds: [Double] = []
    while let next = try recording.nextBlock() { seconds += next.seconds }
    #expect(seconds == block.seconds)
    #expect(try recording.nextBlock() == nil)
  }

  @Test func `no more than three days are looked at`() throws {
    var method = AutoCalibration()
    method.longestHours = 0.1
    let device = Self.wrong
    var source: any RecordingSource = BlockSource(
      device.block(device.sides(60)), facts: device.facts)
    let found = try method.calibration(of: &source)
    // Six minutes, and what remained of the last block of 100 s.
    #expect(found.stillEpochCount >= 36 && found.stillEpochCount <= 46)
  }

  /// Eight corners of a cube and the middles of its faces, several times, on a sphere.
  private static func corners(scale: Double) -> [SIMD3<Double>] {
    var points: [SIMD3<Double>] = []
    for x in [-1.0, 1] {
      for y in [-1.0, 1] {
        for z in [-1.0, 1] { points.append(scale * SIMD3(x, y, z) / 3.0.squareRoot()) }
      }
      points += [[x, 0, 0], [0, x, 0], [0, 0, x]].map { scale * $0 }
    }
    return points + points + points
  }
}

/// What the engine does with a calibration.
struct CalibratedAnalysisTests {
  private static let calibration = AccelerometerCalibration(
    gain: SIMD3(1.03, 0.96, 1.01), offsetG: SIMD3(-0.05, 0.08, 0.02), errorBeforeG: 0.04,
    errorAfterG: 0.003, stillEpochCount: 300)

  private func analysis(
    _ recording: TestRecording, _ calibration: AccelerometerCalibration?, cutEvery length: Int
  ) throws -> RecordingAnalysis {
    var source: any RecordingSource = BlockSource(
      recording.block, facts: recording.facts, blockLength: length)
    return try GaitPipeline().analysis(of: &source, calibration: calibration)
  }

  @Test func `samples are calibrated before everything else`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife).recording
    let found = try analysis(made, Self.calibration, cutEvery: 1234)
    var corrected = made
    corrected.block.acceleration = Self.calibration.applied(to: made.block.acceleration)
    let expected = corrected.analyzed()
    #expect(found.bouts == expected.bouts && !found.bouts.isEmpty)
    #expect(found.quality.upWhileWalking == expected.quality.upWhileWalking)
    #expect(found.quality.calibration == Self.calibration)
    #expect(found.methods.first?.name == "AutoCalibration")
    #expect(try analysis(made, Self.calibration, cutEvery: 99) == found)
  }

  @Test func `where there is an obstacle, nothing changes to the last bit`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let obstacle = AccelerometerCalibration(
      obstacle: .orientationsNotSpread, errorBeforeG: 0.02, stillEpochCount: 80)
    var found = try analysis(made.recording, obstacle, cutEvery: 500)
    #expect(found.quality.calibration == obstacle)
    found.quality.calibration = nil
    #expect(found.methods.first?.name == "AutoCalibration")
    found.makers.calibration = nil
    #expect(found == made.analysis)
  }

  @Test func `a live stream starts with the calibration that it is given`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife).recording
    let given = AccelerometerCalibration(
      gain: Self.calibration.gain, offsetG: Self.calibration.offsetG)
    var engine = GaitPipeline().engine(for: made.facts, calibration: given)
    _ = engine.append(made.block)
    let analysis = engine.finish()
    #expect(analysis.bouts == (try self.analysis(made, Self.calibration, cutEvery: 99)).bouts)
    #expect(!analysis.methods.contains { $0.name == "AutoCalibration" })
  }
}
