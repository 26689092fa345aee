import ArgumentParser

/// The text of an option's value.
enum ValueText {
  /// Reads a number.
  static let number: @Sendable (String) throws -> Double = read(
    "give a number with a point before its decimals, as 1.75")

  /// Reads a value; the parser alone would say no more than that it is invalid.
  ///
  /// - Parameter advice: what is allowed, with an example.
  /// - Returns: what makes a value of its text, and throws the advice where it is none.
  static func read<Value: ExpressibleByArgument>(
    _ advice: String
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = Value(argument: text) else { throw ValidationError(advice) }
      return value
    }
  }
}
