import Foundation
import Testing

/// The built program in a folder of its own, as a person calls it. The folder goes with it.
///
/// ```swift
/// let gait = try GaitProcess()
/// let ending = try gait("analyze", "walk.csv")
/// ```
final class GaitProcess: Sendable {
  /// What a run of the program left behind.
  struct Ending {
    var code: Int32
    var output: String
    var message: String
  }

  /// Where it runs: relative names are files of this folder.
  let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  private let program: URL

  /// Makes the folder.
  init() throws {
    program = try #require(Bundle.main.executableURL)
      .deletingLastPathComponent().appending(path: "gait")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The whole path of a file of the folder.
  func path(_ name: String) -> String { folder + "/" + name }

  /// The text of a file of the folder.
  func text(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Runs the program to its end.
  func callAsFunction(_ arguments: String...) throws -> Ending { try run(arguments) }

  /// The same, where the arguments come as a list or the output goes to a file.
  func run(_ arguments: [String], output file: FileHandle? = nil) throws -> Ending {
    let (output, message) = (Pipe(), Pipe())
    let process = process(arguments)
    process.standardOutput = file ?? output
    process.standardError = message
    try process.run()
    if file != nil { try output.fileHandleForWriting.close() }
    let texts = [output, message].map { pipe in
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Ending(code: process.terminationStatus, output: texts[0], message: texts[1])
  }

  /// Runs the program, which must end well.
  @discardableResult
  func done(_ words: String...) throws -> Ending {
    let ending = try run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending
  }

  /// The rows of a table in CSV without quotes, each by the names of its columns.
  static func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// Runs a line of the shell, in which `$GAIT` is the program.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Ending {
    let (output, message) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["GAIT": program.path]) { $1 }.merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = message
    try process.run()
    let texts = [output, message].map { pipe in
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Ending(code: process.terminationStatus, output: texts[0], message: texts[1])
  }

  /// Starts the program and lets it run; what it prints is lost, or goes to a file.
  func start(
    _ arguments: [String], output: FileHandle = .nullDevice, messages: FileHandle = .nullDevice
  ) throws -> Process {
    let process = process(arguments)
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    return process
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
