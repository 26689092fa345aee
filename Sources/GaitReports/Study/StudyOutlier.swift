/// A value that lies far from those of the other people.
package struct StudyOutlier {
  /// What of a person is looked at.
  enum Measure: CaseIterable {
    case speed, cadence, doubleSupport, steps, wear

    var name: String {
      switch self {
      case .speed: "speed"
      case .cadence: "cadence"
      case .doubleSupport: "double support"
      case .steps: "steps"
      case .wear: "wear"
      }
    }

    var words: String {
      switch self {
      case .speed: "median speed (m/s)"
      case .cadence: "median cadence (steps/min)"
      case .doubleSupport: "median double support (% of stride)"
      case .steps: "steps per valid day"
      case .wear: "worn per valid day (h)"
      }
    }

    var decimals: Int {
      switch self {
      case .speed: 2
      case .steps: 0
      case .cadence, .doubleSupport, .wear: 1
      }
    }

    func value(of person: StudyPerson) -> Double? {
      switch self {
      case .speed: person.speed
      case .cadence: person.cadence
      case .doubleSupport: person.doubleSupport
      case .steps: person.stepsPerDay
      case .wear: person.wornPerDay
      }
    }
  }

  /// Whose value.
  package var participant: String
  var measure: Measure
  var value: Double
  var median: Double
  /// 0.6745 times the distance from the median over the median absolute deviation.
  var score: Double

  /// Those of all measures, the farthest first.
  static func inOrder(_ looks: [StudyLook]) -> [StudyOutlier] {
    looks.flatMap(\.outliers).sorted {
      (abs($0.score), $1.participant) > (abs($1.score), $0.participant)
    }
  }
}

/// One measure of all people: whose value lies far from the others, or why nobody's can.
struct StudyLook {
  let measure: StudyOutlier.Measure
  /// Whose value lies far off.
  private(set) var outliers: [StudyOutlier] = []
  /// Why it was not looked at, in words; `nil` where it was.
  private(set) var hindrance: String?

  /// Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993.
  private static let leastScore = 3.5
  /// Fewer people have no crowd to stand out from. Our choice.
  private static let fewestPeople = 10

  init(at measure: StudyOutlier.Measure, of people: [StudyPerson]) {
    self.measure = measure
    let known = people.compactMap { person in
      measure.value(of: person).map { (person.participant, $0) }
    }
    guard known.count >= Self.fewestPeople,
      let middle = StudyStatistics.median(known.map(\.1).sorted()),
      let spread = StudyStatistics.median(known.map { abs($0.1 - middle) }.sorted())
    else {
      let count = PageText.count(known.count, "person has", "people have")
      hindrance =
        (known.isEmpty ? "nobody has" : count) + " a value, and it takes \(Self.fewestPeople)"
      return
    }
    guard spread > 0 else {
      hindrance =
        "half of the \(PageText.grouped(known.count)) people or more have the same value, so that "
        + "there is no spread to hold others against"
      return
    }
    outliers = known.compactMap { name, value in
      let score = 0.6745 * (value - middle) / spread
      return abs(score) > Self.leastScore
        ? StudyOutlier(
          participant: name, measure: measure, value: value, median: middle, score: score) : nil
    }
  }
}
