// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CGaitKit
import SensorFiles

/// Looks through a column beside samples for whose the rows are.
@c @implementation
public func gait_column_check(
  _ name: UnsafePointer<CChar>, _ words: UnsafePointer<UnsafePointer<CChar>?>?, _ rows: Int,
  _ error: UnsafeMutablePointer<gait_error>?
) -> gait_status {
  let words = UnsafeBufferPointer(start: words, count: words == nil ? 0 : rows)
  let first = words.first.flatMap { $0 }.map { String(cString: $0) } ?? ""
  guard var check = OwnerCheck(column: String(cString: name), firstWord: first) else {
    return Call.status(error) { GAIT_END }
  }
  let status = Call.status(error) {
    for (row, word) in words.enumerated() {
      guard let trouble = check.trouble(ofRow: word) else { continue }
      throw BadArgument("row \(row): \(trouble)")
    }
    return GAIT_OK
  }
  if status == GAIT_OK, let note = check.note { Call.write(GAIT_OK, note, to: error) }
  return status
}

/// What a table's column of some name holds.
@c @implementation
public func gait_column_channel(
  _ name: UnsafePointer<CChar>, _ is_sure: UnsafeMutablePointer<Bool>?
) -> UnsafePointer<CChar>? {
  guard let column = NamedColumn(String(cString: name)) else { return nil }
  is_sure?.pointee = column.isSure
  return PlainNames.all[column.plainName]
}

/// The plain names of channels as C reads them.
private enum PlainNames {
  nonisolated(unsafe) private static let texts = Texts()
  nonisolated(unsafe) static let all: [String: UnsafePointer<CChar>] = Dictionary(
    uniqueKeysWithValues: NamedColumn.plainNames.map { ($0, texts.text($0)) })
}

extension OwnerCheck {
  /// Takes a word as C has it; `nil` for none.
  fileprivate mutating func trouble(ofRow word: UnsafePointer<CChar>?) -> String? {
    guard let word else { return trouble(UnsafeBufferPointer(start: nil, count: 0)) }
    var count = 0
    while word[count] != 0 { count += 1 }
    return word.withMemoryRebound(to: UInt8.self, capacity: count) {
      trouble(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
