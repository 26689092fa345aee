import Synchronization

/// How much of a recording's files has been read: for those who show progress.
///
/// ```swift
/// let progress = ReadingProgress()
/// var recording = try ReadingProgress.$current.withValue(progress) { try SensorFile.open("week.cwa") }
/// while let block = try recording.nextBlock() { print(progress.share ?? 0) }
/// ```
///
/// Files that are opened while it is the current one are counted until they are closed.
public final class ReadingProgress: Sendable {
  /// Counts the files that are opened from here on; `nil` counts none.
  @TaskLocal public static var current: ReadingProgress?

  private let bytes = Mutex((read: 0, all: 0))

  /// Makes a count of nothing.
  public init() {}

  /// The share of the bytes that was read, 0-1; `nil` before any file is open.
  public var share: Double? {
    bytes.withLock { $0.all > 0 ? min(1, Double($0.read) / Double($0.all)) : nil }
  }

  /// A file of so many bytes was opened.
  func begin(_ byteCount: Int) { bytes.withLock { $0.all += byteCount } }

  /// So many bytes of a file were read or passed over.
  func advance(_ count: Int) { bytes.withLock { $0.read += count } }

  /// A file was closed, of which so many bytes had been read.
  func end(_ byteCount: Int, read: Int) {
    bytes.withLock { $0 = ($0.read - read, $0.all - byteCount) }
  }
}
