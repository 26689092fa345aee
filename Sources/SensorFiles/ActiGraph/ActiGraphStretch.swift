/// Samples that follow each other evenly, and where their bytes lie.
struct ActiGraphStretch {
  /// The bytes of the first sample.
  let bytes: UnsafeRawPointer
  let frame: ActiGraphFrame
  let count: Int
  /// When the first sample was taken, seconds from the recording's origin.
  let first: Double
  /// From one sample to the next, seconds.
  let step: Double
  /// The sample of `bytes` that is held for the whole stretch, or `nil` when all are measured.
  var heldSample: Int?
}
