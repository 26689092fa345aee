import Foundation
import GaitModel
import Testing

@testable import SensorFiles

/// Times, units and names that say less than they seem to, and what is said of them.
struct CoarseTimeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inspection(_ text: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(text))
  }

  // MARK: Digits

  /// Samples at 100 Hz from 900 s on with times of five digits, as `%.5g` writes them: from 1000 s on, which is behind the
  /// first rows that are looked at, ten of them have one time.
  private static func shortened(rows: Int) -> String {
    table(rows: rows, stamp: { String(format: "%.5g", 900 + Double($0) / 100) })
  }

  @Test func `a table that loses the digits of its times is refused where most rows are lost`()
    throws
  {
    let error = #expect(throws: SensorFileError.self) {
      try inspection(Self.shortened(rows: 40_000))
    }
    #expect(error?.kind == .noClock)
    let words = error?.message ?? ""
    #expect(words.contains("of 40,000 rows have the time of the row before"), "\(words)")
    #expect(words.contains("too few digits from line 10003 on (1000,"), "\(words)")
    #expect(words.contains("write the times with more digits"), "\(words)")
  }

  @Test func `where fewer rows are lost it is said from which line on`() throws {
    let found = try inspection(Self.shortened(rows: 18_000))
    let said = found.remarks.filter { $0.message.contains("too few digits from line 10003 on") }
    #expect(said.count == 1 && said[0].message.contains("more digits"), "\(found.remarks)")
    let lost = found.remarks.filter { $0.kind == .duplicate }
    #expect(lost.count == 1 && lost[0].message.contains("with other values"), "\(lost)")
    #expect(lost.reduce(found.sampleCount) { $0 + $1.sampleCount } == 18_000)
    #expect(lost[0].sampleCount > 7000)
  }

  @Test func `rows that are there twice have no times with too few digits`() throws {
    let rows = table(rows: 3000).split(separator: "\n")
    let twice = [rows[0]] + rows.dropFirst().flatMap { [$0, $0] }
    let found = try inspection(twice.joined(separator: "\n") + "\n")
    #expect(found.sampleCount == 3000)
    #expect(found.remarks.contains { $0.message.hasPrefix("the time of the row before once more") })
    #expect(!found.remarks.contains { $0.message.contains("digits") }, "\(found.remarks)")
  }

  // MARK: Units

  /// A gyroscope that turns to and fro, by so much of its unit in each row.
  private func turning(
    _ unit: String = "", rows: Int = 2000, spike: Bool = false, by greatest: (Int) -> Double
  ) throws -> SensorFileInspection {
    try inspection(
      table(
        header: "time_s,acc_x,acc_y,acc_z,gyr_x\(unit),gyr_y\(unit),gyr_z\(unit)", rows: rows,
        extra: { row in
          let rate = greatest(row) * sin(Double(row) / 15)
          return ",\(spike && row % 100 == 0 ? 1e6 : rate),\(rate / 3),\(-rate / 2)"
        }))
  }

  @Test(arguments: ["", " (rad/s)"])
  func `rates that are neither rad/s nor deg/s are not read, and are said`(unit: String) throws {
    let found = try turning(unit) { _ in 150_000 }
    #expect(found.sampleCount == 2000 && !found.facts.hasAngularRate)
    #expect(
      found.remarks.contains {
        $0.message.hasPrefix("gyr_x\(unit), ") && $0.message.contains("as in gyr_x [mdps]")
      }, "\(found.remarks)")
  }

  @Test func `rates that are degrees are read, with damage, too`() throws {
    #expect(try turning(" [mdps]") { _ in 150_000 }.facts.hasAngularRate)
    #expect(try turning { _ in 150 }.facts.hasAngularRate)
    #expect(try turning(spike: true) { _ in 150 }.facts.hasAngularRate)
  }

  @Test func `rates that are no deg/s behind the first rows ask for their unit`() throws {
    let error = #expect(throws: SensorFileError.self) {
      try turning(rows: 10_000) { $0 < 8500 ? 150 : 150_000 }
    }
    #expect(error?.kind == .impossibleUnits)
    #expect(error?.message.contains("name its unit, as in gyr_x [mdps]") == true)
  }

  // MARK: Names

  @Test(arguments: [
    ("Beschl. X [m/s²],Beschl. Y [m/s²],Beschl. Z [m/s²]", "Gyro X [rad/s]"),
    ("Aceleración X (m/s²),Aceleración Y (m/s²),Aceleración Z (m/s²)", "Gyro X [rad/s]"),
    ("imu_acc_x (m/s2),imu_acc_y (m/s2),imu_acc_z (m/s2)", "imu_gyr_x (rad/s)"),
  ])
  func `an acceleration whose name is not known is no angular rate alone`(
    force: String, rate: String
  ) throws {
    let rates = ["X", "Y", "Z"].map {
      rate.replacing("X", with: $0).replacing("_x", with: "_" + $0.lowercased())
    }
    let text = table(
      header: "time_s,\(force),\(rates.joined(separator: ","))", extra: { _ in ",0,0.1,0.2" })
    let error = #expect(throws: SensorFileError.self) { try inspection(text) }
    let words = error?.message ?? ""
    #expect(error?.kind == .missingChannel && !words.contains("angular rate alone"), "\(words)")
    #expect(words.contains("name them acc_x, acc_y, acc_z"), "\(words)")
    #expect(words.contains("\"\(force.prefix { $0 != "," })\", "), "\(words)")
  }

  // MARK: Starts

  @Test(arguments: [
    ("06-May-2024 09:30:0", ".", ""), ("2024-05-06 9:30:0", ".", " AM"), ("2024050609300", "", "0"),
    ("2024050609300", ".", ""), ("2024-05-06T09:30:0", ".", ""),
  ])
  func `a date that a time column may have gives the start beside seconds`(
    start: String, point: String, end: String
  ) throws {
    for name in ["datetime", "timestamp"] {
      let found = try inspection(
        table(
          header: "\(name),time_s,acc_x,acc_y,acc_z",
          stamp: {
            let fraction = "\($0 % 100 < 10 ? "0" : "")\($0 % 100)"
            return "\(start)\($0 / 100)\(point)\(fraction)\(end),\(Double($0) / 100)"
          }))
      #expect(found.sampleCount == 400)
      let clock = try #require(found.facts.start)
      #expect(InstantText.text(clock) == "2024-05-06T09:30:00.000")
      #expect(!found.remarks.contains { $0.message.contains("clock:") }, "\(found.remarks)")
    }
  }
}
