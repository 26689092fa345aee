/// The bytes of an HDF5 file, wherever they are asked for.
///
/// An address counts from the first byte of HDF5, which in MATLAB files lies behind 512 bytes of text.
/// Nothing is reserved for bytes that the file does not have.
final class HDF5Source {
  /// No table and no packed chunk is longer, however long the file is.
  private static let mostBytes = 128 << 20

  /// Bytes before address 0.
  let base: Int
  /// Bytes of an address and of a length as the file stores them.
  let widths: (address: Int, length: Int)
  /// Bytes from address 0 to the end of the file.
  var byteCount: Int { file.byteCount - base }

  private let file: PlainBytes

  init(_ file: PlainBytes, base: Int, widths: (address: Int, length: Int)) {
    self.file = file
    self.base = base
    self.widths = widths
  }

  /// Fills a buffer; throws when the file ends before that.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at address: Int, _ what: String
  ) throws(HDF5Fault) {
    let (end, overflows) = address.addingReportingOverflow(buffer.count)
    guard address >= 0, !overflows, end <= byteCount else {
      throw .damaged("has \(what) at byte \(place(address)), beyond the end of the file")
    }
    let count: Int
    do {
      count = try file.read(buffer, at: base + address)
    } catch {
      throw .damaged(error.message)
    }
    guard count == buffer.count else {
      throw .damaged("was cut while \(what) was read")
    }
  }

  /// So many bytes.
  func bytes(_ count: Int, at address: Int, _ what: String) throws(HDF5Fault) -> [UInt8] {
    guard count >= 0, count <= min(byteCount, Self.mostBytes) else {
      throw .damaged("has \(what) of \(count) bytes in a file of \(byteCount)")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(HDF5Fault) in try read(into: buffer, at: address, what) }
    }
    try result.get()
    return bytes
  }

  /// A reader of so many bytes.
  func cursor(
    _ count: Int, at address: Int, _ what: String
  ) throws(HDF5Fault) -> HDF5Cursor {
    HDF5Cursor(
      try bytes(count, at: address, what)[...], place: place(address), widths: widths, what: what)
  }

  /// Where an address lies in the file.
  private func place(_ address: Int) -> Int { base.addingReportingOverflow(address).partialValue }
}
