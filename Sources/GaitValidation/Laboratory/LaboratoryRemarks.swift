import GaitModel
import SensorFiles

extension LaboratoryStudy {
  /// What is odd in the tables and changes figures, in sentences.
  func remarks() throws -> [String] {
    let tables = try mapping.tables.map { try LaboratoryRows($0, in: folder) }
    let ofAll =
      [mapping.systemRemark, overruled].compactMap(\.self) + Self.once(tables.flatMap(\.remarks))
    return try ofAll + zeros() + doubles()
      + mapping.recordings.flatMap { recording in
        // A row that cannot be is said where the recording is left out.
        let rows = tables.filter {
          $0.map.mayTell(of: recording.name) && (try? $0.events(of: recording.name)) != nil
        }
        let open = try rows.flatMap { table -> [String?] in
          [
            try table.openContacts(of: recording.name), try table.openSides(of: recording.name),
            try table.openRows(of: recording.name),
          ]
        }
        return try Self.nearTrials(of: recording.name, rows) + open.compactMap(\.self)
      }
  }

  /// What the mapping says of recordings otherwise than the `.json` beside them, which then does not count; `nil` where it
  /// says nothing otherwise.
  private var overruled: String? {
    let all = mapping.recordings.compactMap { recording -> String? in
      let words = recording.overruled(
        try? RecordingDescription.beside(folder.appending(path: recording.file).path))
      return words.isEmpty ? nil : "\(recording.name): \(words.joined(separator: ", "))"
    }
    guard !all.isEmpty else { return nil }
    let more = all.count > Self.mostListed ? "; and \(all.count - Self.mostListed) more" : ""
    return
      "the mapping says otherwise than the .json beside \(all.count.counted("recording")), and the mapping counts: "
      + all.prefix(Self.mostListed).joined(separator: "; ") + more
  }

  /// So many recordings of which the mapping says otherwise are named, as in a list of files.
  private static let mostListed = 5

  /// What is said of a file that several tables are read from, once.
  private static func once(_ sentences: [String]) -> [String] { ListedOnce(sentences).items }

  /// Trials of one recording that are nearly the same.
  private static func nearTrials(of recording: String, _ rows: [LaboratoryRows]) throws -> [String]
  {
    let clocks = Dictionary(grouping: rows.filter { $0.map.holds == .trials }, by: \.map.clock)
    return try clocks.sorted { $0.key < $1.key }.flatMap { _, tables in
      var all = LaboratoryEvents()
      for table in tables { all.add(try table.events(of: recording)) }
      all.sort()
      return MarkedTrial.nearPairs(in: all.trials).map { "\(recording): \($0)" }
    }
  }
}

extension LaboratoryMapping.Recording {
  /// What it says otherwise than a description: `participant P07 (.json: P08)`.
  fileprivate func overruled(_ description: RecordingDescription?) -> [String] {
    var said = RecordingDescription()
    said.participant = participant
    said.site = site.flatMap(WearingSite.init(rawValue:))
    said.height = heightMeters.map { Length(meters: $0) }
    return description?.overruled(by: said) ?? []
  }
}

extension LaboratoryRows {
  /// What is odd about the table as a whole.
  fileprivate var remarks: [String] {
    map.otherUnits + [table.remark.map { "\(map.file): \($0)" }].compactMap(\.self)
  }

  /// That rows of a recording do not say when something was, and what that does; `nil` where all do.
  fileprivate func openRows(of recording: String) throws -> String? {
    let rows = try rows(of: recording).rows
    let open = rows.count(where: isOpen)
    guard open > 0 else { return nil }
    let effect =
      switch map.holds {
      case .contacts: "; what is found there counts as false"
      case .strides: "; so were contacts that only they begin or end with"
      case .bouts:
        "; what is found outside of the other walks of that recording is neither right nor wrong"
      case .trials: ""
      }
    return
      "\(map.file): \(open) of \(rows.count.counted("row")) of \(recording) \(open.verb("has", "have")) no "
      + "\(map.holds == .contacts ? "time" : "start or no end") and \(open.verb("was", "were")) left out\(effect)"
  }

  /// That some contacts or strides of a recording have no side in a column of sides, and what that does; `nil` where all have
  /// one.
  fileprivate func openSides(of recording: String) throws -> String? {
    guard map.columns["side"] != nil else { return nil }
    let events = try events(of: recording)
    // A row of a stride is two contacts.
    let each = map.holds == .strides ? 2 : 1
    let feet = (map.holds == .strides ? events.implied : events.initial).map(\.foot)
    let missing = feet.count { $0 == nil } / each
    guard missing > 0 else { return nil }
    let effect =
      map.holds == .strides
      ? "contacts that only they begin or end with are of no known foot"
      : missing == feet.count
        ? "feet are not compared, and alternate in true strides and phases"
        : "their feet are neither right nor wrong, and no true stride or phase is drawn over them"
    return
      "\(map.file): \(missing) of \((feet.count / each).counted(map.holds == .strides ? "stride" : "contact")) of "
      + "\(recording) \(missing.verb("has", "have")) no side; \(effect)"
  }

  /// That some contacts of a recording have no final contact, where others have one; `nil` where all have one, or none.
  fileprivate func openContacts(of recording: String) throws -> String? {
    guard map.holds == .contacts else { return nil }
    let events = try events(of: recording)
    let missing = events.initial.count - events.final.count
    guard !events.final.isEmpty, missing > 0 else { return nil }
    return
      "\(map.file): \(missing) of \(events.initial.count) contacts of \(recording) have no final contact; one that is found "
      + "there counts as false"
  }
}
