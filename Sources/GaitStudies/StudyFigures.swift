import Foundation

/// Sums and distributions of bouts: those of a recording, a day, a week or a person.
public struct StudyFigures: Hashable, Sendable {
  /// Time worn, seconds.
  public var wornSeconds: Double
  /// Walking bouts.
  public var walkingBoutCount = 0
  /// Running bouts.
  public var runningBoutCount = 0
  /// Steps, walking and running; of a bout across midnight a day has those that were made on it, and of one across the
  /// beginning or end of another recording that counts there those that were made where its own counts.
  public var stepCount = 0.0
  /// Distance of the bouts whose distance is known, meters; `nil` where there are bouts and none is known.
  public var meters: Double?
  /// What of it is made of steps that are a share of the person's height, meters; 0 where all were measured.
  public var assumedMeters = 0.0
  /// Time in walking bouts, seconds.
  public var walkingSeconds = 0.0
  /// Time in running bouts, seconds.
  public var runningSeconds = 0.0
  /// Flat, steady walking bouts by their length.
  public var groups: [BoutGroup: GroupFigures] = [:]

  /// The figures of bouts and of the time in which they could be seen.
  ///
  /// - Parameters:
  ///   - bouts: what is counted and measured.
  ///   - parts: what is added up; the bouts themselves when `nil`.
  ///   - wornSeconds: the time, seconds.
  public init(_ bouts: [StudyBout], parts: [StudyBout]? = nil, wornSeconds: Double) {
    self.init(each: bouts, parts: parts ?? bouts, wornSeconds: wornSeconds)
  }

  /// The same of bouts that lie in several lists.
  init(each bouts: some Sequence<StudyBout>, parts: some Sequence<StudyBout>, wornSeconds: Double) {
    self.wornSeconds = wornSeconds
    for bout in bouts {
      if bout.isWalking { walkingBoutCount += 1 } else { runningBoutCount += 1 }
    }
    meters = 0
    var (isEmpty, isKnown) = (true, false)
    for part in parts {
      isEmpty = false
      stepCount += part.stepCount
      if part.isWalking { walkingSeconds += part.seconds } else { runningSeconds += part.seconds }
      guard let own = part.meters else { continue }
      (meters, isKnown) = ((meters ?? 0) + own, true)
      if part.isStepLengthAssumed { assumedMeters += own }
    }
    if !isKnown, !isEmpty { meters = nil }
    for group in BoutGroup.allCases {
      groups[group] = GroupFigures(bouts, of: group)
    }
  }

  /// The figures of flat, steady walking bouts of one group of lengths.
  public struct GroupFigures: Hashable, Sendable {
    /// How many bouts.
    public var count = 0
    /// How many of them have a speed that is made of steps of an assumed length.
    public var assumedCount = 0
    /// Their time together, seconds: of each the whole, also of one across midnight.
    public var seconds = 0.0
    /// Each measure over the bouts that have it; none where no bout has.
    public var measures: [BoutMeasure: Distribution] = [:]
    /// Whether some of the speeds are made of measured steps and others of steps of an assumed length.
    public var mixesSpeeds: Bool {
      assumedCount > 0 && assumedCount < measures[.walkingSpeed]?.count ?? 0
    }

    /// One measure after the other: a month of walking has a hundred thousand values of each.
    init(_ bouts: some Sequence<StudyBout>, of group: BoutGroup) {
      let own = bouts.lazy.filter { $0.isSteady && group.contains($0.seconds) }
      for bout in own {
        (count, seconds) = (count + 1, seconds + bout.seconds)
        if bout.isStepLengthAssumed, bout.values[.walkingSpeed] != nil { assumedCount += 1 }
      }
      for measure in BoutMeasure.allCases {
        measures[measure] = Distribution(own.compactMap { $0.values[measure] })
      }
    }
  }
}

/// What studies report of a set of values: how many, and where they lie.
public struct Distribution: Hashable, Sendable {
  /// How many values.
  public let count: Int
  /// The arithmetic mean.
  public let mean: Double
  /// The middle value.
  public let median: Double
  /// The value that 95 % of the values do not exceed.
  public let percentile95: Double
  /// Coefficient of variation: standard deviation (n - 1) over the mean, a fraction; `nil` of one value, and where the
  /// mean is 0.
  public let variation: Double?

  /// Describes values; `nil` of none.
  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    count = sorted.count
    mean = sorted.reduce(0, +) / Double(count)
    median = Self.quantile(0.5, of: sorted)
    percentile95 = Self.quantile(0.95, of: sorted)
    guard count > 1, mean != 0 else {
      variation = nil
      return
    }
    let middle = mean
    let squares = sorted.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    variation = (squares / Double(count - 1)).squareRoot() / mean
  }

  /// The quantile between the two values next to it, in proportion: type 7 of Hyndman and Fan (1996), which is what
  /// pandas and R give unless told otherwise.
  static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}

/// Bouts by their length, as the field reports them: a way to the kitchen is no walk across town.
public enum BoutGroup: Hashable, Sendable, CaseIterable {
  /// Bouts of any length.
  case all
  /// More than 10 s, up to 30 s.
  case from10To30
  /// More than 30 s.
  case over30
  /// More than 60 s.
  case over60

  /// The name in columns.
  public var name: String {
    switch self {
    case .all: "all"
    case .from10To30: "from_10_to_30_s"
    case .over30: "over_30_s"
    case .over60: "over_60_s"
    }
  }

  /// Whether a bout of so many seconds is one of them.
  ///
  /// The limits are those of Mobilise-D's aggregation (E. Aldred and others, mobgap, `mobgap.aggregation`).
  public func contains(_ seconds: Double) -> Bool {
    switch self {
    case .all: true
    case .from10To30: seconds > 10 && seconds <= 30
    case .over30: seconds > 30
    case .over60: seconds > 60
    }
  }

  /// The group in words.
  public var words: String {
    switch self {
    case .all: "bouts of any length"
    case .from10To30: "bouts of more than 10 s and at most 30 s"
    case .over30: "bouts of more than 30 s"
    case .over60: "bouts of more than 60 s"
    }
  }
}

/// What of a bout is gathered over bouts.
public enum BoutMeasure: Hashable, Sendable, CaseIterable {
  /// Mean speed over ground, m/s.
  case walkingSpeed
  /// Mean step length, m.
  case stepLength
  /// Cadence, steps/min.
  case cadence
  /// Share of the stride with both feet down, 0-1.
  case doubleSupport
  /// Share of steps around which the feet differ in time, 0-1.
  case asymmetry
  /// Standard deviation of stride times over their mean.
  case strideTimeVariation

  /// The column of `bouts.csv`.
  public var column: String {
    switch self {
    case .walkingSpeed: "walking_speed_mps"
    case .stepLength: "step_length_m"
    case .cadence: "cadence_spm"
    case .doubleSupport: "double_support_fraction"
    case .asymmetry: "asymmetry_fraction"
    case .strideTimeVariation: "stride_time_variation"
    }
  }

  /// The unit; empty for shares.
  public var unit: String {
    switch self {
    case .walkingSpeed: "m/s"
    case .stepLength: "m"
    case .cadence: "steps/min"
    default: ""
    }
  }

  /// The name without its unit, for what has none.
  public var plainName: String {
    for ending in ["_mps", "_m", "_spm", "_fraction"] where column.hasSuffix(ending) {
      return String(column.dropLast(ending.count))
    }
    return column
  }
}
