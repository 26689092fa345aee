import Foundation

/// Where recordings of real people are found. They are no part of the package; tests that need
/// them are skipped, with a message, where there are none.
///
/// ```swift
/// @Test(.enabled(if: RealRecordings.isAvailable, RealRecordings.absence))
/// func `…`() { for file in RealRecordings.recordings("mobgap") { … } }
/// ```
public enum RealRecordings {
  /// The folder that holds one folder for each data set: `GAITKIT_DATA` where it is set, else
  /// `../shared/data` beside the package or beside one of the folders above it; `nil` when there
  /// is none.
  public static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["GAITKIT_DATA"] {
      return existing(URL(fileURLWithPath: path))
    }
    var place = packageRoot
    while place.path != "/" {
      if let found = existing(place.appendingPathComponent("../shared/data").standardized) {
        return found
      }
      place.deleteLastPathComponent()
    }
    return nil
  }()

  /// Whether there are real recordings on this machine.
  public static var isAvailable: Bool { folder != nil }

  /// What a skipped test says.
  public static let absence =
    "real recordings not found: set GAITKIT_DATA to the folder that holds mobgap, oxford_steps, …"

  /// The recordings of a data set (`NAME.csv.gz`), sorted by name; empty when it is not there.
  public static func recordings(_ dataset: String) -> [URL] {
    guard let folder = folder?.appendingPathComponent(dataset),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.hasSuffix(".csv.gz") }.sorted().map {
      folder.appendingPathComponent($0)
    }
  }

  /// The folder of `Package.swift`.
  private static var packageRoot: URL {
    var place = URL(fileURLWithPath: #filePath)
    let manager = FileManager.default
    while place.path != "/", !manager.fileExists(atPath: place.path + "/Package.swift") {
      place.deleteLastPathComponent()
    }
    return place
  }

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
