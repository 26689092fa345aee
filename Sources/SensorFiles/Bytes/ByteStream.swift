/// Bytes from first to last, in pieces, so that a week fits into a few megabytes of memory.
protocol ByteStream: AnyObject {
  /// Fills the front of `buffer` and returns how many bytes were written; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  var damage: String? { get }
}

extension ByteStream {
  /// The same into an array, for files that are small.
  func read(into bytes: inout [UInt8]) throws(SensorFileError) -> Int {
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SensorFileError) in try read(into: buffer) }
    }
    return try result.get()
  }
}
