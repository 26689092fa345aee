import GaitModel
import MobilityEstimates

extension EstimateProgress {
  /// Declines as they are kept: numbers of days, each with how many days follow, as `20100+14 20190+0`.
  static func text(of declines: [ClosedRange<LocalDay>]) -> String {
    declines.map { "\($0.lowerBound.number)+\($0.lowerBound.distance(to: $0.upperBound))" }
      .joined(separator: " ")
  }

  /// Reads what ``text(of:)`` wrote; what it cannot be is passed over.
  static func listed(_ text: String) -> [ClosedRange<LocalDay>] {
    text.split(separator: " ").compactMap { word in
      let numbers = word.split(separator: "+").compactMap { Int($0) }
      guard numbers.count == 2, (0...longestDays).contains(numbers[1]) else { return nil }
      let first = LocalDay(number: numbers[0])
      return first...first.advanced(by: numbers[1])
    }
  }

  /// No decline lasts as long.
  private static let longestDays = 50_000
}
