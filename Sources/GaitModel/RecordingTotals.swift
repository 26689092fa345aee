/// A recording in a handful of numbers: sums over its bouts, walking and running alike; cadence and pace are of the walks,
/// because a mean over walks and runs is that of neither.
public struct RecordingTotals: Hashable, Sendable {
  /// Walking and running bouts.
  public var boutCount: Int
  /// Steps in all bouts.
  public var stepCount: Int
  /// Distance covered in all bouts whose distance is known, or why none is.
  public var distance: Measured<Length>
  /// Bouts whose distance is known.
  public var boutsWithDistance: Int
  /// Time in walking bouts, seconds.
  public var walkingSeconds: Double
  /// Time in running bouts, seconds.
  public var runningSeconds: Double
  /// Time in jumping and hopping, seconds.
  public var jumpingSeconds: Double
  /// Mean of the walking bouts' cadences, each weighted by the bout's time: over those that have one, or why there are none.
  public var cadence: Measured<Cadence>
  /// Time for a kilometer walked, seconds: from first to last contact of the walking bouts whose distance is known, pauses
  /// and closing steps included, over that distance; or why there are none.
  public var pace: Measured<Double>
  /// Turns, those that begin outside bouts included, or why they are not known.
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
    var sums = BoutSums()
    for bout in analysis.boutList { sums.add(bout) }
    (boutCount, stepCount) = (analysis.boutList.count, sums.stepCount)
    (distance, boutsWithDistance) = (sums.distance, sums.boutsWithDistance)
    (walkingSeconds, runningSeconds) = (sums.walkingSeconds, sums.runningSeconds)
    jumpingSeconds = analysis.jumps.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    (cadence, pace) = (sums.cadence, sums.pace)
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

  /// `39 of 66 bouts` where some distances are not known; `nil` where all are, or none.
  public var partWithDistance: String? {
    guard boutsWithDistance > 0, boutsWithDistance < boutCount else { return nil }
    return "\(boutsWithDistance) of \(boutCount) bouts"
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
}

/// What bouts add up to.
private struct BoutSums {
  var stepCount = 0
  var walkingSeconds = 0.0
  var runningSeconds = 0.0
  /// Of the bouts whose distance is known.
  private var meters = 0.0
  private(set) var boutsWithDistance = 0
  /// Of the walks whose distance is known.
  private var walked = (meters: 0.0, seconds: 0.0)
  /// Of the walks whose cadence is known: each cadence times the walk's time, and these times.
  private var cadences = (sum: 0.0, seconds: 0.0)
  /// Why the first bout has no distance.
  private var missingDistance: MissingReason?
  /// Why the first walk has no distance, and no cadence.
  private var missingOfWalk: (distance: MissingReason?, cadence: MissingReason?)?
  private var isFirst = true

  mutating func add(_ bout: WalkingBout) {
    let length = bout.seconds.upperBound - bout.seconds.lowerBound
    stepCount += bout.stepCount
    if isFirst { missingDistance = bout.distance.missingReason }
    isFirst = false
    if let distance = bout.distance.value {
      (meters, boutsWithDistance) = (meters + distance.meters, boutsWithDistance + 1)
    }
    guard bout.activity != .running else {
      runningSeconds += length
      return
    }
    walkingSeconds += length
    if missingOfWalk == nil {
      missingOfWalk = (bout.distance.missingReason, bout.cadence.missingReason)
    }
    if let cadence = bout.cadence.value {
      cadences = (cadences.sum + cadence.stepsPerMinute * length, cadences.seconds + length)
    }
    if let distance = bout.distance.value {
      walked = (walked.meters + distance.meters, walked.seconds + length)
    }
  }

  /// No bout at all covers no distance; bouts without any distance leave it missing.
  var distance: Measured<Length> {
    if boutsWithDistance == 0, let missingDistance { return .missing(missingDistance) }
    return .known(Length(meters: meters))
  }

  /// The walks' mean cadence.
  var cadence: Measured<Cadence> {
    guard cadences.seconds > 0 else { return .missing(missingOfWalk?.cadence ?? noWalk) }
    return .known(Cadence(stepsPerMinute: cadences.sum / cadences.seconds))
  }

  /// Time for a kilometer walked, seconds.
  var pace: Measured<Double> {
    guard walked.meters > 0 else { return .missing(missingOfWalk?.distance ?? noWalk) }
    return .known(1000 * walked.seconds / walked.meters)
  }

  /// Why nothing is said of walks where there are none, or none says why.
  private var noWalk: MissingReason {
    missingOfWalk == nil && runningSeconds > 0 ? .running : .tooFewSteps
  }
}

extension RecordingAnalysis {
  /// The recording in a handful of numbers.
  public var totals: RecordingTotals { RecordingTotals(self) }
}
