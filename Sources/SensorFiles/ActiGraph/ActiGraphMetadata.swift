import Foundation

/// What METADATA records say about the clock; the rest of them repeats `info.txt`.
struct ActiGraphMetadata {
  /// Whether the records' times are those of UTC, which some of the maker's programs set.
  private(set) var usesUTC = false
  /// How far local time is ahead of UTC, seconds, or `nil`.
  private(set) var utcOffsetSeconds: Int?

  /// Takes in one record; what is no JSON is passed over.
  mutating func add(_ payload: UnsafeRawBufferPointer) {
    let bytes = payload.prefix { $0 != 0 }
    guard
      let values = try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes)),
      case .text(let kind) = values["MetadataType"]
    else { return }
    if kind == "LocalTimeLog", case .truth(true) = values["UsedUtc"] { usesUTC = true }
    guard ["LocalTimeLog", "SubjectTimeLog"].contains(kind),
      case .text(let offset) = values["UtcOffset"]
    else { return }
    if kind == "SubjectTimeLog" || utcOffsetSeconds == nil {
      utcOffsetSeconds = ActiGraphInfo.offset(offset)
    }
  }
}
