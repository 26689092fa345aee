import GaitModel

extension LaboratoryStudy {
  /// What is odd in the tables and changes figures, in sentences.
  func remarks() throws -> [String] {
    let tables = try mapping.tables.map { try LaboratoryRows($0, in: folder) }
    return try [mapping.systemRemark].compactMap(\.self) + zeros() + doubles()
      + mapping.recordings.flatMap { recording in
        // A row that cannot be is said where the recording is left out.
        let rows = tables.filter {
          $0.map.mayTell(of: recording.name) && (try? $0.events(of: recording.name)) != nil
        }
        return try Self.nearTrials(of: recording.name, rows)
          + rows.compactMap { try $0.openContacts(of: recording.name) }
      }
  }

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

extension LaboratoryRows {
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
