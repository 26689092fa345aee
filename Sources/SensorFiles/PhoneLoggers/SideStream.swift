import GaitModel

/// A slow sensor's samples, handed out as the recording comes to their time.
final class SideStream {
  let name: String
  let stream: TableStream
  private var hasSample = false

  /// Begins before the first sample.
  init(_ stream: TableStream, name: String) throws(SensorFileError) {
    self.stream = stream
    self.name = name
    hasSample = try stream.next()
  }

  /// Adds the samples up to and at a time to those of a block. The recording begins at `zero`: stamps
  /// are counted from there, and what was before is left out.
  func take(
    until seconds: Double, zero: Double, into columns: SampleColumns
  ) throws(SensorFileError) {
    while hasSample, stream.seconds <= seconds {
      if stream.seconds >= zero {
        columns.append(seconds: stream.seconds - zero, side: stream.sideValues)
      }
      hasSample = try stream.next()
    }
  }
}
