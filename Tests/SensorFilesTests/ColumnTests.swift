import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct ColumnTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [
    "time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z",
    "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2),"
      + "Gyroscope x (rad/s),Gyroscope y (rad/s),Gyroscope z (rad/s)",
    "t,ax,ay,az,wx,wy,wz", "timestamp,accX,accY,accZ,gyroX,gyroY,gyroZ",
    "seconds_elapsed,accelerometer_x,accelerometer_y,accelerometer_z,gyroscope_x,gyroscope_y,"
      + "gyroscope_z",
    "elapsed (s),AccX[m/s2],AccY[m/s2],AccZ[m/s2],GyrX[rad/s],GyrY[rad/s],GyrZ[rad/s]",
    "Time,ACCELEROMETER X (m/s²),ACCELEROMETER Y (m/s²),ACCELEROMETER Z (m/s²),"
      + "GYROSCOPE X (rad/s),GYROSCOPE Y (rad/s),GYROSCOPE Z (rad/s)",
    "time_s,x,y,z,gx,gy,gz",
    "time_s,acc_x_ms2,acc_y_ms2,acc_z_ms2,gyr_x_rad_s,gyr_y_rad_s,gyr_z_rad_s",
  ])
  func `the names of common loggers are recognized`(header: String) throws {
    let names = header.split(separator: ",").map(String.init)
    let layout = try ColumnLayout(names: names, path: "")
    #expect(layout.columns.map(\.channel) == Array(Channel.allCases.prefix(7)))
    #expect(layout.columns.map(\.place) == Array(0..<7))
  }

  @Test func `columns may stand in any order`() throws {
    let names = ["z", "note", "time (ns)", "y", "x", "seconds_elapsed"]
    let layout = try ColumnLayout(names: names, path: "")
    #expect(layout.columns.map(\.place) == [5, 4, 3, 0])
    #expect(layout.ignoredNames == ["note", "time (ns)"])
  }

  @Test func `one accelerometer is never mixed from two`() throws {
    let names = ["t", "accel_x", "accel_y", "acc_x", "acc_y", "acc_z", "mag_x"]
    #expect(try ColumnLayout(names: names, path: "").columns.map(\.place) == [0, 3, 4, 5])
  }

  @Test(arguments: [
    ("acc_x_g", ColumnUnit.gravities), ("AccX (g)", .gravities), ("gFx", nil),
    ("ax [mg]", .milligravities),
    ("gyr_x_dps", .degreesPerSecond), ("Gyro Y (°/s)", .degreesPerSecond), ("acc_x", nil),
    ("time_ms", .milliseconds), ("timestamp [ns]", .nanoseconds), ("seconds_elapsed", nil),
    ("milliseconds", .milliseconds), ("pressure_hpa", .hectopascals),
    ("Pressure (kPa)", .kilopascals),
  ])
  func `units in names are recognized`(name: String, unit: ColumnUnit?) {
    let column = ColumnName(name)
    #expect(column.unit == unit)
    #expect(column.quantity != nil)
  }

  @Test(arguments: ["acc_x,acc_y,acc_z", "ax (g),ay (g),az (g)", "gFx,gFy,gFz"])
  func `g is told by its name or by its size`(axes: String) throws {
    let rows = (0..<300).map { "\(Double($0) / 100),0.1,\($0 % 3 == 0 ? 1.02 : 0.97),0\n" }
    let path = try folder.write("time_s,\(axes)\n" + rows.joined())
    let source = try open(path)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.acceleration.y[0] == Float(1.02 * standardGravity))
    #expect(source.remarks.map(\.kind) == [.converted])
  }

  @Test func `milligravities are read when they are named`() throws {
    let rows = (0..<300).map { "\(Double($0) / 100),100,990,0\n" }.joined()
    let path = try folder.write("time_s,acc_x [mg],acc_y [mg],acc_z [mg]\n" + rows)
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    #expect(abs(block.acceleration.y[0] - 9.7086) < 1e-3)
  }

  @Test func `degrees are told by their name, or by a rate that radians cannot have`() throws {
    for (header, value, expected) in [
      ("gyr_x,gyr_y,gyr_z", "90", Float(90 * Double.pi / 180)), ("gyr_x,gyr_y,gyr_z", "30", 30),
      ("gyr_x_dps,gyr_y_dps,gyr_z_dps", "30", Float(30 * (Double.pi / 180))),
    ] {
      let path = try folder.write(
        table(header: "time_s,acc_x,acc_y,acc_z,\(header)", extra: { _ in ",\(value),0,0" }))
      let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
      #expect(abs((block.angularRate?.x[0] ?? 0) - expected) < 1e-6)
    }
  }

  @Test(arguments: [
    ("time_ms", 10.0, 5000.0), ("time", 10, 0), ("timestamp", 10_000, 77), ("t", 10_000_000, 5),
    ("time (ns)", 10_000_000, 1_700_000_000_000_000_000), ("epoch", 0.01, 1_700_000_000),
    ("timestamp", 10, 1_700_000_000_000), ("time", 0.01, 3.5),
  ])
  func `the unit of time is told`(name: String, step: Double, first: Double) throws {
    let path = try folder.write(
      table(
        header: "\(name),acc_x,acc_y,acc_z",
        stamp: { step < 1 ? "\(first + Double($0) * step)" : "\(Int(first) + $0 * Int(step))" }))
    let source = try open(path)
    #expect(abs(source.facts.samplingRateHertz - 100) < 0.001)
    let isEpoch = first > 1e8
    #expect(source.facts.start?.secondsSince1970 == (isEpoch ? 1_700_000_000 : nil))
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: [
    (638_843_760_000_000_000, "2025-06-01T12:00:00.000+00:00"),
    (133_932_528_000_000_000, "2025-06-01T12:00:00.000+00:00"),
  ])
  func `clocks of Windows are told by their size`(first: Int, start: String) throws {
    let path = try folder.write(
      table(
        header: "Timestamp,acc_x,acc_y,acc_z", stamp: { "\(first + $0 * 100_000)" }))
    let source = try open(path)
    #expect(abs(source.facts.samplingRateHertz - 100) < 0.01)
    #expect(source.facts.start.map(InstantText.text) == start)
  }

  @Test func `a unit that was told by a low rate is doubted`() throws {
    // Tenths of a millisecond of a sensor of 50 Hz.
    let path = try folder.write(
      table(header: "time,acc_x,acc_y,acc_z", stamp: { "\(200 * $0)" }))
    #expect(try open(path).remarks.contains { $0.message.contains("names no unit and is read in") })
  }

  @Test func `instants beside the seconds are a wall clock`() throws {
    let path = try folder.write(
      table(
        header: "epoch_ms,seconds_elapsed,acc_x,acc_y,acc_z",
        stamp: { "\(1_748_779_200_000 + 10 * $0),\(Double($0) / 100)" }))
    #expect(try open(path).facts.start.map(InstantText.text) == "2025-06-01T12:00:00.000+00:00")
  }

  @Test(arguments: ["pressure_mmHg", "pressure_inHg", "heart_rate_hz"])
  func `a slow channel in another unit is not read, and that is said`(name: String) throws {
    let path = try folder.write(
      table(header: "time_s,acc_x,acc_y,acc_z,\(name)", extra: { _ in ",760" }))
    #expect(try open(path).remarks.contains { $0.message.contains(name) })
  }

  @Test func `a column T with degrees is no time`() throws {
    let path = try folder.write(
      table(
        header: "Chip Time(),ax(g),ay(g),az(g),T(°)", extra: { _ in ",30.1" },
        stamp: { stamp(of: $0) }))
    let source = try open(path)
    #expect(abs(source.facts.samplingRateHertz - 100) < 0.01)
    #expect(source.facts.start.map(InstantText.text) == "2025-06-01T12:00:00.000")
  }

  private func stamp(of row: Int) -> String {
    String(format: "2025-06-01 12:00:%02d.%03d", row / 100, row % 100 * 10)
  }

  @Test func `rows without values cost the rate nothing where there are no times`() throws {
    let path = try folder.write(
      "acc_x,acc_y,acc_z\n"
        + (0..<900).map { $0 % 10 == 3 ? "nan,nan,nan\n" : "0.1,9.8,0.2\n" }.joined(),
      to: "even.csv")
    _ = try folder.write("{\"sampling_rate_hz\": 50}", to: "even.json")
    let source = try open(path)
    #expect(source.facts.samplingRateHertz == 50)
    #expect(!source.remarks.contains { $0.message.contains("the times say") }, "\(source.remarks)")
  }

  @Test func `dates and times are a clock with a wall clock`() throws {
    let path = try folder.write(
      table(
        header: "timestamp,acc_x,acc_y,acc_z", rows: 200,
        stamp: { row in
          let hundredths = row % 100 < 10 ? "0\(row % 100)" : "\(row % 100)"
          return "2024-05-01T09:30:0\(row / 100).\(hundredths)+02:00"
        }))
    let source = try open(path)
    #expect(source.facts.samplingRateHertz == 100)
    #expect(source.facts.start?.secondsSince1970 == 1_714_548_600)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }
}

struct SamplingClockTests {
  private func rate(_ seconds: [Double]) -> Double {
    SamplingClock().regularity(of: seconds)?.samplingRateHertz ?? 0
  }

  @Test func `round-off to a millisecond does not bend the rate`() {
    let stamps = (0..<4096).map { (row: Int) -> Double in
      (Double(row) / 217 * 1000).rounded() / 1000
    }
    #expect(abs(rate(stamps) - 217) < 0.05)
  }

  @Test func `stamps in batches give the rate of the samples`() {
    // Ten samples a millisecond apart, ten times a second.
    let stamps = (0..<4000).map { (row: Int) -> Double in
      Double(row / 10) * 0.1 + Double(row % 10) * 0.001
    }
    #expect(abs(rate(stamps) - 100) < 0.5)
  }

  @Test func `gaps are no part of the rate`() {
    let stamps = (0..<4000).map { (row: Int) -> Double in
      Double(row) / 50 + Double(row / 500) * 60
    }
    #expect(abs(rate(stamps) - 50) < 1e-6)
    let short = (0..<1000).map { (row: Int) -> Double in
      Double(row) / 50 + Double(row / 100) * 0.3
    }
    #expect(abs(rate(short) - 50) < 1e-6)
  }

  @Test func `one interval is enough, one stamp is not`() {
    #expect(rate([0, 0.04]) == 25)
    #expect(SamplingClock().regularity(of: [0]) == nil)
  }
}
