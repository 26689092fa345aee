import GaitModel

/// Steps that a person or a switch counted, as references and tables give them.
enum CountedSteps {
  /// What a count is, behind what came.
  static let rule =
    "is no count; give a whole number from 0 to 1,000,000, without a mark between thousands"

  /// A count as a whole number; `nil` where it is none, or more than anybody counts.
  static func whole(_ count: Double) -> Int? {
    Int(exactly: count).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
  }

  /// Why nobody can have taken so many steps in so long, in words; `nil` where that can be.
  ///
  /// The first step may fall on the start and the last on the end, so that one of them takes no time.
  static func impossibility(of steps: Int, inSeconds seconds: Double) -> String? {
    let perMinute = 60 * Double(max(0, steps - 1)) / seconds
    return PossibleValues.impossibility(of: perMinute, SampleKind.cadence.erased).map {
      "\(steps) steps in \(DecimalText.trimmed(seconds) ?? "\(seconds)") s are "
        + "\(DecimalText.text(perMinute, decimals: 0) ?? "\(perMinute)") a minute, which cannot be: \($0)"
    }
  }
}
