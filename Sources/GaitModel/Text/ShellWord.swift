extension String {
  /// The text as one word of a shell's command line, for messages that say what to type: `P07` stays, and `Ann Lee` stands
  /// in quotes.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_-./:@%+=,~".unicodeScalars.contains(scalar)
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
