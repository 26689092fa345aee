import GaitModel

/// A stretch of samples that no working sensor on a body gives; they were not used.
struct BrokenStretch: Hashable, Sendable {
  /// What is wrong with the samples. The raw value is the word for a person.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A sample beyond every sensor's range, or one that leaves both of its neighbors by more than a body
    /// can.
    case spike
    /// Zero on all axes: the sensor gave nothing.
    case dropout
    /// The same value again and again in the middle of motion.
    case frozen
    /// The same value on one axis while others move.
    case deadAxis = "one axis dead"
  }

  /// What is wrong.
  var kind: Kind
  /// From the first to the last broken sample, seconds of the recording.
  var seconds: ClosedRange<Double>
  /// How many samples are broken.
  var sampleCount: Int
}

extension BrokenSamples {
  /// That the accelerometer may have stopped; `nil` where nothing speaks for it.
  var stopRemark: RecordingRemark? {
    stop.map { seconds in
      RecordingRemark(
        kind: .assumed, sampleCount: 0,
        message:
          "the accelerometer gives the same values to the last digit right beside motion, first at "
          + "\(BrokenStretch.tenths(seconds)) s, for \(Int(Self.leastStop)) s or longer: they count as rest, and may be a sensor "
          + "that stopped")
    }
  }

  /// As many stretches are named, with their places.
  private static let mostNamed = 6
  /// A stretch this close to a walk may have cost steps, seconds.
  private static let besideWalk = 1.0

  /// What is to be said of what was left out; `nil` where nothing was.
  ///
  /// - Parameter walks: the bouts, seconds of the recording; `nil` where nobody looked for them.
  /// - Returns: counts and places, and how many lie in walks.
  func remark(walks: [Range<Double>]?) -> RecordingRemark? {
    guard count > 0 else { return nil }
    let stretches = stretches
    let touching = stretches.filter { stretch in
      (walks ?? []).contains {
        $0.lowerBound - Self.besideWalk < stretch.seconds.upperBound
          && $0.upperBound + Self.besideWalk > stretch.seconds.lowerBound
      }
    }
    let named = (touching.isEmpty ? stretches : touching).prefix(Self.mostNamed).map(\.words)
    let more = stretches.count > named.count ? ", …" : ""
    let all = "\(stretches.count.grouped) \(stretches.count == 1 ? "stretch" : "stretches")"
    let places =
      switch walks?.count {
      case nil: ""
      case 0: " (no walk was found)"
      default:
        touching.isEmpty
          ? " (away from walks)" : " (\(touching.count) of \(all) in or beside walks)"
      }
    let message =
      "\(count.counted("broken sample")) \(count.verb("was", "were")) left out\(places): \(named.joined(separator: ", "))\(more)"
    return RecordingRemark(kind: .unreadable, sampleCount: count, message: message)
  }
}

extension BrokenStretch {
  /// `spike at 7.0 s`, `dropout 5.0-8.0 s`.
  fileprivate var words: String {
    let (from, to) = (Self.tenths(seconds.lowerBound), Self.tenths(seconds.upperBound))
    return from == to ? "\(kind.rawValue) at \(from) s" : "\(kind.rawValue) \(from)-\(to) s"
  }

  fileprivate static func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
