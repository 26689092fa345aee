import Foundation

/// A level of a mapping's file: each key is read at its own, and nowhere else.
enum MappingLevel: String, CaseIterable {
  case top, recordings, tables, clocks, columns, units

  /// The keys that are read here.
  var keys: [String] {
    switch self {
    case .top: LaboratoryMapping.CodingKeys.allCases.map(\.rawValue)
    case .recordings: LaboratoryMapping.Recording.CodingKeys.allCases.map(\.rawValue)
    case .tables: LaboratoryMapping.Table.CodingKeys.allCases.map(\.rawValue)
    case .clocks: LaboratoryMapping.Clock.CodingKeys.allCases.map(\.rawValue)
    case .columns: ListedOnce(LaboratoryMapping.Rows.allCases.flatMap(\.columns)).items
    case .units: LaboratoryMapping.Units.CodingKeys.allCases.map(\.rawValue)
    }
  }

  /// The levels inside of this one, by their keys. What a kind of rows has in `columns` is looked at with the table, and the
  /// keys of `sides` are a laboratory's own words.
  private var inner: [Self] {
    switch self {
    case .top: [.recordings, .tables, .clocks]
    case .tables: [.units]
    default: []
    }
  }

  private var words: String { self == .top ? "the top of the mapping" : rawValue }

  /// Looks at the keys of an object and of those in it.
  ///
  /// - Parameters:
  ///   - object: what stands at this level.
  ///   - place: where that is in the file, as messages begin with it.
  /// - Throws: ``ValidationError`` that names the first key that is not read there, and where it is.
  func check(_ object: [String: Any], at place: String = "") throws {
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      guard keys.contains(key) else {
        throw ValidationError(
          "\(place)\"\(key)\" is no key of \(words); there are \(keys.joined(separator: ", "))"
            + Self.advice(on: key))
      }
      guard let level = inner.first(where: { $0.rawValue == key }) else { continue }
      if let object = value as? [String: Any] { try level.check(object, at: place) }
      for (number, item) in (value as? [Any] ?? []).enumerated() {
        guard let object = item as? [String: Any] else { continue }
        try level.check(object, at: "\(key), number \(number + 1): ")
      }
    }
  }

  /// Where a key is read that stands somewhere else, for the end of a message; empty where it is read nowhere.
  static func advice(on key: String) -> String {
    let levels = allCases.filter { $0.keys.contains(key) }.map(\.words)
    return levels.isEmpty ? "" : "; it belongs to \(levels.joined(separator: " or "))"
  }
}

extension LaboratoryMapping.Table {
  /// - Throws: ``ValidationError`` for a key that changes nothing: beside another one, or in rows of this kind.
  func checkEffects() throws {
    func idle(_ key: String, _ why: String) -> ValidationError {
      ValidationError("\(file): \"\(key)\" has no effect \(why)")
    }
    if recording != nil, recordingColumn != nil {
      throw idle(
        "recording",
        "beside \"recording_column\", by which each row belongs to the recording that it names; give one of the two"
      )
    }
    if holds == .trials, sees != nil {
      throw idle(
        "sees",
        "on trials, which are compared wherever they are; take it out, or say it of contacts, strides or bouts"
      )
    }
    if rateHertz != nil, ![units?.time, units?.duration].contains("frames") {
      throw idle(
        "rate_hz",
        "on times in \(units?.time ?? "s"); if they are frames, say so: \"units\": {\"time\": \"frames\"}; or else take "
          + "it out")
    }
    if sides?.isEmpty == false, columns["side"] == nil {
      throw idle(
        "sides", "without a column of sides; name it as \"side\" in \"columns\", or take it out")
    }
    if columns["side"] != nil, holds == .contacts, columns["time"] == nil, columns["final"] == nil {
      throw idle("side", "on \"left\" and \"right\", which say the side themselves; take it out")
    }
    if columns["event"] != nil,
      let other = Self.columnsOfOneKind.first(where: { columns[$0] != nil })
    {
      throw idle(
        "event",
        "beside \"\(other)\", which says itself what it is of; give it with \"time\" and \"side\" alone, or take it out"
      )
    }
  }
}

extension LaboratoryMapping {
  /// - Throws: ``ValidationError`` for an entry of a clock that says nothing of it, or something that is not looked at.
  func checkEffects(of clock: Clock) throws {
    if clock.usesAnyFit == true, clock.offsetSeconds != nil {
      throw ValidationError(
        "clocks: \"uses_any_fit\" has no effect on \"\(clock.name)\" beside \"offset_s\", which is taken; give one of the "
          + "two")
    }
    // An entry of a recording that says nothing undoes what is said of all.
    let isOfAll = clocks.contains { $0.name == clock.name && $0.recording == nil }
    guard clock.offsetSeconds == nil, clock.driftPPM == nil, clock.usesAnyFit == nil,
      clock.recording == nil || !isOfAll
    else { return }
    throw ValidationError(
      "clocks: the entry of \"\(clock.name)\" says nothing of it; give offset_s, drift_ppm or uses_any_fit, or take it "
        + "out")
  }

  /// - Throws: ``ValidationError`` for a recording that is there under two names, and would count twice.
  func checkFiles() throws {
    var names: [String: String] = [:]
    for recording in recordings {
      if let first = names.updateValue(recording.name, forKey: recording.file) {
        throw ValidationError(
          "the recordings \"\(first)\" and \"\(recording.name)\" are the same file, \(recording.file), and a recording "
            + "counts once; take one out, and give its tables and rows the name of the other")
      }
    }
  }
}
