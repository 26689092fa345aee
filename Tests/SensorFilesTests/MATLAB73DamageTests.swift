import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Damaged files of version 7.3. Each is read as far as it goes or refused in words; none may end the
/// program, run without end or take more memory than it has bytes.
struct MATLAB73DamageTests {
  typealias Value = MATLABWriter.Value
  private let folder: ScratchFolder
  private let samples = StandingSamples(count: 200)

  init() throws { folder = try ScratchFolder() }

  private func whole(_ version: MATLABWriter.Version) -> [UInt8] {
    let device: Value = .structure([
      ("Acc", .columns(samples.acceleration)), ("Gyr", .columns(samples.angularRate)),
      ("Fs", .structure([("Acc", .scalar(100)), ("Gyr", .scalar(100))])),
    ])
    let trial: Value = .structure([("SU", .structure([("LowerBack", device)]))])
    return MATLABWriter.bytes(
      of: [
        ("note", .text("before")),
        ("data", .structure([("T1", .structure([("A", trial), ("B", trial)]))])),
        ("after", .vector([1, 2, 3])),
      ], version)
  }

  private func golden(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: MATLABGoldenTests.path(name))))
  }

  /// Opens all that can be opened; returns how many samples that gave.
  @discardableResult
  private func readAll(_ bytes: [UInt8], contract: Bool = false) throws -> Int {
    let path = try folder.write(bytes, to: "damaged.mat")
    let parts = (try? SensorFile.parts(of: path)) ?? []
    return try ([path] + parts.map { "\(path)#\($0)" }).reduce(0) {
      try $0 + read($1, contract: contract)
    }
  }

  private func read(_ path: String, contract: Bool) throws -> Int {
    do {
      let source = try open(path)
      if contract {
        #expect(
          try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
      }
      return try RecordingSourceContract.allSamples(of: source)?.seconds.count ?? 0
    } catch let error as SensorFileError {
      #expect(!error.message.isEmpty)
      return 0
    }
  }

  @Test(arguments: [MATLABWriter.Version.hdf5, .compressedHDF5])
  func `a file of 7_3 may be cut anywhere`(version: MATLABWriter.Version) throws {
    let whole = whole(version)
    for end in stride(from: 1, to: whole.count, by: 797) { try readAll(Array(whole[..<end])) }
    #expect(try readAll(whole) == 400)
  }

  @Test(arguments: ["h5py-one-after-the-other.mat", "h5py-packed.mat"])
  func `of a file that begins with its names, what lies before the cut is read`(
    name: String
  ) throws {
    let whole = try golden(name)
    var found: [Int] = []
    for end in stride(from: 1000, to: whole.count, by: 997) {
      found.append(try readAll(Array(whole[..<end])))
    }
    #expect(found.contains { $0 > 0 && $0 < 400 })
    #expect(found.allSatisfy { $0 <= 400 })
    #expect(try readAll(whole) == 400)
  }

  @Test(arguments: [
    "h5py-packed", "h5py-names-in-a-heap", "h5py-array-of-chunks", "h5py-tree-of-chunks",
    "h5py-shuffled-with-checksums",
  ])
  func `damage to what other programs wrote never breaks a promise`(name: String) throws {
    let whole = try golden(name + ".mat")
    let marks = Self.tables(in: whole)
    for seed in 0..<20 {
      try readAll(damaged(whole, near: marks, seed: seed), contract: true)
    }
  }

  @Test(arguments: [MATLABWriter.Version.hdf5, .compressedHDF5])
  func `flipped bits, zeroed stretches and swapped blocks never break a promise`(
    version: MATLABWriter.Version
  ) throws {
    let whole = whole(version)
    let marks = Self.tables(in: whole)
    for seed in 0..<80 {
      try readAll(damaged(whole, near: marks, seed: seed), contract: true)
    }
  }

  /// Where the tables of HDF5 begin that have a mark.
  private static func tables(in bytes: [UInt8]) -> [Int] {
    let marks = "TREESNODHEAPOHDROCHKFRHPFHDBBTHDBTLFFADBFAHDGCOL"
    let words = Set(Array(marks.utf8).withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) })
    return bytes.withUnsafeBytes { raw in
      (0..<raw.count - 4).filter {
        words.contains(raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
      }
    }
  }

  /// One to three of these: a byte changed, bytes zeroed, filled or lost, two blocks swapped. Numbers are
  /// left out by every other seed: tables differ more from each other.
  private func damaged(_ whole: [UInt8], near marks: [Int], seed: Int) -> [UInt8] {
    var random = SystemSeed(state: UInt64(seed))
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    var bytes = whole
    for _ in 0..<1 + number(3) {
      let near = marks.isEmpty ? 512 : marks[number(marks.count)]
      let place = min(seed % 2 == 0 ? near + number(120) : number(bytes.count), bytes.count - 65)
      let other = number(bytes.count - 65)
      switch number(6) {
      case 0: bytes[place] = UInt8(number(256))
      case 1: for byte in place..<place + number(64) { bytes[byte] = 0 }
      case 2: for byte in place..<place + 1 + number(8) { bytes[byte] = 0xff }
      case 3: bytes.removeSubrange(place..<place + number(16))
      case 4:
        for byte in 0..<64 { bytes.swapAt(place + byte, other + byte) }
      default: bytes[place] ^= UInt8(1 << number(8))
      }
    }
    return bytes
  }

  @Test func `rows before a damaged chunk are used, and the damage is named`() throws {
    let long = StandingSamples(count: 3000)
    var bytes = MATLABWriter.bytes(
      of: [("acc", .columns(long.acceleration)), ("fs", .scalar(100))], .compressedHDF5)
    // Chunks begin with zlib's mark: three of the first two columns, three of the last.
    let chunks = bytes.indices.dropLast(2).filter {
      bytes[$0] == 0x78 && [0x9c, 0x5e, 0xda, 0x01].contains(bytes[$0 + 1])
    }
    for byte in chunks[2] + 20..<chunks[2] + 60 { bytes[byte] ^= 0x55 }
    let found = try SensorFile.inspection(of: folder.write(bytes, to: "chunk.mat"))
    #expect(found.sampleCount == 2000)
    let message = try #require(found.remarks.first { $0.kind == .truncated }?.message)
    #expect(message.contains("variable \"acc\" has a chunk that cannot be unpacked"))
    #expect(message.contains("2,000 of 3,000 rows"))
  }

  /// A file whose bytes are changed behind the first place where `mark` stands.
  private func changed(
    after mark: [UInt8], by offset: Int, to bytes: [UInt8], _ version: MATLABWriter.Version = .hdf5
  ) throws -> [UInt8] {
    var file = whole(version)
    let place = try #require(file.indices.first { file[$0...].starts(with: mark) })
    file.replaceSubrange(place + offset..<place + offset + bytes.count, with: bytes)
    return file
  }

  @Test(arguments: [MATLABWriter.Version.hdf5, .compressedHDF5])
  func `a matrix that claims to be huge costs neither memory nor time`(
    version: MATLABWriter.Version
  ) throws {
    // Sizes 3 and 200 of the first matrix; 200 becomes 500 billion.
    let sizes = HDF5Writer.number(3, 8) + HDF5Writer.number(200, 8)
    let huge = try changed(after: sizes, by: 8, to: [200, 0, 0, 0, 0x74], version)
    #expect(try readAll(huge) == 200)
    let impossible = try changed(after: sizes, by: 8, to: [200, 0, 0, 0, 0, 0, 0, 0x7f], version)
    #expect(try readAll(impossible) == 200)
  }

  @Test func `what is not read says what came and what to do`() throws {
    // Filter 1 becomes 4, which is szip.
    let szip = try changed(
      after: [1, 0, 8, 0, 1, 0, 1, 0] + Array("deflate".utf8), by: 0, to: [4], .compressedHDF5)
    let path = try folder.write(szip, to: "szip.mat")
    let file = try MATLABFormat.variables(of: RecordingFile(path: path))
    let words = file.variables.flatMap { names(of: $0) }
    #expect(words.contains("it is packed with szip, which is not read; save it again with -v7"))
    #expect(file.faults == [])
  }

  private func names(of variable: MATLABVariable) -> [String] {
    [variable.words] + variable.fields.flatMap { names(of: $0) }
  }
}
