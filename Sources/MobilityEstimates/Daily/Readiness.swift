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
    /// Days with enough walking, of those that steadiness needs, in the last week.
    case walkingDays(Int, needed: Int)
    /// The same of days whose speeds are of measured steps, where days with enough walking are enough.
    case measuredSteps(Int, needed: Int)
    /// The six-minute walk's own rule of wear is not met.
    case wear(WearShortage)
    /// The six-minute walk needs a longer walk in the days that it looks back on.
    case sustainedWalking(days: Int)
    /// It has such walks, and neither their cadence nor speeds of steps that are known to be measured.
    case measuredWalking(days: Int)

    /// The word for files.
    public var word: String {
      switch self {
      case .height: "height"
      case .mass: "mass"
      case .age: "age"
      case .sex: "sex"
      case .walkingDays: "walking_days"
      case .measuredSteps: "measured_steps"
      case .wear: "worn_days"
      case .sustainedWalking: "sustained_walking"
      case .measuredWalking: "measured_walking"
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
        "\(days) of the last 7 days have enough walking of known speed; steadiness needs \(needed)"
      case .measuredSteps(let days, let needed):
        "\(days) of the last 7 days have enough walking of measured step length, as recordings at the hip or the lower back give; "
          + "steadiness needs \(needed)"
      case .wear(let shortage):
        "the six-minute walk needs \(shortage.isUnknown ? "wear that is known" : "more wear"): \(shortage)"
      case .sustainedWalking(let days):
        "the six-minute walk needs a walk of half a minute or more in the last \(days) days, and there is none"
      case .measuredWalking(let days):
        "the six-minute walk needs the cadence, or the speed by measured steps, of walks of half a minute or more: of those in the "
          + "last \(days) days there is no cadence, and nothing shows that their step lengths were measured"
      }
    }

    /// Whether estimates are absent without it, and not only less certain.
    public var isNeeded: Bool {
      switch self {
      case .height, .walkingDays, .measuredSteps, .wear, .sustainedWalking, .measuredWalking: true
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

/// When a person is carrying the device enough, by the rules of the estimates themselves: what is said to be
/// missing is what an estimate waits for, and nothing else.
public struct ReadinessRule: Hashable, Sendable {
  /// The six-minute walk's rule of wear.
  public var wear = WearRule()
  /// Days that the six-minute walk looks back on.
  public var days = 28
  /// Days of the last seven with enough walking, as steadiness needs.
  public var walkingDays = SteadinessModel().fewestDays

  /// The usual rule.
  public init() {}

  /// What is missing on a day.
  /// - Parameters:
  ///   - day: The day.
  ///   - summaries: The days with anything, in any order.
  ///   - participant: What is known of the person.
  ///   - recalibrations: From where on the six-minute walk begins anew: the days before say nothing for it.
  /// - Returns: What is missing.
  public func readiness(
    on day: LocalDay, summaries: [DailySummary], participant: Participant,
    recalibrations: [Recalibration] = []
  ) -> Readiness {
    var lacks: [Readiness.Lack] = []
    if participant.height == nil { lacks.append(.height) }
    if participant.mass == nil { lacks.append(.mass) }
    if participant.ageYears == nil { lacks.append(.age) }
    if participant.sex == nil { lacks.append(.sex) }
    let walked = summaries.filter {
      $0.day <= day && $0.day > day.advanced(by: -7) && $0.walking != nil
    }
    let measured = walked.count(where: \.measuresSteps)
    if walked.count < walkingDays {
      lacks.append(.walkingDays(walked.count, needed: walkingDays))
    } else if measured < walkingDays {
      lacks.append(.measuredSteps(measured, needed: walkingDays))
    }
    let worn = Dictionary(
      summaries.map { ($0.day, $0.wornHours) }, uniquingKeysWith: { first, _ in first })
    let window = RecalibrationWindow(
      of: .sixMinuteWalkDistance, endingOn: day, normalDays: days, recalibrations: recalibrations)
    if let shortage = wear.shortage(worn: worn, in: window) {
      lacks.append(.wear(shortage))
    } else {
      let known = Dictionary(summaries.map { ($0.day, $0) }) { first, _ in first }
      let walks = FastWalking(days: known, in: window.days)
      switch walks.delay {
      case .noSustainedWalking: lacks.append(.sustainedWalking(days: days))
      case .unmeasuredWalking: lacks.append(.measuredWalking(days: days))
      case .wear, nil: break
      }
    }
    return Readiness(lacks: lacks)
  }
}
