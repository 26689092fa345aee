/// A word that a category sample holds, kept as its number.
public protocol SampleCategory: SampleQuantity, RawRepresentable<Int>, CaseIterable {}

extension SampleCategory {
  /// Category numbers have no unit.
  public static var baseUnit: SampleUnit { .one }
  /// The category's number.
  public var baseValue: Double { Double(rawValue) }
  /// The category with this number, or `nil` when this version does not know it.
  public init?(baseValue: Double) {
    guard let number = Int(exactly: baseValue) else { return nil }
    self.init(rawValue: number)
  }
}

/// Walking steadiness fell into a class, or stays there. The raw value is kept in the store.
public enum SteadinessEvent: Int, SampleCategory {
  /// Steadiness fell into the low class.
  case initialLow = 1
  /// Steadiness fell into the very low class.
  case initialVeryLow = 2
  /// Steadiness has been low for months.
  case repeatLow = 3
  /// Steadiness has been very low for months.
  case repeatVeryLow = 4
}

/// An estimate that is told to use only data after a date. The raw value is kept in the store.
public enum RecalibratedEstimate: Int, SampleCategory {
  /// The six-minute walk.
  case sixMinuteWalkDistance = 1
}

/// A person's walking changed on the sample's date, as the days say. The raw value is kept in the store.
public enum WalkingChangeMark: Int, SampleCategory {
  /// The change was noticed.
  case noticed = 1
}

/// Something that happened to a person, as somebody says. The raw value is kept in the store.
public enum LifeEvent: Int, SampleCategory {
  /// An injury, as a sprain or a fall.
  case injury = 1
  /// An operation.
  case operation = 2
  /// A medication began, ended or changed.
  case medication = 3
  /// A heat wave.
  case heatWave = 4
  /// Something else, in the words of the sample's label.
  case other = 5
}

/// A medicine that slows the heart, so that its greatest rate is not that of the age. The raw value is
/// kept in the store.
public enum HeartMedication: Int, SampleCategory {
  /// None of them.
  case noMedicine = 0
  /// Beta blockers.
  case betaBlockers = 1
  /// Calcium channel blockers.
  case calciumChannelBlockers = 2
  /// Both.
  case both = 3

  /// The medicine in a sentence.
  public var words: String {
    switch self {
    case .noMedicine: "no medicine that slows the heart"
    case .betaBlockers: "beta blockers"
    case .calciumChannelBlockers: "calcium channel blockers"
    case .both: "beta blockers and calcium channel blockers"
    }
  }

  /// Whether it lowers the heart rate at every effort.
  public var slowsHeart: Bool { self != .noMedicine }
}

/// A stretch of time that carries a label and no value.
public enum ActivityMark: Int, SampleCategory {
  /// The stretch.
  case stretch = 0
}

/// The words for values that are kept as numbers and mean words.
public enum SampleWords {
  /// Under this key a sample of a kind that is not ours keeps its word, beside a value of 0.
  public static let foreignWord = "value"

  /// The word for a value of a kind; `nil` for kinds whose values are quantities.
  public static func word(_ value: Double, of kind: AnySampleKind) -> String? {
    words[kind]?.first { $0.value == value }?.word
  }

  /// The value that a word of a kind stands for; `nil` when the kind has no such word.
  public static func value(_ word: String, of kind: AnySampleKind) -> Double? {
    words[kind]?.first { $0.word == word }?.value
  }

  /// Whether values of a kind stand for words, so that they have no mean: those of categories and sex.
  package static func areValues(of kind: AnySampleKind) -> Bool { words[kind] != nil }

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
    SampleKind.heartMedication.erased: [
      (HeartMedication.noMedicine, "none"), (.betaBlockers, "beta-blockers"),
      (.calciumChannelBlockers, "calcium-channel-blockers"), (.both, "both"),
    ].map { ($0.0.baseValue, $0.1) },
    SampleKind.activity.erased: [(ActivityMark.stretch.baseValue, "stretch")],
    SampleKind.workout.erased: [(ActivityMark.stretch.baseValue, "stretch")],
    .sex: [(1, "male"), (2, "female")],
  ]
}
