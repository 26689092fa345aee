import Foundation
import Signals

/// How a laboratory's clock relates to a recording's, found from contacts that both saw.
///
/// The laboratory's clock shows `offset + time · (1 + drift)` at a time of the recording. The offset is sought
/// coarsely as the most frequent difference of a true and a found contact, each candidate is refined by pairing
/// neighbors, and offset and drift are those of a robust regression (P. J. Huber, Ann. Math. Stat. 35:73, 1964). Their
/// errors are a jackknife over walks (J. W. Tukey, Ann. Math. Stat. 29:614, 1958), because the contacts of a walk
/// share their error.
///
/// An offset that comes from contacts holds the contacts' own mean error: with it, bias of contact times is 0 by
/// construction and says nothing.
public struct ClockFit: Sendable, Hashable, Codable {
  /// What the laboratory's clock showed at the recording's first sample, seconds.
  public var offsetSeconds: Double
  /// Its standard error, seconds.
  public var offsetError: Double
  /// How much faster than the recording's the laboratory's clock runs, parts per million.
  public var driftPPM: Double
  /// Its standard error.
  public var driftError: Double
  /// The middle of the contacts that the fit stands on, seconds of the recording: there the drift does not matter.
  public var centerSeconds: Double
  /// Contacts of the laboratory that have a partner.
  public var matchedCount: Int
  /// Contacts of the laboratory.
  public var trueCount: Int
  /// Standard deviation of the pairs about the fit, milliseconds.
  public var residualMilliseconds: Double
  /// The next best offset, seconds; `nil` when there is none.
  public var rivalOffsetSeconds: Double?
  /// Whether no other offset fits nearly as well.
  public var isUnambiguous: Bool

  enum CodingKeys: String, CodingKey {
    case offsetSeconds = "offset_s"
    case offsetError = "offset_error_s"
    case driftPPM = "drift_ppm"
    case driftError = "drift_error_ppm"
    case centerSeconds = "center_s"
    case matchedCount = "n_matched"
    case trueCount = "n_true"
    case residualMilliseconds = "residual_ms"
    case rivalOffsetSeconds = "rival_offset_s"
    case isUnambiguous = "is_unambiguous"
  }

  /// Whether the drift is more than its error explains.
  public var hasDrift: Bool { abs(driftPPM) > 2 * driftError }

  /// Clocks that differ by more, parts per million, are broken or in another unit, not drifting: no fit goes further.
  public static let largestDriftPPM = 500.0

  /// Whether the fit went as far as it may. Such a drift is not measured; what does not fit is rate or unit of the times.
  public var isAtLimit: Bool { hasDrift && abs(driftPPM) >= Self.largestDriftPPM - 1e-6 }

  /// The conversion that the fit stands for; a drift that its error explains is none.
  public var conversion: ClockConversion { conversion(driftPPM: hasDrift ? driftPPM : 0) }

  /// The conversion with a drift that is known better.
  func conversion(driftPPM drift: Double) -> ClockConversion {
    ClockConversion(
      offsetSeconds: offsetSeconds + (driftPPM - drift) * 1e-6 * centerSeconds, driftPPM: drift)
  }
}

/// From a laboratory's times to seconds of the recording.
public struct ClockConversion: Sendable, Hashable, Codable {
  /// What the laboratory's clock showed at the recording's first sample, seconds.
  public var offsetSeconds: Double
  /// How much faster than the recording's it runs, parts per million.
  public var driftPPM: Double

  enum CodingKeys: String, CodingKey {
    case offsetSeconds = "offset_s"
    case driftPPM = "drift_ppm"
  }

  /// Makes a conversion.
  public init(offsetSeconds: Double = 0, driftPPM: Double = 0) {
    (self.offsetSeconds, self.driftPPM) = (offsetSeconds, driftPPM)
  }

  /// Seconds of the recording at a time of the laboratory's.
  public func seconds(_ time: Double) -> Double {
    (time - offsetSeconds) / (1 + driftPPM * 1e-6)
  }
}

extension ClockFit {
  /// Finds the relation; `nil` for fewer than six contacts of either, or when nothing pairs.
  ///
  /// - Parameters:
  ///   - truth: the laboratory's contacts by its own clock, seconds, sorted.
  ///   - found: the contacts found in the recording, seconds, sorted.
  public init?(truth: [Double], found: [Double]) {
    let search = ClockSearch(truth: truth, found: found)
    guard let best = search.candidates.first else { return nil }
    let rivals = search.candidates.dropFirst()
    let (offset, drift) = best.line(atStart: 0)
    let errors = best.errors(pauseSeconds: ClockSearch.pauseSeconds)
    self.init(
      offsetSeconds: offset, offsetError: errors.offset, driftPPM: 1e6 * drift,
      driftError: 1e6 * errors.drift, centerSeconds: best.center, matchedCount: best.pairs.count,
      trueCount: truth.count,
      residualMilliseconds: 1000 * best.deviation, rivalOffsetSeconds: rivals.first?.offset,
      isUnambiguous: 2 * best.pairs.count >= truth.count
        && rivals.allSatisfy { best.isClearlyBetter(than: $0, of: truth.count) })
  }
}

/// The search for offsets.
struct ClockSearch {
  /// The offsets that fit, best first; each at least half a short step from the others.
  private(set) var candidates: [ClockCandidate] = []

  static let fewestContacts = 6
  /// A longer pause separates walks, as everywhere in this package.
  static let pauseSeconds = 3.0
  private static let binSeconds = 0.02
  /// Eleven days: contacts further apart are not of one recording.
  private static let mostBins = 5e7
  /// Candidates that are refined: a walk shifted by a few steps either way.
  private static let candidateCount = 24
  /// Two candidates closer than this are one: no step is shorter.
  private static let apart = 0.2
  /// The coarse search looks at so much of the recording, so that a drift of 100 ppm blurs it by one step at most.
  private static let coarseSeconds = 900.0

  init(truth: [Double], found: [Double]) {
    guard truth.count >= Self.fewestContacts, found.count >= Self.fewestContacts else { return }
    var kept: [ClockCandidate] = []
    for offset in Self.coarseOffsets(truth, found) {
      guard let candidate = ClockCandidate(near: offset, truth: truth, found: found),
        !kept.contains(where: { abs($0.offset - candidate.offset) < Self.apart })
      else { continue }
      kept.append(candidate)
    }
    candidates = kept.sorted { $0.cost(of: truth.count) < $1.cost(of: truth.count) }
  }

  /// The most frequent differences of a true and a found contact.
  private static func coarseOffsets(_ truth: [Double], _ found: [Double]) -> [Double] {
    // Stretches from the middle of the truth, because its first contacts may lie outside the recording.
    let middle = truth[truth.count / 2]
    let near = truth.filter { abs($0 - middle) <= coarseSeconds / 2 }
    let (first, last) = (near[0] - found[found.count - 1], near[near.count - 1] - found[0])
    guard (last - first) / binSeconds < mostBins else { return [] }
    let count = Int((last - first) / binSeconds) + 1
    var bins = [Int32](repeating: 0, count: count + 4)
    for time in near {
      for other in found { bins[Int((time - other - first) / binSeconds) + 2] += 1 }
    }
    // Pairs scatter by some ten milliseconds: five bins together hold them.
    func sum(at place: Int) -> Int32 {
      bins[place - 2] + bins[place - 1] + bins[place] + bins[place + 1] + bins[place + 2]
    }
    let places = 2..<(bins.count - 2)
    let least = places.reduce(0) { max($0, sum(at: $1)) } / 3
    let sums = places.lazy.map { (sum(at: $0), $0) }.filter { $0.0 >= max(1, least) }
    var taken: [Double] = []
    for (_, place) in sums.sorted(by: { ($0.0, $1.1) > ($1.0, $0.1) }) {
      guard taken.count < candidateCount else { break }
      let offset = first + (Double(place - 2) + 0.5) * binSeconds
      if taken.allSatisfy({ abs($0 - offset) >= apart }) { taken.append(offset) }
    }
    return taken
  }
}

/// An offset with the contacts that it pairs.
struct ClockCandidate {
  /// True time less found time, and found time, of every pair.
  private(set) var pairs: [(difference: Double, time: Double)] = []
  /// Difference at `center` and its change with time.
  private var (middle, slope) = (0.0, 0.0)
  /// The mean time of the pairs, seconds of the recording.
  private(set) var center = 0.0

  /// Pairs are sought ever closer to the line, seconds.
  private static let tolerances = [0.25, 0.15, 0.1, 0.1]
  /// A contact without a partner costs as one so far off, seconds.
  private static let missSeconds = 0.1
  /// A drift is fitted once the pairs span so much, seconds.
  private static let leastSpan = 30.0
  private static let largestDrift = ClockFit.largestDriftPPM * 1e-6

  /// The true offset of the line at the middle of its pairs, seconds.
  var offset: Double { middle }

  init?(near offset: Double, truth: [Double], found: [Double]) {
    (middle, center) = (offset, found[found.count / 2])
    for tolerance in Self.tolerances {
      pair(truth, found, within: tolerance)
      guard pairs.count >= ClockSearch.fewestContacts else { return nil }
      fit()
    }
  }

  private func difference(at time: Double) -> Double { middle + slope * (time - center) }

  private mutating func pair(_ truth: [Double], _ found: [Double], within tolerance: Double) {
    let moved = found.map { $0 + difference(at: $0) }
    pairs = ContactMatching(toleranceSeconds: tolerance).pairs(found: moved, true: truth)
      .map { (truth[$0.truth] - found[$0.found], found[$0.found]) }
  }

  private mutating func fit() {
    let line = HuberLine(pairs, leastSpan: Self.leastSpan)
    (middle, center) = (line.middle, line.center)
    slope = max(-Self.largestDrift, min(Self.largestDrift, line.slope))
  }

  /// Standard deviation of the pairs about the line, by the median so that strays do not count, seconds.
  var deviation: Double {
    1.4826 * (Statistics.median(pairs.map { abs($0.difference - difference(at: $0.time)) }) ?? 0)
  }

  /// What the pairs and the contacts without one cost, squared seconds.
  func cost(of trueCount: Int) -> Double {
    let most = Self.missSeconds * Self.missSeconds
    let paired = pairs.reduce(0.0) { sum, pair in
      let rest = pair.difference - difference(at: pair.time)
      return sum + min(most, rest * rest)
    }
    return paired + Double(max(0, trueCount - pairs.count)) * most
  }

  /// Whether a rival leaves clearly more contacts without a partner, or scatters clearly more.
  func isClearlyBetter(than rival: ClockCandidate, of trueCount: Int) -> Bool {
    let likelihood = Double(trueCount) / 2 * log(rival.cost(of: trueCount) / cost(of: trueCount))
    guard likelihood > 10 else { return false }
    return 10 * rival.pairs.count <= 9 * pairs.count || rival.deviation >= 1.25 * deviation
  }

  /// The difference at a time of the recording, and its change with time.
  func line(atStart time: Double) -> (offset: Double, drift: Double) {
    (difference(at: time), slope)
  }

  /// Standard errors of the line at the recording's start: a jackknife over walks, or the regression's own for
  /// fewer than five walks.
  func errors(pauseSeconds: Double) -> (offset: Double, drift: Double) {
    var walks: [[(difference: Double, time: Double)]] = []
    for pair in pairs.sorted(by: { $0.time < $1.time }) {
      if let last = walks.last?.last, pair.time - last.time <= pauseSeconds {
        walks[walks.count - 1].append(pair)
      } else {
        walks.append([pair])
      }
    }
    guard walks.count >= 5 else {
      return HuberLine(pairs, leastSpan: Self.leastSpan).errors(deviation: deviation)
    }
    let lines = walks.indices.map { left in
      HuberLine(
        walks.indices.filter { $0 != left }.flatMap { walks[$0] }, leastSpan: Self.leastSpan)
    }
    func error(_ values: [Double]) -> Double {
      let center = mean(values) ?? 0
      let n = Double(values.count)
      return ((n - 1) / n * values.reduce(0) { $0 + ($1 - center) * ($1 - center) }).squareRoot()
    }
    return (
      error(lines.map { $0.middle - $0.slope * $0.center }), error(lines.map(\.slope))
    )
  }
}
