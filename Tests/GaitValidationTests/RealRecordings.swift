import Foundation

/// Real recordings with lab references, which are not part of the repository.
enum RealRecordings {
  /// The folder named by `GAIT_REAL_RECORDINGS`, or `shared/data` beside the package.
  static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["GAIT_REAL_RECORDINGS"]
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url =
      named.map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()

  static var areHere: Bool { folder != nil }
  static let absence = "SKIPPED: no real recordings; set GAIT_REAL_RECORDINGS to their folder"
}
