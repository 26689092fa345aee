import GaitModel

/// What a truth lists, each once: what is there again says nothing more, and must not count twice.
struct ListedOnce<Item: Hashable> {
  /// The items in their order, each once.
  let items: [Item]
  /// How many others say once more what one of them says.
  let doubledCount: Int

  init(_ all: [Item]) {
    var seen: Set<Item> = []
    items = all.filter { seen.insert($0).inserted }
    doubledCount = all.count - items.count
  }

  /// A sentence where items were left out; `nil` where each is there once.
  func remark(on key: String) -> String? {
    doubledCount > 0 ? "\(key): \(ListedTwice.sentence(doubledCount, of: "item"))" : nil
  }
}

/// Words for what a truth lists twice, in tables and in references.
enum ListedTwice {
  /// That so many of a kind were left out.
  static func sentence(_ count: Int, of noun: String) -> String {
    "\(count.counted(noun)) \(count.verb("says", "say")) once more what another \(noun) says, and "
      + "\(count.verb("counts", "count")) once"
  }

  /// That two have the same times and contradict each other.
  static func contradiction(
    at times: [String], in name: String, _ one: String, _ other: String
  ) -> String {
    "they have the same times (\(times.joined(separator: ", "))) and differ in \(name): \"\(one)\" and \"\(other)\"; keep "
      + "the one that is right"
  }
}

extension MarkedTrial {
  /// Why somebody cannot have walked or run so far in so long, in words; `nil` where that can be.
  static func impossibility(ofMeters meters: Double, inSeconds seconds: Double) -> String? {
    if let why = PossibleValues.impossibility(of: meters, SampleKind.distance.erased) {
      return "distance \(meters) m cannot be: \(why)"
    }
    let speed = meters / seconds
    return PossibleValues.impossibility(of: speed, SampleKind.runningSpeed.erased).map {
      "distance \(meters) m in \(DecimalText.trimmed(seconds) ?? "\(seconds)") s is a speed of "
        + "\(DecimalText.text(speed, decimals: 1) ?? "\(speed)") m/s, which cannot be: \($0)"
    }
  }

  /// Whether both are the same one, whatever it is called: same times, distance and speed, and no other steps.
  func isSame(as other: MarkedTrial) -> Bool {
    seconds == other.seconds && distanceMeters == other.distanceMeters
      && speedMetersPerSecond == other.speedMetersPerSecond
      && (stepCount ?? other.stepCount) == (other.stepCount ?? stepCount)
  }

  /// Pairs of trials, sorted in time, that share more than half of their time and are not the same, a sentence for each. A
  /// lap shares less with the walk that it is of.
  static func nearPairs(in trials: [MarkedTrial]) -> [String] {
    trials.indices.flatMap { later in
      trials[..<later].filter { $0.isNearly(trials[later]) }.map {
        "the trials \($0.words) and \(trials[later].words) are nearly the same, and each counts; if it was one walk, keep "
          + "what is right"
      }
    }
  }

  private func isNearly(_ other: MarkedTrial) -> Bool {
    let shared =
      min(seconds.upperBound, other.seconds.upperBound)
      - max(seconds.lowerBound, other.seconds.lowerBound)
    return shared > max(durationSeconds, other.durationSeconds) / 2
  }

  private var words: String {
    let (start, end) = (
      DecimalText.trimmed(seconds.lowerBound), DecimalText.trimmed(seconds.upperBound)
    )
    return "\"\(name)\" (\(start ?? "?") to \(end ?? "?") s)"
  }
}
