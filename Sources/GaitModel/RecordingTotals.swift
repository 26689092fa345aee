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
  /// Turns, or why they are not known.
  public var turnCount: Measured<Int>
  /// Flights of stairs climbed, or why they are not known.
  public var flightsUp: Measured<Int>
  /// Flights of stairs descended, or why they are not known.
  public var flightsDown: Measured<Int>

  /// Adds up an analysis.
  public init(_ analysis: RecordingAnalysis) {
    boutCount = analysis.bouts.count
    stepCount = analysis.bouts.reduce(0) { $0 + $1.stepCount }
    distance = Self.distance(of: analysis.bouts)
    walkingSeconds = Self.seconds(of: analysis.bouts, .walking)
    runningSeconds = Self.seconds(of: analysis.bouts, .running)
    turnCount = Self.count(of: analysis.turns) { _ in true }
    flightsUp = Self.count(of: analysis.stairFlights) { $0.direction == .stairsUp }
    flightsDown = Self.count(of: analysis.stairFlights) { $0.direction == .stairsDown }
  }

  private static func count<Event>(
    of events: Measured<[Event]>, where isCounted: (Event) -> Bool
  ) -> Measured<Int> {
    switch events {
    case .known(let events, _): .known(events.count(where: isCounted))
    case .missing(let reason): .missing(reason)
    }
  }

  /// No bout at all covers no distance; bouts without any distance leave it missing.
  private static func distance(of bouts: [WalkingBout]) -> Measured<Length> {
    let known = bouts.compactMap { $0.distance.value?.meters }
    if known.isEmpty, let reason = bouts.first?.distance.missingReason { return .missing(reason) }
    return .known(Length(meters: known.reduce(0, +)))
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
