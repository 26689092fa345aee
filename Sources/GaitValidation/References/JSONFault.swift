import Foundation

/// What is wrong with a value of a JSON file, in words: where it stands, what it is and what it must be.
struct JSONFault {
  private let error: DecodingError
  private let json: Data

  /// Takes what the decoder says of these bytes.
  init(_ error: DecodingError, in json: Data) { (self.error, self.json) = (error, json) }

  /// What is wrong, in words.
  ///
  /// - Parameters:
  ///   - whole: what the file is, for what is wrong with all of it.
  ///   - examples: how the value of a key looks, by the name of the key.
  /// - Returns: one sentence without a full stop.
  func words(of whole: String, examples: [String: String] = [:]) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context, whole)): \"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let example = context.codingPath.reversed().lazy.compactMap { examples[$0.stringValue] }.first
      let came = value(at: context.codingPath).map { "is \($0)" } ?? "is missing"
      return "\(place(context, whole)) \(came); it must be \(Self.words(of: type))"
        + (example.map { ", as in \($0)" } ?? "")
    case .dataCorrupted(let context):
      let why = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      let words = why ?? context.debugDescription
      let plain = words.hasSuffix(".") ? String(words.dropLast()) : words
      return context.codingPath.isEmpty
        ? "this is not JSON (\(plain))" : "\(place(context, whole)): \(plain)"
    @unknown default: return "\(error)"
    }
  }

  /// `walking_bouts, number 2`.
  private func place(_ context: DecodingError.Context, _ whole: String) -> String {
    let path = context.codingPath.map { key in
      key.intValue.map { "number \($0 + 1)" } ?? key.stringValue
    }
    return path.isEmpty ? whole : path.joined(separator: ", ")
  }

  /// More letters of a value than these tell nothing new.
  private static let mostLetters = 60

  /// What stands there, as it is written; `nil` where nothing does.
  private func value(at path: [any CodingKey]) -> String? {
    var value = try? JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
    for key in path {
      if let place = key.intValue {
        let list = value as? [Any] ?? []
        value = list.indices.contains(place) ? list[place] : nil
      } else {
        value = (value as? [String: Any])?[key.stringValue]
      }
    }
    guard let value,
      let bytes = try? JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count <= Self.mostLetters ? text : text.prefix(Self.mostLetters) + "…"
  }

  private static func words(of type: any Any.Type) -> String {
    let name = "\(type)"
    if type == Double.self || type == Int.self { return "a number" }
    if type == String.self { return "a text in quotes" }
    if type == Bool.self { return "true or false" }
    return name.hasPrefix("Array") || name.contains("Unkeyed")
      ? "a list in [ ]" : "an object in { }"
  }
}
