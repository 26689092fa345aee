import Foundation
import GRDB
import Synchronization

/// A store's file and the connections to it.
final class StoreFile: Sendable {
  /// Where the file is, as it was given.
  let path: String
  /// The file itself, where a symbolic link leads to it: its log lies beside it, and not beside the link.
  private let place: String
  /// How it was opened.
  let settings: StoreSettings
  private let database: any DatabaseWriter
  private let isEnding = Mutex(false)
  /// Whether something may be written while the store is being broken off.
  private let isBusy = Mutex(true)
  /// Whether there was no file before.
  private let isMadeHere: Bool
  /// Whether all pages were looked at since it was opened.
  private let isFoundSound = Mutex(false)

  /// Opens or makes a store; throws ``StoreError``.
  init(path: String, settings: StoreSettings) throws {
    self.path = path
    self.settings = settings
    place = Self.place(of: path)
    var isMadeHere = false
    if !FileManager.default.fileExists(atPath: place) {
      guard settings.mode == .create else { throw StoreError.noSuchFile(path: path) }
      try StoreLog.requireNone(beside: place, of: path)
      isMadeHere = try StoreCreation.make(place, named: path)
    }
    self.isMadeHere = isMadeHere
    // What a program that was killed left beside the file belongs into it.
    StoreLog.fold(into: place)
    let header = try StoreHeader(path: path)
    let busySeconds = settings.busyTimeout.seconds
    do {
      // By a connection that cannot write: a damaged file stays as it is.
      let isSound =
        try header.schema == StoreSchema.newest
        && Self.readOnlyQueue(place, settings).read {
          try StoreSoundness.opened($0, checkedBytes: settings.checkedBytes)
        }
      isFoundSound.withLock { $0 = isSound }
      switch settings.mode {
      case .create, .update:
        let pool = try DatabasePool(path: place, configuration: Self.configuration(settings))
        if header.schema < StoreSchema.newest {
          try pool.read(StoreSoundness.requireSoundPages)
          try pool.writeWithoutTransaction(StoreSchema.migrate)
        }
        database = pool
      case .read:
        guard header.schema == StoreSchema.newest else {
          throw StoreError.olderSchema(
            path: path, found: header.schema, known: StoreSchema.newest)
        }
        database = try Self.readOnlyQueue(place, settings)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path, busySeconds: busySeconds)
    }
  }

  /// Looks at every page unless that was done since the file was opened: before anything is deleted, written anew, copied
  /// or taken elsewhere, which would leave out what is lost in a damaged file and look as if all were well.
  func requireSoundPages() async throws {
    guard !isFoundSound.withLock({ $0 }) else { return }
    try await read(StoreSoundness.requireSoundPages)
    isFoundSound.withLock { $0 = true }
  }

  /// Reads at one instant of the store's life, whatever others write meanwhile.
  ///
  /// It reads on the thread that asks. A person's estimates ask some hundred times, and where a thread of the connection's
  /// answered, and another one went on, processors waited for both.
  func read<T: Sendable>(_ work: @Sendable (Database) throws -> T) async throws -> T {
    await stayIfEnding()
    do { return try readHere(work) } catch { throw await translated(error) }
  }

  /// Not asynchronous, so that it is the way of reading that stays on its thread.
  private func readHere<T>(_ work: (Database) throws -> T) throws -> T {
    try database.read(work)
  }

  /// Writes all of it or nothing.
  func write<T: Sendable>(_ work: @escaping @Sendable (Database) throws -> T) async throws -> T {
    guard settings.mode != .read else { throw StoreError.readOnly(path: path) }
    await stayIfEnding()
    do { return try await database.write(work) } catch { throw await translated(error) }
  }

  /// Work that cannot be done inside a transaction, with no other connection of this process.
  func barrier<T: Sendable>(_ work: @escaping @Sendable (Database) throws -> T) async throws -> T {
    guard settings.mode != .read else { throw StoreError.readOnly(path: path) }
    await stayIfEnding()
    do { return try await database.barrierWriteWithoutTransaction(work) } catch {
      throw await translated(error)
    }
  }

  /// Writes a copy of the file as it is at one instant.
  func snapshot(to path: String) async throws {
    await stayIfEnding()
    do {
      // Outside of a transaction, which VACUUM cannot be in; it reads, and others may write.
      try await database.unsafeRead { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [path])
      }
    } catch { throw await translated(error) }
  }

  /// Ends all connections and leaves one file with everything that was committed.
  func close() throws {
    try database.close()
    guard StoreLog.fold(into: place) || settings.mode == .read else {
      throw StoreError.logLeft(path: path)
    }
  }

  /// Takes the file away where it was made here, nothing ever came into it and nobody has it open.
  func removeIfNew() {
    if isMadeHere { StoreCreation.takeBack(place) }
  }

  /// Breaks off what is being done and closes. Whoever waits for an answer of this file waits for ever:
  /// the program is being ended.
  func breakOff() {
    isEnding.withLock { $0 = true }
    stopWriting()
    // What is read.
    database.interrupt()
    try? close()
  }

  /// Breaks off what is being written and waits until nothing is. SQLite forgets an interruption that comes between two
  /// statements, as most do while a file is read and kept sample by sample: it is asked until the writer is free.
  private func stopWriting() {
    Thread.detachNewThread { [self] in
      while interruptIfBusy() { usleep(500) }
    }
    database.writeWithoutTransaction { _ in isBusy.withLock { $0 = false } }
    isBusy.withLock { $0 = false }
  }

  private func interruptIfBusy() -> Bool {
    isBusy.withLock { isBusy in
      if isBusy { database.interrupt() }
      return isBusy
    }
  }

  private func stayIfEnding() async {
    while isEnding.withLock({ $0 }) { try? await Task.sleep(for: .seconds(1)) }
  }

  private func translated(_ error: any Error) async -> any Error {
    await stayIfEnding()
    guard let error = error as? DatabaseError else {
      // A word where a number must be, which only a damaged file holds.
      return error is RowDecodingError
        ? StoreError.damaged(path: path, message: "a row holds what cannot be there") : error
    }
    return StoreError(error, path: path, busySeconds: settings.busyTimeout.seconds)
  }

  /// Where a path leads, through symbolic links, from the root on. SQLite takes `file:` at the beginning of a name for
  /// an address and `:memory:` for no file; and a relative name is another file once the program is elsewhere.
  static func place(of path: String) -> String {
    var place = path
    if !path.hasPrefix("/"), !path.isEmpty {
      place = FileManager.default.currentDirectoryPath + "/" + path
    }
    // As many as the system follows.
    for _ in 1...40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        break
      }
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
      place = next.hasPrefix("/") ? next : folder + next
    }
    return place
  }

  /// Whether a log can be put beside the file that a path leads to.
  static func isInWritableFolder(_ path: String) -> Bool {
    FileManager.default.isWritableFile(
      atPath: URL(fileURLWithPath: place(of: path)).deletingLastPathComponent().path)
  }

  /// A folder that cannot be written holds no lock file for readers: such a file is opened as one
  /// that nobody changes, unless a log beside it shows that somebody does.
  private static func readOnlyQueue(
    _ path: String, _ settings: StoreSettings
  ) throws -> DatabaseQueue {
    var configuration = configuration(settings)
    configuration.readonly = true
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if !StoreLog.hasOne(beside: path),
      !FileManager.default.isWritableFile(atPath: folder)
    {
      return try DatabaseQueue(path: immutableAddress(path), configuration: configuration)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func immutableAddress(_ path: String) -> String {
    let safe = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
    let absolute = URL(fileURLWithPath: path).path
    return "file:" + (absolute.addingPercentEncoding(withAllowedCharacters: safe) ?? absolute)
      + "?immutable=1"
  }

  /// The log is folded into the file when it has grown to this, and when a command ends. A page to which many recordings
  /// add is written once for all of them: with 32 MiB samples are stored 1.15 times as fast as with SQLite's 1,000 pages.
  private static let logBytes = 32 << 20

  private static func configuration(_ settings: StoreSettings) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(settings.busyTimeout.seconds)
    // Rows are written through the catalogs of names, which make what they point to.
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    let synchronous = settings.durability == .power ? "FULL" : "NORMAL"
    let cacheKilobytes = settings.pageCacheBytes >> 10
    let logPages = Self.logBytes / StoreCreation.pageBytes
    configuration.prepareDatabase { database in
      try RowBlock.addFunction(to: database)
      try database.execute(
        sql: """
          PRAGMA secure_delete = ON;
          PRAGMA synchronous = \(synchronous);
          PRAGMA cache_size = -\(cacheKilobytes);
          PRAGMA wal_autocheckpoint = \(logPages);
          """)
    }
    return configuration
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// Makes an empty store, all of it or none: beside its place, then linked into it.
enum StoreCreation {
  /// Bytes of a page. A leaf holds some hundred samples, a day of one kind in one read.
  static let pageBytes = 8192

  /// Makes a store at a path that has no file yet. When another process makes one at the same time,
  /// that one stays.
  ///
  /// - Parameters:
  ///   - path: its place.
  ///   - name: the path as it was given, for what is said of it.
  /// - Returns: whether it was made here.
  /// - Throws: ``StoreError``.
  static func make(_ path: String, named name: String) throws(StoreError) -> Bool {
    UnfinishedFile.sweep(beside: path)
    let unfinished = UnfinishedFile.path(for: path)
    defer { unlink(unfinished) }
    do {
      try fill(unfinished)
    } catch {
      throw failure(error, path, named: name)
    }
    guard link(unfinished, path) != 0 else { return true }
    guard errno != EEXIST else { return false }
    // A file system without links: no other process can make it there at the same instant either.
    guard rename(unfinished, path) != 0 else { return true }
    throw StoreError.failed(path: name, message: String(cString: strerror(errno)))
  }

  /// Takes a store away into which nothing came. Does nothing where another program has it open.
  static func takeBack(_ path: String) {
    guard FileManager.default.fileExists(atPath: path), let queue = try? DatabaseQueue(path: path)
    else { return }
    try? queue.writeWithoutTransaction { database in
      guard try isUnused(database) else { return }
      // Only who is alone may leave the log, and keeps the lock then.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
      guard mode == "memory" else { return }
      try database.inTransaction(.exclusive) {
        guard try isUnused(database) else { return .rollback }
        // Whoever has just found the file and waits for the lock must not keep samples in a file that is gone.
        try database.execute(sql: "DROP TABLE sample")
        return .commit
      }
      if try !database.tableExists("sample") { unlink(path) }
    }
    try? queue.close()
  }

  private static func isUnused(_ database: Database) throws -> Bool {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'last_change'"
    )
    for table in tables where !table.hasPrefix("sqlite_") {
      let isFilled = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table)\")")
      if isFilled != false { return false }
    }
    return try Int.fetchOne(database, sql: "SELECT change_id FROM last_change") == 0
  }

  private static func fill(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA page_size = \(pageBytes); PRAGMA application_id = \(StoreHeader.gait)")
      try StoreSchema.migrate(database)
      // A page that is free: whoever opens a store takes and frees one, and the file need not grow for that, for which a
      // full disk has no room.
      try database.execute(sql: "CREATE TABLE vacant (page INTEGER) STRICT; DROP TABLE vacant")
    }
    try queue.close()
  }

  /// Why no store can be put where a path leads; `nil` where its folder takes one.
  static func trouble(withFolderOf path: String, named name: String) -> StoreError? {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      return .failed(path: name, message: "there is no folder \(folder) to put the store in")
    }
    return FileManager.default.isWritableFile(atPath: folder) ? nil : .readOnly(path: name)
  }

  private static func failure(
    _ error: any Error, _ path: String, named name: String
  ) -> StoreError {
    if let trouble = trouble(withFolderOf: path, named: name) { return trouble }
    guard let error = error as? DatabaseError else {
      return .failed(path: name, message: "\(error)")
    }
    return StoreError(error, path: name, busySeconds: 0)
  }
}

/// What the first hundred bytes of an SQLite file say of it, read before SQLite touches the file
/// ("Database File Format" of SQLite's documentation, section 1.3).
struct StoreHeader: Hashable {
  /// Number of the newest migration that was applied: SQLite's user version, at byte 60.
  var schema: Int
  /// Who made the file: SQLite's application identifier, at byte 68.
  var application: UInt32

  /// The letters "gait" as a number.
  static let gait: UInt32 = 0x6761_6974
  private static let magic = Array("SQLite format 3".utf8) + [0]

  /// Reads the header of a file; throws when the file is not a store that this version knows.
  init(path: String) throws(StoreError) {
    // Opening a pipe would wait for whoever writes to it.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw StoreError.notAStore(
        path: path,
        found: status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe or a device")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError.failed(path: path, message: "the file cannot be opened for reading")
    }
    defer { try? file.close() }
    let bytes = Array((try? file.read(upToCount: 100)) ?? Data())
    guard bytes.count == 100, bytes.starts(with: Self.magic) else {
      throw StoreError.notAStore(
        path: path, found: bytes.isEmpty ? "an empty file" : "not even an SQLite file")
    }
    schema = Int(Self.number(bytes[60..<64]))
    application = Self.number(bytes[68..<72])
    guard application == Self.gait else {
      throw StoreError.notAStore(path: path, found: "another program's SQLite file")
    }
    guard schema <= StoreSchema.newest else {
      throw StoreError.newerSchema(path: path, found: schema, known: StoreSchema.newest)
    }
  }

  /// Whether a file begins as SQLite's do, whoever made it.
  static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: magic.count)).map { Array($0) } == magic
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
