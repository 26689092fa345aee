import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Another accelerometer or gyroscope beside the one that is read, and the header that is shown where none is known.
struct OtherSensorTests {
  private let folder: ScratchFolder
  private let samples = StandingSamples()

  init() throws { folder = try ScratchFolder() }

  private static func axes(_ pattern: String) -> [String] {
    ["x", "y", "z"].map { pattern.replacing("*", with: $0) }
  }

  // MARK: Tables

  @Test(arguments: [
    "lower_back_acc_*", "back_acc_*", "LB_acc_*", "lumbar_accel_*", "hip_acceleration_*",
    "wrist_acc_*", "pelvis acc * [m/s²]", "Lumbar/Accelerometer/*", "lowerBackAcc*", "acc_back_*",
    "acc_*_back", "acc2_*", "acc_*_2",
  ])
  func `an accelerometer that is named with its place is said`(pattern: String) throws {
    let other = Self.axes(pattern)
    let header = "time_s,acc_x,acc_y,acc_z," + other.joined(separator: ",")
    let found = try SensorFile.inspection(
      of: folder.write(table(header: header, extra: { _ in ",1,2,9" })))
    #expect(found.layout.channels.contains { $0.nameInFile == "acc_x" })
    let words =
      "\(other.joined(separator: ", ")): not read; if they are of another sensor, make a table of each"
    #expect(found.remarks.contains { $0.message == words }, "\(found.remarks.map(\.message))")
  }

  @Test(arguments: [
    "FreeAcc_*", "linear_acc_*", "body linear acceleration *", "userAcceleration.*", "gravity.*",
    "mag_*",
  ])
  func `what was made of an acceleration is no other accelerometer`(pattern: String) throws {
    let names = ["time_s", "acc_x", "acc_y", "acc_z"] + Self.axes(pattern)
    #expect(try ColumnLayout(names: names, path: "").unread == [])
  }

  @Test(arguments: [
    ("Luftdruck (hPa)", "the air pressure", "hPa", "pressure_hpa"),
    ("p (hPa)", "the air pressure", "hPa", "pressure_hpa"),
    ("bmp280 [Pa]", "the air pressure", "hPa", "pressure_hpa"),
    ("ambient_hPa", "the air pressure", "hPa", "pressure_hpa"),
    ("pressure_raw", "the air pressure", "hPa", "pressure_hpa"),
    ("pressure_torr", "the air pressure", "hPa", "pressure_hpa"),
    ("lps22hb_pressure", "the air pressure", "hPa", "pressure_hpa"),
    ("Herzfrequenz", "the heart rate", "beats per minute", "heart_rate_bpm"),
    ("Puls (bpm)", "the heart rate", "beats per minute", "heart_rate_bpm"),
    ("polar_hr", "the heart rate", "beats per minute", "heart_rate_bpm"),
    ("heart_rate_polar", "the heart rate", "beats per minute", "heart_rate_bpm"),
    ("Geschwindigkeit (km/h)", "the speed that satellites gave", "m/s", "gnss_speed_mps"),
  ])
  func `a slow sensor whose name is not known is said`(
    name: String, what: String, unit: String, call: String
  ) throws {
    let names = ["time_s", "acc_x", "acc_y", "acc_z", name]
    #expect(
      try ColumnLayout(names: names, path: "").unread == [
        "\(name): not read; if it is \(what), give it in \(unit) and call it \(call)"
      ])
    // What it is to be called is read.
    let called = try ColumnLayout(names: Array(names.prefix(4)) + [call], path: "")
    #expect(called.unread == [] && called.columns.contains { $0.name == call })
  }

  @Test func `of many columns that may be a slow sensor's the first are named`() throws {
    let names = ["time_s", "acc_x", "acc_y", "acc_z"] + (1...16).map { "insole_\($0) (kPa)" }
    #expect(
      try ColumnLayout(names: names, path: "").unread == [
        "insole_1 (kPa), insole_2 (kPa), insole_3 (kPa) and 13 more: not read; if one of them is the air pressure, "
          + "give it in hPa and call it pressure_hpa"
      ])
  }

  @Test(arguments: [
    "temperature_raw", "altitude (m)", "cadence (1/min)", "wheel (m/s)", "vel_x (m/s)", "shr",
    "spa", "light (lx)", "battery", "mag_x",
  ])
  func `a column that is no slow sensor's is passed over`(name: String) throws {
    let names = ["time_s", "acc_x", "acc_y", "acc_z", name]
    #expect(try ColumnLayout(names: names, path: "").unread == [])
  }

  @Test func `beside a slow sensor that is read no other one is sought`() throws {
    let names = ["time_s", "acc_x", "acc_y", "acc_z", "pressure_hpa", "pressure_raw"]
    #expect(try ColumnLayout(names: names, path: "").unread == [])
  }

  // MARK: MATLAB files

  /// What is said of variables that each hold three axes, in their order in the file.
  private func said(_ variables: [(String, MATLABWriter.Value)]) throws -> [String] {
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(variables + [("fs", .scalar(100))], to: path)
    return try SensorFile.inspection(of: path).layout.contradictions
  }

  private func matrices(_ names: String...) -> [(String, MATLABWriter.Value)] {
    names.map {
      ($0, .columns($0.contains("gyr") ? samples.angularRate : samples.acceleration))
    }
  }

  private func vectors(_ pattern: String) -> [(String, MATLABWriter.Value)] {
    let values = pattern.contains("gyr") ? samples.angularRate : samples.acceleration
    return Self.axes(pattern).enumerated().map { ($1, .vector(values[$0])) }
  }

  @Test(arguments: [("acc", "accel"), ("accel", "acc"), ("Accelerometer", "acc_g")])
  func `of two accelerations in a mat file the one that is not read is said`(
    first: String, second: String
  ) throws {
    #expect(
      try said(matrices(first, second)) == [
        "\(second): not read, because \(first) is taken as the acceleration; if it is of another sensor, make a file of each"
      ])
  }

  @Test(arguments: ["acc2", "acc_2", "lower_back_acc", "LB_Acc"])
  func `an acceleration in a mat file whose name is not known is said`(name: String) throws {
    let words = "\(name): not read; if it is of another sensor, make a file of each"
    for variables in [matrices(name, "acc"), matrices("acc", name)] {
      #expect(try said(variables) == [words])
    }
    let inside = MATLABWriter.Value.structure(matrices(name, "acc") + [("fs", .scalar(100))])
    #expect(try said([("recording", inside)]) == [words])
  }

  @Test(arguments: ["gyr2", "gyr_2", "foot_gyr", "gyro"])
  func `a second gyroscope in a mat file is said`(name: String) throws {
    #expect(
      try said(matrices("acc", "gyr", name)) == [
        "\(name): not read, because gyr is taken as the angular rate"
      ])
    guard name != "gyro" else { return }
    #expect(
      try said(matrices("acc", name)) == [
        "\(name): not read; if it is the sensor's angular rate, call it gyr"
      ])
  }

  @Test func `vectors of a second sensor in a mat file are said`() throws {
    let both = vectors("acc_*") + vectors("gyr_*")
    #expect(try said(both) == [])
    #expect(
      try said(both + vectors("foot_acc_*") + vectors("foot_gyr_*")) == [
        "foot_acc_x, foot_acc_y, foot_acc_z: not read; if they are of another sensor, make a file of each",
        "foot_gyr_x, foot_gyr_y, foot_gyr_z: not read, because gyr_x, gyr_y, gyr_z are taken as the angular rate",
      ])
    #expect(
      try said(both + matrices("accel")).count == 1
        && said(matrices("acc") + vectors("accel_*")) == [
          "accel_x, accel_y, accel_z: not read, because acc is taken as the acceleration; if they are of another sensor, make a file of each"
        ])
  }

  @Test func `a slow sensor in a mat file whose name is not known is said`() throws {
    let values = MATLABWriter.Value.vector(samples.acceleration[0])
    let words = ": not read; if it is the air pressure, give it in hPa and call it pressure_hpa"
    #expect(try said(matrices("acc") + [("Luftdruck", values)]) == ["Luftdruck" + words])
    #expect(try said(matrices("acc") + [("pressure_raw", values)]) == ["pressure_raw" + words])
    let inside = MATLABWriter.Value.structure(
      matrices("acc") + [("barometer_foot", values), ("fs", .scalar(100))])
    #expect(try said([("recording", inside)]) == ["barometer_foot" + words])
    // Beside one that is read nothing is said, nor of what is known and has another length.
    let known = matrices("acc") + [("pressure_hpa", values)]
    #expect(try said(known + [("pressure_raw", values)]) == [])
    #expect(try said(matrices("acc") + [("bar", .vector([1013, 1013]))]).count == 1)
  }

  @Test func `what is no other sensor in a mat file is not said to be one`() throws {
    let others: [(String, MATLABWriter.Value)] = [
      ("lin_acc", .columns(samples.acceleration)), ("free_acc", .columns(samples.acceleration)),
      ("gravity", .columns(samples.acceleration)), ("mag", .columns(samples.acceleration)),
      ("acc_norm", .vector(samples.acceleration[0])), ("gyr_bias", .vector([0, 0, 0])),
      ("accuracy", .scalar(1)),
    ]
    #expect(try said(matrices("acc", "gyr") + others) == [])
  }

  // MARK: Headers below other lines

  @Test func `a refusal shows the header and not the lines above it`() throws {
    let names = [
      "Timestamp_Unix_CAL", "Accel_WR_X_CAL", "Accel_WR_Y_CAL", "Accel_WR_Z_CAL", "Gyro_X_CAL",
      "Gyro_Y_CAL", "Gyro_Z_CAL",
    ].map { "Shimmer_8A3C_\($0)" }
    let rows = [
      "sep=\t", names.joined(separator: "\t"),
      "ms\tm/(s^2)\tm/(s^2)\tm/(s^2)\tdeg/s\tdeg/s\tdeg/s",
      "1714987800000.000\t9.69\t-0.49\t-0.13\t-2.3\t2.9\t-0.9",
    ]
    let shimmer = try #require(try refusal(rows.joined(separator: "\n") + "\n"))
    #expect(
      shimmer.contains("; line 2 has the columns \(names.joined(separator: ", "))."), "\(shimmer)")
    #expect(
      shimmer.contains(#"The columns "\#(names[1])", "\#(names[2])", "\#(names[3])" may be"#),
      "\(shimmer)")
    let noraxon = try #require(
      try refusal(
        "type,\nname,Walk 1\nstart_time,\"May 06, 2024 09:30:00\"\n\ntime,Activity,Marker,"
          + Self.axes("Pelvis-Accel Sensor * (mG)").joined(separator: ",")
          + "\n0.000,Activity 1,,988.16,-50.83,-13.82\n"))
    #expect(noraxon.contains("; line 5 has the columns time, Activity, Marker, "), "\(noraxon)")
    let plain = try #require(try refusal("when,what\n1,2\n"))
    #expect(plain.contains("; the first line has the columns when, what."), "\(plain)")
  }

  private func refusal(_ text: String) throws -> String? {
    let error = #expect(throws: SensorFileError.self) {
      try SensorFile.open(folder.write(text))
    }
    return error?.message
  }
}
