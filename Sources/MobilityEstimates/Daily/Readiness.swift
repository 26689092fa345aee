import GaitModel

/// Whether there is enough consistent walking for the long-term estimates, and what is missing.
public struct Readiness: Hashable, Sendable {
  /// Something that is missing, as a value and in words.
  public enum Lack: Hashable, Sendable, CustomStringConvertible {
    /// Step length, speed and steadiness need the height.
    case height
    /// The six-minute walk is more certain with the mass.
    case mass
    /// Norms and references are by age.
    case age
    /// Norms and references are by sex.
    case sex
    /// Days with enough walking, of those needed, in the last two weeks.
    case walkingDays(Int, needed: Int)
    /// Days with enough wear, of those needed, in the last two weeks.
    case wornDays(Int, needed: Int)

    /// The word for files.
    public var word: String {
      switch self {
      case .height: "height"
      case .mass: "mass"
      case .age: "age"
      case .sex: "sex"
      case .walkingDays: "walking_days"
      case .wornDays: "worn_days"
      }
    }

    /// What is missing and what it is needed for.
    public var description: String {
      switch self {
      case .height: "the height is not known: speed, step length and steadiness need it"
      case .mass: "the mass is not known: the six-minute walk is less certain without it"
      case .age: "the age is not known: norms and references are by age"
      case .sex: "the sex is not known: norms and references are by sex"
      case .walkingDays(let days, let needed):
        "\(days) of the last 14 days have enough walking for a speed; \(needed) are needed"
      case .wornDays(let days, let needed):
        "the device was worn for 8 h on \(days) of the last 14 days; \(needed) are needed"
      }
    }

    /// Whether estimates are absent without it, and not only less certain.
    public var isNeeded: Bool {
      switch self {
      case .height, .walkingDays, .wornDays: true
      case .mass, .age, .sex: false
      }
    }
  }

  /// What is missing; empty when nothing is.
  public var lacks: [Lack]

  /// Makes a readiness.
  public init(lacks: [Lack]) { self.lacks = lacks }

  /// Whether nothing is missing that estimates need.
  public var isReady: Bool { !lacks.contains(where: \.isNeeded) }
}

/// When a person is carrying the device enough: two weeks of consistent walking.
public struct ReadinessRule: Hashable, Sendable {
  /// Days looked back on.
  public var days = 14
  /// Days among them with enough walking: as many as the six-minute walk needs worn. Our choice.
  public var walkingDays = 10
  /// Days among them that are worn long enough.
  public var wornDays = 10
  /// Hours that make a day worn.
  public var hoursOfDay = 8.0

  /// The usual rule.
  public init() {}

  /// What is missing on a day.
  public func readiness(
    on day: LocalDay, summaries: [DailySummary], participant: Participant
  ) -> Readiness {
    var lacks: [Readiness.Lack] = []
    if participant.height == nil { lacks.append(.height) }
    if participant.mass == nil { lacks.append(.mass) }
    if participant.ageYears == nil { lacks.append(.age) }
    if participant.sex == nil { lacks.append(.sex) }
    let recent = summaries.filter { $0.day <= day && $0.day > day.advanced(by: -days) }
    let walked = recent.count { $0.walking != nil }
    if walked < walkingDays { lacks.append(.walkingDays(walked, needed: walkingDays)) }
    let worn = recent.count { $0.wornHours >= hoursOfDay }
    if worn < wornDays { lacks.append(.wornDays(worn, needed: wornDays)) }
    return Readiness(lacks: lacks)
  }
}
