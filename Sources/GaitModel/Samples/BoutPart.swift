/// A labelled part of a recording.
public struct LabelledActivity: Hashable, Sendable {
  /// What it is called.
  public var label: String
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>

  /// Makes an activity.
  public init(label: String, seconds: Range<Double>) {
    self.label = label
    self.seconds = seconds
  }
}

/// What of a walk or a run lies within an activity, made from its contacts and strides.
///
/// ```
///   |--------- bout ---------|
///          |--- activity ---|          L R L R L R L R L    contacts
///          |---- part ------|            |--------|         those inside are the steps of the part
/// ```
///
/// A stride counts by the share of it that lies inside. The distances of the parts of a bout add up to the
/// bout's own, and so do steps, turns and time. A bout that lies inside as a whole keeps its values. What
/// has no value in the bout has none in its parts; standard errors are known of whole bouts only.
struct BoutPart {
  /// What of the bout lies within the activity, seconds from the first sample of the recording.
  let seconds: Range<Double>
  private let bout: WalkingBout
  private let isWhole: Bool
  private let steps: Int
  private let turns: Int?
  private let shares: StrideShares

  /// The part of a bout within an activity; `nil` when nothing of it lies there.
  init?(of bout: WalkingBout, within activity: Range<Double>, turns: [Turn]?) {
    self.bout = bout
    let inside = bout.seconds.clamped(to: activity)
    steps = bout.initialContacts.count { activity.contains($0.seconds) }
    guard !inside.isEmpty || steps > 0 else { return nil }
    seconds = inside
    isWhole = inside == bout.seconds && steps == bout.initialContacts.count
    self.turns = turns?.count {
      activity.contains($0.seconds.lowerBound) && bout.seconds.contains($0.seconds.lowerBound)
    }
    shares = StrideShares(of: bout.strides, within: inside)
  }

  /// Initial contacts inside.
  var stepCount: Measured<Count> {
    .known(Count(Double(steps)), by: bout.makers.initialContacts)
  }

  /// Time walked or run inside.
  var time: Measured<Duration> {
    .known(.seconds(seconds.upperBound - seconds.lowerBound), by: bout.makers.walks)
  }

  /// Turns that begin inside.
  var turnCount: Measured<Count> {
    if isWhole { return bout.turnCount.mapped { Count(Double($0)) } }
    return part(of: bout.turnCount) { _ in turns.map { Count(Double($0)) } }
  }

  /// The bout's distance, by the share of its strides' lengths that lies inside.
  var distance: Measured<Length> {
    if isWhole { return bout.distance }
    return part(of: bout.distance) { whole in
      let all = StrideShares(of: bout.strides, within: bout.seconds)
      let duration = bout.seconds.upperBound - bout.seconds.lowerBound
      let share =
        all.meters > 0
        ? shares.meters / all.meters
        : duration > 0 ? (seconds.upperBound - seconds.lowerBound) / duration : 0
      return Length(meters: whole.meters * share)
    }
  }

  /// Mean speed over ground of the strides inside.
  var speed: Measured<Speed> {
    if isWhole { return bout.walkingSpeed }
    return part(of: bout.walkingSpeed) { _ in
      shares.metersPerSecond.map { Speed(metersPerSecond: $0) }
    }
  }

  /// Mean length of the strides inside.
  var strideLength: Measured<Length> {
    if isWhole { return bout.strideLength }
    return part(of: bout.strideLength) { _ in shares.metersPerStride.map { Length(meters: $0) } }
  }

  /// Half of the strides' mean length.
  var stepLength: Measured<Length> {
    if isWhole { return bout.stepLength }
    return part(of: bout.stepLength) { _ in
      shares.metersPerStride.map { Length(meters: $0 / 2) }
    }
  }

  /// Two steps for every stride inside.
  var cadence: Measured<Cadence> {
    if isWhole { return bout.cadence }
    return part(of: bout.cadence) { _ in
      shares.stridesPerSecond.map { Cadence(stepsPerMinute: 120 * $0) }
    }
  }

  /// Time with both feet down as a share of the strides inside.
  var doubleSupport: Measured<Fraction> {
    if isWhole { return bout.doubleSupportFraction.mapped { Fraction($0) } }
    return part(of: bout.doubleSupportFraction) { _ in shares.doubleSupport.map { Fraction($0) } }
  }

  private func part<Whole, Value>(
    of whole: Measured<Whole>, _ value: (Whole) -> Value?
  ) -> Measured<Value> {
    switch whole {
    case .missing(let reason): .missing(reason)
    case .known(let known, _, let method):
      value(known).map { .known($0, by: method) } ?? .missing(.tooFewSteps)
    }
  }
}

/// Strides, each by the share of it that lies within a stretch of time.
private struct StrideShares {
  /// Strides inside, as shares.
  private(set) var strides = 0.0
  /// Their time, seconds. Strides of both feet overlap, so it is about twice the time that passes.
  private(set) var seconds = 0.0
  /// Their length.
  private(set) var meters = 0.0
  private var measured = (strides: 0.0, seconds: 0.0)
  private var supported = (seconds: 0.0, ofSeconds: 0.0)

  /// Takes the strides that count for their bout.
  init(of all: [Stride], within stretch: Range<Double>) {
    for stride in all where stride.leftOutReason == nil && stride.durationSeconds > 0 {
      let inside = stride.seconds.clamped(to: stretch)
      let share = (inside.upperBound - inside.lowerBound) / stride.durationSeconds
      guard share > 0 else { continue }
      let time = share * stride.durationSeconds
      strides += share
      seconds += time
      if let length = stride.length.value {
        meters += share * length.meters
        measured = (measured.strides + share, measured.seconds + time)
      }
      if let support = stride.doubleSupportSeconds {
        supported = (supported.seconds + share * support, supported.ofSeconds + time)
      }
    }
  }

  var metersPerSecond: Double? { measured.seconds > 0 ? meters / measured.seconds : nil }
  var metersPerStride: Double? { measured.strides > 0 ? meters / measured.strides : nil }
  var stridesPerSecond: Double? { seconds > 0 ? strides / seconds : nil }
  var doubleSupport: Double? {
    supported.ofSeconds > 0 ? supported.seconds / supported.ofSeconds : nil
  }
}
