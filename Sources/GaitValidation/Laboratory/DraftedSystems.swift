import Foundation

/// Which tables of a draft are of systems of their own: those that tell of the same walks as another table, each in its own
/// way.
///
/// A system is called by the first word that its file's path has and that of the other table has not.
struct DraftedSystems {
  /// The tables, with their systems.
  private(set) var tables: [LaboratoryMapping.Table]
  /// What has to be looked at, each in a sentence.
  private(set) var notes: [String] = []

  /// Takes the tables of a draft.
  ///
  /// - Parameters:
  ///   - tables: all of one system.
  ///   - recordings: the names of the recordings.
  ///   - folder: where the files are.
  init(_ tables: [LaboratoryMapping.Table], recordings: [String], in folder: URL) {
    self.tables = tables
    let pairs = Self.pairs(of: tables, recordings, in: folder)
    let words = tables.map { Self.words(of: $0.file, without: recordings) }
    var names: [String] = []
    for pair in pairs {
      for (own, other) in [(pair.one, pair.other), (pair.other, pair.one)] {
        let word = words[own].first { Self.place(of: $0, in: words[other]) == nil }
        if let word, Self.place(of: word, in: names) == nil { names.append(word) }
      }
    }
    guard !pairs.isEmpty else { return }
    for place in tables.indices where tables[place].holds != .trials {
      if let name = words[place].lazy.compactMap({ Self.place(of: $0, in: names) }).first {
        self.tables[place].system = names[name]
      }
    }
    notes = Self.named(self.tables) + pairs.compactMap(question)
  }

  /// Where a word is among others, whatever their case.
  private static func place(of word: String, in words: [String]) -> Int? {
    words.firstIndex { $0.lowercased() == word.lowercased() }
  }

  /// Two tables that tell of the same walks, by their places.
  private struct Pair {
    var one: Int
    var other: Int
    var recording: String
  }

  /// Each pair once, with the first recording of which both tell the same.
  private static func pairs(
    of tables: [LaboratoryMapping.Table], _ recordings: [String], in folder: URL
  ) -> [Pair] {
    var known: Set<[Int]> = []
    let rows = tables.map { try? LaboratoryRows($0, in: folder) }
    return recordings.flatMap { recording -> [Pair] in
      let told = tables.indices.filter {
        tables[$0].holds != .trials && tables[$0].mayTell(of: recording)
      }
      guard told.count > 1 else { return [] }
      // What cannot be read is said when it is validated.
      let events = told.map { try? rows[$0]?.events(of: recording) }
      return told.indices.flatMap { later in
        (0..<later).compactMap { earlier -> Pair? in
          let pair = Pair(one: told[earlier], other: told[later], recording: recording)
          guard tables[pair.one].holds == tables[pair.other].holds,
            let one = events[earlier], let other = events[later], ToldTwice(one, other).isTold,
            known.insert([pair.one, pair.other]).inserted
          else { return nil }
          return pair
        }
      }
    }
  }

  /// Words for what rows are.
  private static let rows: Set<String> = [
    "contact", "contacts", "step", "steps", "stride", "strides", "walk", "walks", "bout", "bouts",
    "event", "events", "table",
  ]

  /// The words of a path that may name a system: without numbers, what rows are, and words of the recordings' names.
  private static func words(of path: String, without recordings: [String]) -> [String] {
    func words(_ text: String) -> [String] {
      text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    let others = Set(recordings.flatMap(words).map { $0.lowercased() }).union(rows)
    return words((path as NSString).deletingPathExtension).filter {
      Int($0) == nil && !others.contains($0.lowercased())
    }
  }

  /// What was guessed; nothing where all tables are of one system.
  private static func named(_ tables: [LaboratoryMapping.Table]) -> [String] {
    let systems = Dictionary(grouping: tables.filter { $0.holds != .trials }, by: \.system)
    guard systems.count > 1 else { return [] }
    let counts = systems.sorted { $0.key < $1.key }.map { name, own in
      "\(name) in \(own.count.counted("table"))"
    }
    return [
      "\"system\" is \(counts.joined(separator: " and ")), a guess by their names: some tell of the same walks as another "
        + "table, each in its own way, as two systems do. Tables of one system need one name"
    ]
  }

  /// Asks what two tables of one system are; `nil` where they are of two.
  private func question(_ pair: Pair) -> String? {
    let (one, other) = (tables[pair.one], tables[pair.other])
    guard one.system == other.system else { return nil }
    return
      "\(one.file) and \(other.file): both tell of the same \(one.holds.rawValue) of \(pair.recording), each in its own "
      + "way, and are of the system \"\(one.system)\"; if two systems saw them, give each a \"system\" of its own, and if "
      + "not, take one of the tables out"
  }
}
