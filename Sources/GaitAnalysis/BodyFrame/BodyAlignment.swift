import Foundation
import GaitModel
import Signals

/// The body's axes in the sensor's own coordinates, for a straight part of a walk.
public struct BodyAxes: Hashable, Sendable {
  /// Up.
  public var vertical: SIMD3<Double>
  /// Forward, the way the person walks.
  public var anteroposterior: SIMD3<Double>
  /// How clearly forward differs from sideways: 0 not at all, 2 perfectly.
  public var quality: Double
  /// Evidence for the sign of forward: -1 against, +1 for; near 0 undecided.
  public var forwardEvidence: Double

  /// To the right: forward times up.
  public var mediolateral: SIMD3<Double> { anteroposterior.cross(vertical).unit }
}

/// Finds the body's axes in the sensor's, walk by walk.
public protocol BodyAlignmentEstimator: ConfigurableMethod {
  /// The body's axes in each walk.
  ///
  /// - Parameters:
  ///   - walks: walks of some gait sequences, in time order.
  ///   - context: what they share.
  ///   - memory: what earlier walks with the device in the same place said about which way is forward.
  /// - Returns: one heading per walk, and this recording's own vote.
  func headings(of walks: [Walk], in context: SequenceContext, memory: HeadingMemory) -> Headings
}

/// Which way is forward, walk by walk.
public struct Headings: Sendable {
  /// Whether the device moves with the trunk, so that its motion may be read in the body's axes.
  public var isTrunk: Bool
  /// The axes of each walk; `nil` where forward and sideways cannot be told apart.
  public var axes: [BodyAxes?]
  /// The walks' own vote on forward; of those after a turn of the device, where there was one.
  public var vote = HeadingVote()

  /// Makes headings of walks.
  public init(isTrunk: Bool, axes: [BodyAxes?]) { (self.isTrunk, self.axes) = (isTrunk, axes) }
}

/// No axes, where the device moves with a limb or in a bag.
public struct NoBodyAlignment: BodyAlignmentEstimator {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoBodyAlignment", question: "body axes") }

  /// No axes for any walk.
  public func headings(
    of walks: [Walk], in context: SequenceContext, memory: HeadingMemory
  ) -> Headings { Headings(isTrunk: false, axes: walks.map { _ in nil }) }
}

/// Finds up, forward and sideways from the walking itself, however the sensor was put on.
///
/// Up is the mean specific force. In the horizontal plane the pelvis moves forward and back once a
/// step, and sideways once a stride: forward is the direction with the most step-locked and the
/// least stride-locked motion. Forward's sign comes from timing: the body is pushed forward before
/// it is lifted.
///
/// Source: own; the frequency rule follows R. Moe-Nilssen, J. L. Helbostad, J. Biomech. 37:121
/// (2004), who read step and stride from the same axes.
public struct BodyAlignment: BodyAlignmentEstimator {
  /// Smoothing of the demodulated motion, seconds: about a stride.
  public var smoothingSeconds = 1.2
  /// Shorter parts of a walk are not aligned on, seconds: less than two strides.
  public var leastSeconds = 2.0
  /// Below this quality forward and sideways are not told apart.
  public var leastQuality = 0.2
  /// Slower motion is posture, Hz.
  public var slowestContentHertz = 0.25

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "BodyAlignment", question: "body axes",
      citation: "Moe-Nilssen and Helbostad 2004 (step and stride regularity by axis)",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: ["axis by demodulated power at step and stride frequency, any orientation"],
      revision: 2)
  }

  /// Each walk takes its axes from its longest straight part. All straight parts vote on which way is forward,
  /// and so does what earlier walks left in memory, because the sensor sits the same way in all of them, unless these walks
  /// are sure that it was turned.
  public func headings(
    of walks: [Walk], in context: SequenceContext, memory: HeadingMemory
  ) -> Headings {
    var votes = [HeadingVote()]
    let found = walks.map { walk -> (axes: BodyAxes?, vote: Int) in
      var own = HeadingVote()
      var longest: (axes: BodyAxes, count: Int)?
      for part in straightParts(of: walk, in: context) {
        let axes = self.axes(
          in: context.recording, strideCarrier: context.cycle.strideCarrier, samples: part)
        guard axes.quality >= leastQuality else { continue }
        own += HeadingVote(
          sum: Double(part.count) * axes.forwardEvidence * axes.anteroposterior,
          samples: Double(part.count))
        if part.count > longest?.count ?? 0 { longest = (axes, part.count) }
      }
      // Turned between two walks that follow each other: those before and those after vote apart.
      if own.isTurned(from: votes[votes.count - 1].sum) { votes.append(HeadingVote()) }
      votes[votes.count - 1] += own
      return (longest?.axes, votes.count - 1)
    }
    var headings = Headings(
      isTrunk: true,
      axes: found.map { axes, place in
        guard var axes else { return nil }
        let remembered =
          place == 0 ? memory.vote(whenUpIs: axes.vertical, beside: votes[0]) : .zero
        if axes.anteroposterior.dot(votes[place].sum + remembered) < 0 {
          axes.anteroposterior = -axes.anteroposterior
          axes.forwardEvidence = -axes.forwardEvidence
        }
        return axes
      })
    headings.vote = votes[votes.count - 1]
    return headings
  }

  /// The parts of a walk between its turns that are long enough to align on; the whole walk if none is.
  private func straightParts(of walk: Walk, in context: SequenceContext) -> [Range<SampleIndex>] {
    let whole = walk.samples.clamped(to: context.recording.samples)
    var parts = [whole]
    for turn in context.knownTurns {
      let bend = context.recording.indices(turn.seconds)
      parts = parts.flatMap { part -> [Range<SampleIndex>] in
        guard part.overlaps(bend) else { return [part] }
        return [
          part.lowerBound..<max(part.lowerBound, bend.lowerBound),
          min(part.upperBound, bend.upperBound)..<part.upperBound,
        ]
      }
    }
    let least = Int(leastSeconds * SampleGrid.rateHertz)
    let long = parts.filter { $0.count > least }
    return long.isEmpty && whole.count > least ? [whole] : long
  }

  /// The axes over some samples.
  func axes(
    in recording: SequenceRecording, strideCarrier: Carrier, samples: Range<SampleIndex>
  ) -> BodyAxes {
    let force = recording.acceleration.values(in: samples)
    let up = force.reduce(SIMD3<Double>.zero, +).unit
    let east = up.somePerpendicular
    let north = up.cross(east)
    let filter = KeptFilters.highPass(order: 2, cutoffHertz: slowestContentHertz)
    let rows = filter.filteredForwardBackward(
      force.map { SIMD4($0.dot(east), $0.dot(north), $0.dot(up), 0) }[...],
      padding: min(force.count - 2, Int(3 * SampleGrid.rateHertz)))
    let steady = GridSignal(Array(rows), from: samples.lowerBound)
    let stride = strideCarrier[samples]
    let twice = stride.times(stride)
    let motion = [stride, twice, twice.times(stride), twice.times(twice)].map {
      RowDemodulation(of: steady, carrier: $0, sigma: sigma)
    }
    let (line, quality) = principalLine(motion)
    let forward = (line.0 * east + line.1 * north).unit
    let push = motion[1][0].combined(line.0, motion[1][1], line.1)
    return BodyAxes(
      vertical: up, anteroposterior: forward, quality: quality,
      forwardEvidence: push.lead(over: motion[1][2]))
  }

  private var sigma: Double { smoothingSeconds * SampleGrid.rateHertz }

  /// Largest eigenvector of (step-locked power) minus (stride-locked power), both as shares.
  private func principalLine(_ motion: [RowDemodulation]) -> ((Double, Double), Double) {
    func power(_ m: Int) -> (xx: Double, xy: Double, yy: Double) {
      let powers = motion[m - 1].powers
      return (powers.x, motion[m - 1].power(of: 0, with: 1), powers.y)
    }
    let (p1, p2, p3, p4) = (power(1), power(2), power(3), power(4))
    let step = (xx: p2.xx + p4.xx, xy: p2.xy + p4.xy, yy: p2.yy + p4.yy)
    let stride = (xx: p1.xx + p3.xx, xy: p1.xy + p3.xy, yy: p1.yy + p3.yy)
    let (s, t) = (step.xx + step.yy + 1e-12, stride.xx + stride.yy + 1e-12)
    let xx = step.xx / s - stride.xx / t
    let xy = step.xy / s - stride.xy / t
    let yy = step.yy / s - stride.yy / t
    let half = (xx - yy) / 2
    let spread = hypot(half, xy)
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    return ((cos(angle), sin(angle)), 2 * spread)
  }
}

/// Walks' own word on which way is forward, in the sensor's axes.
public struct HeadingVote: Hashable, Sendable {
  /// Forward, samples times evidence.
  public var sum = SIMD3<Double>.zero
  /// The samples that voted.
  public var samples = 0.0

  /// Of shorter walks too few are known to say how often they err about the sign, seconds of straight walking.
  static let leastSeconds = 8.0
  /// With less evidence in the mean they may, too. Of 60 walks of 10 m and back (11 people, lower back) 58 have more, and none of
  /// the 60 points backward; nor does any of 32 recordings of seven others, with stairs and stumbling (`sisfall`, waist).
  static let leastEvidence = 0.5

  /// A vote of nobody, or of some walks.
  public init(sum: SIMD3<Double> = .zero, samples: Double = 0) {
    (self.sum, self.samples) = (sum, samples)
  }

  /// Takes the word of more walks.
  static func += (a: inout HeadingVote, b: HeadingVote) {
    a.sum += b.sum
    a.samples += b.samples
  }

  /// Whether the walks are as sure of their forward as a single walk can be.
  var isSure: Bool {
    samples >= Self.leastSeconds * SampleGrid.rateHertz
      && sum.norm >= Self.leastEvidence * samples
  }

  /// Whether walks that are sure go where those before went backward: the device was turned round the body meanwhile.
  func isTurned(from before: SIMD3<Double>) -> Bool { isSure && sum.dot(before) < 0 }
}

/// What the walks of a recording so far said about which way is forward, in the sensor's axes.
///
/// One short walk may err about the sign; all walks of a wearing hardly do. The memory fades as new walks
/// come, because a belt may creep round the waist, and it is void once the sensor hangs another way, or walks that are sure
/// say that it was turned round.
public struct HeadingMemory: Hashable, Sendable {
  /// The memory never weighs more than this much straight walking, seconds: a minute outvotes it.
  static let longestSeconds = 60.0
  /// A sensor whose up has turned by more than this has been moved, degrees: more than posture does.
  static let largestTiltDegrees = 30.0

  /// A memory of no walk yet.
  public init() {}

  private var sum = SIMD3<Double>.zero
  private var up = SIMD3<Double>.zero

  /// The vote of the walks before.
  ///
  /// - Parameters:
  ///   - now: the mean up of the walks that ask.
  ///   - own: their own vote.
  /// - Returns: samples times evidence; zero when the sensor was moved since.
  public func vote(whenUpIs now: SIMD3<Double>, beside own: HeadingVote) -> SIMD3<Double> {
    up.dot(now) >= cos(Self.largestTiltDegrees * .pi / 180) && !own.isTurned(from: sum)
      ? sum : .zero
  }

  /// Takes the vote of some walks and their mean up.
  mutating func learn(_ vote: HeadingVote, up now: SIMD3<Double>) {
    sum = self.vote(whenUpIs: now, beside: vote) + vote.sum
    up = now
    let most = Self.longestSeconds * SampleGrid.rateHertz
    if sum.norm > most { sum *= most / sum.norm }
  }
}
