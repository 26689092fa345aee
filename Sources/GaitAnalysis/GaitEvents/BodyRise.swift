import GaitModel
import Signals

/// Tells walks from other motion that has a rhythm, where contacts were found already.
public protocol WalkCheck: ConfigurableMethod {
  /// What of some walks is walking.
  ///
  /// - Parameters:
  ///   - walks: contacts that follow each other, in time order.
  ///   - recording: where they were found.
  /// - Returns: the walks, or what is left of them, in time order.
  func walks(_ walks: [Walk], in recording: SequenceRecording) -> [Walk]
}

/// Every walk is taken as it was found.
public struct NoWalkCheck: WalkCheck {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance {
    .leftOut("NoWalkCheck", question: "walking or rising from a chair")
  }

  /// All of them.
  public func walks(_ walks: [Walk], in recording: SequenceRecording) -> [Walk] { walks }
}

/// Tells rising from a chair and sitting down again from walking, at the lower back or hip, by how far the body goes
/// up and down.
///
/// Standing up and sitting down in turn leans the trunk to and fro in the rhythm of a slow walk, but lifts it by a
/// seat's height. A walker's pelvis rises by 3 to 5 cm at every step and, at a limp, by little more at every stride.
/// So the magnitude of the force, which does not ask where up is, is integrated twice, without what is slower than
/// such a cycle; where it has gone up and down by more than walkers do for long enough, nobody walks.
///
/// Source: the rise of the pelvis, M. S. Orendurff et al., J. Rehabil. Res. Dev. 41:829 (2004); seats are 0.40 to 0.48
/// m high (ISO 5970), which lifts the pelvis by about as much as its thigh is long. Nothing is fitted; the rises of
/// recordings of all kinds are in `Tools/fit/events/rise.py`.
public struct BodyRise: WalkCheck {
  /// Nobody's pelvis goes up and down by more in walking, meters. Walks have up to 0.08, rising once from a chair
  /// before a walk 0.17, rising again and again 0.31 (medians of 4 s; the filters take a quarter of a seat's height).
  public var largestRiseMeters = 0.2
  /// It lasts at least so long, seconds: three times up and down. A stumble lasts 5.
  public var leastSeconds = 6.0
  /// Around it everything down to this rise belongs to it, meters.
  public var edgeRiseMeters = 0.12
  /// What is slower is no rise, Hz: a cycle of 4 s.
  public var slowestHertz = 0.25
  /// The rise is a mean over so many seconds: a cycle.
  public var windowSeconds = 4.0

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "BodyRise", question: "walking or rising from a chair",
      citation: "Orendurff et al. 2004, J. Rehabil. Res. Dev. 41:829",
      deviations: ["the rise from the magnitude of the force, integrated twice"], revision: 1)
  }

  /// Walks without the contacts at which the body goes up and down too far.
  public func walks(_ walks: [Walk], in recording: SequenceRecording) -> [Walk] {
    guard let first = walks.first, let last = walks.last else { return walks }
    let rises = SlowRises(
      of: recording, from: first.samples.lowerBound, to: last.samples.upperBound,
      slowestHertz: slowestHertz, windowSeconds: windowSeconds)
    let found = risings(rises.meters)
    guard !found.isEmpty else { return walks }
    return walks.flatMap {
      parts(of: $0) { contact in !found.contains { $0.contains(rises.index(at: contact.position)) }
      }
    }
  }

  /// Places of the risings that go too far for long enough, with their edges.
  func risings(_ meters: [Double]) -> [Range<Int>] {
    let least = Int(leastSeconds * SlowRises.rateHertz)
    return meters.stretches { $0 > edgeRiseMeters }.filter { edges in
      meters[edges].stretches { $0 > largestRiseMeters }.contains { $0.count >= least }
    }
  }

  /// The stretches of kept contacts that are long enough for a walk.
  private func parts(of walk: Walk, isKept: (DetectedContact) -> Bool) -> [Walk] {
    walk.contacts.stretches(where: isKept).filter { $0.count >= Walk.leastContacts }
      .map { Walk(contacts: Array(walk.contacts[$0])) }
  }
}

/// How far the body goes up and down about each tenth of a second.
private struct SlowRises {
  /// Samples of the grid that make one.
  private static let block = 10
  /// Values per second: the steps of walking fit below half of it.
  static let rateHertz = SampleGrid.rateHertz / Double(block)
  /// Seconds around the walks in which the filters settle.
  private static let marginSeconds = 6.0

  /// 2 √2 times the RMS of the height, meters: what a wave goes from its lowest to its highest.
  let meters: [Double]
  private let start: SampleIndex

  init(
    of recording: SequenceRecording, from first: SampleIndex, to last: SampleIndex,
    slowestHertz: Double, windowSeconds: Double
  ) {
    let margin = Int(Self.marginSeconds * SampleGrid.rateHertz)
    let samples = ((first - margin)..<(last + margin)).clamped(to: recording.samples)
    start = samples.lowerBound
    let force = recording.acceleration.values(in: samples)
    let magnitudes = stride(from: 0, to: force.count - Self.block + 1, by: Self.block).map { i in
      force[(force.startIndex + i)..<(force.startIndex + i + Self.block)].reduce(0) { $0 + $1.norm }
        / Double(Self.block)
    }
    let filter = KeptFilters.highPass(
      order: 2, cutoffHertz: slowestHertz, rateHertz: Self.rateHertz)
    func high(_ x: [Double]) -> [Double] {
      filter.filteredForwardBackward(
        x, edge: .even, padding: min(x.count - 2, Int(10 * Self.rateHertz)))
    }
    func integral(_ x: [Double]) -> [Double] {
      Integration.cumulativeTrapezoid(x, samplingRateHertz: Self.rateHertz)
    }
    let height = high(integral(high(integral(high(magnitudes)))))
    var sums = [0.0]
    for z in height { sums.append(sums[sums.count - 1] + z * z) }
    let half = Int(windowSeconds * Self.rateHertz / 2)
    meters = height.indices.map { i in
      let window = ((i - half)..<(i + half)).clamped(to: height.indices)
      return 2
        * (2 * (sums[window.upperBound] - sums[window.lowerBound]) / Double(window.count))
        .squareRoot()
    }
  }

  /// The value about a sample.
  func index(at position: SamplePosition) -> Int { (Int(position) - start) / Self.block }
}

extension RandomAccessCollection where Index == Int {
  /// Where something holds for one element after the other, in order.
  fileprivate func stretches(where holds: (Element) -> Bool) -> [Range<Int>] {
    var (found, begin): ([Range<Int>], Int?) = ([], nil)
    for i in indices {
      if holds(self[i]) {
        begin = begin ?? i
      } else if let first = begin {
        found.append(first..<i)
        begin = nil
      }
    }
    if let begin { found.append(begin..<endIndex) }
    return found
  }
}
