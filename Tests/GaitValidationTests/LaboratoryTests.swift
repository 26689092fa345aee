import Foundation
import Testing

@testable import GaitValidation

@Suite struct `A laboratory's tables` {
  private func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func mapping(_ changes: (inout [String: Any]) -> Void = { _ in }) throws -> Data {
    var table: [String: Any] = [
      "file": "steps.csv", "recording": "walk", "system": "mat", "holds": "contacts",
      "columns": ["time": "Onset", "side": "Limb"], "clock": "laboratory",
    ]
    changes(&table)
    return try JSONSerialization.data(withJSONObject: [
      "dataset": "lab", "recordings": [["name": "walk", "file": "walk.csv"]], "tables": [table],
      "clocks": [],
    ])
  }

  @Test func `are read whatever their separator, decimal sign and first lines`() throws {
    try withFolder { folder in
      let texts = [
        "Onset,Limb\n1.25,L\n1.75,R\n", "Onset;Limb\n1,25;L\n1,75;R\n",
        "\u{FEFF}Program 4\nPatient;17\n\nOnset\tLimb\n1.25\tL\n1.75\tR\n",
      ]
      for text in texts {
        try Data(text.utf8).write(to: folder.appending(path: "steps.csv"))
        let table = try LaboratoryMapping(json: mapping()).tables[0]
        let events = try LaboratoryRows(table, in: folder).events(of: "walk")
        #expect(events.initial.map(\.seconds) == [1.25, 1.75])
        #expect(events.initial.map(\.foot) == [.left, .right])
      }
    }
  }

  @Test func `MATLAB vectors are columns`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "SensorFilesTests/Goldens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mat") }
    #expect(!files.isEmpty)
    for file in files {
      let table = try LaboratoryTable(folder.appending(path: file))
      if table.names.contains("fs") { #expect(table.numbers("fs")?.first == 100, "\(file)") }
    }
  }

  @Test func `units are turned into seconds, meters and meters a second`() throws {
    try withFolder { folder in
      try Data("From,To,Limb,Length\n1000,2100,R,121.5\n".utf8)
        .write(to: folder.appending(path: "steps.csv"))
      let json = try mapping {
        $0["holds"] = "strides"
        $0["columns"] = ["start": "From", "end": "To", "side": "Limb", "length": "Length"]
        $0["units"] = ["time": "ms", "length": "cm"]
      }
      let table = try LaboratoryMapping(json: json).tables[0]
      let stride = try #require(LaboratoryRows(table, in: folder).events(of: "walk").strides.first)
      #expect(stride.startSeconds == 1 && stride.endSeconds == 2.1)
      #expect(abs((stride.lengthMeters ?? 0) - 1.215) < 1e-12)
    }
  }

  @Test func `a row with more fields than the header is named`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "steps.csv")
      let table = try LaboratoryMapping(json: mapping()).tables[0]
      try Data("Onset,Limb\n1,25,L\n1,75,R\n".utf8).write(to: file)
      let error = #expect(throws: (any Error).self) { try LaboratoryRows(table, in: folder) }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains("line 2: 3 fields; the header names 2 columns"), "\(words)")
      // An empty field at the end moves nothing.
      try Data("Onset,Limb\n1.25,L,\n".utf8).write(to: file)
      let events = try LaboratoryRows(table, in: folder).events(of: "walk")
      #expect(events.initial.map(\.seconds) == [1.25])
    }
  }

  @Test func `of two columns of one name nobody knows which is meant`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "steps.csv")
      let table = try LaboratoryMapping(json: mapping()).tables[0]
      for again in ["Onset", "onset "] {
        let asked = again == "Onset" ? "Onset" : "ONSET"
        let named = try LaboratoryMapping(
          json: mapping { $0["columns"] = ["time": asked, "side": "Limb"] }
        ).tables[0]
        try Data("Onset,Limb,\(again)\n1,L,2\n".utf8).write(to: file)
        let error = #expect(throws: ValidationError.self) { try LaboratoryRows(named, in: folder) }
        let words = error?.description ?? ""
        #expect(words.contains("2 columns \"\(asked)\", number 1 and 3"), "\(words)")
      }
      // What is not read may be there twice, and a name that is there as it stands is meant.
      try Data("Onset,Limb,onset,Note,Note\n1,L,2,a,b\n".utf8).write(to: file)
      let events = try LaboratoryRows(table, in: folder).events(of: "walk")
      #expect(events.initial.map(\.seconds) == [1])
    }
  }

  @Test func `mistakes in a mapping are said with what is allowed`() throws {
    let wrong: [(String, (inout [String: Any]) -> Void)] = [
      ("\"recrding\" is no key", { $0["recrding"] = "walk" }),
      ("there is no recording \"wlk\"; there are walk", { $0["recording"] = "wlk" }),
      ("say which recording", { $0["recording"] = nil }),
      ("\"holds\" is missing", { $0["holds"] = nil }),
      ("contacts, strides, bouts, trials", { $0["holds"] = "steps" }),
      ("\"onset\" is not read from contacts", { $0["columns"] = ["onset": "Onset"] }),
      ("need the columns time, or left and right", { $0["columns"] = ["side": "Limb"] }),
      ("the unit of time is not known", { $0["units"] = ["time": "hours"] }),
      ("\"rate_hz\" must be given", { $0["units"] = ["time": "frames"] }),
    ]
    for (words, change) in wrong {
      let json = try mapping(change)
      let error = #expect(throws: ValidationError.self) { try LaboratoryMapping(json: json) }
      #expect(error?.description.contains(words) == true, "\(words): \(error?.description ?? "")")
    }
    #expect(throws: ValidationError.self) { try LaboratoryMapping(json: Data("{".utf8)) }
  }

  @Test func `mistakes in a table are said with what came`() throws {
    try withFolder { folder in
      func message(_ text: String, _ change: (inout [String: Any]) -> Void = { _ in }) throws
        -> String
      {
        try Data(text.utf8).write(to: folder.appending(path: "steps.csv"))
        let table = try LaboratoryMapping(json: mapping(change)).tables[0]
        let error = #expect(throws: ValidationError.self) {
          try LaboratoryRows(table, in: folder).events(of: "walk")
        }
        return error?.description ?? ""
      }
      let header = try message("Start,Limb\n1,L\n")
      #expect(header.contains("no header row with"))
      let side = try message("Onset,Limb\n1,port\n")
      #expect(side.contains("the side is \"port\""))
      let bouts: (inout [String: Any]) -> Void = {
        $0["holds"] = "bouts"
        $0["columns"] = ["start": "Onset", "end": "Limb"]
      }
      let order = try message("Onset,Limb\n5,3\n", bouts)
      #expect(order.contains("line 2: it ends (3 s) before it starts (5 s)"))
    }
  }

  @Test func `a draft guesses what tables hold, and says what it does not know`() throws {
    try withFolder { folder in
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      for name in ["P01_a", "P02_a", "P03_a"] {
        try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8)
          .write(to: folder.appending(path: "\(name).csv"))
      }
      let tables = [
        "mat p01.txt": "LHS\tRHS\n120\t180\n240\t300\n",
        "P02 strides.csv":
          "Start (s),End (s),Foot,Stride length (cm)\n1,2.1,g,120\n2.1,3.2,d,118\n",
        "walks.csv": "Session,Begin [ms],Stop [ms],Walking speed [cm/s]\nP02_a,1000,9000,110\n",
        "notes.csv": "color,size\nred,3\n",
      ]
      for (name, text) in tables {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      let draft = try MappingDraft(folder: folder)
      let guessed = Dictionary(uniqueKeysWithValues: draft.mapping.tables.map { ($0.file, $0) })
      #expect(guessed.count == 3)
      let lists = try #require(guessed["mat p01.txt"])
      #expect(lists.recording == "P01_a" && lists.holds == .contacts)
      #expect(lists.columns == ["left": "LHS", "right": "RHS"] && lists.units?.time == "frames")
      let strides = try #require(guessed["P02 strides.csv"])
      #expect(strides.holds == .strides && strides.units?.length == "cm")
      #expect(strides.sides == ["g": .left, "d": .right])
      let walks = try #require(guessed["walks.csv"])
      #expect(walks.recordingColumn == "Session" && walks.units?.speed == "cm/s")
      #expect(walks.holds == .bouts && walks.units?.time == "ms")
      let notes = draft.notes.joined(separator: "\n")
      #expect(notes.contains("100 a second is a guess") && notes.contains("notes.csv: left out"))
      #expect(notes.contains("lower_back is a guess"))
      let read = try LaboratoryMapping(json: draft.mapping.document())
      #expect(read == draft.mapping)
    }
  }

  @Test func `strides without a foot are no walks, and means of strides are`() throws {
    try withFolder { folder in
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8)
        .write(to: folder.appending(path: "P01_a.csv"))
      let tables: [(name: String, text: String, holds: LaboratoryMapping.Rows)] = [
        ("INDIP strides.csv", "Start,End,Length,Speed\n1,2.1,1.2,1.1\n1.5,2.6,1.2,1.1\n", .strides),
        ("lab.csv", "Start,End,Stride time,Speed\n1,2.1,1.1,1.1\n1.5,2.6,1.1,1.1\n", .strides),
        ("strides by walk.csv", "Start,End,Stride length,Cadence\n1,9.5,1.2,110\n", .bouts),
        ("walks.csv", "Start,End,Speed\n1,9.5,1.2\n", .bouts),
      ]
      for table in tables {
        try Data(table.text.utf8).write(to: folder.appending(path: table.name))
      }
      let drafted = try MappingDraft(folder: folder).mapping.tables
      #expect(drafted.count == tables.count)
      for table in tables {
        #expect(drafted.first { $0.file == table.name }?.holds == table.holds, "\(table.name)")
      }
    }
  }

  @Test func `tables of a phone are a recording, and no contacts`() throws {
    try withFolder { folder in
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      let phone = folder.appending(path: "P01_phone")
      try FileManager.default.createDirectory(at: phone, withIntermediateDirectories: true)
      func table(_ name: String, _ unit: String) -> Data {
        let axes = ["x", "y", "z"].map { "\(name) \($0) (\(unit))" }.joined(separator: ",")
        return Data("Time (s),\(axes)\n\(rows)".utf8)
      }
      try table("Acceleration", "m/s^2").write(to: phone.appending(path: "Accelerometer.csv"))
      try table("Gyroscope", "rad/s").write(to: phone.appending(path: "Gyroscope.csv"))
      try table("Gyroscope", "rad/s").write(to: folder.appending(path: "P01 turning.csv"))
      try Data("LHS,RHS\n1,2\n2,3\n".utf8).write(to: folder.appending(path: "P01 contacts.csv"))
      let draft = try MappingDraft(folder: folder)
      #expect(draft.mapping.recordings.map(\.file) == ["P01_phone"])
      #expect(draft.mapping.tables.map(\.file) == ["P01 contacts.csv"])
      #expect(draft.notes.contains { $0.hasPrefix("P01 turning.csv: left out; its rows follow") })
    }
  }

  @Test func `a table whose name holds a recording's is of that recording`() throws {
    try withFolder { folder in
      let names = ["S01_walk_1_T1", "S01_walk_1_T2", "S01_walk_1_T1b"]
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      for name in names {
        try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8)
          .write(to: folder.appending(path: "\(name).csv"))
        try Data("LHS,RHS\n1,2\n2,3\n".utf8)
          .write(to: folder.appending(path: "walkway \(name).txt"))
      }
      let draft = try MappingDraft(folder: folder)
      for name in names {
        let table = try #require(draft.mapping.tables.first { $0.file == "walkway \(name).txt" })
        #expect(table.recording == name)
      }
    }
  }

  @Test func `only what the laboratory saw is judged`() throws {
    var truth = EventReference()
    truth.initialContacts = [10, 10.5, 11, 11.5, 12, 40, 40.5, 41, 41.5, 42].map {
      TimedFoot(seconds: $0)
    }
    truth.walkingBouts = [10..<12, 40..<42]
    truth.stepCount = 10
    let found = stride(from: 5.0, to: 60, by: 0.5).map { TimedFoot(seconds: $0) }
    var output = EngineOutput(initialContacts: found)
    output.bouts = [.init(seconds: 5..<60)]
    func score(_ truth: EventReference) -> RecordingScore {
      RecordingScore(
        output: output,
        recording: ValidationRecording(
          dataset: "lab", name: "walk", url: nil, referenceURL: URL(filePath: "/"),
          description: TrialDescription(participant: "A")),
        reference: LabReference(events: truth),
        extent: RecordingExtent(durationSeconds: 60))
    }
    #expect((score(truth).contacts?.matches[0].tally.precision ?? 1) < 0.2)
    truth.seen = [9.75...12.25, 39.75...42.25]
    #expect(score(truth).contacts?.matches[0].tally.precision == 1)
    #expect(score(truth).steps?.counted == 10)
    #expect(score(truth).walking?.precision == 1 && score(truth).walking?.recall == 1)
    // An engine without contacts has counted steps in bouts; one that found contacts elsewhere has found none here.
    output.bouts = [.init(seconds: 5..<60, stepCount: 110)]
    output.initialContacts = []
    #expect(abs((score(truth).steps?.counted ?? 0) - 10) < 1e-9)
    output.initialContacts = [TimedFoot(seconds: 20)]
    #expect(score(truth).steps?.counted == 0 && score(truth).steps?.total == 0)
  }
}
