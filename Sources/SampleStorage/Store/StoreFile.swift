import Foundation
import GRDB
import Synchronization

/// A store's file and the connections to it.
final class StoreFile: Sendable {
  /// Where the file is, as it was given.
  let path: String
  /// How it was opened.
  let settings: StoreSettings
  private let database: any DatabaseWriter
  private let isEnding = Mutex(false)

  /// Opens or makes a store; throws ``StoreError``.
  init(path: String, settings: StoreSettings) throws {
    self.path = path
    self.settings = settings
    if !FileManager.default.fileExists(atPath: path) {
      guard settings.mode == .create else { throw StoreError.noSuchFile(path: path) }
      try StoreBirth.make(path)
    }
    // What a program that was killed left beside the file belongs into it.
    StoreLog.fold(into: path)
    let header = try StoreHeader(path: path)
    let busySeconds = settings.busyTimeout.seconds
    do {
      switch settings.mode {
      case .create, .update:
        let pool = try DatabasePool(path: path, configuration: Self.configuration(settings))
        if header.schema < StoreSchema.newest {
          try pool.writeWithoutTransaction(StoreSchema.migrate)
        }
        database = pool
      case .read:
        guard header.schema == StoreSchema.newest else {
          throw StoreError.olderSchema(
            path: path, found: header.schema, known: StoreSchema.newest)
        }
        database = try Self.readOnlyQueue(path, settings)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path, busySeconds: busySeconds)
    }
  }

  /// Reads at one instant of the store's life, whatever others write meanwhile.
  func read<T: Sendable>(_ work: @escaping @Sendable (Database) throws -> T) async throws -> T {
    await stayIfEnding()
    do { return try await database.read(work) } catch { throw await translated(error) }
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
    StoreLog.fold(into: path)
  }

  /// Breaks off what is being done and closes. Whoever waits for an answer of this file waits for ever:
  /// the program is being ended.
  func breakOff() {
    isEnding.withLock { $0 = true }
    database.interrupt()
    try? close()
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

  /// A folder that cannot be written holds no lock file for readers: such a file is opened as one
  /// that nobody changes, unless a log beside it shows that somebody does.
  private static func readOnlyQueue(
    _ path: String, _ settings: StoreSettings
  ) throws -> DatabaseQueue {
    var configuration = configuration(settings)
    configuration.readonly = true
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let isAlone = !FileManager.default.fileExists(atPath: path + "-wal")
    if isAlone && !FileManager.default.isWritableFile(atPath: folder) {
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

  private static func configuration(_ settings: StoreSettings) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(settings.busyTimeout.seconds)
    // Rows are written through the catalogs of names, which make what they point to.
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    let synchronous = settings.durability == .power ? "FULL" : "NORMAL"
    let cacheKilobytes = settings.pageCacheBytes >> 10
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA secure_delete = ON;
          PRAGMA synchronous = \(synchronous);
          PRAGMA cache_size = -\(cacheKilobytes);
          """)
    }
    return configuration
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
