import GaitModel

/// What the name of a matrix says: the quantity and the unit, by the rules for columns of tables.
struct MATLABName {
  /// What a matrix can be.
  enum Quantity: Hashable {
    /// Three axes of specific force.
    case acceleration
    /// Three axes of angular rate.
    case angularRate
    case pressure
    /// Instants; of several the one with the lowest rank is read.
    case time(rank: Int)
    /// Samples per second.
    case rate
  }

  /// What it is, or `nil` for a matrix that is not read.
  let quantity: Quantity?
  /// The unit in the name, or `nil`.
  let unit: ColumnUnit?

  private static let rateNames: Set<String> = [
    "fs", "sf", "sr", "rate", "freq", "frequency", "samplingrate", "samplingfrequency",
    "samplerate", "samplefrequency", "samplingfreq", "srate", "hz",
  ]

  init(_ text: String) {
    let letters = text.lowercased().filter(\.isLetter)
    let bare = letters.hasSuffix("hz") && letters.count > 2 ? String(letters.dropLast(2)) : letters
    if Self.rateNames.contains(letters) || Self.rateNames.contains(bare) {
      (quantity, unit) = (.rate, nil)
      return
    }
    let name = ColumnName(text)
    switch name.quantity {
    case .time(let rank): (quantity, unit) = (.time(rank: rank), name.unit)
    case .side(.pressure): (quantity, unit) = (.pressure, name.unit)
    default:
      if letters == "bar" {
        (quantity, unit) = (.pressure, nil)
      } else {
        (quantity, unit) = Self.triad(text)
      }
    }
  }

  /// A matrix of three axes has the name that a table's columns have, without the axis.
  private static func triad(_ text: String) -> (Quantity?, ColumnUnit?) {
    for variant in namesOfFirstColumn(text) {
      let name = ColumnName(variant)
      switch name.quantity {
      case .acceleration(0, let stem) where !stem.isEmpty: return (.acceleration, name.unit)
      case .angularRate(0, let stem) where !stem.isEmpty: return (.angularRate, name.unit)
      default: continue
      }
    }
    return (nil, nil)
  }

  /// The axis goes to the end, or before a unit of one word or two: `acc_mps2`, `gyr_deg_s`.
  private static func namesOfFirstColumn(_ text: String) -> [String] {
    let words = text.split(separator: "_")
    return ["\(text)_x"]
      + (1...2).filter { $0 < words.count }.map { count in
        (words.dropLast(count) + ["x"] + words.suffix(count)).joined(separator: "_")
      }
  }
}
