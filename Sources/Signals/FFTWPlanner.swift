import CFFTW
import Synchronization

/// A plan: how FFTW goes about one transform of one length.
///
/// Unchecked because a plan is never changed after it is made, and FFTW guarantees that executing
/// one plan on several threads is safe as long as each brings its own arrays.
final class FFTWPlan: @unchecked Sendable {
  let raw: OpaquePointer
  init(raw: OpaquePointer) { self.raw = raw }
}

/// Makes plans, one at a time because FFTW's planner is one per process, and keeps them.
///
/// Plans are estimated, which depends on nothing but the length. Measured plans are a little faster, but
/// which one wins is chance: where the winner was remembered and where it could not be, the last bits of
/// results differed. FFTW's memory is wiped before each plan, or a plan would depend on the plans made
/// before it.
enum FFTWPlanner {
  /// Which transform.
  enum Kind: String, Hashable, Sendable {
    case complexFloat = "c2cf"
    case complexDouble = "c2c"
    case realForward = "r2c"
    case realInverse = "c2r"
  }

  /// A transform of one length.
  struct Key: Hashable, Sendable {
    var kind: Kind
    var count: Int
  }

  private static let plans = Mutex<[Key: FFTWPlan]>([:])

  /// The plan for a transform, made at the first request.
  static func plan(_ key: Key) -> FFTWPlan {
    precondition(key.count > 0, "a transform of at least one sample")
    return plans.withLock { plans in
      if let known = plans[key] { return known }
      let plan = estimated(key)
      plans[key] = plan
      return plan
    }
  }

  private static func estimated(_ key: Key) -> FFTWPlan {
    forgetWisdom()
    guard let raw = key.make() else {
      preconditionFailure("FFTW plans any length that fits in memory")
    }
    return FFTWPlan(raw: raw)
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
