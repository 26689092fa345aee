import GaitModel

/// Speeds beside lengths and times: what contradicts them is of another unit or another column.
extension LaboratoryRows {
  /// Speed and length over time differ by no more than this factor. Units do: miles an hour by 2.2, kilometers an hour by
  /// 3.6. The speed of the middle of a walk, or of a walk without its pauses, does not. Our choice.
  private static let greatestRatio = 2.0

  /// Holds a speed against a length and the time that it took.
  ///
  /// - Parameters:
  ///   - row: the row that says them.
  ///   - speed: m/s; `nil` where it says none.
  ///   - meters: the length; `nil` where it says none.
  ///   - seconds: the time.
  /// - Throws: ``ValidationError`` that names the row where they contradict each other.
  func checkSpeed(_ row: Int, _ speed: Double?, of meters: Double?, in seconds: Double) throws {
    guard let speed, let meters else { return }
    let other = meters / seconds
    guard max(speed / other, other / speed) > Self.greatestRatio else { return }
    throw ValidationError(
      "\(place(row)): the speed \(Self.short(speed)) m/s contradicts \(Self.short(meters)) m in \(Self.short(seconds)) s, "
        + "which is \(Self.short(other)) m/s; are the columns and their units right? \"units\" says what speeds, lengths and "
        + "times are in. If it is the speed of something else, take it out of \"columns\"")
  }

  /// Nobody runs with strides of this time or more, seconds: 133 steps a minute. Our choice.
  private static let shortestWalkingOnly = 0.9

  /// Holds a speed against the length and the time of a stride, or against what can be where there is no length.
  ///
  /// - Parameters:
  ///   - row: the row that says them.
  ///   - speed: m/s; `nil` where it says none.
  ///   - meters: the length of a stride; `nil` where it says none.
  ///   - seconds: the time of a stride; `nil` where it says none.
  /// - Throws: ``ValidationError`` that names the row where they contradict each other, or where nobody takes such a stride.
  func checkStride(_ row: Int, speed: Double?, meters: Double?, seconds: Double?) throws {
    guard let speed, let seconds else { return }
    guard meters == nil else { return try checkSpeed(row, speed, of: meters, in: seconds) }
    let kind =
      seconds < Self.shortestWalkingOnly
      ? SampleKind.runningStrideLength.erased : SampleKind.strideLength.erased
    guard let why = PossibleValues.impossibility(of: speed * seconds, kind) else { return }
    throw ValidationError(
      "\(place(row)): at the speed \(Self.short(speed)) m/s a stride of \(Self.short(seconds)) s is "
        + "\(Self.short(speed * seconds)) m long, which cannot be: \(why); are the columns and their units right? \"units\" "
        + "says what speeds and times are in")
  }

  private static func short(_ number: Double) -> String {
    DecimalText.trimmed((number * 1000).rounded() / 1000) ?? "\(number)"
  }
}
