import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// What is assumed where a name says too little, or a file and its description differ.
struct AssumedColumnTests {
  private let folder: ScratchFolder
  private let samples = StandingSamples()

  init() throws { folder = try ScratchFolder() }

  private func contradictions(_ columns: String, _ values: String = ",0.1,0.2,0.3") throws
    -> [String]
  {
    let text = table(header: "time_s,acc_x,acc_y,acc_z,\(columns)", extra: { _ in values })
    return try SensorFile.inspection(of: folder.write(text)).layout.contradictions
  }

  private func layout(_ names: String) throws -> ColumnLayout {
    try ColumnLayout(names: names.split(separator: ",").map(String.init), path: "")
  }

  // MARK: Angles and rates

  @Test(arguments: ["rotation", "rot"])
  func `a gyroscope comes before what may be angles`(stem: String) throws {
    let angles = ["x", "y", "z"].map { "\(stem)_\($0)" }.joined(separator: ",")
    let found = try layout("time_s,acc_x,acc_y,acc_z,\(angles),gyr_x,gyr_y,gyr_z")
    #expect(found.column(.angularRateX)?.name == "gyr_x")
    #expect(found.unread.count == 1 && found.unread[0].hasPrefix("\(stem)_x, "), "\(found.unread)")
    let alone = try layout("time_s,acc_x,acc_y,acc_z,\(angles)")
    #expect(alone.column(.angularRateX) != nil && alone.unread.count == 1, "\(alone.unread)")
    #expect(alone.unread.first?.contains("may mean angles") == true)
    let named = try layout(
      "time_s,acc_x,acc_y,acc_z,\(stem)_x (deg/s),\(stem)_y (deg/s),\(stem)_z (deg/s)")
    #expect(named.column(.angularRateX) != nil && named.unread == [])
  }

  @Test(arguments: [" (deg)", " [rad]", "_deg", "_rad", " (°)"])
  func `angles are no angular rate`(unit: String) throws {
    let axes = ["x", "y", "z"].map { "rotation_\($0)\(unit)" }.joined(separator: ",")
    #expect(try layout("time_s,acc_x,acc_y,acc_z,\(axes)").column(.angularRateX) == nil)
    let both = try layout("time_s,acc_x,acc_y,acc_z,\(axes),gyr_x,gyr_y,gyr_z")
    #expect(both.column(.angularRateX)?.name == "gyr_x")
  }

  @Test func `of two gyroscopes the one that is not read is said`() throws {
    let found = try layout("time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z,gyro_x,gyro_y,gyro_z")
    #expect(found.column(.angularRateX)?.name == "gyr_x")
    #expect(found.unread.first?.hasPrefix("gyro_x, gyro_y, gyro_z: not read") == true)
  }

  @Test(arguments: [
    ("gyr1_x", "gyr1_y", "gyr1_z"), ("gyro_raw_x", "gyro_raw_y", "gyro_raw_z"),
    ("gyr_x_cal", "gyr_y_cal", "gyr_z_cal"), ("back_gyr_x", "back_gyr_y", "back_gyr_z"),
    ("AsX(°/s)", "AsY(°/s)", "AsZ(°/s)"),
  ])
  func `another gyroscope whose name is not known is said`(x: String, y: String, z: String) throws {
    let listed = [x, y, z].joined(separator: ", ")
    let found = try layout("time_s,acc_x,acc_y,acc_z,\(x),\(y),\(z),gyr_x,gyr_y,gyr_z")
    #expect(found.column(.angularRateX)?.name == "gyr_x")
    #expect(
      found.unread == [
        "\(listed): not read, because gyr_x, gyr_y, gyr_z are taken as the angular rate"
      ])
    let alone = try layout("time_s,acc_x,acc_y,acc_z,\(x),\(y),\(z)")
    #expect(alone.unread.count == 1 && alone.unread[0].hasPrefix(listed), "\(alone.unread)")
  }

  @Test func `three axes in a unit of angular rate are one where no name is known`() throws {
    let found = try layout(
      "time,AccX(g),AccY(g),AccZ(g),AsX(°/s),AsY(°/s),AsZ(°/s),AngleX(°),AngleY(°),AngleZ(°)")
    #expect(found.column(.angularRateX)?.name == "AsX(°/s)")
    #expect(found.column(.angularRateX)?.unit == .degreesPerSecond)
    #expect(
      found.unread == ["AsX(°/s), AsY(°/s), AsZ(°/s): taken as the angular rate, by their unit"])
    // Nobody can tell which of two is the sensor's, and the error of a gyroscope is none.
    let two = try layout(
      "t,acc_x,acc_y,acc_z,hip x (deg/s),hip y (deg/s),hip z (deg/s),knee x (deg/s),knee y (deg/s),knee z (deg/s)"
    )
    #expect(two.column(.angularRateX) == nil && two.unread.count == 1, "\(two.unread)")
    #expect(two.unread.first?.contains("cannot be told") == true)
    let bias = try layout("t,acc_x,acc_y,acc_z,bias x (rad/s),bias y (rad/s),bias z (rad/s)")
    #expect(bias.column(.angularRateX) == nil)
  }

  @Test(arguments: [
    ("accel_x,accel_y,accel_z", "acc_x,acc_y,acc_z"), ("acc_x,acc_y,acc_z", "ax,ay,az"),
    ("Acceleration x (g),Acceleration y (g),Acceleration z (g)", "acc_x,acc_y,acc_z"),
  ])
  func `another accelerometer by another name that is known is said`(one: String, other: String)
    throws
  {
    let found = try layout("time_s,\(one),\(other),x,y,z")
    let listed = { (names: String) in names.replacing(",", with: ", ") }
    #expect(found.column(.accelerationX)?.name == one.split(separator: ",").first.map(String.init))
    #expect(found.unread.count == 1, "\(found.unread)")
    #expect(
      found.unread.first?.hasPrefix(
        "\(listed(other)): not read, because \(listed(one)) are taken as the acceleration") == true)
    // Physics Toolbox is known to write both.
    #expect(try layout("time,gFx,gFy,gFz,ax,ay,az").unread == [])
  }

  @Test func `in a mat file a gyroscope comes before what may be angles`() throws {
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(
      [
        ("acc", .columns(samples.acceleration)), ("rot", .columns(samples.acceleration)),
        ("gyr", .columns(samples.angularRate)), ("fs", .scalar(100)),
      ], to: path)
    let layout = try SensorFile.inspection(of: path).layout
    #expect(layout.channels.contains { $0.nameInFile == "gyr(:,1)" && $0.name == "gyr_x" })
    #expect(
      layout.contradictions == ["rot: not read, because gyr is taken as the angular rate"])
  }

  // MARK: Units

  @Test(arguments: ["Acc X m/s²", "Acc X m/s^2", "Acc_X_m/s²", "Acc X m/s2", "acc_x_m_s_2"])
  func `a unit may stand behind a name without brackets`(name: String) {
    let column = ColumnName(name)
    #expect(column.quantity == .acceleration(axis: 0, stem: "acc"), "\(column)")
    #expect(column.unit == .metersPerSecondSquared)
    #expect(ColumnName("Gyr X °/s").unit == .degreesPerSecond)
    #expect(ColumnName("Speed km/h").unit == .kilometersPerHour)
  }

  @Test func `a speed without a unit is said to be read in meters a second`() throws {
    for name in ["speed", "velocity", "gps_speed"] {
      let found = try contradictions(name, ",9.5")
      #expect(
        found.count == 1 && found[0].hasPrefix("\(name): it names no unit and is read in m/s"))
    }
    for name in ["speed_kmh", "speed (km/h)", "gnss_speed_mps", "speed m/s"] {
      #expect(try contradictions(name, ",9.5") == [], "\(name)")
    }
  }

  // MARK: The file and its description

  @Test func `the rate of a mat file counts before that of the description`() throws {
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(
      [("acc", .columns(samples.acceleration)), ("fs", .scalar(50))], to: path)
    _ = try folder.write(#"{"sampling_rate_hz": 100}"#, to: "walk.json")
    let found = try SensorFile.inspection(of: path)
    #expect(found.facts.samplingRateHertz == 50 && abs(found.durationSeconds - 399.0 / 50) < 1e-9)
    #expect(
      found.layout.contradictions == [
        "clock: sampling_rate_hz of the description says 100.0 Hz, fs says 50.0 Hz, which counts before it"
      ])
    try MATLABWriter.write([("acc", .columns(samples.acceleration))], to: path)
    #expect(try SensorFile.inspection(of: path).facts.samplingRateHertz == 100)
  }

  @Test func `who says a rate that the times contradict is named`() throws {
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(
      [
        ("acc", .columns(samples.acceleration)), ("fs", .scalar(100)),
        ("time", .vector((0..<400).map { Double($0) / 50 })),
      ], to: path)
    #expect(
      try SensorFile.inspection(of: path).layout.contradictions == [
        "clock: fs says 100.0 Hz, the times say 50.0 Hz; the times are used"
      ])
  }

  @Test func `the start of a description is that of no trial among several`() throws {
    func trial() -> MATLABWriter.Value {
      .structure([("acc", .columns(samples.acceleration)), ("fs", .scalar(100))])
    }
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write([("Trial1", trial()), ("Trial2", trial())], to: path)
    _ = try folder.write(
      #"{"start_datetime": "2024-05-04T09:30:00+02:00", "height_m": 1.7}"#, to: "walk.json")
    for part in ["Trial1", "Trial2"] {
      let found = try SensorFile.inspection(of: "\(path)#\(part)")
      #expect(found.facts.start == nil && found.facts.participant.height?.meters == 1.7)
      #expect(
        found.layout.contradictions.contains {
          $0.hasPrefix("the start in the description is not used")
        })
    }
    // One recording is the one that is meant.
    try MATLABWriter.write([("Trial1", trial())], to: path)
    #expect(try SensorFile.inspection(of: path).facts.start?.utcOffsetSeconds == 7200)
  }
}
