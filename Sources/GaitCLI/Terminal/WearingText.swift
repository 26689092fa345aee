import GaitModel

/// What the walks say of where a device is worn, in a sentence.
enum WearingText {
  /// The sentence of a wearing; `nil` where a site was given and where there was too little walking.
  static func text(_ wearing: Wearing) -> String? {
    guard let likely = wearing.placeProbabilities.first else { return nil }
    let others = wearing.placeProbabilities.dropFirst().map { "\($0.place) \(share($0))" }
    let use =
      wearing.place == nil
      ? "not likely enough for its own methods" : "measured by its own methods"
    return
      "from \(DecimalText.text(wearing.seconds.lowerBound, decimals: 1) ?? "") s on the device is worn most likely at the "
      + "place \(likely.place), \(share(likely)) (\(others.joined(separator: ", "))): \(use)"
  }

  private static func share(_ likely: PlaceProbability) -> String {
    DecimalText.text(likely.probability, decimals: 2) ?? ""
  }
}
