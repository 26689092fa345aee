import GaitModel

/// What ground, by air pressure and steps.
///
/// Steps that gain a riser's height are stairs, steps that gain a little are a slope; a lift, a car and
/// the weather change the pressure without steps, a door for less than a flight takes, an escalator
/// by more than steps can.
public struct PressureTerrain: TerrainClassifier {
  /// Decides the steps together.
  public var decoder = HeightDecoder()
  /// Fits the height of a rise.
  public var fit = RiseFit()
  /// Averages the height of a flight over where its ends may lie.
  public var average = RiseAverage()
  /// Ground before and after a walk that is assumed level, seconds: a lift's doors take longer to
  /// close.
  public var leadSeconds = 4.0
  /// Ground on both sides of a flight that its height is measured against, seconds.
  public var contextSeconds = 15.0
  /// Ground next to another rise that does not count, seconds: where that one ends is not sure.
  public var marginSeconds = 1.0
  /// How often the rises are fitted, each time next to where the others were found.
  public var rounds = 3
  /// As `contextSeconds` when the height of a flight is averaged: a trend is allowed for then.
  public var averagingContextSeconds = 20.0
  /// As `marginSeconds` when the height of a flight is averaged: half a step, the ends being known better.
  public var averagingMarginSeconds = 0.3
  /// How often the heights are averaged, each time between where the neighbors were found.
  public var averagingRounds = 2
  /// Rise of a step that is stairs, meters: building codes allow 0.10 to 0.20 m, and pressure errs.
  public var stairRise = 0.09...0.25
  /// Rise of a step from which on a slope is no longer level, meters: 3 % of a step of 0.65 m.
  public var leastSlopeRise = 0.02
  /// Lowest slope beside a flight, meters: the sensor's drift reaches half of it in 20 s.
  public var leastSlopeMeters = 0.5
  /// Lowest flight, meters: half a dozen risers; below it drafts look alike.
  public var leastFlightMeters = 0.7
  /// A rise smaller than this many standard errors does not count.
  public var leastSignificance = 3.0
  /// Fewer heights in a walk do not tell.
  public var leastBins = 6

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "PressureTerrain", question: "what ground",
      citation: "Bar-Shalom, Li and Kirubarajan 2001, Estimation with Applications to Tracking and "
        + "Navigation",
      doi: "10.1002/0471221279",
      deviations: [
        "acceleration enters as steps: integrated twice it drifts by a meter in 20 s",
        "heights measured afterwards by least squares that do not see doors",
        "the height of a flight averaged over where its ends may lie",
      ],
      revision: 2)
  }

  /// The heights around a walk, or `nil` when there are too few of them.
  private func track(around walk: Walk, in recording: SequenceRecording) -> HeightTrack? {
    guard let pressure = recording.pressure else { return nil }
    let span = walk.seconds.lowerBound...walk.seconds.upperBound
    let wide = (span.lowerBound - leadSeconds)...(span.upperBound + leadSeconds)
    let track = HeightTrack(pressure.samples(in: wide))
    return track.bins(span).count >= leastBins ? track : nil
  }

  /// Rises by pressure, with level ground between them; `nil` without enough of it.
  public func stretches(of walk: Walk, in recording: SequenceRecording) -> [GroundStretch]? {
    guard let track = track(around: walk, in: recording) else { return nil }
    let seconds = walk.contactSeconds
    var stretches: [GroundStretch] = []
    var next = 0
    for found in groundedRises(seconds: seconds, track: track) {
      let (rise, ground) = (found.rise, found.ground)
      // The contacts of a rise are those that it lifted: not the one it starts from.
      let first = max(next, rise.contacts.lowerBound + 1)
      guard first <= rise.contacts.upperBound else { continue }
      let lifted = first..<(rise.contacts.upperBound + 1)
      if next < lifted.lowerBound {
        stretches.append(GroundStretch(contacts: next..<lifted.lowerBound, ground: .level))
      }
      stretches.append(GroundStretch(contacts: lifted, ground: ground, rises: [rise]))
      next = lifted.upperBound
    }
    if next < seconds.count {
      stretches.append(GroundStretch(contacts: next..<seconds.count, ground: .level))
    }
    return stretches
  }

  /// The rises of a walk, in order, each fitted to the heights around it.
  func rises(seconds: [Double], track: HeightTrack) -> [Rise] {
    let kinds = decoder.kinds(seconds: seconds, track: track, lead: leadSeconds)
    var runs: [ClosedRange<Int>] = []
    var start = 0
    for i in 1...kinds.count where i == kinds.count || kinds[i] != kinds[start] {
      if kinds[start] != .level { runs.append(start...i) }
      start = i
    }
    var rises = [Rise?](repeating: nil, count: runs.count)
    for _ in 0..<rounds {
      for k in runs.indices {
        rises[k] = rise(k, of: runs, seconds: seconds, track: track) ?? rises[k]
        runs[k] = rises[k]?.contacts ?? runs[k]
      }
    }
    return rises.compactMap { $0 }
  }

  /// One of the rises of a walk, fitted to the level ground between its neighbors.
  func rise(
    _ k: Int, of runs: [ClosedRange<Int>], seconds: [Double], track: HeightTrack
  ) -> Rise? {
    let place = place(
      of: k, among: runs, seconds: seconds, margin: marginSeconds, reach: contextSeconds)
    guard place.context.lowerBound < place.context.upperBound,
      place.limits.lowerBound < place.limits.upperBound
    else { return nil }
    return fit.best(
      near: runs[k], seconds: seconds, limits: place.limits, track: track,
      context: place.context)
  }

  /// Between its neighbors: the contacts that the ends of a rise are kept within, and the time in which
  /// the ground is level but for it. Before the first contact and after the last the ground is level.
  func place(
    of k: Int, among runs: [ClosedRange<Int>], seconds: [Double], margin: Double, reach: Double
  ) -> (limits: ClosedRange<Int>, context: ClosedRange<Double>) {
    let last = seconds.count - 1
    let before = k > 0 ? runs[k - 1].upperBound : 0
    let after = k + 1 < runs.count ? runs[k + 1].lowerBound : last
    let low = k > 0 ? seconds[before] + margin : seconds[0] - leadSeconds
    let high = k + 1 < runs.count ? seconds[after] - margin : seconds[last] + leadSeconds
    let start = max(low, seconds[runs[k].lowerBound] - reach)
    let end = min(high, seconds[runs[k].upperBound] + reach)
    return (before...max(before, after), start...max(start, end))
  }

  /// The ground of a rise; `nil` where it is level after all.
  func ground(of rise: Rise) -> Ground? {
    guard abs(rise.meters) >= leastSignificance * rise.standardError else { return nil }
    let step = abs(rise.metersPerStep)
    if step > stairRise.upperBound { return Ground(terrain: .unknown, isMoving: true) }
    if step >= stairRise.lowerBound, abs(rise.meters) >= leastFlightMeters {
      return Ground(terrain: rise.meters > 0 ? .stairsUp : .stairsDown)
    }
    return step >= leastSlopeRise ? Ground(terrain: .incline) : nil
  }
}
