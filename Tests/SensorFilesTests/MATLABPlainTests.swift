import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Matrices called acc and gyr, with a rate or times.
struct MATLABPlainTests {
  typealias Value = MATLABWriter.Value
  private let folder: ScratchFolder
  private let samples = StandingSamples()

  init() throws { folder = try ScratchFolder() }

  private func write(
    _ variables: [(String, Value)], _ version: MATLABWriter.Version = .level5
  ) throws -> String {
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(variables, to: path, version)
    return path
  }

  private func read(_ path: String) throws -> RecordingBlock {
    try #require(try RecordingSourceContract.allSamples(of: open(path)))
  }

  private func floats(_ values: [Double], _ factor: Double) -> [Float] {
    values.map { Float($0 * factor) }
  }

  private func expectSamples(in path: String) throws {
    let block = try read(path)
    let (g, degree) = (standardGravity, Double.pi / 180)
    #expect(block.acceleration.x == floats(samples.acceleration[0], g))
    #expect(block.acceleration.y == floats(samples.acceleration[1], g))
    #expect(block.acceleration.z == floats(samples.acceleration[2], g))
    #expect(block.angularRate?.x == floats(samples.angularRate[0], degree))
    #expect(block.angularRate?.z == floats(samples.angularRate[2], degree))
    let seconds = (0..<400).map { place -> Double in Double(place) * (1 / 100.0) }
    #expect(block.seconds == seconds)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `matrices with a row per sample are read back exactly`(
    version: MATLABWriter.Version
  ) throws {
    let path = try write(
      [
        ("acc", .columns(samples.acceleration)), ("Gyro", .columns(samples.angularRate)),
        ("fs", .scalar(100)),
      ], version)
    try expectSamples(in: path)
    let layout = try open(path).layout
    #expect(
      layout.channels.map(\.name).sorted() == [
        "acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z",
      ])
    #expect(layout.channels.first?.nameInFile == "acc(:,1)")
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `matrices with a column per sample are read back exactly`(
    version: MATLABWriter.Version
  ) throws {
    try expectSamples(
      in: write(
        [
          ("Accel", .rows(samples.acceleration)), ("gyr", .rows(samples.angularRate)),
          ("Sampling_Rate_Hz", .scalar(100)), ("note", .text("one person")),
        ], version))
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `vectors inside a structure are read back exactly`(version: MATLABWriter.Version) throws {
    let axes = ["x", "y", "z"]
    var fields: [(String, Value)] = [("rate", .scalar(100)), ("subject", .text("S01"))]
    for (axis, name) in axes.enumerated() {
      fields.append(("acc_\(name)", .vector(samples.acceleration[axis])))
      fields.append(("gyr_\(name)", .rows([samples.angularRate[axis]])))
    }
    try expectSamples(in: write([("recording", .structure(fields))], version))
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `numbers of every kind are read`(version: MATLABWriter.Version) throws {
    let kinds: [MATLABNumber] = [
      .int16, .int32, .int64, .single, .double, .uint16, .uint32, .uint64,
    ]
    for kind in kinds {
      let milli = [0.0, 1000, 250].map { level in (0..<200).map { level + Double($0 % 7) } }
      let path = try write([("acc_mg", .columns(milli, kind: kind)), ("fs", .scalar(50))], version)
      let block = try read(path)
      #expect(block.acceleration.x == floats(milli[0], standardGravity / 1000), "\(kind)")
      #expect(block.acceleration.z == floats(milli[2], standardGravity / 1000), "\(kind)")
    }
  }

  @Test func `small whole numbers of one byte are read`() throws {
    let levels = [0.0, 10, 2].map { level in (0..<200).map { level + Double($0 % 2) } }
    for kind in [MATLABNumber.int8, .uint8] {
      let path = try write([("acc_mps2", .columns(levels, kind: kind)), ("fs", .scalar(50))])
      #expect(try read(path).acceleration.y == floats(levels[1], 1))
    }
  }

  @Test func `long matrices are read across many stretches`() throws {
    let long = StandingSamples(count: 300_001)
    for version in MATLABWriter.Version.allCases {
      let path = try write([("acc", .columns(long.acceleration)), ("fs", .scalar(100))], version)
      let block = try read(path)
      #expect(block.acceleration.x == floats(long.acceleration[0], standardGravity))
      #expect(block.acceleration.z == floats(long.acceleration[2], standardGravity))
    }
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `times win over a rate, and rows without a finite number are counted`(
    version: MATLABWriter.Version
  ) throws {
    var acceleration = samples.acceleration
    acceleration[2][17] = .nan
    acceleration[0][99] = .infinity
    var times = (0..<400).map { 1_600_000_000 + Double($0) / 50 }
    times[200] = times[199]
    let path = try write(
      [
        ("acc", .columns(acceleration)), ("timestamp", .vector(times)), ("fs", .scalar(100)),
      ], version)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let found = try SensorFile.inspection(of: path)
    #expect(found.sampleCount == 397)
    #expect(abs(found.facts.samplingRateHertz - 50) < 1)
    #expect(found.facts.start?.secondsSince1970 == 1_600_000_000)
    let remarks = found.remarks.filter { $0.kind == .notFinite || $0.kind == .duplicate }
    #expect(remarks.map(\.sampleCount) == [2, 1])
    #expect(remarks.first?.message.contains("2 rows, 18, 100") == true)
    #expect(found.layout.contradictions.contains { $0.contains("100.0 Hz") })
  }

  @Test(arguments: MATLABWriter.Version.allCases, [80, 20])
  func `a gyroscope that pauses costs no acceleration`(
    version: MATLABWriter.Version, pause: Int
  ) throws {
    var rates = samples.angularRate
    for place in 300..<300 + pause { rates[1][place] = .nan }
    let path = try write(
      [
        ("acc", .columns(samples.acceleration)), ("gyr", .columns(rates)), ("fs", .scalar(100)),
      ], version)
    let block = try read(path)
    #expect(block.seconds.count == (pause == 80 ? 400 : 380))
    #expect((block.angularRate == nil) == (pause == 80))
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let said = try open(path).layout.contradictions.filter {
      $0.hasPrefix("gyr(:,1), gyr(:,2), gyr(:,3): the angular rate was left out: it covers 0.8 ")
    }
    #expect(said.count == (pause == 80 ? 1 : 0))
  }

  @Test func `times that make no sense leave the rate`() throws {
    let path = try write([
      ("acc", .columns(samples.acceleration)),
      ("time", .vector([Double](repeating: 3, count: 400))),
      ("fs", .scalar(100)),
    ])
    #expect(try open(path).facts.samplingRateHertz == 100)
    #expect(try open(path).layout.contradictions.count == 1)
  }

  @Test(
    arguments: [
      ("pressure", .pressure, 1013), ("heart_rate_bpm", .heartRate, 90), ("HR", .heartRate, 90),
      ("skin_temperature", .temperature, 30), ("gps_speed", .groundSpeed, 6),
    ] as [(String, SideChannel, Double)], MATLABWriter.Version.allCases)
  func `a slower sensor of the same length is a side channel`(
    named: (String, SideChannel, Double), version: MATLABWriter.Version
  ) throws {
    let (name, channel, level) = named
    // Where there is no value, as between two beats, the sample stays.
    let values = (0..<400).map { $0 % 3 == 1 ? .nan : level - Double($0) / 100 }
    let path = try write(
      [
        ("acc", .columns(samples.acceleration)), (name, .vector(values)), ("fs", .scalar(100)),
      ], version)
    let block = try read(path)
    #expect(block.seconds.count == 400)
    #expect(block.side[channel]?.values == values.filter(\.isFinite).map { Float($0) })
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let layout = try open(path).layout
    #expect(layout.ignoredChannels.isEmpty, "\(layout.ignoredChannels)")
    #expect(layout.channels.contains { $0.nameInFile == name && $0.name == channel.rawValue })
  }

  @Test func `an axis of another length is named`() throws {
    var fields: [(String, Value)] = [("fs", .scalar(100))]
    for (axis, name) in ["x", "y", "z"].enumerated() {
      fields.append(("acc_\(name)", .vector(samples.acceleration[axis])))
      let rate = samples.angularRate[axis]
      fields.append(("gyr_\(name)", .vector(axis == 2 ? Array(rate.dropLast()) : rate)))
    }
    let source = try open(write(fields, .level5))
    #expect(!source.facts.hasAngularRate)
    let said = source.remarks.map(\.message).filter { $0.contains("the angular rate is not read") }
    #expect(said.count == 1 && said[0].contains("gyr_z has"), "\(said)")
  }

  @Test(arguments: ["pressure", "heart_rate_bpm"])
  func `a slower sensor of another length is not read, and that is said`(name: String) throws {
    let path = try write([
      ("acc", .columns(samples.acceleration)), ("fs", .scalar(100)),
      (name, .vector((0..<40).map { 1013 + Double($0) / 100 })),
    ])
    #expect(
      try open(path).layout.contradictions == [
        "\(name) has 40 numbers and the acceleration 400 samples; it is not read"
      ])
  }

  @Test func `a gyroscope of another length is not read, and that is said`() throws {
    let path = try write([
      ("acc", .columns(samples.acceleration)), ("fs", .scalar(100)),
      ("gyr", .columns(StandingSamples(count: 399).angularRate)),
    ])
    #expect(try open(path).facts.hasAngularRate == false)
    #expect(try open(path).layout.contradictions.first?.contains("399 samples") == true)
  }

  @Test(arguments: [
    (Value.columns([[1, 2, 3, 4], [1, 2, 3, 4]]), "4×2 double"), (.complex, "complex"),
    (.cell, "cell"), (.text("none"), "text"), (.numbers([], rows: 0, columns: 3), "0×3"),
    (.structureArray(field: "acc"), "1×2 structure"),
  ])
  func `what is no acceleration is named`(value: Value, words: String) throws {
    for version in MATLABWriter.Version.allCases {
      let path = try write([("acc", value), ("fs", .scalar(100))], version)
      let refused = #expect(throws: SensorFileError.self) { try open(path) }
      #expect(refused?.kind == .missingChannel)
      #expect(refused?.message.contains(words) == true, "\(refused?.message ?? "")")
    }
  }

  @Test func `without a rate the error says what to add`() throws {
    let path = try write([("acc", .columns(samples.acceleration)), ("weight", .scalar(70))])
    let refused = #expect(throws: SensorFileError.self) { try open(path) }
    #expect(refused?.kind == .noClock)
    #expect(refused?.message.contains("\"sampling_rate_hz\"") == true)
    _ = try folder.write("{\"sampling_rate_hz\": 100, \"site\": \"hip\"}", to: "walk.json")
    #expect(try open(path).facts.samplingRateHertz == 100)
    #expect(try open(path).facts.site == .hip)
  }

  @Test func `a compressed copy of level 5 is read and one of 7_3 is refused`() throws {
    let variables = [("acc", Value.columns(samples.acceleration)), ("fs", .scalar(100))]
    let plain = try Data(contentsOf: URL(fileURLWithPath: write(variables)))
    let packed = try folder.write(ScratchFolder.gzip(Array(plain)), to: "walk.mat.gz")
    #expect(try read(packed).seconds.count == 400)
    #expect(try RecordingSearch(folder.path).recordings.contains("walk.mat.gz"))
    let hdf = try Data(contentsOf: URL(fileURLWithPath: write(variables, .hdf5)))
    let refused = #expect(throws: SensorFileError.self) {
      try open(folder.write(ScratchFolder.gzip(Array(hdf)), to: "walk.mat.gz"))
    }
    #expect(refused?.message.contains("unpack") == true)
  }

  @Test func `files read at the same time give what each gives alone`() async throws {
    let paths = try (0..<6).map { number in
      let path = folder.path + "/\(number).mat"
      try MATLABWriter.write(
        [
          ("acc", .columns(StandingSamples(count: 3000 + number).acceleration)),
          ("fs", .scalar(100)),
        ], to: path, number % 2 == 0 ? .hdf5 : .compressedHDF5)
      return path
    }
    let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for (number, path) in paths.enumerated() {
        group.addTask { (number, try SensorFile.inspection(of: path).sampleCount) }
      }
      return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
    }
    #expect(counts == Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, 3000 + $0) }))
  }

  @Test func `times that make no rate are named where none can be told`() throws {
    let days = (0..<400).map { 738_135.5 + Double($0) / 100 / 86_400 }
    let path = try write([("acc", .columns(samples.acceleration)), ("time", .vector(days))])
    let error = #expect(throws: SensorFileError.self) { try open(path) }
    #expect(error?.message.contains("beside it: time, whose times make no rate") == true)
    #expect(error?.message.contains("save a number fs in Hz") == true)
  }
}
