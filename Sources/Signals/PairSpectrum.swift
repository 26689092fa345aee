import SignalKernels

/// Power spectra of two real signals at the price of little more than one.
///
/// The two windows go through one complex transform, one as its real and one as its imaginary part,
/// and are told apart afterwards. Rounding of one depends on the other: whoever needs results that do
/// not depend on how a recording is cut must always pair the same two windows.
///
/// The windows have value semantics: a copy gets its own memory at its next use.
public struct PairSpectrum: @unchecked Sendable {
  // Unchecked because the workspace is a class: every use first makes sure that it has no other
  // owner.
  private var workspace: Workspace
  private let plan: FFTWPlan

  /// Points of the transform, a power of two.
  public let count: Int

  /// Makes room for transforms of so many points, a power of two.
  public init(count: Int) {
    precondition(count > 1 && count & (count - 1) == 0, "a power of two")
    self.count = count
    plan = FFTWPlanner.plan(.init(kind: .complexFloat, count: count))
    workspace = Workspace(count: count)
  }

  /// Number of bins: from frequency 0 to half the sampling rate.
  public var binCount: Int { count / 2 + 1 }

  /// |FFT|² of two windows, unnormalized.
  /// - Parameters:
  ///   - a: at most `count` samples, followed by zeros.
  ///   - b: at most `count` samples, followed by zeros.
  ///   - weights: what each sample is multiplied by, as many as the samples; `nil` for nothing.
  ///   - pa: gets the `count / 2 + 1` powers of `a`.
  ///   - pb: gets the `count / 2 + 1` powers of `b`.
  public mutating func powers(
    _ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>,
    weights: UnsafeBufferPointer<Float>? = nil,
    into pa: UnsafeMutableBufferPointer<Float>, _ pb: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(a.count <= count && b.count <= count, "windows no longer than the transform")
    precondition(pa.count >= binCount && pb.count >= binCount, "room for count / 2 + 1 powers")
    ownWorkspace()
    let input = workspace.input.base
    let both = min(a.count, b.count)
    if let weights {
      precondition(a.count == b.count && weights.count >= both, "a weight for each sample")
      signal_kernels_multiply_pair(
        a.baseAddress, b.baseAddress, weights.baseAddress, input, both)
    } else if both > 0 {
      signal_kernels_interleave(a.baseAddress, b.baseAddress, input, both)
    }
    (input + 2 * both).update(repeating: 0, count: 2 * (count - both))
    for index in both..<max(both, a.count) { input[2 * index] = a[index] }
    for index in both..<max(both, b.count) { input[2 * index + 1] = b[index] }
    workspace.transform(by: plan)
    signal_kernels_pair_powers(workspace.output.base, count, pa.baseAddress, pb.baseAddress)
  }

  /// Autocorrelations from power spectra: `irfft` of both.
  /// - Parameters:
  ///   - pa: `count / 2 + 1` powers of the first signal.
  ///   - pb: `count / 2 + 1` powers of the second signal.
  ///   - ra: gets the autocorrelation of the first at lags `0..<ra.count`, at most `count` of them.
  ///   - rb: gets the autocorrelation of the second at lags `0..<rb.count`, at most `count` of them.
  public mutating func autocorrelations(
    fromPowers pa: UnsafeBufferPointer<Float>, _ pb: UnsafeBufferPointer<Float>,
    into ra: UnsafeMutableBufferPointer<Float>, _ rb: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(pa.count >= binCount && pb.count >= binCount, "count / 2 + 1 powers")
    precondition(ra.count <= count && rb.count <= count, "no more lags than points")
    ownWorkspace()
    // A power spectrum is real and even, and so is its transform: both ways are the same, and the
    // two signals stay apart without untangling.
    let input = workspace.input.base
    signal_kernels_interleave(pa.baseAddress, pb.baseAddress, input, binCount)
    signal_kernels_mirror(input, count)
    workspace.transform(by: plan)
    let output = workspace.output.base
    let scale = 1 / Float(count)
    let both = min(ra.count, rb.count)
    if both > 0 {
      signal_kernels_separate(output, scale, ra.baseAddress, rb.baseAddress, both)
    }
    for lag in both..<max(both, ra.count) { ra[lag] = output[2 * lag] * scale }
    for lag in both..<max(both, rb.count) { rb[lag] = output[2 * lag + 1] * scale }
  }

  private mutating func ownWorkspace() {
    if !isKnownUniquelyReferenced(&workspace) { workspace = Workspace(count: count) }
  }

  private final class Workspace {
    let input: AlignedBuffer<Float>
    let output: AlignedBuffer<Float>

    init(count: Int) {
      input = AlignedBuffer(count: 2 * count)
      output = AlignedBuffer(count: 2 * count)
    }

    func transform(by plan: FFTWPlan) { plan.run(input.base, output.base) }
  }
}
