import ArgumentParser
import Foundation

/// Where a simulated recording goes: three files of one name in a folder.
struct SimulatedPlace {
  private let output: String
  private let name: String

  /// Takes the path of the recording.
  init(_ output: String) {
    self.output = output
    name = RecordingInput(path: output).name
  }

  /// The folder of the three files.
  var folder: String {
    guard let slash = output.lastIndex(of: "/") else { return "." }
    return slash == output.startIndex ? "/" : String(output[..<slash])
  }

  private var description: String { "\(folder)/\(name).json" }
  private var reference: String { "\(folder)/\(name).reference.json" }

  /// Looks whether the three files may be written: over an earlier simulation, but never over a recording
  /// or beside one that they would then describe.
  ///
  /// - Throws: what is there and what to do.
  func check(force: Bool) throws {
    let isOwn = isSimulated
    for path in [output, description, reference] {
      try ExistingOutput.check(path, force: force) { _ in isOwn }
    }
    guard !force, !isOwn, let neighbor = neighbors.min() else { return }
    throw ValidationError(
      """
      --output \(PrintableText.of(output)) would put a description beside \
      \(PrintableText.of(neighbor)), which is not simulated; give another name, or --force
      """)
  }

  /// Whether description and truth say themselves that they are simulated.
  private var isSimulated: Bool {
    object(description)?["simulated"] as? Bool == true
      && (object(reference)?["method"] as? String)?.hasPrefix("simulated") == true
  }

  private func object(_ path: String) -> [String: Any]? {
    FileManager.default.contents(atPath: path)
      .flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
  }

  /// Other recordings of the name, whose description it would be, too.
  private var neighbors: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { RecordingInput(path: $0).name == name && !$0.hasSuffix(".json") }
  }
}
