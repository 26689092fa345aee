import ArgumentParser
import Foundation
import GaitModel
import SampleStorage
import Synchronization

/// Which store, and whose clock.
struct StoreOptions: ParsableArguments {
  @OptionGroup
  var file: StoreFile

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "Where days begin, like Europe/Berlin; else by each sample's own clock.", valueName: "zone"),
    transform: TimeZoneArgument.read)
  var timeZone: TimeZoneArgument?

  /// The path of the store.
  var store: String { file.store }

  /// The zones of dates without an offset and of days, of a person or of everybody.
  func zones(
    of participant: String?, in store: SampleStore, withSuperseded: Bool = false
  ) async throws -> PeopleZones {
    try await PeopleZones(
      timeZone?.zone, of: participant, in: store, withSuperseded: withSuperseded)
  }

  /// Does something with the store, and says in one line why it cannot be done.
  func with<T>(_ mode: StoreSettings.Mode, _ work: (SampleStore) async throws -> T) async throws
    -> T
  { try await file.with(mode, work) }
}

/// Which store.
struct StoreFile: ParsableArguments {
  @Option(help: ArgumentHelp("The store.", valueName: "file"))
  var store: String

  /// Opens the store; the command line may do everything.
  private func open(_ mode: StoreSettings.Mode) throws -> SampleStore {
    do {
      return try OpenStores.open(store, mode)
    } catch StoreError.olderSchema {
      // An older store is brought up to date before it is read.
      return try open(.update)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Does something with the store, and says in one line why it cannot be done.
  func with<T>(_ mode: StoreSettings.Mode, _ work: (SampleStore) async throws -> T) async throws
    -> T
  {
    let store = try open(mode)
    do {
      let result = try await work(store)
      try store.close()
      return result
    } catch let error where StoreFailure.isOurs(error) {
      throw StoreFailure(error)
    }
  }
}

extension Calendar {
  /// The civil calendar of a zone, with weeks from Monday.
  static func civil(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = 2
    return calendar
  }
}

extension SampleStore {
  /// Looks whether a request can be meant: a kind that nobody knows and a person who is not there are slips of
  /// the pen, and "0 samples" would look as if all were well.
  ///
  /// - Throws: what there is instead.
  func require(kinds: [AnySampleKind], of participant: String? = nil) async throws {
    for kind in kinds where !kind.isKnown {
      guard try await span(of: [kind]) == nil else { continue }
      try StoreFailure.check(
        kind.name, among: AnySampleKind.known.filter { !$0.isBookkeeping }.map(\.name), "kind",
        "some kinds", all: "gait query --store FILE lists the kinds that a store holds")
    }
    guard let participant, try await !everybody().map(ByteText.init).contains(ByteText(participant))
    else { return }
    try StoreFailure.check(participant, among: try await participants(), "person", "samples of")
  }
}

/// Why a store could not do what was asked, in a line.
struct StoreFailure: Error, CustomStringConvertible {
  /// The whole message.
  let description: String

  init(_ error: any Error) { description = "\(error)" + OptionHint.of(error) }

  /// Throws when a word is none of those that there are, with the nearest of them.
  ///
  /// - Parameters:
  ///   - word: what was given.
  ///   - known: what there is.
  ///   - what: what the word should have named.
  ///   - held: what the known words are.
  ///   - all: how all of them are listed; with it a word that is near stands alone.
  /// - Throws: what there is instead.
  static func check(
    _ word: String, among known: [String], _ what: String, _ held: String, all: String? = nil
  ) throws {
    // Letter by letter: to Swift an accent is the same in two characters, and to a store it is not.
    guard !known.map(ByteText.init).contains(ByteText(word)) else { return }
    if known.contains(word) {
      throw StoreFailure.message(
        "there is no \(what) \(word) written like this, an accent as a character of its own or in one with its letter; "
          + "the same letters are there in the other form (Unicode's NFC or NFD): copy them from what gait query prints"
      )
    }
    let question = NearestWord.question(word, among: known)
    var sentence = "there is no \(what) \(word)\(question)"
    if question.isEmpty || all == nil {
      // What holds the word may be meant.
      let first = known.filter { $0.contains(word) } + known.filter { !$0.contains(word) }
      let list = first.prefix(listed).joined(separator: ", ") + (known.count > listed ? ", …" : "")
      sentence += "; there are " + (known.isEmpty ? "none" : "\(held) \(list)")
    }
    throw StoreFailure.message(sentence + (all.map { "; \($0)" } ?? ""))
  }

  /// Throws when a name is that of no source that there is, whichever spaces are in it.
  static func check(source: String, among known: [String]) throws {
    try check(
      SampleSource.plain(source), among: known.map(SampleSource.plain), "source", "samples of")
  }

  /// So many words are named; more hide what was to be said.
  private static let listed = 8

  /// Whether an error says itself what came and what to do.
  static func isOurs(_ error: any Error) -> Bool {
    error is StoreError || error is SampleAccessError || error is SealError || error is ImportError
      || error is ActivityProtocolError
  }
}

extension SampleStore {
  /// Looks whether what somebody enters will be kept.
  ///
  /// - Throws: which of the kinds is not collected of the person, and how that ends.
  func requireCollecting(_ kinds: [AnySampleKind], of participant: String) async throws {
    let stopped = try await collectionStops().filter { $0.participant == participant }.map(\.kind)
    guard let kind = kinds.first(where: stopped.contains) else { return }
    throw StoreFailure.message(
      """
      \(kind.name) of \(participant) is not collected, and nothing was kept; to enter it, first give gait delete \
      --store \(path.shellWord) --participant \(participant.shellWord) --resume-collecting \(kind.name)
      """)
  }
}

/// What an export is sealed with.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of at least 32 random bytes: head -c 32 /dev/urandom > study.key",
      valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp("A file whose first line is a passphrase.", valueName: "file"))
  var passphraseFile: String?

  func validate() throws {
    if key != nil, passphraseFile != nil {
      throw ValidationError("give --key or --passphrase-file, not both")
    }
  }

  /// The key, or `nil` when none was given.
  func exportKey() throws -> ExportKey? {
    do {
      if let key { return try ExportKey(fileBytes: try bytes(key)) }
      guard let passphraseFile else { return nil }
      let text = String(decoding: try bytes(passphraseFile), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return try ExportKey(passphrase: line)
    } catch let error as SealError {
      throw StoreFailure.message("\(key ?? passphraseFile ?? ""): \(error)")
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreFailure.message("\(path): the file cannot be read")
    }
    return Array(data)
  }
}

/// The stores that a command has opened. However it ends, each is left as one file with everything in
/// it.
enum OpenStores {
  private static let stores = Mutex<[SampleStore]>([])

  /// A store of up to so many bytes is looked at whole before something is added to it: 1 GiB takes 3 s of processor, and
  /// samples that are written into a damaged one are lost with it.
  private static let mostCheckedBytes = 1 << 30

  /// Opens a store; the command line may do everything.
  static func open(
    _ path: String, _ mode: StoreSettings.Mode = .create
  ) throws -> SampleStore {
    var settings = StoreSettings(mode: mode)
    if mode == .create { settings.checkedBytes = mostCheckedBytes }
    // A command that is ended meanwhile waits for it: what is half open has files beside it.
    return try stores.withLock { [settings] in
      let store = try SampleStore.open(path, access: .everything, settings: settings)
      $0.append(store)
      return store
    }
  }

  /// Closes one of them.
  static func close(_ store: SampleStore) throws {
    do { try store.close() } catch { throw StoreFailure(error) }
  }

  /// Closes one of them, and leaves it there whatever becomes of the command, also where nothing came into it.
  static func leave(_ store: SampleStore) throws {
    try close(store)
    stores.withLock { stores in stores.removeAll { $0.path == store.path } }
  }

  /// Closes all of them: the command is done. One that is ended meanwhile waits until they are closed.
  static func close() throws {
    try stores.withLock { stores in
      defer { stores = [] }
      for store in stores { try close(store) }
    }
  }

  /// Closes all of them: the command has failed. A store that it made, and into which nothing came, goes with it.
  static func giveUp() {
    stores.withLock { stores in
      for store in stores {
        try? store.close()
        store.removeIfNew()
      }
      stores = []
    }
  }

  /// Closes all of them in the middle of whatever is being done: the command is being ended. What was not
  /// kept whole is not kept. Another program that holds a store for longer than this is not waited for:
  /// the log is folded in by the next command then.
  static func breakOff() {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      stores.withLock { stores in
        for store in stores {
          store.breakOff()
          store.removeIfNew()
        }
        done.signal()
        // None is opened any more.
        while true { sleep(1) }
      }
    }
    _ = done.wait(timeout: .now() + 5)
  }
}

extension StoreFailure {
  /// A failure in words.
  static func message(_ text: String) -> StoreFailure { StoreFailure(Message(description: text)) }

  private struct Message: Error, CustomStringConvertible {
    let description: String
  }
}
