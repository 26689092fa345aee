/// The path of a recording, and which of them where one file holds several: `data.mat#Test4/Trial1`.
public struct RecordingAddress: Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// The recording inside the file, or `nil` when none is named.
  public let part: String?

  /// Takes an address apart at its last `#`, unless there is a file of the whole name.
  public init(_ text: String) {
    let mark = text.lastIndex(of: "#")
    guard let mark, (try? PathKind(of: text)) == nil,
      (try? PathKind(of: String(text[..<mark]))) == .regularFile
    else {
      (path, part) = (text, nil)
      return
    }
    path = String(text[..<mark])
    part = String(text[text.index(after: mark)...])
  }

  /// The name of a recording: that of its file, then that of the part with `/` as `_`.
  public static func name(_ fileName: String, part: String) -> String {
    fileName + "_" + part.replacing("/", with: "_")
  }
}
