/// A MATLAB file of level 5 (MATLAB 5 to 7, compressed or not) or of version 7.3 (HDF5): what is in it
/// by name, and its numbers.
///
/// ```swift
/// let file = try MATLABFile(bytes)
/// if let matrix = file.variables.first(where: { $0.name == "acc" })?.matrix {
///   let rows = try file.series(of: [matrix], isTransposed: [false], looksAtChecksums: true)[0]
/// }
/// ```
public final class MATLABFile {
  /// Bytes at the beginning of a file that are enough to recognize one.
  public static let headByteCount = 520

  private let container: any MATLABContainer

  /// Looks at the variables of a file. Numbers are not read yet.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - passedOver: names of structure fields whose content is never looked at.
  /// - Throws: `MATLABFileError` when there is nothing that can be read. Variables and fields that
  ///   are damaged are no error: see `faults`.
  public init(
    _ bytes: any MATLABBytes, passingOver passedOver: Set<String> = []
  ) throws(MATLABFileError) {
    let head = try bytes.head(Self.headByteCount)
    if Self.isHDF5(head) {
      guard let places = try bytes.places() else {
        throw MATLABFileError(
          .notReadable,
          "MATLAB 7.3 files are read from where they lie; unpack this one first.")
      }
      container = try Version73File(places, passingOver: passedOver)
    } else {
      container = try Level5File(bytes, head: head, passingOver: passedOver)
    }
  }

  /// Whether these first bytes are those of a MATLAB file: the last four of the header are a version
  /// and the mark of the byte order. A header whose end is damaged is known by its text.
  public static func recognizes(_ head: [UInt8]) -> Bool {
    guard head.count >= Level5File.headerByteCount else { return false }
    let marks = ["\u{0}\u{1}IM", "\u{0}\u{2}IM", "\u{1}\u{0}MI", "\u{2}\u{0}MI"]
    return marks.contains { head[124..<128].elementsEqual($0.utf8) }
      || head.starts(with: "MATLAB 5.0 MAT-file".utf8)
      || head.starts(with: "MATLAB 7.3 MAT-file".utf8)
  }

  /// HDF5's own mark behind a header of 512 bytes, or the text of version 7.3.
  private static func isHDF5(_ head: [UInt8]) -> Bool {
    head.count >= headByteCount && Array(head[512..<520]) == HDF5Superblock.signature
      || head.starts(with: "MATLAB 7.3".utf8)
  }

  /// What is in the file, in its order.
  public var variables: [MATLABVariable] { container.variables }

  /// What was found to be wrong with the file so far, one phrase each; more may follow while numbers
  /// are read. None when nothing was.
  public var faults: [String] { container.faults }

  /// Readers of matrices of this file, each at its first row.
  ///
  /// - Parameters:
  ///   - matrices: matrices of `variables`.
  ///   - isTransposed: for each of them, whether a row is to be a column of the file.
  ///   - looksAtChecksums: whether variables that are compressed are unpacked to their ends, where
  ///     their checksums lie; a wrong one appears in `faults`.
  /// - Returns: One reader for each matrix.
  /// - Throws: `MATLABFileError` when the file can no longer be opened.
  public func series(
    of matrices: [MATLABMatrix], isTransposed: [Bool], looksAtChecksums: Bool
  ) throws(MATLABFileError) -> [any MATLABSeries] {
    try container.series(
      of: matrices, isTransposed: isTransposed, looksAtChecksums: looksAtChecksums)
  }
}

/// The bytes of a MATLAB file, wherever they lie.
public protocol MATLABBytes {
  /// The bytes from the first on. Several such streams are read side by side.
  func stream() throws(MATLABFileError) -> any MATLABByteStream

  /// The same bytes in any order, which version 7.3 needs; `nil` where they can only be read from
  /// first to last, as in compressed files.
  func places() throws(MATLABFileError) -> (any MATLABBytePlaces)?
}

/// Bytes from first to last.
public protocol MATLABByteStream: AnyObject {
  /// Fills the front of `buffer` and returns how many bytes were written; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MATLABFileError) -> Int

  /// Passes over bytes; returns how many, fewer than asked at the end.
  func skip(_ count: Int) throws(MATLABFileError) -> Int
}

/// Bytes in any order.
public protocol MATLABBytePlaces: AnyObject {
  /// How many there are.
  var byteCount: Int { get }

  /// Fills `buffer` from a byte on; returns how many there were before the end.
  func read(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(MATLABFileError) -> Int
}

extension MATLABBytes {
  fileprivate func head(_ count: Int) throws(MATLABFileError) -> [UInt8] {
    let stream = try stream()
    var head = [UInt8](repeating: 0, count: count)
    var filled = 0
    let result = head.withUnsafeMutableBytes { buffer in
      Result { () throws(MATLABFileError) in
        while filled < count {
          let read = try stream.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
          if read == 0 { break }
          filled += read
        }
      }
    }
    try result.get()
    return Array(head[..<filled])
  }
}

/// Why a MATLAB file cannot be read.
public struct MATLABFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// The bytes cannot be had.
    case notReadable
    /// They are not what the format says.
    case damaged
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What came, what was allowed and what to do, in one or two sentences.
  public let message: String

  /// Makes an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
