import GaitModel

/// Hands out the samples of a recording as stretches, in order of time.
protocol ActiGraphStretches: AnyObject {
  /// The next stretches, or `nil` at the end; there may be none among damage. Their bytes are valid
  /// until the next call.
  func next() throws(SensorFileError) -> [ActiGraphStretch]?
  /// What was wrong so far.
  var remarks: [RecordingRemark] { get }
  /// Heart rates up to a time, seconds.
  func heartRates(until end: Double) -> [SideChannel: SideSamples]
}
