import GaitModel

/// What a table with a row for each event calls it: `Foot Strike`, `Toe off`, `LHS`.
struct EventWord: Hashable {
  /// Whether the foot leaves the ground; it touches it otherwise.
  let isFinal: Bool
  /// The foot, where the word says it, too.
  let foot: Side?

  private static let initialWords = [
    "heelstrike", "footstrike", "initialcontact", "firstcontact", "heelcontact", "footcontact",
    "footdown", "touchdown", "strike", "contact", "hs", "fs", "ic",
  ]
  private static let finalWords = [
    "toeoff", "footoff", "finalcontact", "lastcontact", "liftoff", "to", "fo",
  ]
  /// A foot's contact or the final one, whichever of both no other word of the column says.
  private static let eitherWord = "fc"
  private static let feet: [(word: String, foot: Side)] = [
    ("left", .left), ("right", .right), ("l", .left), ("r", .right),
  ]

  /// Reads a word, with the side before or behind it or without; `nil` for any other. Case, spaces and marks count for nothing.
  ///
  /// - Parameters:
  ///   - word: a cell.
  ///   - others: the words of its column, which tell what `FC` is: the final contact beside `IC`, the foot's beside `FO`.
  init?(_ word: String, among others: [String] = []) {
    let plain = word.lowercased().filter(\.isLetter)
    let sided = Self.feet.flatMap { name, foot -> [(String, Side?)] in
      (plain.hasPrefix(name) ? [(String(plain.dropFirst(name.count)), foot)] : [])
        + (plain.hasSuffix(name) ? [(String(plain.dropLast(name.count)), foot)] : [])
    }
    for (rest, foot) in [(plain, nil)] + sided {
      let known = others.lazy.compactMap { EventWord($0) }
      let isEither = rest == Self.eitherWord && !known.isEmpty
      let isFinal =
        Self.finalWords.contains(rest) || isEither && !known.contains(where: \.isFinal)
      guard isFinal || isEither || Self.initialWords.contains(rest) else { continue }
      (self.isFinal, self.foot) = (isFinal, foot)
      return
    }
    return nil
  }

  /// The words of some cells, each once.
  static func words(in cells: [String]) -> [String] {
    ListedOnce(cells.filter { !LaboratoryCells.isBlank($0) }).items
  }

  /// The words of a column that are final contacts.
  ///
  /// - Parameters:
  ///   - name: the column.
  ///   - table: its table. Where another column has initial contacts alone, as `first event` beside `last event`, rows are both.
  /// - Returns: each word once; none of a column that tells nothing of events.
  static func finals(in name: String, of table: LaboratoryTable) -> [String] {
    let words = words(in: table.fields(name) ?? [])
    guard words.count <= mostWords else { return [] }
    let events = words.map { EventWord($0, among: words) }
    let finals = zip(words, events).filter { $1?.isFinal == true }.map(\.0)
    if events.contains(where: { $0?.isFinal == false }) { return finals }
    let hasInitials = table.names.contains { other in
      let words = other == name ? [] : Self.words(in: table.fields(other) ?? [])
      return (1...mostWords).contains(words.count)
        && words.allSatisfy { EventWord($0)?.isFinal == false }
    }
    return hasInitials ? [] : finals
  }

  /// More words than there are for events of both feet are remarks.
  private static let mostWords = 12
}

extension LaboratoryMapping.Table {
  /// Columns that say themselves whether contacts are initial or final ones.
  static let columnsOfOneKind = ["final", "left", "right", "left_final", "right_final"]
}

extension LaboratoryRows {
  /// What happened in a row; `nil` without a column that says it.
  ///
  /// - Throws: ``ValidationError`` that names the row where it is no event of a foot.
  func event(_ row: Int) throws -> EventWord? {
    guard let word = cell("event", row) else { return nil }
    guard let event = EventWord(word, among: eventWords) else {
      throw ValidationError(
        "\(place(row)): the event is \(word.isEmpty ? "empty" : "\"\(word)\""); a foot touches the ground by such words as Foot Strike, Heel Strike or IC, and "
          + "leaves it by Foot Off, Toe Off or Final Contact; write one of them, or take the row out"
      )
    }
    return event
  }

  /// - Throws: ``ValidationError`` where the mapping takes every row for an initial contact, and a column says that some are
  ///   final ones.
  func checkEvents() throws {
    let others = ["event"] + LaboratoryMapping.Table.columnsOfOneKind
    guard map.holds == .contacts, others.allSatisfy({ map.columns[$0] == nil }) else { return }
    for name in table.names {
      let finals = EventWord.finals(in: name, of: table)
      guard !finals.isEmpty else { continue }
      throw ValidationError(
        "\(map.file): rows whose \"\(name)\" is \(finals.joined(separator: " or ")) are final contacts, and all rows would "
          + "be read as initial ones; give that column as \"event\" in \"columns\", or take those rows out"
      )
    }
  }

  /// Of more than one contact in so many that comes too soon the times are wrong. Our choice.
  private static let fewestBetween = 10

  /// Looks whether a foot steps faster than feet do: so do the times of walks that lie over each other.
  ///
  /// - Parameters:
  ///   - contacts: contacts, or the beginnings of strides.
  ///   - recording: whose.
  /// - Throws: ``ValidationError`` that says how many come too soon.
  func checkSteps(_ contacts: [TimedFoot], of recording: String) throws {
    let listed = LaboratoryEvents.withoutDoubles(contacts.sorted())
    let feet: [Side?] = listed.tellFeet ? [.left, .right] : [nil]
    let shortest = listed.tellFeet ? GaitPhases.shortestStride : CadenceScore.shortestStep
    let count = feet.reduce(0) { sum, foot in
      let times = listed.filter { $0.foot == foot }.map(\.seconds)
      return sum + zip(times, times.dropFirst()).count { $1 - $0 < shortest }
    }
    guard Self.fewestBetween * count > listed.count else { return }
    let what = map.holds == .strides ? "stride" : "contact"
    throw ValidationError(
      "\(map.file): \(count) of \(listed.count.counted(what)) of \(recording) \(count.verb("follows", "follow")) another "
        + "\(listed.tellFeet ? "of the same foot " : "")within \(shortest) s, and nobody steps so fast: times that begin anew with "
        + "each walk must be those of one clock that runs on; is the unit right, and are all rows of one recording and one system?"
    )
  }
}
