import GaitModel

/// Numbers as pages write them.
package enum PageText {
  /// A number with so many decimals, the long ones in groups; a dash where it is none.
  package static func decimal(_ value: Double?, _ decimals: Int) -> String {
    if let value, decimals == 0, (1e4..<1e15).contains(abs(value)) {
      return grouped(Int(value.rounded()))
    }
    return value.flatMap { DecimalText.text($0, decimals: decimals) } ?? "–"
  }

  /// A time in the unit that suits its length.
  package static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: decimal(seconds, 0) + " s"
    case ..<7200: decimal(seconds / 60, 0) + " min"
    case ..<172_800: decimal(seconds / 3600, 1) + " h"
    default: decimal(seconds / 86_400, 1) + " days"
    }
  }

  /// A whole number in groups of three digits.
  package static func grouped(_ count: Int) -> String { count.grouped }

  /// `1 bout`, `12 bouts`.
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
  }
}
