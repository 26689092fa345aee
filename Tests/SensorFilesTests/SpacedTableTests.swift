import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Tables whose columns are parted by spaces or bars, as NumPy, R, databases and terminals write them.
struct SpacedTableTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let rowCount = 400
  private static let names = ["time_s", "acc_x", "acc_y", "acc_z"]

  private static func row(_ number: Int) -> [String] {
    let t = Double(number) / 100
    return ["\(t)"] + Swaying.force(t).xyz.map { "\($0)" }
  }

  private static func text(_ header: String, _ line: ([String]) -> String) -> String {
    ([header] + (0..<rowCount).map { line(row($0)) }).joined(separator: "\n") + "\n"
  }

  /// What is read of the same samples with commas.
  private func expected() throws -> RecordingBlock? {
    try samples(
      folder.write(
        Self.text(Self.names.joined(separator: ",")) { $0.joined(separator: ",") },
        to: "commas.csv"))
  }

  private func refusal(_ text: String) -> SensorFileError? {
    do {
      _ = try SensorFile.inspection(of: folder.write(text, to: "w.txt"))
      return nil
    } catch let error as SensorFileError { return error } catch { return nil }
  }

  @Test(arguments: [
    ("time_s acc_x acc_y acc_z", " ", "", ""),
    ("# time_s acc_x acc_y acc_z", " ", "", ""),
    ("#time_s acc_x acc_y acc_z", " ", "", ""),
    (" time_s     acc_x   acc_y  acc_z", "    ", "  ", "  "),
    ("\"time_s\" \"acc_x\" \"acc_y\" \"acc_z\"", " ", "", ""),
    ("time_s acc_x acc_y acc_z \r", "  ", "", " \r"),
    ("By a logger, version 2: x y z in g; 100 Hz\n\ntime_s acc_x acc_y acc_z", " ", "", ""),
    ("time_s|acc_x|acc_y|acc_z", "|", "", ""),
    ("| time_s | acc_x | acc_y | acc_z |\n|---|---|---|---|", " | ", "| ", " |"),
  ])
  func `a table with spaces or bars between its columns is the one with commas`(
    header: String, separator: String, front: String, back: String
  ) throws {
    let text = Self.text(header) { front + $0.joined(separator: separator) + back }
    let path = try folder.write(text, to: "walk.txt")
    let packed = try folder.write(ScratchFolder.gzip(Array(text.utf8)), to: "packed.txt.gz")
    let expected = try expected()
    for place in [path, packed] {
      let read = try samples(place)
      #expect(read?.seconds.count == Self.rowCount)
      #expect(read?.seconds == expected?.seconds)
      #expect(read?.acceleration == expected?.acceleration)
    }
  }

  @Test func `units below the names and words behind the numbers have cells of their own`() throws {
    let text = Self.text("time acc_x acc_y acc_z label\ns m/s2 m/s2 m/s2 -") {
      $0.joined(separator: " ") + " walking"
    }
    let path = try folder.write(text, to: "walk.txt")
    #expect(try samples(path)?.acceleration == expected()?.acceleration)
    #expect(try SensorFile.inspection(of: path).layout.ignoredChannels == ["label"])
  }

  @Test func `of numbers without names the first column of four is the time`() throws {
    let text = Self.text("# saved by hand") { $0.joined(separator: " ") }
    let path = try folder.write(text, to: "walk.txt")
    #expect(try samples(path)?.acceleration == expected()?.acceleration)
  }

  @Test func `a row that lacks a cell moves no value into another column`() throws {
    let text = Self.text("time_s acc_x acc_y acc_z heart_rate") { row in
      row.enumerated().map { $0 == 1 && row[0] == "2.5" ? "" : $1 }.joined(separator: " ") + " 70"
    }
    let path = try folder.write(text, to: "walk.txt")
    let read = try #require(try samples(path))
    let expected = try #require(try expected())
    #expect(read.seconds == expected.seconds.filter { $0 != 2.5 })
    #expect(
      read.acceleration.x == expected.acceleration.x.enumerated().filter { $0.0 != 250 }.map(\.1))
    let said = try SensorFile.inspection(of: path).remarks.map(\.message)
    #expect(said.contains { $0.contains("line 252") }, "\(said)")
  }

  /// Names of rows, dates with a space and names with one leave it open which cell belongs to which name.
  @Test(arguments: [
    ("\"time_s\" \"acc_x\" \"acc_y\" \"acc_z\"", "\"7\" "), ("   time_s acc_x acc_y acc_z", "7   "),
    ("time acc_x acc_y acc_z", "2026-05-04 "), ("time (s) acc x acc y acc z", ""),
  ])
  func `rows with other cells than names are refused with what to do`(
    header: String, front: String
  ) throws {
    let error = try #require(refusal(Self.text(header) { front + $0.joined(separator: " ") }))
    #expect(error.kind == .missingChannel)
    #expect(error.message.contains("parted by spaces are read where each row has as many cells"))
    #expect(error.message.contains("save it with commas"))
  }

  /// Axes that are named in another order must not be read in the usual one.
  @Test(arguments: [
    "# time_s, acc_z, acc_y, acc_x", "# time (s) acc z acc y acc x",
    "# time_s acc_z acc_y acc_x accuracy", "\u{FEFF}# time_s, acc_z, acc_y, acc_x",
  ])
  func `names in a comment that do not fit the columns are not passed over`(header: String) throws {
    let error = try #require(refusal(Self.text(header) { $0.joined(separator: " ") }))
    #expect(error.kind == .missingChannel)
    let fitting = "\u{FEFF}# time_s acc_z acc_y acc_x\n# saved by hand on a Monday"
    let path = try folder.write(Self.text(fitting) { $0.joined(separator: " ") }, to: "walk.txt")
    #expect(try samples(path)?.acceleration.x == expected()?.acceleration.z)
  }

  @Test(arguments: [
    "time|s,acc_x|m/s2,acc_y|m/s2,acc_z|m/s2",
    "channels: time|acc_x|acc_y|acc_z\n"
      + "time_s,acc_x,acc_y,acc_z",
  ])
  func `bars in a table with commas part nothing`(header: String) throws {
    let path = try folder.write(
      Self.text(header) { $0.joined(separator: ",") }, to: "walk.csv")
    #expect(try samples(path)?.acceleration == expected()?.acceleration)
  }

  @Test func `a long table is the same in pieces as with commas`() throws {
    let lines = (0..<60_000).map { number in
      "\(Double(number) / 100)  0.\(number % 89) 9.\(number % 97)   -0.\(number % 83)"
    }
    let spaced = try folder.write(
      "time_s acc_x acc_y acc_z\n" + lines.joined(separator: "\n"), to: "long.txt")
    let commas = try folder.write(
      "time_s,acc_x,acc_y,acc_z\n"
        + lines.map { $0.split(separator: " ").joined(separator: ",") }.joined(separator: "\n"),
      to: "long.csv")
    let read = try samples(spaced)
    #expect(read?.seconds.count == 60_000)
    #expect(try read == samples(commas))
  }

  // MARK: Days as times

  @Test(arguments: [45991.520833, 0.520833, 739951.520833])
  func `times in days are refused with what to write instead`(first: Double) throws {
    func text(decimals: Int) -> String {
      Self.text(Self.names.joined(separator: ",")) { row in
        let day = first + (Double(row[0]) ?? 0) / 86_400
        return ([String(format: "%.\(decimals)f", day)] + row.dropFirst()).joined(separator: ",")
      }
    }
    let fine = try #require(refusal(text(decimals: 9)))
    #expect(fine.kind == .noClock)
    #expect(fine.message.contains("\"time_s\" counts days") == false)
    let unnamed = text(decimals: 9).replacing("time_s", with: "time")
    let days = try #require(refusal(unnamed))
    #expect(days.message.contains("\"time\" counts days"), "\(days)")
    #expect(days.message.contains("2026-05-04 09:30:00.125"))
    let coarse = try #require(refusal(text(decimals: 6)))
    #expect(coarse.message.contains("days with few decimals"), "\(coarse)")
  }
}
