/// Bytes from first to last, in pieces, so that a week fits into a few megabytes of memory.
protocol ByteStream: AnyObject {
  /// Fills the front of `buffer` and returns how many bytes were written; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int

  /// Passes over bytes without handing them out; returns how many, fewer than asked at the end.
  func skip(_ count: Int) throws(SensorFileError) -> Int

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  var damage: String? { get }
}

extension ByteStream {
  func skip(_ count: Int) throws(SensorFileError) -> Int {
    var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    var skipped = 0
    while skipped < count {
      if count - skipped < piece.count { piece.removeLast(piece.count - (count - skipped)) }
      let read = try read(into: &piece)
      if read == 0 { break }
      skipped += read
    }
    return skipped
  }

  /// The same into an array, for files that are small.
  func read(into bytes: inout [UInt8]) throws(SensorFileError) -> Int {
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SensorFileError) in try read(into: buffer) }
    }
    return try result.get()
  }
}
