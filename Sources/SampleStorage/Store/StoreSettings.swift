/// How a store is opened.
public struct StoreSettings: Hashable, Sendable {
  /// What to do with the file.
  public var mode: Mode
  /// How long to wait for another process that writes: a save of a long recording takes less than a
  /// second, a rewrite of a large store some tens of seconds.
  public var busyTimeout: Duration
  /// What a commit waits for.
  public var durability: Durability
  /// Memory for pages of the file, per connection, bytes: upper levels of the tree and the end of
  /// each person's series fit, so that a save reads little.
  public var pageCacheBytes: Int
  /// A file of up to so many bytes is looked at whole when it is opened, so that no damage goes unnoticed; of a larger one
  /// only the names are, until something is to be deleted, merged, exported, copied or written anew. 16 MiB, two years of
  /// a person, take 0.05 s.
  public var checkedBytes: Int

  /// Makes settings; see the properties for units.
  public init(
    mode: Mode = .create, busyTimeout: Duration = .seconds(30), durability: Durability = .process,
    pageCacheBytes: Int = 32 << 20, checkedBytes: Int = 16 << 20
  ) {
    self.mode = mode
    self.busyTimeout = busyTimeout
    self.durability = durability
    self.pageCacheBytes = pageCacheBytes
    self.checkedBytes = checkedBytes
  }

  /// What to do with the file.
  public enum Mode: Hashable, Sendable {
    /// Reads and writes; the file is made when there is none.
    case create
    /// Reads and writes; the file must be there.
    case update
    /// Reads, and writes nothing: also a file that cannot be written.
    case read
  }

  /// What a commit waits for. A store is consistent after any loss; this is about the last commits.
  public enum Durability: Hashable, Sendable {
    /// A killed process loses nothing; a power cut may lose the last commits, whole recordings that
    /// can be analyzed again. SQLite's `synchronous = NORMAL`.
    case process
    /// Nothing is lost, not even to a power cut; each commit waits for the disk.
    /// SQLite's `synchronous = FULL`.
    case power
  }
}
