import GaitModel

/// One cell of a table that is written to a file.
enum Field: Equatable {
  /// A word.
  case word(String)
  /// A count.
  case count(Int)
  /// A number with its decimals.
  case number(Double, decimals: Int)
  /// A number with all its digits, so that it can be read back as it was.
  case exact(Double)
  /// Yes or no.
  case flag(Bool)
  /// Nothing belongs here; nothing is missing.
  case blank
  /// There is no value, for this reason (a word of `summary.json`).
  case missing(String)

  /// A time, length, speed or fraction: four decimals, which is 0.1 ms or 0.1 mm.
  static func number(_ value: Double) -> Field { .number(value, decimals: 4) }

  /// A measured value in the unit that `read` picks, or the reason why there is none.
  static func measured<Value>(
    _ measured: Measured<Value>, decimals: Int = 4, _ read: (Value) -> Double
  ) -> Field {
    switch measured {
    case .known(let value, _, _): .number(read(value), decimals: decimals)
    case .missing(let reason): .missing(reason.rawValue)
    }
  }

  /// The standard error of a measured value, or the reason why there is none.
  static func error<Value>(_ measured: Measured<Value>, _ read: (Value) -> Double) -> Field {
    switch measured {
    case .known(_, let error?, _): .number(read(error))
    case .known(_, nil, _): .missing(OtherMissing.errorUnknown)
    case .missing(let reason): .missing(reason.rawValue)
    }
  }

  /// A number that may be absent, and the word for why.
  static func number(_ value: Double?, orMissing reason: MissingReason) -> Field {
    value.map { .number($0) } ?? .missing(reason.rawValue)
  }

  /// The text of the cell in a file; empty when there is no value.
  var text: String {
    switch self {
    case .word(let word): word
    case .count(let count): String(count)
    case .number(let value, let decimals): DecimalText.text(value, decimals: decimals) ?? ""
    case .exact(let value): "\(value)"
    case .flag(let flag): flag ? "true" : "false"
    case .blank, .missing: ""
    }
  }

  /// The cell as a JSON value; `null` when there is no value.
  var json: JSONValue {
    switch self {
    case .word(let word): .string(word)
    case .count(let count): .integer(count)
    case .number(let value, let decimals): .number(value, decimals: decimals)
    case .exact(let value): .exact(value)
    case .flag(let flag): .flag(flag)
    case .blank, .missing: .null
    }
  }
}
