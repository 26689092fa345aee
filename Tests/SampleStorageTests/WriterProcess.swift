import Foundation
import GaitModel
import SampleStorage

/// A real process that writes into a store.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()

  init(_ store: String, _ participant: String, first: Int, count: Int, _ options: [String] = [])
    throws
  {
    process.executableURL = Bundle(for: WriterProcess.self).bundleURL.deletingLastPathComponent()
      .appendingPathComponent("StoreWriter")
    if let built = Self.builtProduct { process.executableURL = built }
    process.arguments = [store, participant, "\(first)", "\(count)"] + options
    process.standardOutput = output
    try process.run()
  }

  /// Beside the test bundle, or in the folder that the running test was started from.
  private static let builtProduct: URL? = {
    let places = [
      Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]),
    ].flatMap { [$0, $0.deletingLastPathComponent()] }
    return places.map { $0.appendingPathComponent("StoreWriter") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Ends it at once, as a power switch would end a program.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for its first commit.
  func firstLine() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Everything that it said, and its exit code.
  func finish() -> (lines: [String], code: Int32) {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines, process.terminationStatus)
  }
}

/// What a process said that it committed: the round of each recording.
struct Commits {
  var rounds: [Int: Int] = [:]

  mutating func add(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ").compactMap { Int($0) }
      if words.count == 2 { rounds[words[0]] = max(words[1], rounds[words[0]] ?? 0) }
    }
  }
}
