/// A recording in a handful of numbers: sums over its bouts, walking and running alike.
public struct RecordingTotals: Hashable, Sendable {
  /// Walking and running bouts.
  public var boutCount: Int
  /// Steps in all bouts.
  public var stepCount: Int
  /// Distance covered in all bouts whose distance is known, or why none is.
  public var distance: Measured<Length>
  /// Time in walking bouts, seconds.
  public var walkingSeconds: Double
  /// Time in running bouts, seconds.
  public var runningSeconds: Double
  /// Time in jumping and hopping, seconds.
  public var jumpingSeconds: Double
  /// Steps over the time in bouts, or why there is none.
  public var cadence: Measured<Cadence> {
    let seconds = walkingSeconds + runningSeconds
    guard seconds > 0 else { return .missing(.tooFewSteps) }
    return .known(Cadence(stepsPerMinute: 60 * Double(stepCount) / seconds))
  }
  /// Time for a kilometer, seconds: over the bouts whose distance is known, or why there are none.
  public var pace: Measured<Double>
  /// Turns, or why they are not known.
  public var turnCount: Measured<Int>
  /// Flights of stairs climbed that are high enough to count, or why they are not known.
  public var flightsUp: Measured<Int>
  /// Flights of stairs descended that are high enough to count, or why they are not known.
  public var flightsDown: Measured<Int>
  /// Flights of stairs, up and down, that are too low to count, or why they are not known.
  public var shortFlights: Measured<Int>
  /// Height climbed on stairs, flights of any height together, or why it is not known.
  public var heightClimbed: Measured<Length>

  /// Adds up an analysis.
  public init(_ analysis: RecordingAnalysis) {
    boutCount = analysis.bouts.count
    stepCount = analysis.bouts.reduce(0) { $0 + $1.stepCount }
    distance = Self.distance(of: analysis.bouts)
    walkingSeconds = Self.seconds(of: analysis.bouts, .walking)
    runningSeconds = Self.seconds(of: analysis.bouts, .running)
    jumpingSeconds = analysis.jumps.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    pace = Self.pace(of: analysis.bouts)
    turnCount = Self.count(of: analysis.turns) { _ in true }
    flightsUp = Self.count(of: analysis.stairFlights) {
      $0.direction == .stairsUp && $0.isCounted
    }
    flightsDown = Self.count(of: analysis.stairFlights) {
      $0.direction == .stairsDown && $0.isCounted
    }
    shortFlights = Self.count(of: analysis.stairFlights) { !$0.isCounted }
    heightClimbed = Self.heightClimbed(analysis.stairFlights)
  }

  private static func count<Event>(
    of events: Measured<[Event]>, where isCounted: (Event) -> Bool
  ) -> Measured<Int> {
    switch events {
    case .known(let events, _, _): .known(events.count(where: isCounted))
    case .missing(let reason): .missing(reason)
    }
  }

  private static func heightClimbed(_ flights: Measured<[StairFlight]>) -> Measured<Length> {
    switch flights {
    case .known(let flights, _, _):
      .known(
        Length(
          meters: flights.reduce(0) { sum, flight in
            flight.direction == .stairsUp ? sum + (flight.height.value?.meters ?? 0) : sum
          }))
    case .missing(let reason): .missing(reason)
    }
  }

  /// No bout at all covers no distance; bouts without any distance leave it missing.
  private static func distance(of bouts: [WalkingBout]) -> Measured<Length> {
    let known = bouts.compactMap { $0.distance.value?.meters }
    if known.isEmpty, let reason = bouts.first?.distance.missingReason { return .missing(reason) }
    return .known(Length(meters: known.reduce(0, +)))
  }

  private static func pace(of bouts: [WalkingBout]) -> Measured<Double> {
    let known = bouts.filter { $0.distance.value != nil }
    let meters = known.reduce(0) { $0 + ($1.distance.value?.meters ?? 0) }
    guard meters > 0 else {
      return .missing(bouts.first?.distance.missingReason ?? .tooFewSteps)
    }
    let seconds = known.reduce(0) { $0 + $1.seconds.upperBound - $1.seconds.lowerBound }
    return .known(1000 * seconds / meters)
  }

  private static func seconds(of bouts: [WalkingBout], _ activity: Activity) -> Double {
    bouts.reduce(0) { sum, bout in
      bout.activity == activity ? sum + bout.seconds.upperBound - bout.seconds.lowerBound : sum
    }
  }
}

extension RecordingAnalysis {
  /// The recording in a handful of numbers.
  public var totals: RecordingTotals { RecordingTotals(self) }
}
