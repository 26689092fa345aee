import GaitModel

/// A sample whose stamp leaps ahead. One damaged stamp would otherwise hold back all samples until the clock has caught up; so
/// the row after it decides.
struct HeldSample {
  /// Its time, seconds from the origin, and what a clock without an offset from UTC shows there.
  let seconds: Double
  let shown: Double
  let motion: SIMD8<Float>
  let side: [(SideChannel, Float)]
  let line: Int
  /// The beginning of its row, for messages.
  let excerpt: String
}
