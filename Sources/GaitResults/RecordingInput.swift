import Foundation
import GaitModel
import SensorFiles

/// A recording as it was named: by the path of its file, with `#` and its part where the file holds several.
package struct RecordingInput: Hashable, Sendable {
  /// The path as given.
  package var path: String
  /// Whether it goes by its path, see `toldApart(_:)`.
  private var isCalledByPath = false

  /// Names a recording.
  package init(path: String) { self.path = path }

  /// The recording's name: the last part of the path without its extension, and without `.gz`;
  /// with that of the recording where the file holds several. Its path where it goes by that.
  package var name: String {
    if isCalledByPath { return path }
    let address = RecordingAddress(path)
    let name = Self.fileName(address.path)
    return address.part.map { RecordingAddress.name(name, part: $0) } ?? name
  }

  private static func fileName(_ path: String) -> String {
    let isFolder = path.hasSuffix("/")
    let whole = lastPart(of: path)
    guard !isFolder else { return whole }
    var name = whole
    if name.hasSuffix(".gz") { name.removeLast(3) }
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    // What remains of `...csv` is the folder above: results would be written there.
    return name.allSatisfy { $0 == "." } ? whole : name
  }

  /// The file's or folder's own name, also where the path ends in dots.
  private static func lastPart(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard last.allSatisfy({ $0 == "." || $0 == "/" }) else { return last }
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    return name.allSatisfy { $0 == "." || $0 == "/" } ? "recording" : name
  }

  /// The recordings behind the arguments: all of them where a file holds several and none is named.
  /// What cannot be read stays as it is, and says why when it is opened.
  package static func expanded(_ paths: [String]) -> [RecordingInput] {
    paths.flatMap { path in
      let parts = (try? SensorFile.parts(of: path)) ?? []
      return parts.isEmpty
        ? [RecordingInput(path: path)] : parts.map { RecordingInput(path: "\(path)#\($0)") }
    }
  }

  /// Inputs without those whose recording is named before, be it in another spelling of its path, and the paths of these.
  package static func distinct(
    _ inputs: [RecordingInput]
  ) -> (inputs: [RecordingInput], repeated: [String]) {
    var places: Set<ByteText> = []
    var (first, repeated): ([RecordingInput], [String]) = ([], [])
    for input in inputs {
      if places.insert(input.place).inserted {
        first.append(input)
      } else {
        repeated.append(input.path)
      }
    }
    return (first, repeated)
  }

  /// Where the recording lies: the same for `walk.csv` and `./walk.csv`.
  private var place: ByteText {
    let address = RecordingAddress(path)
    let whole = URL(fileURLWithPath: address.path).standardizedFileURL.path
    return ByteText(address.part.map { "\(whole)#\($0)" } ?? whole)
  }

  /// Inputs of which those of one name go by their paths, so that what is said and printed of them can be told apart.
  package static func toldApart(_ inputs: [RecordingInput]) -> [RecordingInput] {
    let count = Dictionary(inputs.map { (ByteText($0.name), 1) }, uniquingKeysWith: +)
    return inputs.map { input in
      var input = input
      input.isCalledByPath = count[ByteText(input.name)] != 1
      return input
    }
  }

  /// Inputs whose results would go to one folder, and the name of the folder. Folders, as files, are known by their
  /// bytes.
  package static func clash(
    among inputs: [RecordingInput]
  ) -> (name: String, first: String, second: String)? {
    var seen: [ByteText: String] = [:]
    for input in inputs {
      if let first = seen.updateValue(input.path, forKey: ByteText(input.name)) {
        return (input.name, first, input.path)
      }
    }
    return nil
  }
}
