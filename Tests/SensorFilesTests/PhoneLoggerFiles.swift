import Foundation
import GaitModel
import TestSupport

@testable import SensorFiles

/// The files of a logger that writes several, for tests.
struct PhoneLoggerFiles {
  /// Texts by name.
  var files: [String: String] = [:]

  /// Writes a folder and returns its path.
  func folder(in scratch: ScratchFolder, name: String = "walk") throws -> String {
    let path = scratch.path + "/" + name
    for (name, text) in files {
      let url = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return path
  }

  /// Writes a zip file and returns its path.
  func zip(in scratch: ScratchFolder, name: String = "walk.zip") throws -> String {
    let path = scratch.path + "/" + name
    try ZipWriter.write(files.mapValues { Array($0.utf8) }, to: path)
    return path
  }

  /// The same with the first lines of every file only, for tests that read it often.
  func shortened(to lineCount: Int) -> PhoneLoggerFiles {
    PhoneLoggerFiles(
      files: files.mapValues {
        $0.split(separator: "\n").prefix(lineCount).joined(separator: "\n") + "\n"
      })
  }

  /// A table with the rows of a sensor.
  static func table(
    _ header: String, rate: Double, from start: Double = 0, to end: Double, separator: String = ",",
    row: (Double) -> [Double], stamp: (Double) -> String = { "\($0)" }
  ) -> String {
    var text = header + "\n"
    for number in 0..<Int(((end - start) * rate).rounded()) {
      let seconds = start + Double(number) / rate
      text += ([stamp(seconds)] + row(seconds).map { "\($0)" }).joined(separator: separator) + "\n"
    }
    return text
  }
}

/// A person who stands and sways: what the sensors feel at any time.
enum Swaying {
  /// Specific force, m/s².
  static func force(_ t: Double) -> SIMD3<Double> { gravity(t) + user(t) }

  /// The part of it that holds against gravity.
  static func gravity(_ t: Double) -> SIMD3<Double> {
    let tilt = 0.1 * sin(0.7 * t)
    return standardGravity * SIMD3(sin(tilt), cos(tilt), 0)
  }

  /// The part of it that moves.
  static func user(_ t: Double) -> SIMD3<Double> {
    SIMD3(0.3 * sin(5 * t), 0.5 * cos(7 * t), 0.2 * sin(3 * t))
  }

  /// Angular rate, rad/s.
  static func turn(_ t: Double) -> SIMD3<Double> {
    SIMD3(0.2 * sin(2 * t), 0.1 * cos(3 * t), 0.05 * t)
  }
}

extension SIMD3<Double> {
  /// The components in the order of x, y, z.
  var xyz: [Double] { [x, y, z] }
  /// The components as Sensor Logger orders them.
  var zyx: [Double] { [z, y, x] }
}

/// All samples of a path.
func samples(_ path: String) throws -> RecordingBlock? {
  try RecordingSourceContract.allSamples(of: SensorFile.open(path))
}

/// How far a block is from what the sensors felt, m/s² and rad/s: the largest difference.
func largestErrors(_ block: RecordingBlock, from start: Double = 0) -> (force: Double, turn: Double)
{
  var (force, turn) = (0.0, 0.0)
  for (index, seconds) in block.seconds.enumerated() {
    let expected = Swaying.force(start + seconds)
    let felt = SIMD3(
      Double(block.acceleration.x[index]), Double(block.acceleration.y[index]),
      Double(block.acceleration.z[index]))
    force = max(force, (felt - expected).xyz.map(abs).max() ?? 0)
    guard let rate = block.angularRate else { continue }
    let turned = SIMD3(Double(rate.x[index]), Double(rate.y[index]), Double(rate.z[index]))
    turn = max(turn, (turned - Swaying.turn(start + seconds)).xyz.map(abs).max() ?? 0)
  }
  return (force, turn)
}
