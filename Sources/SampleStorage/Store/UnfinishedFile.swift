import Foundation
import GaitModel

/// Files that are being written under names of their own until they are whole, and those that programs left which were
/// killed before.
///
/// The name says which process writes: the one that writes the same file next takes away what no living process
/// holds. That of another machine, or of another container, is nobody's to judge, and stays.
package enum UnfinishedFile {
  /// The name under which a file is written.
  static func path(for place: String) -> String {
    let parts = parts(of: place)
    return parts.folder + "\(stem(of: parts.name)).\(writer)-\(UUID().uuidString).unfinished"
  }

  /// Bytes of a file's name that its name on the way begins with: those of the writer, and the endings that SQLite adds, fit
  /// behind them into the 255 that a name may have.
  private static let longestStem = 160

  /// What the name of a file on its way begins with: the file's own name, or the beginning of a long one and its digest.
  package static func stem(of name: String) -> String {
    guard name.utf8.count > longestStem else { return name }
    var (start, bytes) = ("", 0)
    for character in name {
      bytes += character.utf8.count
      if bytes > longestStem - 17 { break }
      start.append(character)
    }
    return "\(start)-\(Digest.text(of: name))"
  }

  /// The folder of a place, with the `/` at its end, and the name in it.
  private static func parts(of place: String) -> (folder: String, name: String) {
    let end = place.lastIndex(of: "/").map { place.index(after: $0) } ?? place.startIndex
    return (String(place[..<end]), String(place[end...]))
  }

  /// Takes away what was left of earlier attempts to write a file.
  static func sweep(beside place: String) {
    let parts = parts(of: place)
    sweep(
      parts.folder.isEmpty ? "." : parts.folder, begin: stem(of: parts.name) + ".",
      end: ".unfinished")
  }

  /// Takes away from a folder what begins and ends like this, has a ``writer`` before its end, and is held by nobody:
  /// files and folders.
  package static func sweep(_ folder: String, begin: some StringProtocol, end: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(begin) && name.hasSuffix(end) && name.count > begin.count + end.count {
      let parts =
        name.dropFirst(begin.count).dropLast(end.count)
        .split(separator: ".").last?.split(separator: "-") ?? []
      guard parts.count >= 2, parts[0] == space, let process = Int32(parts[1]),
        !isAlive(process)
      else { continue }
      let path = folder + "/" + name
      try? FileManager.default.removeItem(atPath: path)
      // Where it was to be a store, SQLite may have files beside it.
      for ending in ["-journal", "-wal", "-shm"] { unlink(path + ending) }
    }
  }

  /// Whether the process of a ``writer`` is at work; of another machine's or container's nobody here can say that.
  package static func isAtWork(_ writer: String) -> Bool {
    let parts = writer.split(separator: "-")
    guard parts.count == 2, parts[0] == space, let process = Int32(parts[1]) else { return false }
    return isAlive(process)
  }

  /// Whether a process is there and has not ended: one that nobody has asked for its end still has its number.
  private static func isAlive(_ process: Int32) -> Bool {
    if kill(process, 0) != 0, errno == ESRCH { return false }
    // Behind the name in parentheses stands the state.
    let state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))
      .flatMap { $0.split(separator: ")").last?.first { $0 != " " } }
    return state != "Z"
  }

  /// This process, among those that can be asked for by their numbers.
  package static var writer: String { "\(space)-\(getpid())" }

  /// A hash (FNV-1a) of the machine's name and, on Linux, of the container's numbering of processes.
  private static let space: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let numbering =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""
    let hash = (bytes + numbering.utf8).reduce(2_166_136_261 as UInt32) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
    return String(hash, radix: 16)
  }()
}
