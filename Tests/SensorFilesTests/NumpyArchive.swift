import CZlib
import Foundation

/// Reads the arrays of a small `.npz`: a zip of `.npy`, stored or deflated, doubles only.
struct NumpyArchive {
  private let bytes: [UInt8]
  private var places: [String: Int] = [:]

  /// Lists the members by the zip's directory.
  init?(_ url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    bytes = Array(data)
    guard let end = (0...max(bytes.count - 22, 0)).last(where: { long($0) == 0x0605_4b50 })
    else { return nil }
    var place = long(end + 16)
    for _ in 0..<word(end + 10) {
      let name = word(place + 28)
      let file = String(decoding: bytes[place + 46..<place + 46 + name], as: UTF8.self)
      places[file] = place
      place += 46 + name + word(place + 30) + word(place + 32)
    }
  }

  /// The numbers of a member, row by row; `nil` when it is not there or holds no doubles.
  func doubles(_ name: String) -> [Double]? {
    guard let entry = places[name + ".npy"] else { return nil }
    let local = long(entry + 42)
    let start = local + 30 + word(local + 26) + word(local + 28)
    let stored = Array(bytes[start..<start + long(entry + 20)])
    let array = word(entry + 10) == 8 ? inflated(stored, count: long(entry + 24)) : stored
    let header = 10 + Int(array[8]) + Int(array[9]) << 8
    let words = String(decoding: array[10..<header], as: UTF8.self)
    guard words.contains("'<f8'"), words.contains("'fortran_order': False") else { return nil }
    return array[header...].withUnsafeBytes { raw in
      (0..<raw.count / 8).map { raw.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    }
  }

  private func inflated(_ packed: [UInt8], count: Int) -> [UInt8] {
    var inflater = z_stream()
    inflateInit2_(&inflater, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&inflater) }
    var packed = packed
    var result = [UInt8](repeating: 0, count: count)
    packed.withUnsafeMutableBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        inflater.next_in = source.baseAddress
        inflater.avail_in = uInt(source.count)
        inflater.next_out = target.baseAddress
        inflater.avail_out = uInt(target.count)
        _ = inflate(&inflater, Z_FINISH)
      }
    }
    return result
  }

  private func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
  private func long(_ place: Int) -> Int { word(place) | word(place + 2) << 16 }
}
