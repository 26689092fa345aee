/// Just enough JSON to write a description and a truth, keys in the order given, numbers with fixed
/// decimals, so that the same truth is the same bytes everywhere.
enum JSONText {
  /// An object under construction.
  struct Object {
    private var members: [String] = []

    mutating func add(_ key: String, _ value: String) { members.append("\"\(key)\":\(value)") }

    /// The text must not need escaping; all texts here are names.
    mutating func add(_ key: String, text: String) { add(key, "\"\(text)\"") }

    mutating func add(_ key: String, number: Double, decimals: Int) {
      add(key, FixedDecimal.text(number, decimals: decimals))
    }

    mutating func add(_ key: String, optional: Double?, decimals: Int) {
      add(key, optional.map { FixedDecimal.text($0, decimals: decimals) } ?? "null")
    }

    mutating func add(_ key: String, numbers: [Double], decimals: Int) {
      add(key, list(numbers.map { FixedDecimal.text($0, decimals: decimals) }))
    }

    mutating func add(_ key: String, texts: [String]) { add(key, list(texts.map { "\"\($0)\"" })) }

    mutating func add(_ key: String, objects: [Object]) { add(key, list(objects.map(\.text))) }

    mutating func add(_ key: String, ranges: [Range<Double>]) {
      add(
        key,
        list(
          ranges.map { range in
            list([range.lowerBound, range.upperBound].map { FixedDecimal.text($0, decimals: 4) })
          }))
    }

    /// The object on one line.
    var text: String { "{\(members.joined(separator: ","))}" }

    /// The object as a file: one member of the outermost object on a line.
    var document: String { "{\n\(members.joined(separator: ",\n"))\n}\n" }

    private func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }
  }
}
