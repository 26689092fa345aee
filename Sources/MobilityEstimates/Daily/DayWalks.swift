import GaitModel

/// The walks of a day as plain numbers, one list for each measure.
struct DayWalks {
  /// One walk's value with the time that it weighs.
  struct Value {
    var value: Double
    var seconds: Double
    /// Standard error against the truth, or `nil`.
    var error: Double?
    /// Standard error against the person's own past, or `nil`.
    var errorWithinPerson: Double?
  }

  var speed: [Value] = []
  var stepLength: [Value] = []
  var cadence: [Value] = []
  var doubleSupport: [Value] = []
  var asymmetry: [Value] = []
  /// Walking time of all walks, flat and steady or not, seconds.
  var walkingSeconds: [Double] = []
  /// Steps of all walks.
  var steps: [Double] = []

  /// Puts every list into an order of its own, so that sums do not depend on the samples' order.
  mutating func sort() {
    for path in [\DayWalks.speed, \.stepLength, \.cadence, \.doubleSupport, \.asymmetry] {
      self[keyPath: path].sort {
        ($0.value, $0.seconds, $0.error ?? -1, $0.errorWithinPerson ?? -1)
          < ($1.value, $1.seconds, $1.error ?? -1, $1.errorWithinPerson ?? -1)
      }
    }
    walkingSeconds.sort()
    steps.sort()
  }
}
