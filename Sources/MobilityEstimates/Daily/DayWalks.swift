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

    /// An order of values alone, so that sums do not depend on the order in which samples came.
    static func comesFirst(_ a: Value, _ b: Value) -> Bool {
      if a.value != b.value { return a.value < b.value }
      if a.seconds != b.seconds { return a.seconds < b.seconds }
      if a.error != b.error { return (a.error ?? -1) < (b.error ?? -1) }
      return (a.errorWithinPerson ?? -1) < (b.errorWithinPerson ?? -1)
    }
  }

  var speed: [Value] = []
  var stepLength: [Value] = []
  var cadence: [Value] = []
  var doubleSupport: [Value] = []
  var asymmetry: [Value] = []
  var strideTimeVariation: [Value] = []
  /// Walking time of all walks, flat and steady or not.
  var walkingTime: [Value] = []
  /// Steps of all walks.
  var steps: [Value] = []

  /// Puts every list into order, the smallest values first.
  mutating func sort() {
    speed.sort(by: Value.comesFirst)
    stepLength.sort(by: Value.comesFirst)
    cadence.sort(by: Value.comesFirst)
    doubleSupport.sort(by: Value.comesFirst)
    asymmetry.sort(by: Value.comesFirst)
    strideTimeVariation.sort(by: Value.comesFirst)
    walkingTime.sort(by: Value.comesFirst)
    steps.sort(by: Value.comesFirst)
  }
}
