import Foundation
import Testing

/// Looks at a process from outside.
///
/// The looks sleep in their own thread: a task that sleeps comes back when the other tests let it, which may be longer
/// than a command waits for a store.
enum WaitingProcess {
  /// Returns when a program answers signals itself: on a busy machine it takes a while to start.
  static func listen(_ process: Int32) throws {
    for _ in 0..<6000 {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let masks = status.split(separator: "\n").filter {
        $0.hasPrefix("SigCgt") || $0.hasPrefix("SigIgn")
      }.compactMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) }
      if masks.contains(where: { $0 & (1 << 1) != 0 }) { return }
      usleep(10_000)
    }
    Issue.record("the program never listened for the signal")
  }

  /// Returns when a process has opened a file and does nothing any more for a second: it waits for somebody.
  static func settle(_ process: Process, in file: String) throws {
    let folder = "/proc/\(process.processIdentifier)"
    var quiet = 0
    var work = ""
    for _ in 0..<1200 where quiet < 20 {
      #expect(process.isRunning)
      guard process.isRunning else { return }
      usleep(50_000)
      let now = try seconds(folder)
      quiet = now == work && hasOpened(file, folder) ? quiet + 1 : 0
      work = now
    }
    #expect(quiet == 20, "it is at work after a minute")
  }

  /// What a process has worked so far, in ticks; another text each time while it is ready to work.
  private static func seconds(_ folder: String) throws -> String {
    guard let text = try? String(contentsOfFile: folder + "/stat", encoding: .utf8) else {
      return ""
    }
    let fields = text.split(separator: ")").last.map { $0.split(separator: " ") } ?? []
    guard fields.count > 12, fields[0] == "S" else { return UUID().uuidString }
    return "\(fields[11]) \(fields[12])"
  }

  private static func hasOpened(_ file: String, _ folder: String) -> Bool {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")) ?? []
    return open.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)"))?
        .hasSuffix(file) == true
    }
  }
}
