import GaitModel

/// Replaces participants' names by codes that only the holder of the key can make: a keyed hash
/// (HMAC-SHA-256, RFC 2104). The same key gives a person the same code in every export.
public struct ParticipantCode: Sendable {
  private let key: [UInt8]

  /// Bytes of the hash that are kept: among a million people two share a code once in 40 million
  /// exports.
  private static let keptBytes = 8

  /// Makes codes under a key.
  public init(_ key: ExportKey) throws(SealError) {
    self.key = try key.derived(
      salt: Array("gait participant codes".utf8), purpose: "participant codes")
  }

  /// The code of a name.
  public func code(_ name: String) -> String {
    let hash = KeyedHash.sha256(Array(name.utf8), key: key)
    return "K-"
      + hash.prefix(Self.keptBytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }

  /// A row without the person's name: also recordings have codes, because their names often hold
  /// the person's, and other words lose the name where it stands in them.
  func coded(_ record: SampleRecord) -> SampleRecord {
    var coded = record
    let name = record.participant
    let code = code(name)
    func clean(_ text: String) -> String { text.replacing(name, with: code) }
    coded.participant = code
    coded.recording = record.recording.map(self.code)
    coded.recordingContent = record.recordingContent.map(self.code)
    coded.device = record.device.map(clean)
    coded.label = record.label.map(clean)
    coded.source = clean(record.source)
    coded.other = record.other?.mapValues(clean)
    return coded
  }
}
