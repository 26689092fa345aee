import Foundation

/// The unit that the name of a column says: `Begin [ms]` is in milliseconds.
enum ColumnUnit: Equatable {
  /// A unit in which the quantity is read, as mappings write it.
  case known(String)
  /// Something else that stands where units stand, as it stands there.
  case unknown(String)

  /// Looks at a name; `nil` where it says no unit.
  ///
  /// - Parameters:
  ///   - name: the name of a column.
  ///   - quantity: what the column holds.
  init?(in name: String, of quantity: LaboratoryQuantity) {
    let brackets = name.matches(of: /[\[(]([^\])]*)[\])]/).map { String($0.1) }
    let outside = name.replacing(/[\[(][^\])]*[\])]/, with: " ")
    if let symbol = (brackets + [outside]).lazy.compactMap({ Self.symbol(in: $0, of: quantity) })
      .first
    {
      self = .known(symbol)
    } else if let word = brackets.first(where: { !Self.isRemark($0) }) {
      self = .unknown(word)
    } else if let word = Self.words(outside).last, Self.ambiguous.contains(word.lowercased()) {
      self = .unknown(word)
    } else {
      return nil
    }
  }

  /// Units that say nothing of what they count, and stand behind a name without brackets, too.
  static let ambiguous: Set<String> = ["hz"]

  /// A unit among the words of a text.
  private static func symbol(in text: String, of quantity: LaboratoryQuantity) -> String? {
    func symbol(_ spelling: String) -> String? {
      quantity.units.first { $0.spellings.contains(spelling) }?.symbol
    }
    let plain = [("µ", "u"), ("μ", "u"), ("⁻¹", "-1"), (" per ", "/")]
      .reduce(text.lowercased()) { $0.replacing($1.0, with: $1.1) }
    if let whole = symbol(plain.filter { !" .·⋅*^".contains($0) }) { return whole }
    let words = words(plain)
    return words.indices.reversed().lazy.compactMap { place -> String? in
      let word = words[place]
      // These are other words, too: "Length in ft", "both feet", "Min speed".
      guard word != "feet", !["in", "min", "h"].contains(word) || place == words.count - 1 else {
        return nil
      }
      // `Time/s` is how standards write it.
      return symbol(word)
        ?? word.firstIndex(of: "/").flatMap { symbol(String(word[$0...].dropFirst())) }
    }.first
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "/" }.map(String.init)
  }

  /// Whether what stands in brackets is no unit: a number, or a word for what was measured.
  private static func isRemark(_ text: String) -> Bool {
    !text.contains { "%°‰".contains($0) }
      && words(text.lowercased()).allSatisfy {
        remarks.contains($0) || $0.allSatisfy(\.isNumber)
      }
  }

  private static let remarks: Set<String> = [
    "left", "right", "l", "r", "both", "foot", "feet", "leg", "mean", "average", "avg", "median",
    "total", "raw", "video",
  ]

  /// Asks for the unit of a column whose name says one that is not known.
  static func question(_ name: String, _ word: String, _ quantity: LaboratoryQuantity) -> String {
    "\"\(name)\" says no unit that is known (\"\(word)\"); say in \"units\" what its numbers are in: "
      + "\"\(quantity.rawValue)\" is one of \(quantity.symbols), and what is in another unit must be converted first"
  }
}

extension LaboratoryMapping.Table {
  /// Columns whose names say another unit than the one that they are read in, a sentence for each.
  var otherUnits: [String] {
    columns.sorted { $0.key < $1.key }.compactMap { key, name in
      guard let quantity = LaboratoryQuantity(column: key) else {
        return key == "steps" ? otherCount(name) : nil
      }
      let read = LaboratoryUnits(self).read(quantity)
      switch ColumnUnit(in: name, of: quantity) {
      case .known(let said) where said != read, .unknown(let said):
        return
          "\(file): \"\(name)\" is read in \(read), and its name says \(said); see \"units\" in the mapping"
      default: return nil
      }
    }
  }

  /// That a column is read as steps and its name says strides; `nil` where it does not.
  private func otherCount(_ name: String) -> String? {
    let name = name.lowercased()
    guard name.contains("stride"), !name.contains("step") else { return nil }
    return
      "\(file): \"\(columns["steps"] ?? name)\" is read as steps, and its name says strides, of which each is two steps"
  }
}
