import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// What fuzzing starts from and what it once found: every file is read to its end, or refused.
@Suite struct KeptFindings {
  /// A file of `Seeds` or `Findings`.
  struct Kept: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let url: URL

    var testDescription: String { "\(target.rawValue)/\(url.lastPathComponent)" }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func files(in name: String) -> [Kept] {
    FuzzTarget.allCases.flatMap { target in
      let folder = folder.appendingPathComponent(name).appendingPathComponent(target.rawValue)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map {
        Kept(target: target, url: folder.appendingPathComponent($0))
      }
    }
  }

  private static func url(_ seed: SeedFile) -> URL {
    folder.appendingPathComponent("Seeds/\(seed.target.rawValue)/\(seed.name)")
  }

  /// Writes the files and returns the path of the recording.
  private func unpack(
    _ bytes: [UInt8], _ target: FuzzTarget, to scratch: ScratchFolder
  ) throws -> String {
    let folder = scratch.path + "/walk"
    for file in target.files(in: bytes) {
      let url = URL(fileURLWithPath: folder + "/" + file.name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    return target.recording.map { folder + "/" + $0 } ?? folder
  }

  @Test(arguments: files(in: "Seeds") + files(in: "Findings"))
  func `every file is read by the contract or refused in words`(kept: Kept) throws {
    let scratch = try ScratchFolder()
    let bytes = [UInt8](try Data(contentsOf: kept.url))
    let path = try unpack(bytes, kept.target, to: scratch)
    do {
      #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    } catch let error as SensorFileError {
      #expect(!error.message.isEmpty)
    }
  }

  @Test func `every seed is a recording`() throws {
    for kept in Self.files(in: "Seeds") {
      let scratch = try ScratchFolder()
      let path = try unpack([UInt8](Data(contentsOf: kept.url)), kept.target, to: scratch)
      let block = try RecordingSourceContract.allSamples(of: SensorFile.open(path))
      #expect((block?.seconds.count ?? 0) > 20, "\(kept.testDescription)")
    }
  }

  @Test func `every seed is what its maker makes`() throws {
    let remakes = ProcessInfo.processInfo.environment["GAITKIT_REMAKE_SEEDS"] != nil
    for seed in SeedFile.all {
      let made = try seed.make(ScratchFolder())
      let url = Self.url(seed)
      if remakes {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(made).write(to: url)
      }
      let kept = [UInt8](try Data(contentsOf: url))
      #expect(kept.count <= SeedFile.longestByteCount, "\(url.lastPathComponent)")
      if !seed.isLibraryMade { #expect(kept == made, "\(seed.target.rawValue)/\(seed.name)") }
    }
    #expect(Self.files(in: "Seeds").map(\.url).sorted(by: path) == Self.makers.sorted(by: path))
  }

  /// What a library wrote differs by its version and the day, not by what is read from it.
  @Test func `what a library writes today is read as the seeds are`() throws {
    for seed in SeedFile.all where seed.isLibraryMade {
      let scratch = (try ScratchFolder(), try ScratchFolder())
      let kept = [UInt8](try Data(contentsOf: Self.url(seed)))
      let old = try unpack(kept, seed.target, to: scratch.0)
      let new = try unpack(seed.make(ScratchFolder()), seed.target, to: scratch.1)
      #expect(
        try RecordingSourceContract.allSamples(of: SensorFile.open(old))
          == RecordingSourceContract.allSamples(of: SensorFile.open(new)), "\(seed.name)")
    }
  }

  private static var makers: [URL] { SeedFile.all.map(url) }

  private func path(_ a: URL, _ b: URL) -> Bool { a.path < b.path }
}
