import SignalKernels

/// Low-pass filter and decimation of one channel that arrives in blocks of any size.
///
/// Output `j` is the filter centered on input `j * factor`, wherever the blocks were cut: the results
/// are the same to the last bit. Both ends are mirrored. A week of samples passes through a few
/// hundred that are kept.
/// ```swift
/// var decimator = Decimator(filter: filter, factor: 5)
/// for block in blocks { block.withUnsafeBufferPointer { decimator.append($0, into: &slow) } }
/// decimator.finish(into: &slow)
/// ```
public struct Decimator: Sendable {
  /// Input samples per output sample.
  public let factor: Int
  private let delay: Int
  /// The taps in the order in which they meet the samples, after zeros up to whole vectors.
  private let taps: [Float]
  /// Samples before the first that the first output meets: its mirror image, and zeros for zeros.
  private let lead: Int
  /// Extended input from `origin` on. Extended index = input index + `lead`.
  private var pending: [Float] = []
  private var origin = 0
  private var nextOutput = 0
  private var isMirrored = false

  /// Partial sums that the kernel keeps: the taps come in multiples of it.
  private static let lanes = 16

  /// Makes a decimator.
  /// - Parameters:
  ///   - filter: lets pass what half the output rate can carry.
  ///   - factor: input samples per output sample, at least 1.
  public init(filter: FiniteImpulseResponse, factor: Int) {
    precondition(factor >= 1, "at least one input sample per output sample")
    self.factor = factor
    delay = filter.delay
    let zeros = [Float](repeating: 0, count: (-filter.taps.count) & (Decimator.lanes - 1))
    taps = zeros + filter.taps.reversed().map { Float($0) }
    lead = delay + zeros.count
  }

  /// Takes the next samples and appends the outputs that have become possible.
  /// - Parameters:
  ///   - x: samples that follow those of the call before.
  ///   - y: gets the outputs.
  public mutating func append(_ x: UnsafeBufferPointer<Float>, into y: inout [Float]) {
    pending.append(contentsOf: x)
    if !isMirrored {
      guard pending.count > delay else { return }
      mirrorStart()
    }
    appendOutputs(to: &y)
  }

  /// Ends the signal: appends the last outputs, `ceil(count / factor)` in all, and starts afresh.
  /// - Parameter y: gets the outputs.
  public mutating func finish(into y: inout [Float]) {
    if !isMirrored { mirrorStart() }
    mirrorEnd()
    appendOutputs(to: &y)
    pending.removeAll(keepingCapacity: true)
    (origin, nextOutput, isMirrored) = (0, 0, false)
  }

  private mutating func mirrorStart() {
    isMirrored = true
    guard !pending.isEmpty else { return }
    let count = pending.count
    let mirror = (-delay..<0).map { pending[EdgeExtension.reflected($0, count: count)] }
    pending.insert(contentsOf: [Float](repeating: 0, count: lead - delay) + mirror, at: 0)
  }

  private mutating func mirrorEnd() {
    guard !pending.isEmpty else { return }
    // All of a short signal is still here; of a long one at least the last `delay + 1` samples.
    let first = origin == 0 ? lead : 0
    let kept = Array(pending[first...])
    for index in kept.count..<(kept.count + delay) {
      pending.append(kept[EdgeExtension.reflected(index, count: kept.count)])
    }
  }

  private mutating func appendOutputs(to y: inout [Float]) {
    let end = origin + pending.count
    let available = end - taps.count - nextOutput * factor
    if available >= 0 {
      let count = available / factor + 1
      filter(count, from: nextOutput * factor - origin, into: &y)
      nextOutput += count
    }
    dropUsed(end: end)
  }

  private func filter(_ count: Int, from start: Int, into y: inout [Float]) {
    let made = [Float](unsafeUninitializedCapacity: count) { made, initialized in
      pending.withUnsafeBufferPointer { x in
        guard let first = x.baseAddress else { return }
        signal_kernels_correlate_every(
          first + start, taps, taps.count, factor, made.baseAddress, count)
      }
      initialized = count
    }
    y.append(contentsOf: made)
  }

  /// Forgets what no output needs any more, but for what the mirror at the end may need.
  private mutating func dropUsed(end: Int) {
    let keepFrom = min(nextOutput * factor, end - 1 - delay)
    guard keepFrom > origin else { return }
    pending.removeFirst(keepFrom - origin)
    origin = keepFrom
  }
}
