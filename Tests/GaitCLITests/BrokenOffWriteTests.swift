import Foundation
import Synchronization
import Testing

@testable import GaitCLI

/// Files that are being written when the program is asked to end.
struct BrokenOffWriteTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  private struct Broken: Error {}

  /// Writes in a thread of its own; whether it came back, with files or with a failure, within half a second.
  private func comesBack(_ write: @escaping @Sendable () throws -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? write()
      done.signal()
    }
    return done.wait(timeout: .now() + 0.5) == .success
  }

  @Test func `a write that an interruption took the files from is told to nobody as a failure`()
    throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for isFolder in [true, false] {
      let pending = PendingFiles()
      let fill: @Sendable ([PendingWriter]) throws -> Void = { writers in
        try writers[0].add("half of it")
        pending.abandon()
        // The next file's folder is gone.
        throw Broken()
      }
      let place = folder + "/walk"
      #expect(
        !comesBack {
          if isFolder {
            try pending.prepare(["bouts.csv", "turns.csv"], asFolder: place, filling: fill)
              .takePlaces()
          } else {
            try pending.write(["bouts.csv", "turns.csv"], in: place, filling: fill)
          }
        })
    }
    #expect(try left() == [])
  }

  @Test func `nothing is begun once the program is about to end`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pending = PendingFiles()
    pending.abandon()
    let place = folder
    #expect(!comesBack { try pending.write([(name: "days.csv", content: Data())], in: place) })
    #expect(
      !comesBack {
        try pending.prepare(["bouts.csv"], asFolder: place + "/walk") { _ in }.takePlaces()
      })
    #expect(try left() == [])
  }

  @Test func `a write that fails for itself is a failure`() throws {
    let pending = PendingFiles()
    #expect(throws: Broken.self) {
      _ = try pending.prepare(["bouts.csv"], asFolder: folder + "/walk") { _ in throw Broken() }
    }
    #expect(try left() == [])
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The files that are there.
  private func left() throws -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0 != "walk" }
  }
}
