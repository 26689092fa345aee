import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct MATLABDamageTests {
  typealias Value = MATLABWriter.Value
  private let folder: ScratchFolder
  private let samples = StandingSamples(count: 200)

  init() throws { folder = try ScratchFolder() }

  private func bytes(_ version: MATLABWriter.Version) throws -> [UInt8] {
    let path = folder.path + "/whole.mat"
    let device: Value = .structure([
      ("Acc", .columns(samples.acceleration)), ("Gyr", .columns(samples.angularRate)),
      ("Fs", .structure([("Acc", .scalar(100)), ("Gyr", .scalar(100))])),
    ])
    let trial: Value = .structure([("SU", .structure([("LowerBack", device)]))])
    try MATLABWriter.write(
      [
        ("note", .text("before")),
        ("data", .structure([("T1", .structure([("A", trial), ("B", trial)]))])),
        ("after", .vector([1, 2, 3])),
      ], to: path, version)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Opens all that can be opened; returns how many samples that gave.
  @discardableResult
  private func readAll(_ bytes: [UInt8], contract: Bool = false) throws -> Int {
    let path = try folder.write(bytes, to: "damaged.mat")
    var count = 0
    for part in (try? SensorFile.parts(of: path)) ?? [] {
      count += try read("\(path)#\(part)", contract: contract)
    }
    return count + (try read(path, contract: contract))
  }

  private func read(_ path: String, contract: Bool) throws -> Int {
    guard let source = try? open(path) else { return 0 }
    if contract {
      let breaches = try? RecordingSourceContract.breaches {
        try open(path, blockSampleCount: $0)
      }
      #expect(breaches ?? [] == [])
    }
    return (try? RecordingSourceContract.allSamples(of: source)?.seconds.count) ?? 0
  }

  @Test(arguments: [MATLABWriter.Version.level5, .compressed5])
  func `a file of level 5 may be cut anywhere`(version: MATLABWriter.Version) throws {
    let whole = try bytes(version)
    var found: [Int] = []
    for end in stride(from: 0, to: whole.count, by: version == .level5 ? 211 : 131) {
      found.append(try readAll(Array(whole[..<end])))
    }
    #expect(found.first == 0 && found.last == 400)
    // The first trial is whole long before the file is.
    #expect(found.contains { $0 >= 200 && $0 < 400 })
    #expect(zip(found.dropFirst(), found).allSatisfy { $0 + 2 >= $1 })
  }

  @Test func `a cut is located and what lies before it is used`() throws {
    let path = folder.path + "/cut.mat"
    try MATLABWriter.write(
      [("fs", .scalar(100)), ("acc", .columns(samples.acceleration))], to: path)
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let cut = try folder.write(Array(whole.dropLast(50 * 8)), to: "cut.mat")
    let found = try SensorFile.inspection(of: cut)
    #expect(found.sampleCount == 150)
    let message = try #require(found.remarks.first { $0.kind == .truncated }?.message)
    #expect(message.contains("\"acc\"") && message.contains("150 of 200 rows"))
  }

  @Test func `a rate that was cut off is said to be so`() throws {
    let long = StandingSamples(count: 3000)
    let bytes = MATLABWriter.bytes(
      of: [("acc", .columns(long.acceleration)), ("fs", .scalar(100))], .level5)
    let refused = #expect(throws: SensorFileError.self) {
      try open(folder.write(Array(bytes.dropLast(20)), to: "cut.mat"))
    }
    #expect(refused?.kind == .noClock)
    #expect(refused?.message.contains("What was wrong:") == true, "\(refused?.message ?? "")")
  }

  @Test(arguments: [MATLABWriter.Version.level5, .compressed5])
  func `flipped bits and zeroed stretches never break a promise`(
    version: MATLABWriter.Version
  ) throws {
    let whole = try bytes(version)
    for seed in 0..<200 {
      var random = SystemSeed(state: UInt64(seed))
      func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
      var damaged = whole
      for _ in 0..<1 + number(3) {
        // Tags lie close together in front; numbers hardly differ from each other.
        let place = number(seed % 2 == 0 ? 900 : damaged.count)
        switch number(4) {
        case 0: damaged[place] = UInt8(number(256))
        case 1:
          for byte in place..<min(place + number(64), damaged.count) { damaged[byte] = 0 }
        case 2: damaged.removeSubrange(place..<min(place + number(16), damaged.count))
        default: damaged[place] ^= UInt8(1 << number(8))
        }
      }
      try readAll(damaged, contract: true)
    }
  }

  @Test func `a damaged checksum of compressed data is reported`() throws {
    let path = folder.path + "/sum.mat"
    try MATLABWriter.write(
      [("fs", .scalar(100)), ("acc", .columns(samples.acceleration))], to: path, .compressed5)
    var damaged = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    damaged[damaged.count - 2] ^= 1
    let found = try SensorFile.inspection(of: folder.write(damaged, to: "sum.mat"))
    #expect(found.sampleCount == 200)
    #expect(found.remarks.contains { $0.message.contains("incorrect data check") })
  }

  @Test func `a structure that claims to be huge costs no memory`() throws {
    var damaged = try bytes(.level5)
    // Sizes of the first matrix of 200 rows become 2 billion.
    let mark: [UInt8] = [200, 0, 0, 0, 3, 0, 0, 0]
    let place = try #require(
      damaged.indices.dropLast(8).first { damaged[$0...].starts(with: mark) })
    damaged[place + 3] = 0x7f
    #expect(try readAll(damaged) == 200)
  }

  @Test func `a mark of the byte order is obeyed`() throws {
    let path = try folder.write(Self.bigEndian(samples.acceleration), to: "big.mat")
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    #expect(block.acceleration.z == samples.acceleration[2].map { Float($0 * standardGravity) })
    #expect(try open(path).facts.samplingRateHertz == 100)
  }

  /// A file as a machine with the other byte order writes it: a short element for the rate.
  private static func bigEndian(_ axes: [[Double]]) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { place -> UInt8 in UInt8(value >> (24 - 8 * place) & 255) }
    }
    func element(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
      word(kind) + word(data.count) + data
        + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
    }
    func matrix(_ name: String, _ rows: Int, _ columns: Int, _ data: [UInt8]) -> [UInt8] {
      element(
        14,
        element(6, word(6) + word(0)) + element(5, word(rows) + word(columns))
          + element(1, Array(name.utf8)) + data)
    }
    let numbers = axes.flatMap(\.self).flatMap { value -> [UInt8] in
      (0..<8).map { place -> UInt8 in UInt8(value.bitPattern >> (56 - 8 * place) & 255) }
    }
    let text = Array("MATLAB 5.0 MAT-file".utf8)
    return text + [UInt8](repeating: 32, count: 124 - text.count) + [1, 0, 0x4d, 0x49]
      + matrix("fs", 1, 1, [0, 1, 0, 2, 100, 0, 0, 0])
      + matrix("acc", axes[0].count, 3, element(9, numbers))
  }
}
