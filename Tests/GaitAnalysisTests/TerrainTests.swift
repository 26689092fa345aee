import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Level ground and stairs told apart by motion.
struct TerrainTests {
  /// One character per frame: `.` level, `U` up, `D` down, `?` nothing to go by.
  private func decoded(_ drawing: String) -> String {
    let frames = drawing.map { mark in
      GroundEvidence(
        stairs: mark == "." ? -3 : mark == "?" ? 0.6 : 3,
        up: mark == "U" ? 3 : mark == "D" ? -3 : 0)
    }
    return String(
      TerrainDecoder().states(of: frames).map { state -> Character in
        switch state {
        case .level: "."
        case .up: "U"
        case .down: "D"
        }
      })
  }

  @Test(arguments: [
    ("....................", "...................."),
    ("......UUUUUUUUUUUU......", "......UUUUUUUUUUUU......"),
    ("UUUUUUUUUUUUDDDDDDDDDDDD", "UUUUUUUUUUUUDDDDDDDDDDDD"),
    ("......UUUUU??UUUUUUU....", "......UUUUUUUUUUUUUU...."),
    (".......UUU........", ".................."),
    ("......UUUUUUDUUUUUUU....", "......UUUUUUUUUUUUUU...."),
    ("?", "."),
  ])
  func `a flight has one direction and honest ends`(drawing: String, expected: String) {
    #expect(decoded(drawing) == expected)
  }

  @Test func `no frames have no states`() {
    #expect(TerrainDecoder().states(of: []).isEmpty)
  }

  private func walk(_ contacts: Int) -> Walk {
    Walk(
      contacts: (0..<contacts).map {
        DetectedContact(position: Double(60 * $0), amplitude: 1, stepHertz: 1.7)
      })
  }

  /// Stretches drawn one character per contact: `.` level, `U` up, `D` down.
  private func parts(_ drawing: String) -> [String] {
    let marks = Array(drawing)
    var stretches: [GroundStretch] = []
    for (i, mark) in marks.enumerated() {
      let ground: Ground =
        mark == "." ? .level : Ground(terrain: mark == "U" ? .stairsUp : .stairsDown)
      if let last = stretches.last, last.ground == ground {
        stretches[stretches.count - 1].contacts = last.contacts.lowerBound..<(i + 1)
      } else {
        stretches.append(GroundStretch(contacts: i..<(i + 1), ground: ground))
      }
    }
    return TerrainCuts().parts(of: walk(marks.count), stretches: stretches).map { part in
      let mark = part.ground == .level ? "." : part.ground.terrain == .stairsUp ? "U" : "D"
      return String(repeating: mark, count: part.walk.contacts.count)
    }
  }

  @Test(arguments: [
    (".....UUUUUUUU.....", [".....", "UUUUUUUU", "....."]),
    ("..UUUUUUUU.....", ["UUUUUUUUUU", "....."]),
    ("UUUUUUUU..UUUUUUUU", ["UUUUUUUUUUUUUUUUUU"]),
    ("UUUUUUUU..DDDDDDDD", ["UUUUUUUUUU", "DDDDDDDD"]),
    (".....UUU.....", ["............."]),
    ("....", ["...."]),
  ])
  func `bouts are cut at terrain changes, parts too short stay with their neighbor`(
    drawing: String, expected: [String]
  ) {
    #expect(parts(drawing) == expected)
  }

  @Test func `without a barometer a flight is as high as its steps, give or take`() throws {
    let part = GroundedWalk(
      walk: walk(18), ground: Ground(terrain: .stairsDown), rises: [])
    let flight = try #require(StairFlights().flight(of: part))
    #expect(flight.direction == .stairsDown)
    #expect(flight.stepCount == 18)
    #expect(abs((flight.height.value?.meters ?? 0) - 18 * 0.17) < 1e-9)
    #expect((flight.height.standardError?.meters ?? 0) > 0.25)
    #expect(abs((flight.verticalSpeed.value?.metersPerSecond ?? 0) - 0.17 / 0.6) < 1e-9)
    #expect(flight.isCounted && flight.isHeightAssumed)
  }

  @Test func `a landing does not slow a flight`() throws {
    var climb = walk(20)
    for i in 10..<20 { climb.contacts[i].position += 240 }
    let part = GroundedWalk(walk: climb, ground: Ground(terrain: .stairsUp), rises: [])
    let flight = try #require(StairFlights().flight(of: part))
    // Eighteen steps of 0.6 s, and a landing that counts as one and a half.
    #expect(abs((flight.verticalSpeed.value?.metersPerSecond ?? 0) - 19 * 0.17 / 19.5 / 0.6) < 1e-9)
  }

  @Test(arguments: Scenario.allCases.filter { ![.stairs, .jogging].contains($0) })
  func `nobody climbs where nobody climbs`(_ scenario: Scenario) throws {
    let analysis = try AnalyzedRecording.simulated(scenario).analysis
    #expect(!analysis.bouts.contains { $0.terrain == .stairsUp || $0.terrain == .stairsDown })
    #expect(analysis.stairFlights.value?.isEmpty ?? true)
  }

  @Test func `at the wrist stairs are not told by motion, and it says so`() {
    var mount = SensorMount(site: .wrist, samplingRateHertz: 50)
    mount.side = .left
    let made = SimulatedRecording(
      name: "wrist", profile: WalkerProfile(), plan: Scenario.straightWalk.plan(),
      mount: mount, seed: 2)
    let analysis = TestRecording(made).analyzed()
    #expect(analysis.stairFlights.missingReason == .siteNotSupported)
    #expect(analysis.bouts.allSatisfy { $0.terrain == .unknown })
  }
}

/// What a frame says about the ground, against a plain and slow reckoning.
struct GroundFeatureTests {
  @Test func `the features are what their definitions say`() throws {
    let made = TestRecording(Scenario.trouserPocket.recording(seed: 4))
    var slow = SlowAcceleration()
    let first = 300
    for i in 0..<SlowAcceleration.frameLength {
      slow.x[i] = made.block.acceleration.x[first + i]
      slow.y[i] = made.block.acceleration.y[first + i]
      slow.z[i] = made.block.acceleration.z[first + i]
    }
    let spectra = FrameSpectra(
      length: SlowAcceleration.frameLength, correlationBandHertz: 0.3...8, largestBiasLag: 85)
    _ = spectra.readSamples(slow)
    spectra.readMagnitude(slow)
    spectra.transform()
    var gait = GaitFrameFeatures()
    gait.readLevels(of: slow, spectra: spectra)
    var logs: [Float] = []
    gait.readRhythm(of: spectra, scores: StepFrequencyEvidence().scores(of: spectra, logs: &logs))
    var reader = GroundFeatureReader()
    let fast = reader.features(of: slow, spectra: spectra, gait: gait)
    let plain = PlainGroundFeatures(spectra: spectra, stepHertz: exp(gait.logStepHertz))
    #expect(abs(fast.stepLift - plain.lift(1)) < 1e-3)
    #expect(abs(fast.shortPush - plain.lift(2)) < 1e-3)
    #expect(abs(fast.stepSwing - plain.swing(1)) < 1e-3)
    #expect(abs(fast.strideSwing - plain.swing(0.5)) < 1e-3)
    #expect(abs(fast.crest - plain.crest) < 1e-4)
  }
}

/// The same numbers by sums over all samples.
private struct PlainGroundFeatures {
  var up: [Double] = []
  var verticalPower: [Double] = []
  var horizontalPower: [Double] = []
  var stepHertz: Double

  init(spectra: FrameSpectra, stepHertz: Double) {
    self.stepHertz = stepHertz
    let mean = SIMD3<Double>(spectra.mean).unit
    let all = (0..<spectra.length).map {
      SIMD3(Double(spectra.x[$0]), Double(spectra.y[$0]), Double(spectra.z[$0]))
    }
    up = all.map { $0.dot(mean) }
    let flat = all.map { $0 - mean * $0.dot(mean) }
    verticalPower = Self.power(up)
    let parts = (0..<3).map { axis in Self.power(flat.map { $0[axis] }) }
    horizontalPower = verticalPower.indices.map { parts[0][$0] + parts[1][$0] + parts[2][$0] }
  }

  private static func power(_ x: [Double]) -> [Double] {
    (0...128).map { bin in
      var (re, im) = (0.0, 0.0)
      for (i, value) in x.enumerated() {
        let taper = 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(x.count))
        let angle = 2 * .pi * Double(bin * i) / 256
        re += taper * value * cos(angle)
        im -= taper * value * sin(angle)
      }
      return re * re + im * im
    }
  }

  private func share(_ power: [Double], _ hertz: Double) -> Double {
    let width = 25.0 / 256
    let low = Int(((hertz - 0.2) / width).rounded(.toNearestOrEven))
    let high = Int(((hertz + 0.2) / width).rounded(.toNearestOrEven))
    let total = power.indices.filter { (0.3...9).contains(Double($0) * width) }
      .reduce(0) { $0 + power[$1] }
    return log(power[low...high].reduce(0, +) / (total + 1e-6) + 0.003)
  }

  func lift(_ steps: Double) -> Double { share(verticalPower, steps * stepHertz) }
  func swing(_ steps: Double) -> Double { share(horizontalPower, steps * stepHertz) }

  var crest: Double {
    let sorted = up.sorted()
    let rms = (up.reduce(0) { $0 + $1 * $1 } / Double(up.count)).squareRoot() + 1e-2
    return (sorted[96] + 0.03 * (sorted[97] - sorted[96])) / rms
  }
}

/// Lab walks and stairs of real people.
@Suite(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
struct RealTerrainTests {
  private func analyses(_ dataset: String, named: String, most: Int) throws -> [RecordingAnalysis] {
    try RealRecordings.recordings(dataset).filter { $0.lastPathComponent.contains(named) }
      .prefix(most).map { try TestRecording($0, longestSeconds: 60).analyzed() }
  }

  @Test(arguments: [("mobgap", "Test5"), ("voisard_ipol", "S"), ("umafall", "hip_Walking")])
  func `walking on the flat is not taken for stairs`(dataset: String, named: String) throws {
    for analysis in try analyses(dataset, named: named, most: 8) {
      #expect(analysis.bouts.allSatisfy { $0.terrain == .level })
      #expect(analysis.stairFlights.value == [])
    }
  }

  @Test(arguments: [("STU", Terrain.stairsUp), ("STN", .stairsDown)])
  func `stairs are told in a trouser pocket`(named: String, direction: Terrain) throws {
    let found = try analyses("mobifall", named: named, most: 9)
    let right = found.filter { $0.bouts.contains { $0.terrain == direction } }
    #expect(right.count >= 8, "\(right.count) of \(found.count)")
  }

  @Test func `jumping is neither walking nor running`() throws {
    for analysis in try analyses("umafall", named: "hip_Hopping", most: 5) {
      #expect(analysis.bouts.isEmpty)
      #expect(!analysis.jumps.isEmpty)
    }
  }
}
