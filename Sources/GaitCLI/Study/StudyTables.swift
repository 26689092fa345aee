import Foundation
import GaitModel
import GaitResults
import GaitStudies
import MobilityEstimates

/// The tables of a study, written from the results of its recordings, person by person: what is in memory is one
/// person's, however many there are.
struct StudyTables {
  let folder: StudyFolder
  /// Recordings of which the store holds a part, because samples were deleted there (``StudyStore/key(_:_:)``).
  let parts: Set<UInt64>
  /// Why the store does not have recordings that do not say when they began, or whose files are gone, by their place in the
  /// study: it was asked, and `nil` where it has.
  let notStored: [Int: String?]

  /// The files that are written, in their order.
  static let names = described.map { ($0.name as NSString).lastPathComponent } + ["dictionary.csv"]

  /// What the digests of the tables call the state of the ledger that they are written from (``StudyFolder/state``).
  static let stateName = "ledger"

  /// Writes all tables; they take their places together.
  ///
  /// - Parameters:
  ///   - recordings: those that have results, in the order of the study.
  ///   - failures: those that have none.
  /// - Returns: files of `Tools/parquet` that were taken away, because the tables that they were made of are other ones now; and
  ///   sentences: which recordings of a person were made at once, which the store holds a part of, of whom nobody can tell
  ///   what was made at once, and whose speeds are measured and assumed ones.
  /// - Throws: `WriteFailure` when a result cannot be read or a table not written.
  @discardableResult func write(
    _ recordings: [StudyRecording], failures: [StudyFailure]
  ) throws -> (removed: [String], sentences: [String]) {
    var removed: [String] = []
    var sentences: [String] = []
    var untold: [(person: String, sites: [String])] = []
    var mixed: [String] = []
    var people: [String] = []
    var own: [String: [StudyRecording]] = [:]
    for recording in recordings {
      if own[recording.participant] == nil { people.append(recording.participant) }
      own[recording.participant, default: []].append(recording)
    }
    // The digests come first and hold the old ones too: a run that is killed among the files leaves no foreign one.
    let old = FolderDigests.text(of: Self.names, in: folder.tables)
    try PendingFiles.shared.write([FolderDigests.name] + Self.names, in: folder.tables) { all in
      let files = Array(all.dropFirst())
      for (file, table) in zip(files, Self.described) {
        try file.add(table.columns.map(\.name).joined(separator: ",") + "\n")
      }
      try files[5].add(Self.rows(failures, Self.failureColumns))
      try files[6].add(Self.dictionary)
      for person in people {
        let (said, tables) = try add(person, own[person] ?? [], to: files)
        sentences += said
        let sites = tables.sitesOfUntoldOverlaps
        if !sites.isEmpty { untold.append((person, sites)) }
        if tables.whole.figures.groups[.all]?.mixesSpeeds == true { mixed.append(person) }
      }
      let written = Array(zip(Self.names, files)).map { (name: $0.0, writer: $0.1) }
      let new = try FolderDigests.text(of: written)
      try all[0].add(old + new)
      // They go before the tables take their places: a run that is killed in between leaves no old one beside a new table.
      removed = try removeStaleParquet(of: new)
    }
    let now =
      FolderDigests.text(of: Self.names, in: folder.tables)
      + FolderDigests.line(Self.stateName, folder.state)
    try PendingFiles.shared.write(
      [(name: FolderDigests.name, content: Data(now.utf8))], in: folder.tables)
    let ofPeople = [StudyText.untoldOverlaps(untold), StudyText.mixedSpeeds(mixed)]
    return (removed, sentences + ofPeople.compactMap(\.self))
  }

  /// Removes what `Tools/parquet` made of tables that are written with other bytes now, whose digests are given.
  private func removeStaleParquet(of digests: String) throws -> [String] {
    func isNew(_ name: String) -> Bool {
      let before = FolderDigests.text(of: [name], in: folder.tables)
      return before.isEmpty || !digests.contains(before)
    }
    // The dictionary gives all of them their types and units.
    let areAllStale = isNew("dictionary.csv")
    var removed: [String] = []
    for table in Self.names {
      let name = (table as NSString).deletingPathExtension + ".parquet"
      let path = "\(folder.tables)/\(name)"
      guard ParquetCopy.isOwn(path), areAllStale || isNew(table) else { continue }
      try FileManager.default.removeItem(atPath: path)
      removed.append(name)
    }
    return removed
  }

  /// Bytes of a recording's bouts that are read at once.
  private static let pieceByteCount = 1 << 16

  /// Adds a person's rows; says which of their recordings were made at once, and which the store holds a part of.
  private func add(
    _ person: String, _ recordings: [StudyRecording], to files: [PendingWriter]
  ) throws -> (sentences: [String], tables: PersonTables) {
    var results: [StudyResult] = []
    for recording in recordings {
      let path = folder.results(at: recording.folder) + "/bouts.csv"
      var places: [Int]?
      guard var record = folder.record(of: recording)?.result,
        let file = FileHandle(forReadingAtPath: path),
        let bouts = try StudyBoutFile(
          reading: { Array(try file.read(upToCount: Self.pieceByteCount) ?? Data()) },
          eachRow: { row, columns in
            let own = try places ?? StudyBoutTable.places(in: columns, path: path)
            places = own
            let head = StudyBoutTable.head(of: recording, record)
            try files[1].add(CSVLine.line(head + own.map { row[$0] }) + "\n")
          })?.bouts
      else {
        folder.forget(recording)
        throw WriteFailure(
          path: path, reason: "it cannot be read any more",
          advice: "the same command analyzes the recording again")
      }
      if let key = StudyStore.key(recording, record), parts.contains(key) {
        record.notStored = StudyStore.deletedInPart
      } else if let reason = notStored[recording.index] {
        record.notStored = reason
      }
      results.append(StudyResult(recording: recording, record: record, bouts: bouts))
    }
    for (place, bouts) in PersonTables.dividedBouts(of: results).enumerated() where !bouts.isEmpty {
      try fill(&results[place], bouts)
    }
    let tables = PersonTables(participant: person, recordings: results)
    try files[0].add(Self.rows(results, Self.recordingColumns))
    try files[2].add(Self.rows(tables.days.map { PersonStretch(person, $0) }, Self.dayColumns))
    try files[3].add(Self.rows(tables.weeks.map { PersonStretch(person, $0) }, Self.weekColumns))
    try files[4].add(Self.rows([tables], Self.personColumns))
    let inPart = results.filter { $0.record.notStored == StudyStore.deletedInPart }.map {
      "\($0.recording.row.path): samples of it were deleted in the store and are in the tables, where its not_stored_reason "
        + "is deleted_in_part; what is to be in no table leaves the study"
    }
    let atOnce = tables.overlaps.filter { $0.seconds >= StudyText.leastLength }.map { overlap in
      "\(person): \(overlap.recording) and \(overlap.counting) were recorded at once: for "
        + "\(StudyText.length(overlap.seconds)) \(overlap.counting) counts in place of the other in the tables of days, "
        + "weeks and persons; in those of recordings and bouts both do"
    }
    return (inPart + atOnce, tables)
  }

  /// Reads the steps and strides of bouts that are divided.
  private func fill(_ result: inout StudyResult, _ bouts: Set<Int>) throws {
    let place = folder.results(at: result.recording.folder)
    func table(_ name: String) throws -> Data {
      let path = "\(place)/\(name).csv"
      guard let data = FileManager.default.contents(atPath: path) else {
        throw WriteFailure(
          path: path, reason: "it cannot be read any more",
          advice: "take its folder away, and the same command analyzes the recording again")
      }
      return data
    }
    result.take(
      BoutContents.read(
        contacts: try table("initial_contacts"), strides: try table("strides"), of: bouts))
  }

  private static func rows<Row>(_ rows: [Row], _ columns: [StudyColumn<Row>]) -> String {
    Table("", columns: columns.map(\.description.name), of: rows) { row in
      columns.map { $0.field(row) }
    }.csv(withHeader: false)
  }
}

/// A day or week of a person.
struct PersonStretch {
  let participant: String
  let stretch: PersonTables.Stretch

  init(_ participant: String, _ stretch: PersonTables.Stretch) {
    (self.participant, self.stretch) = (participant, stretch)
  }
}

extension StudyTables {
  /// One row for each recording.
  static let recordingColumns =
    origin + recordingFacts + figures(.recording).map { $0.of { $0.figures } }

  private static func figures(_ scope: FigureScope) -> [StudyColumn<StudyFigures>] {
    FigureColumns.sums(scope) + FigureColumns.groups(scope) + FigureColumns.assumed(scope)
  }

  private static let recordingFacts: [StudyColumn<StudyResult>] = [
    StudyColumn("device", .text, "the device, in words") { .word($0.record.device) },
    StudyColumn("sampling_rate_hz", .number, unit: "1/s", "samples per second") {
      .number($0.record.rateHertz)
    },
    StudyColumn("start_time", .time, "first sample; empty without a wall clock") {
      .optional($0.clock.map { InstantText.text($0) })
    },
    StudyColumn("duration_s", .number, unit: "s", "from the first to the last sample") {
      .number($0.record.seconds)
    },
    StudyColumn("gap_s", .number, unit: "s", "time lost in gaps") { .number($0.record.gapSeconds) },
    StudyColumn("height_m", .number, unit: "m", "stature that was used; empty where nobody says") {
      .optional($0.record.heightMeters)
    },
    StudyColumn(
      "turn_count", .integer,
      "turns, also those that begin outside bouts, which bouts.csv does not count; empty without a gyroscope"
    ) {
      .optional($0.record.turns)
    },
    StudyColumn(
      "flights_up", .integer,
      "flights of stairs climbed, by air pressure or an assumed riser, as stairs.csv says; empty where they are not known"
    ) { .optional($0.record.flightsUp) },
    StudyColumn(
      "flights_down", .integer,
      "flights of stairs descended, in the same way; empty where they are not known"
    ) { .optional($0.record.flightsDown) },
    StudyColumn(
      "not_stored_reason", .text,
      "why the store does not have it: no_store, no_wall_clock, missing (nor the file), or not all of it: deleted_in_part; empty where it has"
    ) { .optional($0.record.notStored) },
  ]

  private static let origin: [StudyColumn<StudyResult>] = [
    StudyColumn("participant", .text, "the study's name for the person") {
      .word($0.recording.participant)
    },
    StudyColumn("recording", .text, "name of the recording, which no other of the person's has") {
      .word($0.recording.name)
    },
    StudyColumn("path", .text, "where it lies, as the study has it") {
      .word($0.recording.row.path)
    },
    StudyColumn(
      "site", .text, "where the device was worn, neck also for the chest; empty where nobody says"
    ) {
      .optional($0.record.site)
    },
  ]

  /// One row for each day on which the device was worn, or bouts are all the same.
  static let dayColumns = dayFacts + figures(.days).map { $0.of { $0.stretch.figures } }

  private static let dayFacts: [StudyColumn<PersonStretch>] = [
    participant,
    StudyColumn("day", .date, "the day, in the person's own calendar") {
      .word(date($0.stretch.firstDay))
    },
    StudyColumn("is_valid", .flag, "whether the device was worn for at least 8 h") {
      .flag($0.stretch.validDayCount > 0)
    },
  ]

  /// One row for each week with such a day.
  static let weekColumns =
    weekFacts + averages.map { $0.of { $0.stretch } }
    + figures(.days).map { $0.of { $0.stretch.figures } }

  private static let averages: [StudyColumn<PersonTables.Stretch>] =
    dayCounts + FigureColumns.perDay

  private static let weekFacts: [StudyColumn<PersonStretch>] = [
    participant,
    StudyColumn("week_start", .date, "its Monday") { .word(date($0.stretch.firstDay)) },
  ]

  /// One row for each person.
  static let personColumns =
    personFacts + averages.map { $0.of { $0.whole } }
    + figures(.person).map { $0.of { $0.whole.figures } }

  private static let personFacts: [StudyColumn<PersonTables>] = [
    StudyColumn("participant", .text, "the study's name for the person") {
      .word($0.participant)
    },
    StudyColumn("n_recordings", .integer, "recordings with results") {
      .count($0.recordings.count)
    },
    StudyColumn("height_m", .number, unit: "m", "stature, of the latest recording that has it") {
      .optional($0.latest(\.heightMeters))
    },
    StudyColumn("mass_kg", .number, unit: "kg", "body mass, of the latest recording that has it") {
      .optional($0.latest(\.massKilograms))
    },
    StudyColumn("age_years", .number, unit: "years", "age, of the latest recording that has it") {
      .optional($0.latest(\.ageYears))
    },
    StudyColumn("sex", .text, "f or m") {
      .optional($0.latest(\.sex))
    },
    StudyColumn("first_day", .date, "the first day; empty without a wall clock") {
      .optional($0.days.first.map { date($0.firstDay) })
    },
    StudyColumn("last_day", .date, "the last day; empty without a wall clock") {
      .optional($0.lastDay.map(date))
    },
  ]

  /// One row for each recording that gave no result.
  static let failureColumns: [StudyColumn<StudyFailure>] = [
    StudyColumn("path", .text, "where it lies, as the study has it") { .word($0.path) },
    StudyColumn("participant", .text, "the study's name for the person; empty where nobody says") {
      .word($0.participant)
    },
    StudyColumn("reason", .text, "the kind of failure, in a word") { .word($0.reason) },
    StudyColumn("message", .text, "what came, what was allowed, what to do") { .word($0.message) },
  ]

  private static let participant = StudyColumn<PersonStretch>(
    "participant", .text, "the study's name for the person"
  ) { .word($0.participant) }

  private static let dayCounts: [StudyColumn<PersonTables.Stretch>] = [
    StudyColumn("n_days", .integer, "days on which the device was worn") { .count($0.dayCount) },
    StudyColumn("n_valid_days", .integer, "days on which it was worn for at least 8 h") {
      .count($0.validDayCount)
    },
  ]

  private static func date(_ day: LocalDay) -> String { DayCalendar(timeZone: .gmt).text(of: day) }
}

extension StudyTables {
  /// The tables, column by column.
  static let described: [DescribedFile] = [
    file("recordings", "one row for each recording with results", recordingColumns, .recording),
    DescribedFile(
      name: "tables/bouts.csv", row: "one row for each walking or running bout",
      columns: origin.map(\.description) + StudyBoutTable.others),
    file(
      "days",
      "one row for each day of a person on which the device was worn, or bouts were found although it lay still around them (worn_h "
        + "0)",
      dayColumns),
    file("weeks", "one row for each week of a person, Monday to Sunday", weekColumns),
    file("persons", "one row for each person", personColumns, .person),
    file("failures", "one row for each recording that gave no result", failureColumns),
  ]

  private static func file<Row>(
    _ name: String, _ row: String, _ columns: [StudyColumn<Row>], _ scope: FigureScope = .days
  ) -> DescribedFile {
    let all = columns.map(\.description)
    let groups = Set(
      (FigureColumns.groups(scope) + FigureColumns.assumedGroups).map(\.description.name))
    let single = all.filter { !groups.contains($0.name) }
    return DescribedFile(
      name: "tables/\(name).csv", row: row, columns: all,
      pageColumns: single.count < all.count ? single + FigureColumns.patterns(scope) : nil)
  }

  /// The columns of `dictionary.csv`, which describes the others and not itself.
  static let describedDictionary = DescribedFile(
    name: "tables/dictionary.csv", row: "one row for each column of the other tables",
    columns: [
      DescribedColumn("table", "", "the table, without .csv"),
      DescribedColumn("column", "", "its column"),
      DescribedColumn("unit", "", "the unit of the values; empty where they have none"),
      DescribedColumn("meaning", "", "what stands in it"),
      DescribedColumn("type", "", "what its values are: text, integer, number, flag, date or time"),
    ])

  static let dictionaryHeader = describedDictionary.columns.map(\.name).joined(separator: ",")

  /// `dictionary.csv`: every column of every table with unit, meaning and type.
  static var dictionary: String {
    var text = dictionaryHeader + "\n"
    for file in described {
      let table = file.name.dropFirst("tables/".count).dropLast(".csv".count)
      for column in file.columns {
        let kind = column.kind?.rawValue ?? ""
        text +=
          CSVLine.line([String(table), column.name, column.unit, column.meaning, kind]) + "\n"
      }
    }
    return text
  }
}
