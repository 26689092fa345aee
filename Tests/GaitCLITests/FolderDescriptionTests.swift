import Foundation
import TestSupport
import Testing

/// Recordings that are opened by their folder or zip file, and descriptions that are not where they should be.
struct FolderDescriptionTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
    try
      #"{"participant": "P07", "site": "hip", "height_m": 1.66, "start_datetime": "2026-05-04T09:30:00+02:00"}"#
      .write(toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
  }

  /// What `analyze` prints about a recording, as one line, without its name.
  private func analyzed(_ path: String) throws -> String {
    let ending = try gait("analyze", path)
    #expect(ending.code == 0, "\(ending.message)")
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    return words.drop { !$0.hasSuffix(":") }.dropFirst().joined(separator: " ")
  }

  @Test func `BIDS motion says the same by its folder and its zip file as by its table`() throws {
    let table = "C/sub-b_task-walk_tracksys-imu_motion.tsv"
    let made = try gait.shell("mkdir C && $GAIT convert walk.csv --output \(table)")
    #expect(made.code == 0, "\(made.message)")
    let byTable = try analyzed(table)
    for fact in ["worn at hip", "height 1.66 m", "from 2026-05-04T09:30:00.000+02:00"] {
      #expect(byTable.contains(fact), "\(byTable)")
    }
    #expect(try analyzed("C") == byTable)
    try zip("C", to: "C.zip")
    #expect(try analyzed("C.zip") == byTable)
    // The description beside the folder wins.
    try #"{"height_m": 1.8}"#.write(
      toFile: gait.path("C.json"), atomically: true, encoding: .utf8)
    #expect(try analyzed("C").contains("worn at hip, height 1.80 m"))
  }

  @Test func `a folder has its description by whatever path it is given`() throws {
    let made = try gait.shell(
      "mkdir -p F/trip && cp walk.csv F/trip/data.csv && cp walk.json F/trip.json")
    #expect(made.code == 0, "\(made.message)")
    let named = try analyzed("F/trip")
    #expect(named.contains("height 1.66 m"), "\(named)")
    for path in ["F/trip/", "F/trip/.", "F/./trip", "F/trip/../trip"] {
      #expect(try analyzed(path) == named, "\(path)")
    }
    let here = try gait.shell("cd F/trip && $GAIT analyze .")
    #expect(here.code == 0 && here.output.contains("height 1.66 m"), "\(here)")
  }

  @Test func `a description that is called after the whole name of the file is said`() throws {
    try FileManager.default.moveItem(
      atPath: gait.path("walk.json"), toPath: gait.path("walk.csv.json"))
    let text = try analyzed("walk.csv")
    #expect(
      text.contains(
        "walk.csv.json was not read; the description of this recording is called walk.json"),
      "\(text)")
  }

  @Test func `other wrappings are said with what to do`() throws {
    try FileManager.default.createDirectory(
      atPath: gait.path("two"), withIntermediateDirectories: false)
    for name in ["phone.csv", "watch.csv"] {
      try FileManager.default.copyItem(
        atPath: gait.path("walk.csv"), toPath: gait.path("two/" + name))
    }
    try zip("two", to: "two.zip")
    #expect(try gait("analyze", "two.zip").message.contains("Unpack it, and give the recording"))
    #expect(try gait("analyze", "two").message.contains("Give the path of the recording"))
    let study = try gait("batch", "two.zip", "--output", "out")
    #expect(study.code == 2 && study.message.contains("this is no manifest"), "\(study.message)")
    #expect(study.message.contains("the unpacked one") && !study.message.contains("PK"))
    let again = try gait.shell("gzip -c two.zip > two.zip.gz && $GAIT analyze two.zip.gz")
    #expect(again.code == 2 && again.message.contains("undo that with gunzip"), "\(again.message)")
    let book = try gait.shell(
      "mkdir -p book/xl && cp walk.json book/xl/workbook.xml && cp walk.json book/types.xml")
    #expect(book.code == 0)
    try zip("book", to: "book.xlsx")
    let sheet = try gait("analyze", "book.xlsx")
    #expect(sheet.code == 2 && sheet.message.contains("save the sheet"), "\(sheet.message)")
  }

  /// Packs the files of a folder.
  private func zip(_ folder: String, to name: String) throws {
    var members: [String: [UInt8]] = [:]
    for file in FileManager.default.subpaths(atPath: gait.path(folder)) ?? [] {
      members[file] = FileManager.default.contents(atPath: gait.path(folder + "/" + file)).map {
        Array($0)
      }
    }
    try ZipWriter.write(members.filter { $0.key.contains(".") }, to: gait.path(name))
  }
}
