import GaitModel

/// What can be wrong with a block of a file, in the order of the remarks.
protocol DamageKind: CaseIterable, RawRepresentable where RawValue == Int {
  /// What the format calls a block: `block`, `page`.
  static var noun: String { get }

  /// What the fault is counted as.
  var remark: RecordingRemark.Kind { get }

  /// What follows "page at byte 51,200" or "3 pages" in a message.
  func verb(isOne: Bool) -> String

  /// What follows the number of samples: " skipped".
  var consequence: String { get }

  /// The sentence about a single block where the usual words would hide a number, or `nil`.
  func sentence(byte: String, words: String) -> String?
}

extension DamageKind {
  func sentence(byte: String, words: String) -> String? { nil }
}
