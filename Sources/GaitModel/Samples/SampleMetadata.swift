import Foundation

/// What is said about a sample besides its value, time, person and source. All of it may be absent.
public struct SampleMetadata: Hashable, Sendable {
  /// Whether a person entered the value, as after a clinic test.
  public var isEnteredByHand: Bool
  /// Whether the estimate was calibrated to the person; `nil` where that means nothing.
  public var isCalibrated: Bool?
  /// The earliest date whose data the estimate used; `nil` where that means nothing.
  public var earliestDataUsed: Date?
  /// The method that gave the value; `nil` when it was not a method.
  public var method: String?
  /// The method's revision.
  public var revision: Int?
  /// A digest of the settings with which the method ran; `nil` where nobody kept one.
  public var settings: String?
  /// Why the value is not one of flat, steady walking; `nil` when it is, or when the kind does not
  /// ask for it.
  public var leftOutReason: LeftOutReason?
  /// What kind of ground.
  public var terrain: Terrain?
  /// Where the device was worn.
  public var site: WearingSite?
  /// The person's time zone, as the tz database names it (`Europe/Berlin`); `nil` when only the
  /// offset is known.
  public var timeZoneIdentifier: String?
  /// How far the person's clock was ahead of UTC at the start of the sample, seconds; `nil` when unknown. Beside a time zone
  /// it is that zone's offset then, and a store tells it so, whatever was written.
  public var utcOffsetSeconds: Int?
  /// What an activity is called; `nil` for other kinds.
  public var label: String?
  /// The unit of the value, where this version does not know the kind; `nil` for known kinds.
  public var unit: String?
  /// Whatever else was said, key by key.
  public var other: [String: String]

  /// Whether instants are the readings of a local clock whose zone is unknown; they were kept as if
  /// it were UTC.
  public var isLocalClock: Bool {
    get { other[Self.clockKey] == Self.localClock }
    set { other[Self.clockKey] = newValue ? Self.localClock : nil }
  }
  private static let clockKey = "clock"
  private static let localClock = "local"

  /// Makes metadata; everything is optional.
  public init(
    isEnteredByHand: Bool = false, isCalibrated: Bool? = nil, earliestDataUsed: Date? = nil,
    method: String? = nil, revision: Int? = nil, settings: String? = nil,
    leftOutReason: LeftOutReason? = nil,
    terrain: Terrain? = nil, site: WearingSite? = nil, timeZoneIdentifier: String? = nil,
    utcOffsetSeconds: Int? = nil, label: String? = nil, unit: String? = nil,
    other: [String: String] = [:]
  ) {
    self.isEnteredByHand = isEnteredByHand
    self.isCalibrated = isCalibrated
    self.earliestDataUsed = earliestDataUsed
    self.method = method
    self.revision = revision
    self.settings = settings
    self.leftOutReason = leftOutReason
    self.terrain = terrain
    self.site = site
    self.timeZoneIdentifier = timeZoneIdentifier
    self.utcOffsetSeconds = utcOffsetSeconds
    self.label = label
    self.unit = unit
    self.other = other
  }
}

/// The words under which a heart-rate recovery says what came before it: without that a fall means
/// little.
public enum RecoveryWords {
  /// The heart rate at the end of the effort, 1/min.
  public static let peakRate = "peak_bpm"
  /// What the person did, `walking`.
  public static let activity = "activity"
  /// How long they did it, s.
  public static let seconds = "activity_s"
}

/// The mark of lengths that were not measured.
public enum StepLengthWords {
  /// The method that takes every step as a share of the height. The analysis keeps a speed by it without a step length,
  /// and a step length by it only with a person's own factor: then it is cadence in other words.
  public static let assumingMethod = "ProportionalStepLength"
}

extension Sample {
  /// Whether the sample is a step length that says of itself that it was not measured: by its method, and where it names
  /// none by a site away from the pelvis.
  public var isAssumedStepLength: Bool {
    guard kind == SampleKind.stepLength.erased else { return false }
    return metadata.method.map { $0 == StepLengthWords.assumingMethod }
      ?? metadata.site.map { !$0.isPelvis } ?? false
  }
}

/// The word under which a length or a speed says that the person's own factor is in it.
public enum CalibrationWords {
  /// The factor (``PersonalCalibration/factor``), with four decimals.
  public static let factor = "personal_factor"
}

/// The mark of flights of stairs whose height was not measured, and of their vertical speeds.
public enum StairWords {
  /// `true` where every step is taken as a usual riser (``StairFlight/isHeightAssumed``); absent where the height was measured.
  public static let heightAssumed = "height_assumed"
}

/// What wrote a sample: a program, a phone, a person; on which device; from which recording.
public struct SampleSource: Hashable, Sendable {
  /// The name of what wrote it: `gait`, `Health`, `person`.
  public var name: String
  /// The device that measured it, in words; `nil` when nobody said.
  public var device: String?
  /// The recording that it was found in; `nil` when there is none.
  public var recording: RecordingReference?

  /// Makes a source.
  public init(name: String, device: String? = nil, recording: RecordingReference? = nil) {
    self.name = name
    self.device = device
    self.recording = recording
  }

  /// Whether two names mean one source: a phone writes a no-break space where a keyboard has a plain one.
  public static func areSame(_ name: String, _ other: String) -> Bool {
    name == other || plain(name) == plain(other)
  }

  /// A name with plain spaces.
  public static func plain(_ name: String) -> String {
    String(name.map { $0.isWhitespace ? " " : $0 })
  }

  /// A person who entered a value.
  public static let person = SampleSource(name: "person")
  /// The estimates of this package, made from other samples.
  public static let estimates = SampleSource(name: "gait estimate")
  /// The name under which this package's analysis of recordings writes.
  public static let analysisName = "gait"
}

/// How the store distinguishes a recording from others of the same person: by its content, or,
/// where the content is unknown, by name and start.
///
/// The start is part of it because loggers give every recording the same file name.
public struct RecordingReference: Hashable, Sendable {
  /// The recording's name: its file name without extension.
  public var name: String
  /// Wall clock at the first sample, to the millisecond.
  public let start: Date
  /// A digest of the samples of the sensor; `nil` where it is not known, as in stores of older
  /// programs.
  public var content: String?

  /// Makes a reference.
  public init(name: String, start: Date, content: String? = nil) {
    self.name = name
    self.start = Date(millisecondsSince1970: start.millisecondsSince1970)
    self.content = content
  }
}

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
/// A stride counts by the share of it that lies inside, unless its time is that of no stride. The distances of the parts of a bout add up to the
/// bout's own, and so do steps, turns and time. A bout that lies inside as a whole keeps its values. Double support is one share for
/// the whole bout, and that of its parts. What
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

  /// The bout's distance, by how fast it goes on inside.
  var distance: Measured<Length> {
    if isWhole { return bout.distance }
    return part(of: bout.distance) { whole in
      let pace = StridePace(of: bout.strides, within: bout.seconds)
      let all = pace.meters(in: bout.seconds)
      guard all > 0 else { return Length(meters: 0) }
      return Length(meters: whole.meters * (pace.meters(in: seconds) / all))
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

  /// Time with both feet down as a share of the strides inside, which is that of the bout.
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

/// How fast a bout goes on from one instant to the next: at the mean speed of the strides under way, of which those of two feet
/// overlap. Where none has a length, as in a pause, it is the mean speed of all.
private struct StridePace {
  /// From each of these instants on, seconds, rising, at such a speed, m/s.
  private var changes: [(seconds: Double, metersPerSecond: Double)] = []

  /// Takes the strides that the bout goes on by.
  init(of all: [Stride], within bout: Range<Double>) {
    let strides = all.compactMap { stride -> (seconds: Range<Double>, speed: Double)? in
      guard stride.isOfPace, stride.durationSeconds > 0,
        let length = stride.length.value
      else { return nil }
      return (stride.seconds, length.meters / stride.durationSeconds)
    }
    let seconds = strides.reduce(0) { $0 + ($1.seconds.upperBound - $1.seconds.lowerBound) }
    let meters = strides.reduce(0) {
      $0 + $1.speed * ($1.seconds.upperBound - $1.seconds.lowerBound)
    }
    // Without any length the distance goes by time alone.
    let mean = meters > 0 ? meters / seconds : 1
    changes = [(bout.lowerBound, mean)]
    var (next, underWay) = (0, [(seconds: Range<Double>, speed: Double)]())
    let rising = strides.sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
    let ends = (rising.map(\.seconds.lowerBound) + rising.map(\.seconds.upperBound)).sorted()
    for instant in ends {
      underWay.removeAll { $0.seconds.upperBound <= instant }
      while next < rising.count, rising[next].seconds.lowerBound <= instant {
        underWay.append(rising[next])
        next += 1
      }
      let speeds = underWay.reduce(0) { $0 + $1.speed }
      changes.append((instant, underWay.isEmpty ? mean : speeds / Double(underWay.count)))
    }
  }

  /// What is walked in a stretch of the bout.
  func meters(in stretch: Range<Double>) -> Double {
    changes.indices.reduce(0) { sum, i in
      let end = i + 1 < changes.count ? changes[i + 1].seconds : Double.infinity
      let seconds =
        min(end, stretch.upperBound) - max(changes[i].seconds, stretch.lowerBound)
      return seconds > 0 ? sum + seconds * changes[i].metersPerSecond : sum
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

  /// Takes the strides that the bout goes on by.
  init(of all: [Stride], within stretch: Range<Double>) {
    for stride in all where stride.isOfPace && stride.durationSeconds > 0 {
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
