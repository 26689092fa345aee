import Foundation
import Testing

/// What happens where results cannot go where they should.
struct OutputTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    for name in ["walk.csv", "study/one/walk.csv"] {
      let ending = try gait(
        "simulate", "straight-walk", "--seconds", "20", "--output", gait.path(name))
      #expect(ending.code == 0, "\(ending.message)")
    }
    let history = try gait(
      "simulate", "--history", "knee-surgery", "--days", "20", "--store", "s.gait",
      "--participant", "P07")
    #expect(history.code == 0, "\(history.message)")
  }

  @Test(arguments: [
    "analyze walk.csv", "analyze walk.csv --format csv", "analyze walk.csv --format json",
    "analyze walk.csv --wide", "analyze walk.csv --output results", "inspect walk.csv",
    "bench walk.csv --runs 1", "bench walk.csv --runs 1 --format json",
    "bench walk.csv --runs 1 --format csv", "validate study", "validate study --complete",
    "calibrate walk.csv --distance 17", "query --store s.gait",
    "query --store s.gait --everything --format csv", "query --store s.gait step-count",
    "query --store s.gait step-count --format json", "query --store s.gait --since 0",
    "estimate --store s.gait", "estimate --store s.gait --format json",
    "recalibrate --store s.gait --participant P07 --list",
    "export --store s.gait --plain --output -", "--help", "analyze --help", "--version",
  ])
  func `a full disk behind standard output is no success`(command: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let ending = try gait.shell("$GAIT \(command) > /dev/full")
    #expect(ending.code == 2, "\(ending)")
    #expect(
      ending.message.contains("standard output: ") || command.hasPrefix("export"),
      "\(ending.message)")
  }

  @Test func `a disk that fills up in the middle is no success`() throws {
    // One block for standard output: the header fits, the rows do not.
    let ending = try gait.shell(
      "trap '' XFSZ; ulimit -f 1; $GAIT analyze walk.csv --format csv > rows.csv")
    #expect(ending.code == 2)
    #expect(ending.message.contains("standard output: "))
  }

  @Test(arguments: ["query --store s.gait --everything --format csv", "analyze --help"])
  func `a reader who has seen enough is no trouble`(command: String) throws {
    let ending = try gait.shell("$GAIT \(command) | head -n 1; echo ${PIPESTATUS[0]}")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(["0", "141"].contains(lines.last.map(String.init) ?? ""))
    #expect(ending.message.isEmpty)
  }

  @Test func `files are written to the last although nobody reads what is printed`() throws {
    let ending = try gait.shell(
      "$GAIT analyze walk.csv --format csv --output out | true; echo ${PIPESTATUS[0]}")
    #expect(ending.message.isEmpty)
    #expect(try gait.text(of: "out/walk/summary.json").hasSuffix("}\n"))
  }

  @Test(arguments: ["", " --settings a.json --settings b.json"])
  func `figures are written although nobody reads what is printed`(settings: String) throws {
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
    for name in ["a", "b"] {
      try Data("{}".utf8).write(to: URL(fileURLWithPath: gait.path("\(name).json")))
    }
    let ending = try gait.shell(
      "$GAIT validate --mapping lab/mapping.json --output figures\(settings) "
        + "| (exec <&-; sleep 2); echo ${PIPESTATUS[0]}")
    #expect(ending.output == "141\n", "\(ending)")
    let name = settings.isEmpty ? "validation.csv" : "comparison.csv"
    #expect(!(try gait.text(of: "figures/\(name)")).isEmpty)
  }

  @Test func `figures are printed although their files cannot be written`() throws {
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
    let whole = try gait.done("validate", "--mapping", "lab/mapping.json")
    // 200 kB: the results of the recordings fit, the document of all figures does not.
    let ending = try gait.shell(
      "trap '' XFSZ; ulimit -f 200; $GAIT validate --mapping lab/mapping.json --output figures")
    #expect(ending.code == 2 && ending.output.contains("walking bouts"), "\(ending)")
    #expect(whole.output.hasPrefix(ending.output))
    #expect(ending.message.contains(": the file cannot be written"))
  }

  @Test func `closed streams neither end the program nor become files of its own`() throws {
    let closed = try gait.shell(
      "$GAIT analyze walk.csv --output out --store t.gait --participant P1 "
        + "--start 2026-05-04T09:30:00+02:00 >&- 2>&-")
    #expect(closed.code == 2)
    let quiet = try gait.shell(
      "$GAIT analyze walk.csv --store t.gait --participant P1 --quiet --format csv "
        + "--start 2026-05-04T09:30:00+02:00 2>&- <&-")
    #expect(quiet.code == 0)
    let kept = try gait("query", "--store", "t.gait", "step-count")
    #expect(kept.code == 0 && kept.output.contains("P1"))
  }

  @Test func `an unknown command suggests the nearest`() throws {
    let ending = try gait("anlyze", "walk.csv")
    #expect(ending.code == 2)
    #expect(ending.message.contains("there is no command anlyze (did you mean analyze?)"))
  }

  @Test func `help on a command that there is not is an error`() throws {
    for (words, nearest) in [
      ("querry", "query"), ("store chek", "check"), ("analyze walk.csv", ""),
    ] {
      let ending = try gait.run(["help"] + words.split(separator: " ").map(String.init))
      #expect(ending.code == 2 && ending.output.isEmpty, "\(words): \(ending.output)")
      #expect(ending.message.contains("there is no command \(words)"), "\(ending.message)")
      #expect(ending.message.contains("did you mean \(nearest)?") || nearest.isEmpty)
    }
    for words in [[], ["query"], ["store", "check"]] {
      #expect(try gait.run(["help"] + words).code == 0, "\(words)")
    }
  }

  @Test func `inspect says that no stretch is long enough, as analyze does`() throws {
    let made = try gait("simulate", "straight-walk", "--seconds", "20", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
    let rows = try gait.text(of: "walk.csv").split(separator: "\n")
    for (name, kept) in [
      ("two", Array(rows.prefix(3))),
      (
        "gaps",
        [rows[0]] + rows.dropFirst().enumerated().filter { $0.offset / 100 % 2 == 0 }.map(\.element)
      ),
    ] {
      try (kept.joined(separator: "\n") + "\n").write(
        toFile: gait.path("\(name).csv"), atomically: true, encoding: .utf8)
      let refused = try gait("analyze", "\(name).csv")
      let look = try gait("inspect", "\(name).csv")
      let text = look.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let words = "the longest stretch of usable samples without a gap is"
      #expect(
        refused.code == 2 && refused.message.replacing("\n", with: " ").contains("a walk takes at"))
      #expect(look.code == 0 && text.contains("enough for nothing: \(words)"), "\(look.output)")
    }
    #expect(try gait("inspect", "walk.csv").output.contains(/enough for +everything/))
  }

  @Test(arguments: [
    "", "analyze", "inspect", "validate", "bench", "simulate", "calibrate", "estimate",
    "recalibrate", "query", "export", "import", "delete", "compare", "convert", "batch", "merge",
    "report",
    "settings", "columns", "event", "store",
  ])
  func `help fits 80 columns, and no line is broken twice`(command: String) throws {
    let ending = try gait.run([command, "--help"].filter { !$0.isEmpty })
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines where line.count > 80 {
      #expect(line.contains("<") || !line.contains(" "), "\(line)")
    }
    // What was broken twice leaves a word or two by themselves between two lines of the same sentence.
    for (before, (line, after)) in zip(lines, zip(lines.dropFirst(), lines.dropFirst(2))) {
      let goesOn = after.first { $0 != " " }?.isLowercase ?? false
      let margins = Set([before, line, after].map { $0.prefix { $0 == " " }.count })
      #expect(
        !(before.count >= 70 && (1...12).contains(line.count) && goesOn && margins.count == 1),
        "\(before)\n\(line)\n\(after)")
    }
  }

  @Test func `names that are not text are refused with what to do`() throws {
    let ending = try gait.shell("cp walk.csv $'caf\\xe9.csv'; $GAIT analyze $'caf\\xe9.csv'")
    #expect(ending.code == 2)
    #expect(ending.message.contains("is not UTF-8; rename that file"))
  }

  @Test func `names are printed so that they command no terminal`() throws {
    let ending = try gait.shell("$GAIT analyze $'a\\e[31m\\nb.csv'; $GAIT $'x\\e[2J'")
    #expect(!ending.message.contains("\u{1B}"))
    #expect(ending.message.contains(#"a\u{1b}[31m\nb.csv"#))
  }

  @Test func `of several recordings the last line counts`() throws {
    let ending = try gait("analyze", "walk.csv", "none.csv", "--output", "out")
    #expect(ending.code == 1)
    #expect(ending.message.hasSuffix("\n1 of 2 recordings done, 1 failed\n"))
    #expect(
      try gait("analyze", "walk.csv", "none.csv", "--output", "o", "-q").message
        .split(separator: "\n").count == 1)
  }

  /// Neither a cache nor few file handles nor the environment decide a digit.
  @Test func `samples are the same whatever the machine allows`() throws {
    let start = "--participant P1 --start 2026-05-04T09:30:00+02:00"
    var exports: Set<String> = []
    for (index, limits) in ["true", "export HOME=/proc/none", "ulimit -n 64"].enumerated() {
      let store = "store\(index).gait"
      let ending = try gait.shell(
        "\(limits); $GAIT analyze walk.csv \(start) --store \(store)",
        environment: ["XDG_CACHE_HOME": gait.path("cache")])
      #expect(ending.code == 0, "\(limits): \(ending.message)")
      // An export holds the time of storing too.
      exports.insert(
        try gait("query", "--everything", "--store", store, "--format", "csv", "--quiet").output)
    }
    #expect(exports.count == 1)
    #expect(exports.first?.contains("walking-speed") == true)
    #expect(!FileManager.default.fileExists(atPath: gait.path("cache")))
  }
}
