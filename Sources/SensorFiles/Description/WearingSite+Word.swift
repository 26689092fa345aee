import GaitModel

extension WearingSite {
  /// The site that a word names: the words of the contract, and those that data sets use for the
  /// same place; `nil` for any other word.
  init?(word: String) {
    let plain = word.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    switch plain {
    case "lowerback", "back", "l5", "sacrum": self = .lowerBack
    case "waist", "belt": self = .hip
    case "upper_arm": self = .arm
    case "chest", "lanyard": self = .neck
    default: self.init(rawValue: plain)
    }
  }
}
