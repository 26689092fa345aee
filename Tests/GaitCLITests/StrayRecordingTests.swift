import Foundation
import Testing

/// People told apart by folders or names, where something lies that is neither.
struct StrayRecordingTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 1, walks: 1) }

  private static func line(_ message: String) -> String {
    message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A folder of walks; each has its own content and start.
  private func place(_ names: [String], in root: String) throws {
    for (number, name) in names.enumerated() {
      try study.add("tmp.csv", person: 1 + number, walk: 1 + number % 9)
      for ending in ["csv", "json"] {
        let file = study.gait.path("\(root)/\(name).\(ending)")
        try FileManager.default.createDirectory(
          atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
          atPath: study.gait.path("recordings/tmp.\(ending)"), toPath: file)
      }
    }
  }

  private func people(_ output: String) throws -> [String] {
    try study.table("persons", output: output).compactMap { $0["participant"] }.sorted()
  }

  @Test func `a stray recording does not make one person of a fresh study's people`() throws {
    try place(
      ["P01/2026-05-01_walk", "P02/2026-05-01_walk", "P03/2026-05-01_walk", "pilot_1"], in: "fresh")
    for more in [[], ["--dry-run"]] {
      let run = try study.gait.run(["batch", "fresh", "--output", "out"] + more)
      #expect(run.code == 2, "\(run.message)")
      let message = Self.line(run.message)
      for words in [
        "pilot_1.csv lies in no folder",
        "2 people, of whom 2026 has recordings in the folders P01, P02, P03",
        "there would be 3 people, and 1 recording of nobody that is named", "Nothing was analyzed",
        "--participant-rule folder", "--participant-rule name", "--make-manifest",
      ] { #expect(message.contains(words), "\(words): \(message)") }
    }
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("out")))
    let draft = try study.gait("batch", "fresh", "--make-manifest", "study.csv")
    #expect(draft.code == 0 && Self.line(draft.message).contains("of whom 2026 has"))
    // Whoever says the rule gets it, and the next run need not say it again.
    #expect(
      try study.gait("batch", "fresh", "--output", "n", "--participant-rule", "name").code == 0)
    #expect(try study.gait("batch", "fresh", "--output", "n").code == 0)
    #expect(try people("n") == ["2026", "pilot"])
    for ending in ["csv", "json"] {
      try FileManager.default.moveItem(
        atPath: study.gait.path("fresh/pilot_1.\(ending)"),
        toPath: study.gait.path("fresh/P01/pilot_1.\(ending)"))
    }
    #expect(try study.gait("batch", "fresh", "--output", "out").code == 0)
    #expect(try people("out") == ["P01", "P02", "P03"])
  }

  @Test(arguments: [
    (["P01_a", "P01_b", "P02_a"], ""),
    (["P01/P01_a", "P02/P02_a", "P01_b"], ""),
    (["wrist/P01_a", "lower_back/P01_b", "P02_c"], ""),
    (
      ["visit1/P01_a", "visit2/P01_b", "visit1/P02_a", "visit2/P03_b", "P02_c"],
      "P01 has recordings in the folders visit1, visit2"
    ),
  ])
  func `names of people stay theirs beside a recording in no folder`(names: [String], said: String)
    throws
  {
    try place(names, in: "named")
    let run = try study.gait("batch", "named", "--output", "out")
    #expect(run.code == 0, "\(run.message)")
    let message = Self.line(run.message)
    #expect(
      message.contains("in no folder") == !said.isEmpty && (said.isEmpty || message.contains(said)),
      "\(message)")
    #expect(try people("out") == (said.isEmpty ? ["P01", "P02"] : ["P01", "P02", "P03"]))
  }

  /// What stands behind `#` is a place inside a file.
  @Test(arguments: [[], ["--participant-rule", "name"]], [false, true])
  func `structures inside a MATLAB file are no people`(rule: [String], hasTable: Bool) throws {
    let folder = study.gait.path("lab")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for person in ["P01", "P02"] {
      try Data(Self.visits).write(to: URL(fileURLWithPath: "\(folder)/\(person)_lab.mat"))
    }
    if hasTable { try place(["P02_walk"], in: "lab") }
    let draft = try study.gait.run(["batch", "lab", "--make-manifest", "-"] + rule)
    #expect(draft.code == 0, "\(draft.message)")
    let rows = draft.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(
      rows.map { String($0[1]) } == ["P01", "P01", "P02", "P02"] + (hasTable ? ["P02"] : []),
      "\(draft.output)")
    #expect(rows[0][0] == "lab/P01_lab.mat#visit1/walk1" && !draft.message.contains("nobody"))
  }

  /// A file of level 5 with the structures `visit1.walk1` and `visit2.walk1`, a walk of 4 s in each.
  private static let visits: [UInt8] = {
    func number(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: Int32(value).littleEndian) { Array($0) }
    }
    func element(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
      number(kind) + number(data.count) + data + [UInt8](repeating: 0, count: -data.count & 7)
    }
    func array(_ name: String, _ kind: Int, _ sizes: [Int], _ content: [UInt8]) -> [UInt8] {
      var data = element(6, number(kind) + number(0))
      data += element(5, sizes.flatMap(number)) + element(1, Array(name.utf8)) + content
      return element(14, data)
    }
    func numbers(_ values: [Double], columns: Int) -> [UInt8] {
      array(
        "", 6, [values.count / columns, columns],
        element(9, values.flatMap { withUnsafeBytes(of: $0) { Array($0) } }))
    }
    func structure(_ name: String, _ fields: [(String, [UInt8])]) -> [UInt8] {
      let names = fields.flatMap {
        Array($0.0.utf8) + [UInt8](repeating: 0, count: 32 - $0.0.utf8.count)
      }
      return array(
        name, 2, [1, 1], element(5, number(32)) + element(1, names) + fields.flatMap(\.1))
    }
    var acceleration: [Double] = []
    for level in [0.0, 1.0, 0.1] {
      for row in 0..<400 { acceleration.append(level + Double(row * 7919 % 101 - 50) / 500) }
    }
    let walk = structure(
      "", [("acc", numbers(acceleration, columns: 3)), ("fs", numbers([100], columns: 1))])
    var head = Array("MATLAB 5.0 MAT-file".utf8)
    head += [UInt8](repeating: 32, count: 116 - head.count)
    head += [UInt8](repeating: 0, count: 8) + [0, 1] + Array("IM".utf8)
    return head + structure("visit1", [("walk1", walk)]) + structure("visit2", [("walk1", walk)])
  }()
}
