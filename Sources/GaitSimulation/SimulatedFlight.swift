import GaitModel

/// One climb or descent of a staircase in a simulated recording.
public struct SimulatedFlight: Hashable, Sendable {
  /// From the contact before its first step to the contact of its last, seconds.
  public var seconds: Range<Double>
  /// Steps taken in it.
  public var stepCount: Int
  /// Height gained; negative when it goes down.
  public var rise: Length

  /// Height over time, without sign.
  public var verticalSpeed: Speed {
    Speed(metersPerSecond: abs(rise.meters) / (seconds.upperBound - seconds.lowerBound))
  }
}

extension SimulationTruth {
  /// A step that rises more than this is on stairs, meters; slopes rise less.
  private static let leastRiser = 0.1

  /// Flights of stairs, in time order: steps that follow each other, all up or all down.
  public var flights: [SimulatedFlight] {
    bouts.flatMap { bout -> [SimulatedFlight] in
      var flights: [SimulatedFlight] = []
      var isOpen = false
      for step in bout.steps {
        let rise = step.rise.meters
        guard abs(rise) > Self.leastRiser else {
          isOpen = false
          continue
        }
        if isOpen, let last = flights.last, (last.rise.meters > 0) == (rise > 0) {
          flights[flights.count - 1] = SimulatedFlight(
            seconds: last.seconds.lowerBound..<step.seconds.upperBound,
            stepCount: last.stepCount + 1, rise: Length(meters: last.rise.meters + rise))
        } else {
          flights.append(
            SimulatedFlight(seconds: step.seconds, stepCount: 1, rise: Length(meters: rise)))
        }
        isOpen = true
      }
      return flights
    }
  }
}
