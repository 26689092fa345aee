import CZlib
import Foundation
import GaitModel

@testable import SensorFiles

/// A folder for one test that is gone after it.
final class ScratchFolder {
  private let url: URL

  init() throws {
    let places = FileManager.default.temporaryDirectory
    url = places.appendingPathComponent("SensorFilesTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String = "walk.csv") throws -> String {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// One member of gzip.
  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var deflater = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&deflater, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&deflater) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1000)
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        deflater.next_in = source.baseAddress
        deflater.avail_in = uInt(source.count)
        deflater.next_out = target.baseAddress
        deflater.avail_out = uInt(target.count)
        _ = deflate(&deflater, Z_FINISH)
        return target.count - Int(deflater.avail_out)
      }
    }
    return Array(output[..<count])
  }
}

/// The text of a table: a person stands and sways a little.
func table(
  header: String = "time_s,acc_x,acc_y,acc_z", rows: Int = 400, rate: Double = 100,
  extra: (Int) -> String = { _ in "" },
  stamp: (Int) -> String = { "\(Double($0) / 100)" }
) -> String {
  var text = header.isEmpty ? "" : header + "\n"
  for row in 0..<rows {
    let sway = Double((row * 7919) % 101 - 50) / 100
    text += "\(stamp(row)),\(sway),\(9.81 + sway / 2),\(-sway / 4)\(extra(row))\n"
  }
  return text
}

/// Opens with blocks of a given size.
func open(_ path: String, blockSampleCount: Int = 32_768) throws -> any SensorFileSource {
  var settings = try SensorFile.settings(for: path, options: RecordingOptions())
  settings.blockSampleCount = blockSampleCount
  return try SensorFile.source(path, settings: settings)
}
