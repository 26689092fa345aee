import GaitModel
import MobilityEstimates

extension EstimateListing {
  /// Half a year, which a line of a terminal holds.
  private static let lineWeeks = 26

  /// The latest weeks as a line of blocks with its ends, where a terminal shows it.
  func line(of samples: [Sample], _ decimals: Int, _ unit: String) -> [String] {
    let values = samples.suffix(Self.lineWeeks).map(\.value)
    guard Sparkline.isShown, let least = values.min(), let most = values.max(), values.count > 1
    else { return [] }
    let ends = [least, most].compactMap { DecimalText.text($0, decimals: decimals) }
    return [
      "\(Sparkline.text(values)) the last \(values.count.counted("estimate")), \(ends.joined(separator: " to "))\(unit)"
    ]
  }
}
