import Foundation

/// What a table seems to hold, by the names of its columns and a look at its fields.
struct TableGuess {
  private(set) var table: LaboratoryMapping.Table?
  private(set) var notes: [String] = []

  private let path: String
  private let read: LaboratoryTable?
  private var columns: [String: String] = [:]
  /// Columns with a known name that are not read from rows of this kind, by the mapping's keys.
  private var unread: [String: String] = [:]

  init(_ file: URL, path: String, recordings: [String]) {
    self.path = path
    do {
      read = try LaboratoryTable(file)
    } catch {
      read = nil
      let reason = "\(error)".replacing("\(file.path): ", with: "", maxReplacements: 1)
      notes = ["\(path): left out, no table was found in it: \(reason)"]
      return
    }
    guard let holds = guessColumns() else {
      let names = (read?.names ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
      notes = [
        "\(path): left out; its columns (\(names)) name no contacts, strides, walks or trials"
      ]
      return
    }
    var draft = LaboratoryMapping.Table(
      file: path, recording: nil, system: "laboratory", holds: holds, columns: columns,
      clock: "laboratory", sees: holds == .contacts || holds == .strides ? .passes : nil)
    setRecording(of: &draft, among: recordings)
    let units = read.map { DraftedUnits(of: columns, in: $0) }
    if let fault = units?.fault {
      notes = ["\(path): left out; \(fault)"]
      return
    }
    draft.units = units?.units
    notes += (units?.notes ?? []).map { "\(path): \($0)" }
    if [draft.units?.time, draft.units?.duration].contains("frames") {
      draft.rateHertz = 100
      notes.append(
        "\(path): times look like frames; 100 a second is a guess, put the rate in \"rate_hz\"")
    }
    draft.sides = sides()
    if holds == .contacts, isOfSensor(unit: draft.units?.time) {
      notes = [
        "\(path): left out; its rows follow each other faster than steps, as those of a sensor do"
      ]
      return
    }
    notes += unreadNotes(in: draft) + [read?.remark.map { "\(path): \($0)" }].compactMap(\.self)
    table = draft
  }

  /// Between two events of a walk there is more time than this, seconds: double support lasts as long.
  private static let shortestInterval = 0.1

  private func isOfSensor(unit: String?) -> Bool {
    guard let name = columns["time"], let perUnit = ["s": 1, "ms": 1e-3][unit ?? ""] else {
      return false
    }
    let times = (read?.numbers(name) ?? []).compactMap(\.self)
    let step = median(zip(times.dropFirst(), times).map { $0 - $1 }) ?? 0
    return step > 0 && step * perUnit < Self.shortestInterval
  }

  // MARK: Columns

  private static let words: [(key: String, words: [String])] = [
    ("left_final", ["lto", "lfo", "lefttoeoff", "leftfootoff", "leftfinalcontact"]),
    ("right_final", ["rto", "rfo", "righttoeoff", "rightfootoff", "rightfinalcontact"]),
    ("left", ["lhs", "lfs", "lic", "leftheelstrike", "leftfootstrike", "leftinitialcontact"]),
    ("right", ["rhs", "rfs", "ric", "rightheelstrike", "rightfootstrike", "rightinitialcontact"]),
    (
      "final",
      ["toeoff", "footoff", "finalcontact", "lastcontact", "liftoff", "offset", "fc", "off"]
    ),
    (
      "time",
      [
        "heelstrike", "footstrike", "initialcontact", "firstcontact", "footcontact", "touchdown",
        "onset", "strike", "contact", "ic", "hs", "time", "timestamp", "frame", "t",
      ]
    ),
    ("side", ["side", "foot", "leg", "limb", "laterality"]),
    ("start", ["start", "begin", "starttime", "from"]),
    ("end", ["end", "stop", "endtime", "until"]),
    ("trial", ["trial", "task", "test", "protocol", "condition"]),
    ("steps", ["steps", "stepcount", "nsteps", "numberofsteps"]),
    ("distance", ["distance", "dist", "path", "distancewalked"]),
    ("stride_length", ["stridelength"]), ("length", ["length", "stridelength"]),
    ("duration", ["duration", "stridetime", "stridedur"]),
    ("speed", ["speed", "velocity", "walkingspeed", "stridevelocity", "stridespeed"]),
    ("cadence", ["cadence"]),
  ]

  private mutating func guessColumns() -> LaboratoryMapping.Rows? {
    guard let read else { return nil }
    var found: [String: String] = [:]
    for (key, words) in Self.words {
      // The first word that fits, so that "onset" wins over "time".
      for word in words where found[key] == nil {
        found[key] = read.names.first { Self.plain($0) == word || Self.field($0) == word }
      }
    }
    if found["side"] == nil { found["side"] = read.names.first { !knownSides(in: $0).isEmpty } }
    let namesStrides = namesStrides(found)
    let kinds: [LaboratoryMapping.Rows] =
      (namesStrides ? [.strides] : []) + [.trials, .strides, .bouts, .contacts]
    let holds = kinds.first { kind in
      let fits = kind.needed.contains { $0.allSatisfy { found[$0] != nil } }
      return fits && (kind != .strides || namesStrides || found["side"] != nil)
    }
    guard let holds else { return nil }
    columns = found.filter { holds.columns.contains($0.key) }
    unread = found.filter { !columns.values.contains($0.value) }
    if holds == .contacts, columns["left"] != nil, columns["right"] != nil {
      columns["time"] = nil
      columns["side"] = nil
    }
    if holds == .contacts { guessEvents() }
    return holds
  }

  /// Looks for a column that says of each row whether it is an initial or a final contact. Beside it other events than those of
  /// feet may stand, of no side.
  private mutating func guessEvents() {
    guard let read, LaboratoryMapping.Table.columnsOfOneKind.allSatisfy({ columns[$0] == nil }),
      let name = read.names.first(where: { !EventWord.finals(in: $0, of: read).isEmpty })
    else { return }
    columns["event"] = name
    columns["side"] = columns["side"] ?? read.names.first { !knownSides(in: $0).isEmpty }
    notes.append(
      "\(path): \(Self.some(EventWord.finals(in: name, of: read))) in \"\(name)\" is taken for final contacts"
    )
  }

  /// Whether the file, or a column with times of its rows, is called after strides. Means of walks are too, and have a
  /// cadence.
  private func namesStrides(_ found: [String: String]) -> Bool {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let names = ["start", "end", "duration"].compactMap { found[$0] } + [file]
    return found["cadence"] == nil && names.contains { $0.lowercased().contains("stride") }
  }

  /// That columns with a known name are not read, a sentence for each.
  private func unreadNotes(in draft: LaboratoryMapping.Table) -> [String] {
    let sentences = unread.filter { $0.value != draft.recordingColumn }.sorted { $0.key < $1.key }
      .map { key, name in
        let isOfTrial = LaboratoryMapping.Rows.trials.columns.contains(key)
        let advice =
          isOfTrial && draft.holds == .bouts
          ? "; if its rows are trials, write trials in \"holds\", and give the column with their names as \"trial\" and this "
            + "one as \"\(key)\""
          : ""
        return "\(path): \"\(name)\" is not read from \(draft.holds.rawValue)\(advice)"
      }
    return ListedOnce(sentences).items
  }

  /// The last part of a structure's field, without what `plain` leaves out.
  private static func field(_ name: String) -> String {
    plain(name.split(separator: ".").last.map(String.init) ?? name)
  }

  /// A name without unit, case, spaces and marks.
  private static func plain(_ name: String) -> String {
    var text = name.lowercased()
    for (open, close) in [("(", ")"), ("[", "]")] {
      if let from = text.range(of: open), let to = text.range(of: close) {
        guard from.lowerBound < to.upperBound else { continue }
        text.removeSubrange(from.lowerBound..<to.upperBound)
      }
    }
    var tokens = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if tokens.count > 1, unitWords.contains(tokens[tokens.count - 1]) { tokens.removeLast() }
    return tokens.joined()
  }

  private static let unitWords = LaboratoryQuantity.words.union(ColumnUnit.ambiguous)

  // MARK: Recording, sides

  private mutating func setRecording(
    of draft: inout LaboratoryMapping.Table, among recordings: [String]
  ) {
    let known = Set(recordings)
    if let column = read?.names.first(where: { name in
      let fields = read?.fields(name) ?? []
      return !fields.isEmpty && fields.allSatisfy(known.contains)
    }) {
      draft.recordingColumn = column
      return
    }
    let named = recordings.filter { path.holds(word: $0) }
    if let longest = named.map(\.count).max(), named.count(where: { $0.count == longest }) == 1 {
      draft.recording = named.first { $0.count == longest }
      return
    }
    if let several = severalPeople(among: recordings) {
      notes.append(several)
      return
    }
    let own = Self.tokens(path)
    let scored = recordings.map { name in (Self.tokens(name).intersection(own).count, name) }
    let best = scored.map(\.0).max() ?? 0
    let names = scored.filter { $0.0 == best }.map(\.1)
    if recordings.count == 1 || (best > 0 && names.count == 1) {
      draft.recording = names.first
    } else {
      notes.append(
        "\(path): which recording it belongs to is not plain; put one of \(recordings.joined(separator: ", ")) "
          + "in \"recording\", or, where its rows are of several, the column that names these in \"recording_column\""
      )
    }
  }

  /// That rows seem to be of several recordings which they do not name; `nil` where they do not seem so.
  private func severalPeople(among recordings: [String]) -> String? {
    for name in read?.names ?? [] where !columns.values.contains(name) {
      let words = ListedOnce((read?.fields(name) ?? []).filter { !LaboratoryCells.isBlank($0) })
        .items
      let people = words.filter { word in
        LaboratoryTable.number(word) == nil && recordings.contains { $0.holds(word: word) }
      }
      guard people.count > 1, people.count == words.count
      else { continue }
      return
        "\(path): its rows seem to be of several recordings: \"\(name)\" says \(Self.some(people)). Write there what "
        + "\"recordings\" calls them (\(Self.some(recordings))), row by row, and make \"\(name)\" the \"recording_column\""
    }
    return nil
  }

  private static func some(_ words: [String]) -> String {
    words.prefix(4).joined(separator: ", ") + (words.count > 4 ? ", …" : "")
  }

  /// Words and numbers of a name; those that many share weigh nothing, because the best match must be the only one.
  private static func tokens(_ name: String) -> Set<String> {
    var (tokens, last) = ([String](), Character(" "))
    for letter in name.lowercased() {
      let isNew = letter.isNumber != last.isNumber || letter.isLetter != last.isLetter
      if letter.isLetter || letter.isNumber {
        if isNew || tokens.isEmpty { tokens.append("") }
        tokens[tokens.count - 1].append(letter)
      }
      last = letter
    }
    return Set(tokens.map { Int($0).map(String.init) ?? $0 })
  }

  /// What stands in a column, without what says that nothing was measured, in rows that are events of feet.
  private func sideWords(in name: String) -> Set<String> {
    let (cells, events) = (read?.fields(name) ?? [], columns["event"].flatMap { read?.fields($0) })
    let known = EventWord.words(in: events ?? [])
    let own = events.map { events in
      zip(cells, events).filter { EventWord($1, among: known) != nil }.map(\.0)
    }
    return Set(own ?? cells).filter { !LaboratoryCells.isBlank($0) }
  }

  /// The words for left and right in a column; none when it holds anything else.
  private func knownSides(in name: String) -> [String: Side] {
    let words = sideWords(in: name)
    guard (1...3).contains(words.count) else { return [:] }
    let known = words.compactMap { word -> (String, Side)? in
      Side(guessedFrom: word).map { (word, $0) }
    }
    return known.count == words.count ? Dictionary(known) { first, _ in first } : [:]
  }

  private mutating func sides() -> [String: Side]? {
    guard let name = columns["side"] else { return nil }
    let known = knownSides(in: name)
    if known.isEmpty {
      let words = sideWords(in: name).sorted().prefix(4)
      notes.append(
        "\(path): say in \"sides\" which of \(words.joined(separator: ", ")) is left and which right"
      )
      return [:]
    }
    notes.append(
      "\(path): "
        + known.sorted { $0.key < $1.key }.map { "\($0.key) is taken for \($0.value.rawValue)" }
        .joined(separator: ", "))
    return known
  }
}
