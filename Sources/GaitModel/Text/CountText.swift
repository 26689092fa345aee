extension Int {
  /// `51200` as `51,200`.
  package var grouped: String {
    let digits = String(magnitude)
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return (self < 0 ? "-" : "") + result
  }

  /// With its noun: `1 sample`, `2,020 samples`.
  package func counted(_ noun: String) -> String {
    "\(grouped) \(noun)\(self == 1 ? "" : "s")"
  }

  /// What follows a count with its noun: `was` of one thing, `were` of several.
  package func verb(_ one: String, _ many: String) -> String { self == 1 ? one : many }
}
