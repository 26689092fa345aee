/// The words for values that are kept as numbers and mean words.
public enum SampleWords {
  /// The word for a value of a kind; `nil` for kinds whose values are quantities.
  public static func word(_ value: Double, of kind: AnySampleKind) -> String? {
    words[kind]?.first { $0.value == value }?.word
  }

  /// The value that a word of a kind stands for; `nil` when the kind has no such word.
  public static func value(_ word: String, of kind: AnySampleKind) -> Double? {
    words[kind]?.first { $0.word == word }?.value
  }

  private static let words: [AnySampleKind: [(value: Double, word: String)]] = [
    SampleKind.steadinessEvent.erased: [
      (SteadinessEvent.initialLow, "initial_low"), (.initialVeryLow, "initial_very_low"),
      (.repeatLow, "repeat_low"), (.repeatVeryLow, "repeat_very_low"),
    ].map { ($0.0.baseValue, $0.1) },
    SampleKind.recalibration.erased: [
      (
        RecalibratedEstimate.sixMinuteWalkDistance.baseValue,
        SampleKind.sixMinuteWalkDistance.name
      )
    ],
    SampleKind.walkingChange.erased: [(WalkingChangeMark.noticed.baseValue, "noticed")],
    SampleKind.event.erased: [
      (LifeEvent.injury, "injury"), (.operation, "operation"), (.medication, "medication"),
      (.heatWave, "heat-wave"), (.other, "other"),
    ].map { ($0.0.baseValue, $0.1) },
    SampleKind.activity.erased: [(ActivityMark.stretch.baseValue, "stretch")],
    SampleKind.workout.erased: [(ActivityMark.stretch.baseValue, "stretch")],
    .sex: [(1, "male"), (2, "female")],
  ]
}
