import GaitModel

/// What can be wrong with a block, in the order of the remarks.
enum AxivityDamage: Int, DamageKind {
  case checksum, notABlock, unusable, count, missing, displaced, outOfOrder, duplicate
  case withoutAngularRate, rate

  static let noun = "block"

  var remark: RecordingRemark.Kind {
    switch self {
    case .checksum, .notABlock, .unusable: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .count, .missing, .displaced, .withoutAngularRate, .rate: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .missing: " are missing"
    case .displaced, .count, .rate: " concerned"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .checksum: (isOne ? "has a checksum" : "have checksums") + " other than the expected 0"
    case .notABlock: isOne ? "is no data block" : "are no data blocks"
    case .unusable: "cannot be used"
    case .count: (isOne ? "names" : "name") + " more samples than fit; what fits was read"
    case .missing: (isOne ? "follows" : "follow") + " a jump of the sequence numbers"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .duplicate: (isOne ? "repeats" : "repeat") + " another one"
    case .withoutAngularRate: (isOne ? "has" : "have") + " no angular rate, unlike the recording"
    case .rate: (isOne ? "changes" : "change") + " the sampling rate"
    }
  }

  func sentence(byte: String, words: String) -> String? {
    self == .checksum ? "block at byte \(byte) has checksum \(words), expected 0" : nil
  }
}
