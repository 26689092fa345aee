import Foundation
import TestSupport

@testable import SensorFiles

/// Writes the files of an ActiGraph device for tests, from the maker's description of the layout.
struct ActiGraphFile {
  /// 2019-09-17 18:40:00 on the device's clock.
  static let start: UInt32 = 1_568_745_600

  var info: [String] = [
    "Serial Number: TAS1H00000001", "Device Type: Link", "Firmware: 1.7.2", "Sample Rate: 30",
    "Start Date: 637043424000000000", "TimeZone: -04:00:00", "Acceleration Scale: 256.0",
    "Acceleration Min: -8.0", "Acceleration Max: 8.0", "Subject Name: P07",
  ]
  /// The records, each whole.
  var records: [[UInt8]] = []
  /// Members beside `info.txt` and `log.bin`.
  var others: [String: [UInt8]] = [:]

  /// A record with its checksum.
  static func record(_ type: UInt8, at second: UInt32, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1e, type]
    bytes += littleEndian(second) + littleEndian(UInt16(payload.count)) + payload
    return bytes + [~bytes.reduce(0, ^)]
  }

  static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Steps of a sample: a slow turn with a little noise, within twelve bits.
  static func steps(_ sample: Int) -> [Int] {
    [sample * 37 % 301 - 150, 256 - sample % 23, -(sample * 11 % 199)]
  }

  /// A second of samples as sixteen bits, x y z.
  static func words(second: Int, count: Int = 30, rate: Int = 30) -> [UInt8] {
    (0..<count).flatMap { sample in
      steps(second * rate + sample).flatMap { littleEndian(Int16($0)) }
    }
  }

  /// A second of samples as twelve bits, y x z, by writing one bit after the other.
  static func bits(_ samples: [[Int]], order: [Int] = [1, 0, 2]) -> [UInt8] {
    var bytes: [UInt8] = []
    var bitCount = 0
    for sample in samples {
      for axis in order {
        for bit in (0..<12).reversed() {
          if bitCount % 8 == 0 { bytes.append(0) }
          bytes[bytes.count - 1] |= UInt8((sample[axis] >> bit) & 1) << UInt8(7 - bitCount % 8)
          bitCount += 1
        }
      }
    }
    return bytes
  }

  static func event(_ kind: UInt8, at second: Int) -> [UInt8] {
    record(3, at: start + UInt32(second), [kind])
  }

  static func motion(_ second: Int, count: Int = 30) -> [UInt8] {
    record(26, at: start + UInt32(second), words(second: second, count: count))
  }

  /// A recording of these seconds, one record each.
  static func recording(_ seconds: [Int]) -> ActiGraphFile {
    var file = ActiGraphFile()
    file.records = seconds.map { motion($0) }
    return file
  }

  static func recording(_ count: Int) -> ActiGraphFile { recording(Array(0..<count)) }

  var log: [UInt8] { records.flatMap(\.self) }

  /// Where a record begins in the log.
  func offset(of record: Int) -> Int { records[..<record].reduce(0) { $0 + $1.count } }

  /// Writes the zip file with this log, or with the records' own.
  func write(
    to folder: ScratchFolder, log other: [UInt8]? = nil, name: String = "walk.gt3x"
  ) throws -> String {
    var members = others
    members["log.bin"] = other ?? log
    if !info.isEmpty { members["info.txt"] = Array(info.map { $0 + "\r\n" }.joined().utf8) }
    let path = folder.path + "/" + name
    try ZipWriter.write(members, to: path)
    return path
  }
}
