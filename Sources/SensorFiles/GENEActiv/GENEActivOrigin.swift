/// Second 0 of the recording: its first sample that can be used.
///
/// Kept as a page's time and what comes on top, so that a sum of both is taken away exactly.
struct GENEActivOrigin: Hashable {
  private let first: Double
  private let lead: Double

  /// The sample in a slot of the first page; earlier slots cannot be read.
  init(_ span: GENEActivClock.Span, slot: Int) {
    first = span.first
    lead = span.step * Double(slot)
  }

  /// On the device's clock.
  var secondsSince1970: Double { first + lead }

  /// From here to the sample in a slot of any page.
  @inline(__always)
  func seconds(_ span: GENEActivClock.Span, slot: Int) -> Double {
    span.first - first + span.step * Double(slot) - lead
  }
}
