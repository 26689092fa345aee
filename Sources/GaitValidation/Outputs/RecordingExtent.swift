import GaitModel

/// How long a recording is.
public struct RecordingExtent: Sendable, Hashable {
  /// Time of the last sample, seconds from the first.
  public var durationSeconds: Double
  /// The number of samples.
  public var sampleCount: Int

  /// Makes an extent.
  public init(durationSeconds: Double, sampleCount: Int) {
    self.durationSeconds = durationSeconds
    self.sampleCount = sampleCount
  }

  /// Reads a recording to its end, keeping nothing of it.
  ///
  /// - Throws: what the source throws.
  public init(of source: inout some RecordingSource) throws {
    self.init(durationSeconds: 0, sampleCount: 0)
    while let block = try source.nextBlock() {
      durationSeconds = block.seconds.last ?? durationSeconds
      sampleCount += block.seconds.count
    }
  }
}
