/// What somebody said in their own words.
enum OwnWords {
  /// The words without blanks before and after them; `nil` where nothing else was said.
  static func of(_ text: String?) -> String? {
    let front = text?.drop(while: \.isWhitespace) ?? ""
    return front.lastIndex { !$0.isWhitespace }.map { String(front[...$0]) }
  }
}
