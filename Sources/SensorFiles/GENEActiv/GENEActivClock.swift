/// Gives every page its times.
///
/// ```
///   page 0      |page 1      |      page 2      samples
///   *           *            |      *           the clock was read: the page's first sample
///   linear      |at its rate |gap   |
/// ```
/// Times run linearly from one page's time to the next one's, as long as that is what its samples
/// should take at the rate named. Where it is not, the page keeps its rate and the rest is a
/// gap; a page that would run into the next one is squeezed.
struct GENEActivClock {
  /// When a page's samples were taken.
  struct Span: Hashable {
    /// The first slot, seconds since 1970 on the device's clock.
    let first: Double
    /// From one slot to the next, seconds.
    let step: Double
  }

  /// Times are linear when the next page begins this many samples early or late at most: half a
  /// percent of a page. The crystal that paces the samples also runs the clock, so that real pages
  /// are off by nothing or by half a second, which is a whole step of the clock.
  var tolerance = 1.5

  private var end = -Double.infinity
  private var lastRateHertz: Double?

  /// When the page's samples were taken, knowing the page that follows; `nil` when that is not
  /// after those of the page before.
  mutating func place(_ page: GENEActivPage, before next: GENEActivPage?) -> Span? {
    let period = period(of: page, before: next)
    let duration = Double(page.slotCount) * period
    let first = max(page.start, end)
    var ownEnd = page.start + duration
    if let next, let interval = Self.interval(from: page, to: next) {
      let isLinear = abs(interval - duration) <= tolerance * period
      if isLinear || interval < duration { ownEnd = page.start + interval }
    }
    // With less than half of its time left it is a page that was there before, or the clock was set
    // back.
    guard ownEnd - first >= duration / 2 else { return nil }
    end = ownEnd
    lastRateHertz = page.rateHertz
    return Span(first: first, step: (ownEnd - first) / Double(page.slotCount))
  }

  /// A rate that does not lead to the next page's time, where that of the neighbors does, was
  /// misread.
  private func period(of page: GENEActivPage, before next: GENEActivPage?) -> Double {
    let own = GENEActivPage.period(rateHertz: page.rateHertz)
    guard let next, let interval = Self.interval(from: page, to: next) else { return own }
    let fits = [page.rateHertz, lastRateHertz ?? next.rateHertz].lazy
      .map(GENEActivPage.period).first { period in
        abs(interval - Double(page.slotCount) * period) <= tolerance * period
      }
    return fits ?? own
  }

  /// From a page's time to that of the page with the next number; `nil` when it is not later.
  private static func interval(from page: GENEActivPage, to next: GENEActivPage) -> Double? {
    let pages = Double(max(page.numbers(to: next) ?? 1, 1))
    let interval = (next.start - page.start) / pages
    return interval > 0 ? interval : nil
  }
}

extension GENEActivPage {
  /// How many numbers further a page is; `nil` when a number is not known or the times say
  /// otherwise.
  func numbers(to next: GENEActivPage) -> Int? {
    guard let sequence, let number = next.sequence, slotCount == Self.fullCount else { return nil }
    let byTime = (next.start - start) / duration
    let byNumber = Double(number - sequence)
    // Pages are whole, and half a second off at most.
    return abs(byTime - byNumber) < 0.5 + byNumber.magnitude / 100 ? number - sequence : nil
  }
}

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
