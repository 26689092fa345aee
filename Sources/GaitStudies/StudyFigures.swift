/// Sums and distributions of bouts: those of a recording, a day, a week or a person.
public struct StudyFigures: Hashable, Sendable {
  /// Time worn, seconds.
  public var wornSeconds: Double
  /// Walking bouts.
  public var walkingBoutCount = 0
  /// Running bouts.
  public var runningBoutCount = 0
  /// Steps, walking and running.
  public var stepCount = 0
  /// Distance of the bouts whose distance is known, meters; `nil` where there are bouts and none is known.
  public var meters: Double?
  /// Time in walking bouts, seconds.
  public var walkingSeconds = 0.0
  /// Time in running bouts, seconds.
  public var runningSeconds = 0.0
  /// Flat, steady walking bouts by their length.
  public var groups: [BoutGroup: GroupFigures] = [:]

  /// The figures of bouts and of the time in which they could be seen.
  public init(_ bouts: [StudyBout], wornSeconds: Double) {
    self.wornSeconds = wornSeconds
    let known = bouts.compactMap(\.meters)
    meters = known.isEmpty && !bouts.isEmpty ? nil : known.reduce(0, +)
    for bout in bouts {
      stepCount += bout.stepCount
      if bout.isWalking {
        walkingBoutCount += 1
        walkingSeconds += bout.seconds
      } else {
        runningBoutCount += 1
        runningSeconds += bout.seconds
      }
    }
    let steady = bouts.filter(\.isSteady)
    for group in BoutGroup.allCases {
      groups[group] = GroupFigures(steady.filter { group.contains($0.seconds) })
    }
  }

  /// The figures of flat, steady walking bouts of one group of lengths.
  public struct GroupFigures: Hashable, Sendable {
    /// How many bouts.
    public var count: Int
    /// Their time together, seconds.
    public var seconds: Double
    /// Each measure over the bouts that have it; none where no bout has.
    public var measures: [BoutMeasure: Distribution]

    init(_ bouts: [StudyBout]) {
      count = bouts.count
      seconds = bouts.reduce(0) { $0 + $1.seconds }
      measures = BoutMeasure.allCases.reduce(into: [:]) { measures, measure in
        measures[measure] = Distribution(bouts.compactMap { $0.values[measure] })
      }
    }
  }
}
