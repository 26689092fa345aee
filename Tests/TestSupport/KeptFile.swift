import Foundation

/// A file of `Seeds`, from which `Tools/fuzz` makes damaged ones, or of `Findings`, which once broke a promise.
///
/// Both folders lie beside the tests that read them, with a folder for each program of `Tools/fuzz`.
public struct KeptFile: Sendable, CustomStringConvertible {
  /// Where it is.
  public let url: URL

  /// The names of its folder and its own.
  public var description: String {
    url.deletingLastPathComponent().lastPathComponent + "/" + url.lastPathComponent
  }

  /// What is in it.
  public var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: url)) }
  }

  /// Ends a part where several files lie behind each other: the separator of files in ASCII, which no text has.
  public static let separator: UInt8 = 0x1c

  /// The seeds and findings of a program, by name.
  ///
  /// - Parameters:
  ///   - program: a program of `Tools/fuzz`.
  ///   - tests: a file beside the folders `Seeds` and `Findings`.
  /// - Returns: none where there are no such folders.
  public static func all(of program: String, beside tests: String = #filePath) -> [KeptFile] {
    ["Seeds", "Findings"].flatMap { kind in
      let folder = folder(kind, program, tests)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { KeptFile(url: folder.appendingPathComponent($0)) }
    }
  }

  /// Holds seeds against what the program makes today, and writes them when `GAITKIT_REMAKE_SEEDS` is set.
  ///
  /// - Parameters:
  ///   - made: the bytes of each seed by its name.
  ///   - program: the program of `Tools/fuzz` that starts from them.
  ///   - tests: as in `all`.
  /// - Returns: the names of the seeds that are not what was made, or that nobody makes; none when all is well.
  /// - Throws: when a seed cannot be read or written.
  public static func changed(
    _ made: [String: [UInt8]], of program: String, beside tests: String = #filePath
  ) throws -> [String] {
    let folder = folder("Seeds", program, tests)
    if ProcessInfo.processInfo.environment["GAITKIT_REMAKE_SEEDS"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, bytes) in made {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let unlike = try made.filter { name, bytes in
      try KeptFile(url: folder.appendingPathComponent(name)).bytes != bytes
    }
    return Set(unlike.keys).union(Set(kept).subtracting(made.keys)).sorted()
  }

  /// The bytes in which texts lie behind each other.
  public static func bytes(of parts: [String]) -> [UInt8] {
    Array(parts.map { Array($0.utf8) }.joined(separator: [separator]))
  }

  private static func folder(_ kind: String, _ program: String, _ tests: String) -> URL {
    URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent(kind).appendingPathComponent(program)
  }
}
