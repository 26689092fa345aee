import Foundation

/// Real recordings with lab references, which are not part of the repository.
enum RealRecordings {
  /// The folder named by `GAIT_REAL_RECORDINGS`, or `shared/data` beside the package.
  static let folder = folder(named: "GAIT_REAL_RECORDINGS", or: "shared/data")
  /// The folder named by `GAIT_FURTHER_RECORDINGS`, or `shared/more` beside the package.
  static let furtherFolder = folder(named: "GAIT_FURTHER_RECORDINGS", or: "shared/more")

  private static func folder(named variable: String, or path: String) -> URL? {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url =
      ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  static var areHere: Bool { folder != nil }
  static var furtherAreHere: Bool { furtherFolder != nil }
  static let absence = "SKIPPED: no real recordings; set GAIT_REAL_RECORDINGS to their folder"
  static let furtherAbsence =
    "SKIPPED: no further recordings; set GAIT_FURTHER_RECORDINGS to their folder"
}
