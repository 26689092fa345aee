import Foundation
import Testing

/// `gait report … --figure`: what a paper shows is as wide as it is on a page, and no word is cut.
struct FigureReportTests {
  @Test func `a figure with a long legend is whole`() throws {
    let gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--store", "h.gait",
      "--seed", "3", "--days", "200", "-q")
    try gait.done(
      "event", "--store", "h.gait", "--participant", "P07", "operation", "--on", "2026-04-05",
      "--words", "new knee")
    try gait.done(
      "recalibrate", "--store", "h.gait", "--participant", "P07", "--from", "2026-04-05")
    try gait.done(
      "report", "person", "--store", "h.gait", "--participant", "P07", "--figure", "speed",
      "--output", "speed.svg", "-q")
    let drawing = try gait.text(of: "speed.svg")
    for words in [
      "5 to 95 % of walking time<", ">mean of 7 days, begins anew at events<",
      ">estimates begin anew<", ">new knee<",
    ] {
      let isWhole = drawing.contains(words)
      #expect(isWhole, "\(words)")
    }
    // Of 720 pixels.
    let plot = try #require(
      drawing.firstMatch(of: /class="background"[^>]* d="M[\d.]+,[\d.]+h([\d.]+)v/))
    let width = try #require(Double(plot.1))
    #expect(width > 600)
    let top = try #require(
      drawing.firstMatch(of: /stroke-miterlimit="10" transform="translate\([\d.]+,([\d.]+)\)/))
    let legend = try #require(
      drawing.firstMatch(of: /role-legend"[^>]*><g transform="translate\([-\d.]+,([-\d.]+)\)/))
    let room = try #require(Double(top.1))
    let place = try #require(Double(legend.1))
    #expect(room + place >= 0, "nothing lies above the edge")
  }

  @Test func `long names beside an axis that differ at their ends are whole`() throws {
    let gait = try GaitProcess()
    try FileManager.default.createDirectory(
      atPath: gait.path("results/tables"), withIntermediateDirectories: true)
    let names = ["first", "second"].map { "a reason in so many words that it is long, \($0)" }
    for (table, text) in [
      ("persons", "participant\n"), ("recordings", "participant\n"), ("days", "participant\n"),
      (
        "failures",
        "path,participant,reason,message\n"
          + names.map { "x.csv,P,\"\($0)\",no\n" }.joined()
      ),
    ] {
      try text.write(
        toFile: gait.path("results/tables/\(table).csv"), atomically: true, encoding: .utf8)
    }
    try gait.done(
      "report", "study", "results", "--figure", "failures", "--output", "failures.svg", "-q")
    let drawing = try gait.text(of: "failures.svg")
    for name in names {
      let isWhole = drawing.contains(">\(name)<")
      #expect(isWhole, "\(name)")
    }
  }

  private static let drawsByDots = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/rsvg-convert")

  @Test(.enabled(if: drawsByDots, "the Debian package librsvg2-bin is not there"))
  func `a drawing by dots is written over by the same figure, and kept once it was changed`() throws
  {
    let gait = try GaitProcess()
    for (seed, person) in ["P1", "P2"].enumerated() {
      try gait.done(
        "simulate", "--history", "steady", "--participant", person, "--store", "h.gait", "--days",
        "20", "--seed", "\(seed)", "-q")
    }
    func draw(_ person: String) throws -> GaitProcess.Ending {
      try gait(
        "report", "person", "--store", "h.gait", "--participant", person, "--figure", "speed",
        "--output", "speed.png", "-q")
    }
    let place = URL(fileURLWithPath: gait.path("speed.png"))
    #expect(try draw("P1").code == 0)
    let drawing = try Data(contentsOf: place)
    #expect(drawing.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let again = try draw("P1")
    #expect(again.code == 0, "\(again.message)")
    #expect(try Data(contentsOf: place) == drawing)
    let other = try draw("P2")
    #expect(other.code == 2 && other.message.contains("shows another"), "\(other.message)")
    // Whoever reads it with care finds every chunk whole.
    let whole = try gait.shell(
      """
      python3 -c '
      import struct, zlib
      data = open("speed.png", "rb").read()
      at, names = 8, []
      while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(data[at + 4:at + 8 + size])
        names, at = names + [name], at + 12 + size
      assert names[:2] == [b"IHDR", b"tEXt"] and names[-1] == b"IEND" and at == len(data), names
      '
      """)
    #expect(whole.code == 0, "\(whole.message)")
    var changed = drawing
    changed[changed.count - 30] ^= 1
    try changed.write(to: place)
    let refused = try draw("P1")
    #expect(refused.code == 2 && refused.message.contains("changed since"), "\(refused.message)")
    #expect(try Data(contentsOf: place) == changed)
  }
}
