import CFFTW
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
/// Plans that a hot path lives on are measured once per machine and remembered in `WisdomCache`, so
/// that every later run uses the same plan and gives the same last bits. All others are estimated,
/// which depends on nothing but the length. FFTW's memory is wiped before each plan, or a plan would
/// depend on the plans made before it.
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
    /// Whether a hot path lives on it.
    var isHot: Bool
  }

  private static let plans = Mutex<[Key: FFTWPlan]>([:])

  /// The plan for a transform, made at the first request.
  static func plan(_ key: Key) -> FFTWPlan {
    precondition(key.count > 0, "a transform of at least one sample")
    return plans.withLock { plans in
      if let known = plans[key] { return known }
      let plan = key.isHot ? measured(key) : estimated(key)
      plans[key] = plan
      return plan
    }
  }

  private static func estimated(_ key: Key) -> FFTWPlan {
    forgetWisdom()
    guard let raw = key.make(flags: FFTW_ESTIMATE) else {
      preconditionFailure("FFTW plans any length that fits in memory")
    }
    return FFTWPlan(raw: raw)
  }

  private static func measured(_ key: Key) -> FFTWPlan {
    WisdomCache.standard.flatMap { remember(key, in: $0) } ?? estimated(key)
  }

  /// The plan that a certain cache remembers, or has measured now; `nil` where it cannot be written.
  static func remembered(_ key: Key, in cache: WisdomCache) -> FFTWPlan? {
    plans.withLock { _ in remember(key, in: cache) }
  }

  /// Tries to write before it spends time on measuring.
  private static func remember(_ key: Key, in cache: WisdomCache) -> FFTWPlan? {
    let name = "\(key.kind.rawValue)-\(key.count)"
    return cache.withEntry(name) { known, replace in
      if let known, let plan = recalled(key, from: known) { return plan }
      guard replace(unfinished), let wisdom = measuredWisdom(key), replace(wisdom) else {
        return nil
      }
      return recalled(key, from: wisdom)
    }
  }

  /// What an entry holds while its plan is measured: no wisdom, should the process die meanwhile.
  private static let unfinished = "("

  /// Measures, and keeps only the wisdom: the plan is made from it like in every run to come.
  private static func measuredWisdom(_ key: Key) -> String? {
    forgetWisdom()
    guard let raw = key.make(flags: FFTW_MEASURE) else { return nil }
    defer { key.destroy(raw) }
    return key.exportWisdom()
  }

  private static func recalled(_ key: Key, from wisdom: String) -> FFTWPlan? {
    forgetWisdom()
    guard key.importWisdom(wisdom) else { return nil }
    return key.make(flags: FFTW_MEASURE | FFTW_WISDOM_ONLY).map(FFTWPlan.init)
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
  fileprivate func make(flags: UInt32) -> OpaquePointer? {
    let size = (count + 2) * 2 * MemoryLayout<Double>.stride
    let a = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
    let b = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
    defer {
      a.deallocate()
      b.deallocate()
    }
    let n = Int32(count)
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

  fileprivate func destroy(_ raw: OpaquePointer) {
    kind == .complexFloat ? fftwf_destroy_plan(raw) : fftw_destroy_plan(raw)
  }

  fileprivate func importWisdom(_ wisdom: String) -> Bool {
    kind == .complexFloat
      ? fftwf_import_wisdom_from_string(wisdom) == 1 : fftw_import_wisdom_from_string(wisdom) == 1
  }

  fileprivate func exportWisdom() -> String? {
    let text =
      kind == .complexFloat ? fftwf_export_wisdom_to_string() : fftw_export_wisdom_to_string()
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
