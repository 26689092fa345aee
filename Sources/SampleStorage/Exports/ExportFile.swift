import Foundation
import GaitModel

/// A file that appears when it is whole, or a stream that is written to as it is.
struct ExportFile {
  private let path: String
  private let unfinished: String
  private let handle: FileHandle
  private let isStandard: Bool
  private var sealer: ChunkSealer?
  private var pending: [UInt8] = []

  /// Bytes that are gathered before they are written.
  private static let bufferBytes = 1 << 18

  /// Begins a file; `-` is standard output. What exists and is no plain file (a pipe, a terminal) is
  /// written to directly and never replaced; a link stays, and the file that it leads to is replaced.
  init(_ path: String, sealer: ChunkSealer?) throws(StoreError) {
    self.sealer = sealer
    var status = stat()
    isStandard = path == "-"
    let isThere = stat(path, &status) == 0
    let isDevice = isStandard || isThere && status.st_mode & S_IFMT != S_IFREG
    let path =
      isThere && !isDevice ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    self.path = path
    unfinished = isDevice ? path : UnfinishedFile.path(for: path)
    if !isDevice {
      UnfinishedFile.sweep(beside: path)
      let descriptor = newPrivateFile(unfinished)
      guard descriptor >= 0 else {
        throw .failed(path: path, message: String(cString: strerror(errno)))
      }
      close(descriptor)
    }
    guard
      let handle = isStandard ? FileHandle.standardOutput : FileHandle(forWritingAtPath: unfinished)
    else {
      throw .failed(path: path, message: "it cannot be opened for writing")
    }
    self.handle = handle
    pending = sealer?.opening ?? []
  }

  /// Adds text.
  mutating func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    pending += sealer?.seal(bytes) ?? bytes
    if pending.count >= Self.bufferBytes { try flush() }
  }

  /// Writes the rest and gives the file its name.
  mutating func finish() throws {
    if let rest = sealer?.finish() { pending += rest }
    try flush()
    if unfinished != path {
      try handle.synchronize()
      try handle.close()
      guard rename(unfinished, path) == 0 else {
        throw StoreError.failed(path: path, message: String(cString: strerror(errno)))
      }
    }
  }

  /// Takes away what was begun.
  func abandon() {
    try? handle.close()
    if unfinished != path { unlink(unfinished) }
  }

  private mutating func flush() throws {
    var written = 0
    while written < pending.count {
      let count = pending.withUnsafeBytes {
        Foundation.write(
          handle.fileDescriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE, isStandard {
        throw ExportReaderLeft()
      } else if errno != EINTR {
        let place = isStandard ? "standard output" : path
        throw StoreError.failed(
          path: place, message: "it cannot be written: \(String(cString: strerror(errno)))")
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// Whoever read an export from standard output has left, as `head` does; the rest was not written.
public struct ExportReaderLeft: Error {}

/// Makes a file that only its owner can read; -1 when that fails.
private func newPrivateFile(_ path: String) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
}

/// How the rows of an export are written.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values with a header; every column has one type in every row.
  case csv
  /// One JSON object a line; what is absent is left out.
  case json

  /// What comes before the first row.
  var header: String {
    self == .csv ? CSVLine.line(SampleRecord.columns) + "\n" : ""
  }

  /// What comes in the place of rows where there are none: a table that was cut off after its header lacks it.
  var endWithoutRows: String { self == .csv ? "\n" : "" }

  /// A row with its end.
  func line(_ record: SampleRecord) throws -> String {
    switch self {
    case .csv: return CSVLine.line(record.fields) + "\n"
    case .json:
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"
    }
  }
}

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
    func clean(_ text: String) -> String { NameText.replacing(name, with: code, in: text) }
    coded.participant = code
    coded.recording = record.recording.map(self.code)
    coded.recordingContent = record.recordingContent.map(self.code)
    coded.device = record.device.map(clean)
    coded.label = record.label.map(clean)
    coded.source = clean(record.source)
    coded.reason = record.reason.map(clean)
    coded.other = record.other?.mapValues(clean)
    return coded
  }
}
