extension OpeningSettings {
  /// Bytes of a block's arrays. Larger ones go back to the system whenever a block is dropped, and
  /// asking for fresh pages then takes twice the time of decoding (measured on Linux).
  private static let blockByteCount = 96 << 10

  /// Most samples in a block of a format that is decoded faster than memory is asked for.
  func blockSampleCount(bytesPerSample: Int) -> Int {
    min(blockSampleCount, Self.blockByteCount / bytesPerSample)
  }
}
