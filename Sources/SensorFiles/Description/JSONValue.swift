/// Any JSON value, only as far as a description needs it.
enum JSONValue: Decodable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list
  case object

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .truth(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = (try? decoder.unkeyedContainer()) == nil ? .object : .list
    }
  }

  /// The value as a message names it.
  var words: String {
    switch self {
    case .null: "null"
    case .truth(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): "the text \"\(value)\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}
