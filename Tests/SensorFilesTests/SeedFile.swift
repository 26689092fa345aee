import Foundation
import GaitModel
import TestSupport

@testable import SensorFiles

/// Small recordings in every format, from which `Tools/fuzz` makes damaged ones.
struct SeedFile {
  let target: FuzzTarget
  let name: String
  /// Whether a library that others maintain writes the file: the date in it, its version.
  var isLibraryMade = false
  let make: (ScratchFolder) throws -> [UInt8]

  init(
    _ target: FuzzTarget, _ name: String, isLibraryMade: Bool = false,
    make: @escaping (ScratchFolder) throws -> [UInt8]
  ) {
    (self.target, self.name, self.make) = (target, name, make)
    self.isLibraryMade = isLibraryMade
  }

  /// Longer ones make fuzzing slow.
  static let longestByteCount = 8192

  static var all: [SeedFile] {
    axivity + geneActiv + actiGraph + matlab + tables + sensorLogger + phyphox + bidsMotion
      + zip + description
  }

  private static var axivity: [SeedFile] {
    [
      SeedFile(.axivity, "packed") { _ in AxivityFile.recording(4) },
      SeedFile(.axivity, "three-axes") { _ in
        AxivityFile.recording(4, like: .init(packing: .threeAxes, count: 80))
      },
      SeedFile(.axivity, "six-axes") { _ in
        AxivityFile.recording(4, like: .init(packing: .sixAxes, count: 40))
      },
      SeedFile(.axivity, "whole-seconds") { _ in
        AxivityFile.recording(4, like: .init(hasFraction: false))
      },
    ]
  }

  private static var geneActiv: [SeedFile] {
    [
      SeedFile(.geneActiv, "page-and-part") { _ in
        GENEActivFile.recording(2) { place, page in page.count = place == 0 ? 300 : 150 }
      },
      SeedFile(.geneActiv, "windows") { _ in
        GENEActivFile.recording(3, like: .init(temperature: "21,5", lineEnd: "\r\n")) { _, page in
          page.count = 100
        }
      },
    ]
  }

  private static var actiGraph: [SeedFile] {
    [
      SeedFile(.actiGraph, "words") { _ in actiGraph(.recording(12)) },
      SeedFile(.actiGraph, "half-bytes") { _ in
        var file = ActiGraphFile()
        file.records = (0..<8).map { second in
          let samples = (0..<30).map { ActiGraphFile.steps(second * 30 + $0) }
          return ActiGraphFile.record(
            0, at: ActiGraphFile.start + UInt32(second), ActiGraphFile.bits(samples))
        }
        return actiGraph(file)
      },
      SeedFile(.actiGraph, "sleep") { _ in
        var file = ActiGraphFile.recording(3)
        file.records += [ActiGraphFile.event(8, at: 3), ActiGraphFile.event(9, at: 20)]
        file.records += (20..<24).map { ActiGraphFile.motion($0) }
        file.records.append(ActiGraphFile.record(4, at: ActiGraphFile.start + 21, [71]))
        return actiGraph(file)
      },
    ]
  }

  private static func actiGraph(_ file: ActiGraphFile) -> [UInt8] {
    let info = Array(file.info.joined(separator: "\r\n").utf8)
    return FuzzTarget.actiGraph.bytes(of: ["info.txt": info, "log.bin": file.log])
  }

  private static var tables: [SeedFile] {
    [
      SeedFile(.delimitedText, "plain") { _ in Array(table(rows: 100).utf8) },
      SeedFile(.delimitedText, "semicolons") { _ in
        Array(
          table(rows: 100).replacing(",", with: ";").replacing(".", with: ",").utf8)
      },
      SeedFile(.delimitedText, "no-header") { _ in Array(table(header: "", rows: 100).utf8) },
      SeedFile(.delimitedText, "gyroscope") { _ in
        let header = "timestamp,ax,ay,az,gx,gy,gz"
        return Array(table(header: header, rows: 80) { ",0.0\($0),-0.1,0.2" }.utf8)
      },
    ]
  }

  private static var description: [SeedFile] {
    [
      SeedFile(.description, "full") { _ in
        let json = """
          {"site": "lower_back", "height_m": 1.75, "mass_kg": 70, "age_years": 40, "sex": "f",
          "sampling_rate_hz": 100, "start_datetime": "2024-05-01T09:30:00+02:00", "participant": "P1"}
          """
        return FuzzTarget.description.bytes(
          of: ["recording.json": Array(json.utf8), "recording.csv": Array(table(rows: 40).utf8)])
      }
    ]
  }

  private static var zip: [SeedFile] {
    [
      SeedFile(.zipFile, "table", isLibraryMade: true) { scratch in
        try packed(["walk.csv": Array(table(rows: 100).utf8)], scratch)
      },
      SeedFile(.zipFile, "device", isLibraryMade: true) { scratch in
        let file = ActiGraphFile.recording(6)
        let info = Array(file.info.joined(separator: "\r\n").utf8)
        return try packed(["info.txt": info, "log.bin": file.log], scratch)
      },
    ]
  }

  private static func packed(
    _ members: [String: [UInt8]], _ scratch: ScratchFolder
  ) throws -> [UInt8] {
    let path = scratch.path + "/seed.zip"
    try ZipWriter.write(members, to: path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static var sensorLogger: [SeedFile] {
    [
      SeedFile(.sensorLogger, "iphone") { _ in
        folder(
          .sensorLogger,
          [
            "Metadata.csv":
              "device name,recording timezone,platform,standardisation\n"
              + "iPhone15.2,Europe/Zurich,ios,false\n",
            "Accelerometer.csv": logged("z,y,x", rate: 20) { (-1 * Swaying.user($0)).zyx },
            "Gravity.csv": logged("z,y,x", rate: 20) { (-1 * Swaying.gravity($0)).zyx },
            "Gyroscope.csv": logged("z,y,x", rate: 19) { Swaying.turn($0).zyx },
            "Barometer.csv": logged("relativeAltitude,pressure", rate: 1) { [0, 1010 + $0] },
            "Location.csv": logged("speed,latitude", rate: 1) { [$0, 48] },
          ])
      }
    ]
  }

  /// A table of Sensor Logger: both clocks, then the columns; rounded, so that it is short.
  private static func logged(
    _ columns: String, rate: Double, row: (Double) -> [Double]
  ) -> String {
    PhoneLoggerFiles.table(
      "time,seconds_elapsed," + columns, rate: rate, to: 1.2,
      row: { row($0).map(rounded) },
      stamp: { "\(1_700_000_000_000_000_000 + Int(($0 * 1e9).rounded())),\(rounded($0))" })
  }

  private static var phyphox: [SeedFile] {
    [
      SeedFile(.phyphox, "pause") { _ in
        let axes = ["x", "y", "z"]
        return folder(
          .phyphox,
          [
            "meta/time.csv":
              "\"event\",\"experiment time\",\"system time\",\"system time text\"\n"
              + "\"START\",0.0E0,1714548600.125,\"2024-05-01 09:30:00.125 UTC+02:00\"\n"
              + "\"PAUSE\",1.0E0,1714548601.125,\"2024-05-01 09:30:01.125 UTC+02:00\"\n"
              + "\"START\",1.0E0,1714548611.125,\"2024-05-01 09:30:11.125 UTC+02:00\"\n",
            "meta/device.csv": "\"property\",\"value\"\n\"deviceModel\",\"Pixel 7\"\n",
            "Accelerometer.csv": experiment(axes.map { "Acceleration \($0) (m/s^2)" }) {
              Swaying.force($0).xyz
            },
            "Gyroscope.csv": experiment(axes.map { "Gyroscope \($0) (rad/s)" }) {
              Swaying.turn($0).xyz
            },
            "Pressure.csv": experiment(["Pressure (hPa)"]) { [1000 + $0] },
          ])
      }
    ]
  }

  private static func experiment(_ names: [String], row: (Double) -> [Double]) -> String {
    let header = (["Time (s)"] + names).map { "\"\($0)\"" }.joined(separator: ",")
    return PhoneLoggerFiles.table(
      header, rate: 20, to: 2, row: { row($0).map(rounded) }, stamp: { "\(rounded($0))E0" })
  }

  private static var bidsMotion: [SeedFile] {
    [
      SeedFile(.bidsMotion, "two-points") { _ in
        var channels = "name\tcomponent\ttype\ttracked_point\tunits\tsampling_frequency\n"
        for (point, type, unit) in [
          ("LeftFoot", "ACCEL", "m/s^2"), ("LowerBack", "GYRO", "deg/s"),
          ("LowerBack", "ACCEL", "g"),
        ] {
          for axis in ["x", "y", "z"] {
            channels += "\(point)_\(type)_\(axis)\t\(axis)\t\(type)\t\(point)\t\(unit)\t64\n"
          }
        }
        let rows = (0..<60).map { row -> String in
          let t = Double(row) / 64
          let cells = [1, 2, 3] + Swaying.turn(t).xyz + (Swaying.force(t) / standardGravity).xyz
          return cells.map { "\(rounded($0))" }.joined(separator: "\t") + "\n"
        }
        return folder(
          .bidsMotion,
          [
            "walk_motion.json": "{\"SamplingFrequency\": 64, \"Manufacturer\": \"Acme\"}",
            "walk_channels.tsv": channels, "walk_motion.tsv": rows.joined(),
          ])
      }
    ]
  }

  private static func folder(_ target: FuzzTarget, _ files: [String: String]) -> [UInt8] {
    target.bytes(of: files.mapValues { Array($0.utf8) })
  }

  /// To a thousandth.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
