extension Int {
  /// `51200` as `51,200`.
  var grouped: String {
    let digits = String(magnitude)
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return (self < 0 ? "-" : "") + result
  }
}
