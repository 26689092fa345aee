import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Loggers that write one table: SensorLog, Physics Toolbox, OmGui.
@Suite struct PhoneLoggerTableTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let motionNames = [
    "motionTimestamp_sinceReboot(s)", "motionRotationRateX(rad/s)", "motionRotationRateY(rad/s)",
    "motionRotationRateZ(rad/s)", "motionUserAccelerationX(G)", "motionUserAccelerationY(G)",
    "motionUserAccelerationZ(G)", "motionGravityX(G)", "motionGravityY(G)", "motionGravityZ(G)",
    "altimeterPressure(kPa)", "locationSpeed(m/s)",
  ]

  private static let rawNames = [
    "accelerometerTimestamp_sinceReboot(s)", "accelerometerAccelerationX(G)",
    "accelerometerAccelerationY(G)", "accelerometerAccelerationZ(G)",
  ]

  /// A SensorLog table; every cell in it is made from the time since the start.
  private static func sensorLog(
    names: [String], rows: Int = 500, cell: (String, Int, Double) -> String
  ) -> String {
    var text = (["loggingTime(txt)"] + names + ["label(N)"]).joined(separator: ",") + "\n"
    for row in 0..<rows {
      let t = Double(row) / 100
      let seconds = String(format: "%06.3f", t + 7.25)
      let cells = names.map { cell($0, row, t) }
      text += (["2024-05-01T09:30:\(seconds)+02:00"] + cells + ["0"]).joined(separator: ",") + "\n"
    }
    return text
  }

  private static func cell(_ name: String, _ row: Int, _ t: Double) -> String {
    let axis = ["X(": 0, "Y(": 1, "Z(": 2].first { name.contains($0.key) }?.value ?? 0
    let g = -1 / standardGravity
    return switch name {
    case _ where name.contains("Timestamp"): "\(81_234.5 + t)"
    case _ where name.contains("RotationRate"): "\(Swaying.turn(t)[axis])"
    case _ where name.contains("UserAcceleration"): "\(g * Swaying.user(t)[axis])"
    case _ where name.contains("Gravity"): "\(g * Swaying.gravity(t)[axis])"
    case _ where name.contains("accelerometer"): "\(g * Swaying.force(t)[axis])"
    case _ where name.contains("Pressure"): "101.3"
    default: "1.5"
    }
  }

  @Test(arguments: [motionNames, rawNames + motionNames, rawNames])
  func `SensorLog's columns make specific force, by the sensor's own stamps`(
    names: [String]
  ) throws {
    let path = try scratch.write(Self.sensorLog(names: names, cell: Self.cell))
    let source = try SensorFile.open(path)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-5)
    #expect(block.seconds.count == 500)
    #expect(source.facts.device == "SensorLog (iOS)")
    #expect(source.facts.hasAngularRate == (names != Self.rawNames))
    #expect(
      source.facts.start
        == WallClock(secondsSince1970: 1_714_548_607.25, utcOffsetSeconds: 7200))
    #expect(source.remarks.contains { $0.message.contains("sign of Core Motion") })
    #expect(
      source.remarks.contains { $0.message.contains("the sum of") } == (names == Self.motionNames))
    if names != Self.rawNames {
      #expect(block.side[.pressure]?.values.first == 1013)
      #expect(block.side[.groundSpeed]?.values.first == 1.5)
    }
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `without stamps of the sensor those of the rows are read`() throws {
    for stamp in ["0", "", "null"] {
      let path = try scratch.write(
        Self.sensorLog(names: Self.rawNames) { name, row, t in
          name.contains("Timestamp") ? stamp : Self.cell(name, row, t)
        })
      let block = try #require(try samples(path))
      #expect(block.seconds.count == 500)
      #expect(abs((block.seconds.last ?? 0) - 4.99) < 1e-6)
    }
  }

  @Test func `a sample that is logged in two rows is one sample`() throws {
    let path = try scratch.write(
      Self.sensorLog(names: Self.rawNames) { name, row, t in
        Self.cell(name, row / 2 * 2, Double(row / 2) / 50)
      })
    let source = try SensorFile.open(path)
    #expect(source.facts.samplingRateHertz == 50)
    #expect(try RecordingSourceContract.allSamples(of: source)?.seconds.count == 250)
  }

  @Test(arguments: [2, 3])
  func `sensors with rows of their own are brought together`(every: Int) throws {
    let names = Self.rawNames + Self.motionNames.filter { !$0.contains("Timestamp") }
    let path = try scratch.write(
      Self.sensorLog(names: names, rows: 1500) { name, row, t in
        let isRaw = name.hasPrefix("accelerometer")
        let isMine =
          name.contains("Timestamp")
          || (row % every == 0) == isRaw
            && (!name.contains("Pressure") || row % 100 == 1)
        return isMine ? Self.cell(name, row, t) : ""
      })
    let source = try SensorFile.open(path)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(abs(source.facts.samplingRateHertz - 100 / Double(every)) < 1e-3)
    let errors = largestErrors(block, from: 0.01 * Double(every))
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-3)
    #expect(abs(Double(block.seconds.count) - 1500 / Double(every)) <= 2)
    #expect((block.side[.pressure]?.seconds.count ?? 0) > 3)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `Physics Toolbox' g force is read, not the acceleration without gravity`() throws {
    let text = PhoneLoggerFiles.table(
      "time,ax,ay,az,gFx,gFy,gFz,wx,wy,wz,p,Bx,By,Bz", rate: 100, to: 5
    ) { t in
      Swaying.user(t).xyz + (Swaying.force(t) / standardGravity).xyz + Swaying.turn(t).xyz
        + [1001, 1, 2, 3]
    }
    let path = try scratch.write(text)
    let block = try #require(try samples(path))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-5)
    #expect(block.side[.pressure]?.values.first == 1001)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `decimal commas and the minus of a phone's language are read`() throws {
    let plain = PhoneLoggerFiles.table("time;gFx;gFy;gFz", rate: 100, to: 5, separator: ";") { t in
      (Swaying.force(t) / standardGravity).xyz
    }
    let expected = try samples(scratch.write(plain, to: "plain.csv"))
    let local =
      "\n"
      + plain.replacing(".", with: ",").replacing("-", with: "\u{2212}")
      .replacing("e\u{2212}", with: "e-")
    #expect(try samples(scratch.write(local, to: "local.csv")) == expected)
  }

  @Test func `commas between numbers with decimal commas are refused with advice`() throws {
    let rows = (0..<50).map { "0,\(10 + $0),0,1178,0,5612,0,8295\n" }.joined()
    let path = try scratch.write("time,gFx,gFy,gFz\n" + rows)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.message.contains("decimal commas") == true)
  }

  @Test func `OmGui's export needs no header, and what follows the axes is left alone`() throws {
    for rest in ["", ",23.5", ",23.5,4.1,100"] {
      let text = (0..<400).map { row -> String in
        let t = Double(row) / 100
        let g = Swaying.force(t) / standardGravity
        let seconds = String(format: "%06.3f", t + 12)
        return "2024-05-01 09:30:\(seconds),\(g.x),\(g.y),\(g.z)\(rest)\n"
      }.joined()
      let path = try scratch.write(text)
      let source = try SensorFile.open(path)
      let block = try #require(try RecordingSourceContract.allSamples(of: source))
      #expect(block.seconds.count == 400)
      #expect(largestErrors(block).force < 1e-4)
      #expect(!source.facts.hasAngularRate)
      #expect(source.facts.start?.secondsSince1970 == 1_714_555_812)
    }
  }

  @Test func `OmGui's header names g and degrees in a second`() throws {
    let text = PhoneLoggerFiles.table(
      "Time,Accel-X (g), Accel-Y (g), Accel-Z (g), Gyro-X (d/s), Gyro-Y (d/s), Gyro-Z (d/s)",
      rate: 100, to: 4,
      row: { t in
        (Swaying.force(t) / standardGravity).xyz + (180 / Double.pi * Swaying.turn(t)).xyz
      }, stamp: { "2024-05-01 09:30:" + String(format: "%06.3f", $0 + 12) })
    let block = try #require(try samples(scratch.write(text)))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-5)
  }
}
