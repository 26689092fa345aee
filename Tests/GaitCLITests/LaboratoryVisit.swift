import Foundation
import Testing

/// A made-up visit to a laboratory in a folder of its own, whose tables a person changes before validating.
struct LaboratoryVisit {
  let gait: GaitProcess
  private let people = ["P01", "P02", "P03", "P04"]

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
  }

  func write(_ lines: [String], _ name: String) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path("lab/" + name)))
  }

  /// Changes the rows of all tables of contacts; a row is onset and lift-off in milliseconds, with the limb between.
  func changeContacts(_ change: ([[String]]) -> [[String]]) throws {
    for person in people {
      let name = "walkway \(person) contacts.csv"
      let lines = try gait.text(of: "lab/" + name).split(separator: "\n").map(String.init)
      let head = try #require(lines.firstIndex { $0.hasPrefix("Onset") }) + 1
      let rows = lines.dropFirst(head).map { $0.components(separatedBy: ";") }
      try write(Array(lines.prefix(head)) + change(rows).map { $0.joined(separator: ";") }, name)
    }
  }

  /// Cuts all recordings; what is left begins at 0 s.
  func cutRecordings(to seconds: Range<Double>) throws {
    for person in people {
      let lines = try gait.text(of: "lab/\(person)_belt.csv").split(separator: "\n")
      let rows = lines.dropFirst().compactMap { line -> String? in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard let time = Double(fields[0]), seconds.contains(time) else { return nil }
        let text = String(format: "%.4f", time - seconds.lowerBound)
        return ([text] + fields.dropFirst().map(String.init)).joined(separator: ",")
      }
      try write([String(lines[0])] + rows, "\(person)_belt.csv")
    }
  }

  /// Says what is known of the laboratory's clock.
  func setClock(_ clock: [String: Any]) throws { try map { $0["clocks"] = [clock] } }

  /// Changes the mapping.
  func map(_ change: (inout [String: Any]) -> Void) throws {
    let json = try JSONSerialization.jsonObject(with: Data(gait.text(of: "lab/mapping.json").utf8))
    var mapping = try #require(json as? [String: Any])
    change(&mapping)
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("lab/mapping.json")))
  }

  /// Leaves tables of some kinds in the mapping, and adds others.
  func keepTables(_ kinds: [String], adding others: [[String: Any]] = []) throws {
    try map { mapping in
      let tables = mapping["tables"] as? [[String: Any]] ?? []
      mapping["tables"] = tables.filter { kinds.contains($0["holds"] as? String ?? "") } + others
    }
  }

  /// What a run said, without its line breaks, and the figures that it wrote.
  struct Outcome {
    var code: Int32
    var text: String
    var figures: [[String: String]] = []
    /// The figures without a system's name, or those of a system.
    func value(_ stage: String, _ figure: String, of system: String = "") -> Double? {
      figures.first {
        $0["system"] == system && $0["stage"] == stage && $0["figure"] == figure
      }?["value"].flatMap(Double.init)
    }
  }

  func validate() throws -> Outcome {
    let ending = try gait(
      "validate", "--mapping", "lab/mapping.json", "--output", "out", "--force")
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    let isWritten = FileManager.default.fileExists(atPath: gait.path("out/validation.csv"))
    return Outcome(
      code: ending.code, text: words.joined(separator: " "),
      figures: isWritten ? GaitProcess.rows(try gait.text(of: "out/validation.csv")) : [])
  }
}
