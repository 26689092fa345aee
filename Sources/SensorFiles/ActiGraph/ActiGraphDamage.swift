import GaitModel

/// What can be wrong with a record, in the order of the remarks.
enum ActiGraphDamage: Int, DamageKind {
  case checksum, notARecord, unusable, count, outOfOrder, displaced, duplicate

  static let noun = "record of the samples' file"

  var remark: RecordingRemark.Kind {
    switch self {
    case .checksum, .notARecord, .unusable: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .count, .displaced: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .displaced, .count: " concerned"
    case .notARecord: " may be lost"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .checksum: (isOne ? "has" : "have") + " a wrong checksum"
    case .notARecord: (isOne ? "is" : "are") + " no record at all"
    case .unusable: "cannot be used"
    case .count: (isOne ? "has" : "have") + " more or fewer samples than a second of the rate"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .duplicate: (isOne ? "repeats" : "repeat") + " the second of another one"
    }
  }
}
