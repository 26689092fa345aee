import GaitModel

/// What can be wrong with a page, in the order of the remarks.
enum GENEActivDamage: Int, DamageKind {
  case text, unusable, letters, count, noTime, missing, displaced, outOfOrder, duplicate
  case noTemperature, rate

  static let noun = "page"

  var remark: RecordingRemark.Kind {
    switch self {
    case .text, .unusable, .letters, .noTemperature: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .noTime: .assumed
    case .count, .missing, .displaced, .rate: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .missing, .count: " are missing"
    case .displaced, .noTime, .rate: " concerned"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .text: isOne ? "is no page at all" : "are no pages at all"
    case .unusable: "cannot be used"
    case .letters: (isOne ? "has" : "have") + " letters that are no hexadecimal digits"
    case .count: (isOne ? "has" : "have") + " another number of samples than 300"
    case .noTime:
      (isOne ? "has" : "have") + " no readable time or rate, which follows from the page before"
    case .missing: (isOne ? "follows" : "follow") + " a jump of the page numbers"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .duplicate: (isOne ? "repeats" : "repeat") + " another one"
    case .noTemperature: (isOne ? "has" : "have") + " no readable temperature"
    case .rate: (isOne ? "changes" : "change") + " the sampling rate"
    }
  }
}
