import ArgumentParser
import GaitModel
import SampleStorage

/// A figure of many samples: `mean`, `p95`.
enum FigureArgument: Hashable {
  /// How many samples.
  case count
  /// Their sum, for what adds up.
  case sum
  /// Their mean.
  case mean
  /// Their mean, weighted by how long each lasts.
  case timeWeighted
  /// The smallest.
  case minimum
  /// The greatest.
  case maximum
  /// How long they last together, seconds.
  case seconds
  /// The value below which a share of them lies.
  case percentile(Double)

  /// The figures that `--statistics` names, parted by commas; throws with what can be named.
  static func list(_ text: String) throws -> [FigureArgument] {
    try text.split(separator: ",").map { word in
      guard let figure = figure(word.lowercased()) else {
        throw ValidationError(
          """
          --statistics \(word) cannot be: give some of count, sum, mean, time-weighted, min, max, \
          seconds, median, p0 to p100, parted by commas; for example mean,p95
          """)
      }
      return figure
    }
  }

  private static func figure(_ word: String) -> FigureArgument? {
    switch word {
    case "count", "n": return .count
    case "sum": return .sum
    case "mean": return .mean
    case "time-weighted", "time-weighted-mean": return .timeWeighted
    case "min", "minimum": return .minimum
    case "max", "maximum": return .maximum
    case "seconds": return .seconds
    case "median": return .percentile(0.5)
    default:
      guard word.first == "p", let percent = Double(word.dropFirst()), (0...100).contains(percent)
      else { return nil }
      return .percentile(percent / 100)
    }
  }

  /// The name of the column.
  var column: String {
    switch self {
    case .count: "count"
    case .sum: "sum"
    case .mean: "mean"
    case .timeWeighted: "time_weighted_mean"
    case .minimum: "min"
    case .maximum: "max"
    case .seconds: "seconds"
    case .percentile(let share): "p" + (DecimalText.trimmed(share * 100) ?? "")
    }
  }

  /// The figure of an interval.
  func field(_ statistics: IntervalStatistics) -> Field {
    switch self {
    case .count: .count(statistics.count)
    case .sum: Self.number(statistics.sum)
    case .mean: Self.number(statistics.mean)
    case .timeWeighted: Self.number(statistics.timeWeightedMean)
    case .minimum: Self.number(statistics.minimum)
    case .maximum: Self.number(statistics.maximum)
    case .seconds: .number(statistics.seconds, decimals: 3)
    case .percentile(let share): Self.number(statistics.percentiles[share])
    }
  }

  private static func number(_ value: Double?) -> Field { value.map { .number($0) } ?? .blank }
}

/// The length of an interval: `hour`, `day`, `week`, `month`, `2-weeks`.
struct StepArgument: ExpressibleByArgument {
  /// The length.
  let step: StatisticsQuery.Step

  init?(argument: String) {
    let parts = argument.split(whereSeparator: { $0 == "-" || $0 == " " })
    guard let word = parts.last, parts.count <= 2,
      let count = parts.count == 2 ? Int(parts[0]) : 1, (1...1000).contains(count)
    else { return nil }
    switch word {
    case "hour", "hours": step = .hours(count)
    case "day", "days": step = .days(count)
    case "week", "weeks": step = .weeks(count)
    case "month", "months": step = .months(count)
    default: return nil
    }
  }
}

extension DecimalText {
  /// A number with as many of six decimals as it needs.
  static func trimmed(_ value: Double) -> String? {
    guard let text = text(value, decimals: 6) else { return nil }
    let cut = text.reversed().drop { $0 == "0" }
    return String(cut.first == "." ? cut.dropFirst().reversed() : cut.reversed())
  }
}
