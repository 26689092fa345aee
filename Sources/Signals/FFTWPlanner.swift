import CFFTW
import Synchronization

/// Who makes the Fourier transforms of this process.
public enum TransformLibrary: String, Sendable, CaseIterable {
  /// FFTW.
  case fftw
  /// A plain transform, to see what FFTW brings: results differ in their last digits, and it is slow.
  case plain

  /// The library that plans made from now on use.
  public static var used: TransformLibrary {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  private static let current = Mutex(TransformLibrary.fftw)
}

/// How one transform of one length is made.
///
/// Unchecked because a plan is never changed after it is made, and FFTW guarantees that executing
/// one plan on several threads is safe as long as each brings its own arrays.
package final class FFTWPlan: @unchecked Sendable {
  private let key: FFTWPlanner.Key
  /// FFTW's; `nil` for the plain transform.
  private let raw: OpaquePointer?

  fileprivate init(_ key: FFTWPlanner.Key, raw: OpaquePointer?) {
    (self.key, self.raw) = (key, raw)
  }

  /// Complex to complex, forward: `count` pairs each.
  package func run(_ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>) {
    guard let raw else { return runPlain(from, to) }
    from.withMemoryRebound(to: fftwf_complex.self, capacity: key.count) { from in
      to.withMemoryRebound(to: fftwf_complex.self, capacity: key.count) { to in
        fftwf_execute_dft(raw, from, to)
      }
    }
  }

  /// What the plan's kind says: `count` real numbers or pairs on one side, pairs on the other.
  package func run(_ from: UnsafeMutablePointer<Double>, _ to: UnsafeMutablePointer<Double>) {
    guard let raw else { return runPlain(from, to) }
    let pairs = key.count
    switch key.kind {
    case .complexFloat: preconditionFailure("a plan of single precision")
    case .complexDouble:
      from.withMemoryRebound(to: fftw_complex.self, capacity: pairs) { from in
        to.withMemoryRebound(to: fftw_complex.self, capacity: pairs) { to in
          fftw_execute_dft(raw, from, to)
        }
      }
    case .realForward:
      to.withMemoryRebound(to: fftw_complex.self, capacity: pairs / 2 + 1) {
        fftw_execute_dft_r2c(raw, from, $0)
      }
    case .realInverse:
      from.withMemoryRebound(to: fftw_complex.self, capacity: pairs / 2 + 1) {
        fftw_execute_dft_c2r(raw, $0, to)
      }
    }
  }

  private func runPlain<T: BinaryFloatingPoint>(
    _ from: UnsafeMutablePointer<T>, _ to: UnsafeMutablePointer<T>
  ) {
    let n = key.count
    func pair(_ k: Int) -> PlainTransform.Number {
      .init(Double(from[2 * k]), Double(from[2 * k + 1]))
    }
    switch key.kind {
    case .complexFloat, .complexDouble:
      for (k, bin) in PlainTransform.forward((0..<n).map(pair)).enumerated() {
        (to[2 * k], to[2 * k + 1]) = (T(bin.x), T(bin.y))
      }
    case .realForward:
      let bins = PlainTransform.forward((0..<n).map { .init(Double(from[$0]), 0) })
      for k in 0...(n / 2) { (to[2 * k], to[2 * k + 1]) = (T(bins[k].x), T(bins[k].y)) }
    case .realInverse:
      let bins = (0..<n).map { k -> PlainTransform.Number in
        let bin = pair(min(k, n - k))
        return 2 * k > n ? .init(bin.x, -bin.y) : bin
      }
      for (k, value) in PlainTransform.backward(bins).enumerated() { to[k] = T(value.x) }
    }
  }
}

/// Makes plans, one at a time because FFTW's planner is one per process, and keeps them.
///
/// Plans are estimated, which depends on nothing but the length. Measured plans are a little faster, but
/// which one wins is chance: where the winner was remembered and where it could not be, the last bits of
/// results differed. FFTW's memory is wiped before each plan, or a plan would depend on the plans made
/// before it.
package enum FFTWPlanner {
  /// Which transform.
  package enum Kind: String, Hashable, Sendable {
    case complexFloat = "c2cf"
    case complexDouble = "c2c"
    case realForward = "r2c"
    case realInverse = "c2r"
  }

  /// A transform of one length.
  package struct Key: Hashable, Sendable {
    var kind: Kind
    var count: Int
    var library: TransformLibrary

    package init(kind: Kind, count: Int, library: TransformLibrary = .used) {
      (self.kind, self.count, self.library) = (kind, count, library)
    }
  }

  private static let plans = Mutex<[Key: FFTWPlan]>([:])

  /// The plan for a transform, made at the first request.
  package static func plan(_ key: Key) -> FFTWPlan {
    precondition(key.count > 0, "a transform of at least one sample")
    return plans.withLock { plans in
      if let known = plans[key] { return known }
      let plan = key.library == .plain ? FFTWPlan(key, raw: nil) : estimated(key)
      plans[key] = plan
      return plan
    }
  }

  private static func estimated(_ key: Key) -> FFTWPlan {
    forgetWisdom()
    guard let raw = key.make() else {
      preconditionFailure("FFTW plans any length that fits in memory")
    }
    return FFTWPlan(key, raw: raw)
  }

  private static func forgetWisdom() {
    fftw_forget_wisdom()
    fftwf_forget_wisdom()
  }
}

extension FFTWPlanner.Key {
  /// Bytes that separate arrays start on; FFTW's vector code needs 16 to 64.
  static let alignment = 64

  /// Asks FFTW for a plan on arrays that are aligned like those it will run on.
  fileprivate func make() -> OpaquePointer? {
    let size = (count + 2) * 2 * MemoryLayout<Double>.stride
    let a = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
    let b = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
    defer {
      a.deallocate()
      b.deallocate()
    }
    let n = Int32(count)
    let flags = FFTW_ESTIMATE
    switch kind {
    case .complexFloat:
      return fftwf_plan_dft_1d(
        n, a.assumingMemoryBound(to: fftwf_complex.self),
        b.assumingMemoryBound(to: fftwf_complex.self), FFTW_FORWARD, flags)
    case .complexDouble:
      return fftw_plan_dft_1d(
        n, a.assumingMemoryBound(to: fftw_complex.self),
        b.assumingMemoryBound(to: fftw_complex.self), FFTW_FORWARD, flags)
    case .realForward:
      return fftw_plan_dft_r2c_1d(
        n, a.assumingMemoryBound(to: Double.self),
        b.assumingMemoryBound(to: fftw_complex.self), flags)
    case .realInverse:
      return fftw_plan_dft_c2r_1d(
        n, a.assumingMemoryBound(to: fftw_complex.self),
        b.assumingMemoryBound(to: Double.self), flags)
    }
  }
}
