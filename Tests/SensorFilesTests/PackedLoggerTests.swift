import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Folders of loggers as people keep them: each table packed by itself, or written again by a program.
struct PackedLoggerTests {
  private let scratch: ScratchFolder
  private static let epoch = 1_777_887_000

  init() throws { scratch = try ScratchFolder() }

  private static func stamp(_ seconds: Double) -> String {
    "\(epoch * 1_000_000_000 + Int((seconds * 1e9).rounded()))"
  }

  /// Tables of Sensor Logger: `front` is a cell before the others, `back` one behind.
  private static func logger(
    _ columns: String, front: Bool = false, back: String = "",
    time: (Double) -> String = Self.stamp
  ) -> [String: String] {
    func table(_ row: (Double) -> SIMD3<Double>) -> String {
      let rows = (0..<700).map { number in
        let t = Double(number) / 100
        return (front ? "\(number)," : "") + "\(time(t)),"
          + row(t).zyx.map { "\($0)" }.joined(separator: ",") + back
      }
      return ([columns] + rows).joined(separator: "\n") + "\n"
    }
    return [
      "TotalAcceleration.csv": table(Swaying.force), "Gyroscope.csv": table(Swaying.turn),
    ]
  }

  private func write(_ files: [String: String], packed: Bool, to name: String) throws -> String {
    let place = scratch.path + "/" + name
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (file, text) in files {
      let bytes = Array(text.utf8)
      _ = try scratch.write(
        packed ? ScratchFolder.gzip(bytes) : bytes, to: "\(name)/\(file)\(packed ? ".gz" : "")")
    }
    return place
  }

  @Test(arguments: [
    ("time,z,y,x", false, ""), (",time,z,y,x", true, ""), ("Unnamed: 0,time,z,y,x", true, ""),
    ("Time,Z,Y,X", false, ""), ("time,z,y,x,accuracy", false, ",3"),
  ])
  func `a folder of Sensor Logger with nanoseconds alone is read, packed and plain`(
    columns: String, front: Bool, back: String
  ) throws {
    let files = Self.logger(columns, front: front, back: back)
    for packed in [false, true] {
      let path = try write(files, packed: packed, to: packed ? "packed" : "plain")
      let inspection = try SensorFile.inspection(of: path)
      #expect(inspection.layout.format == SensorLogger.name)
      let start = try #require(inspection.facts.start?.secondsSince1970)
      #expect(abs(start - Double(Self.epoch)) < 1e-3)
      let read = try #require(try samples(path))
      let errors = largestErrors(read)
      #expect(errors.force < 1e-4 && errors.turn < 1e-4, "\(errors)")
    }
  }

  @Test func `another table with the same names of columns is not taken for Sensor Logger's`()
    throws
  {
    for columns in ["time,z,y,x,heart_rate", "time,z,y,x,pressure"] {
      let path = try write(Self.logger(columns, back: ",70"), packed: false, to: "other")
      #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    }
    let counted = Self.logger("time,z,y,x", time: { "\($0)" })
    let path = try write(counted, packed: false, to: "counted")
    #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
  }

  @Test func `a recording beside Sensor Logger's tables is one of its own`() throws {
    let files = Self.logger("time,z,y,x,accuracy", back: ",3")
    _ = try write(files, packed: false, to: "study/walk")
    _ = try scratch.write(
      Array((files["TotalAcceleration.csv"] ?? "").utf8), to: "study/walk/second.csv")
    #expect(
      try RecordingSearch(scratch.path + "/study").recordings == ["walk", "walk/second.csv"])
    // Others call a table so, too: it is one on its own.
    let other = ["Accelerometer.csv": files["TotalAcceleration.csv"] ?? ""]
    let path = try write(other, packed: false, to: "other")
    #expect(try SensorFile.inspection(of: path).layout.format != SensorLogger.name)
  }

  @Test func `a study's folder has a packed logger folder once, and what lies beside it`() throws {
    let path = try write(Self.logger("time,z,y,x"), packed: true, to: "study/walk")
    _ = try scratch.write(ScratchFolder.gzip(Array(table().utf8)), to: "study/walk/other.csv.gz")
    let found = try RecordingSearch(scratch.path + "/study")
    #expect(found.recordings == ["walk", "walk/other.csv.gz"])
    let said = try SensorFile.inspection(of: path).remarks.map(\.message)
    #expect(said.contains { $0.contains("other.csv.gz: not part of this recording") }, "\(said)")
    let files = try RecordingAddress(path).files().map { RecordingPath($0).name }
    #expect(files == ["Gyroscope", "TotalAcceleration", "other"])
    let read = try #require(try samples(path))
    #expect(largestErrors(read).force < 1e-4)
  }

  @Test
  func `a table beside its packed copy is read, and what is packed is named as it lies there`()
    throws
  {
    let path = try write(Self.logger("time,z,y,x"), packed: false, to: "walk")
    let other = Self.logger("time,z,y,x")["Gyroscope.csv"] ?? ""
    _ = try scratch.write(
      ScratchFolder.gzip(Array(other.utf8)), to: "walk/TotalAcceleration.csv.gz")
    #expect(try samples(path)?.seconds.count == 700)
    _ = try write(["a.csv": "1", "b.csv": "2"], packed: true, to: "none")
    let error = try #require(refusal(scratch.path + "/none"))
    #expect(error.message.contains("it holds a.csv.gz, b.csv.gz"), "\(error)")
  }

  @Test(arguments: [
    ("TotalAcceleration.csv.gz", "Metadata.csv"), ("TotalAcceleration.csv.gz", "Metadata.csv.gz"),
    ("totalacceleration.csv", "metadata.csv"),
  ])
  func `an iPhone's table by itself is turned by what lies beside it, packed and in any case`(
    table: String, metadata: String
  ) throws {
    let texts = [
      table: Self.logger("time,z,y,x")["TotalAcceleration.csv"] ?? "",
      metadata: "version,device name,platform\n2,iPhone,ios\n",
    ]
    for (name, text) in texts {
      let bytes = Array(text.utf8)
      _ = try scratch.write(
        name.hasSuffix(".gz") ? ScratchFolder.gzip(bytes) : bytes, to: name)
    }
    let path = scratch.path + "/" + table
    let read = try #require(try samples(path))
    #expect(abs(read.acceleration.y[0] + Float(Swaying.force(0).y)) < 1e-4)
    #expect(try RecordingAddress(path).files() == [path, scratch.path + "/" + metadata])
  }

  private func refusal(_ path: String) -> SensorFileError? {
    do {
      _ = try SensorFile.inspection(of: path)
      return nil
    } catch { return error }
  }
}
