import Foundation
import Testing

@testable import GaitValidation

@Suite struct `Reading the truth` {
  private let description = TrialDescription(participant: "A", samplingRateHertz: 100)

  private func reference(_ json: String) throws -> LabReference {
    try LabReference(json: Data(json.utf8), description: description)
  }

  @Test func `starts and contacts of a lab system are moved back by one sample, ends are not`()
    throws
  {
    let reference = try reference(
      """
      {"INDIP": {"fs": 100, "walking_bouts": [{"start_s": 1.01, "end_s": 5, "walking_speed_mps": 1.2,
        "stride_length_m": null, "cadence_spm": 100, "initial_contacts_s": [1.01, null, 1.6],
        "initial_contacts_foot": ["Left", "Right", "Right"],
        "strides": [{"start_s": 1.01, "end_s": 2.2, "duration_s": 1.19, "length_m": null},
                    {"start_s": 1.6, "end_s": null}]}]}}
      """)
    let system = try #require(reference.systems.first)
    #expect(system.bouts.map(\.seconds) == [1.0..<5.0])
    #expect(system.bouts[0].values.strideLengthMeters == nil)
    #expect(system.contacts.map(\.seconds) == [1.0, 1.59])
    #expect(system.contacts.map(\.foot) == [.left, .right])
    #expect(system.strides.map(\.startSeconds) == [1.0])
    #expect(system.strides.map(\.endSeconds) == [2.2])
  }

  @Test func `a contact listed twice at a seam counts once, for the first bout`() throws {
    let bout = """
      {"start_s": 1, "end_s": 5, "initial_contacts_s": [3.0],
       "initial_contacts_foot": ["Left"], "strides": []}
      """
    let reference = try reference("{\"INDIP\": {\"walking_bouts\": [\(bout), \(bout)]}}")
    #expect(reference.systems[0].contacts.map(\.bout) == [0])
  }

  @Test func `walks that were taken at once are refused`() throws {
    func refusal(_ json: String) -> String {
      let error = #expect(throws: ValidationError.self) { try reference(json) }
      return error?.description ?? ""
    }
    let system =
      #"{"INDIP": {"walking_bouts": [{"start_s": 3.01, "end_s": 8}, {"start_s": 1.01, "end_s": 5}]}}"#
    let words = "the walks from 1 to 5 s and from 3 to 8 s share 2 s, which would count twice"
    #expect(refusal(system).contains("INDIP.walking_bouts: \(words)"), "\(refusal(system))")
    let events = refusal(#"{"walking_bouts": [[3, 8], [1, 5]]}"#)
    #expect(events.contains("walking_bouts: \(words)"), "\(events)")
    let within = refusal(#"{"walking_bouts": [[1, 9], [2, 2.05]]}"#)
    #expect(within.contains("share 0.05 s"), "\(within)")
    let later = refusal(#"{"walking_bouts": [[1, 9], [2, 2], [4, 5]]}"#)
    #expect(later.contains("from 1 to 9 s and from 4 to 5 s share 1 s"), "\(later)")
  }

  @Test func `what rounding lets two walks share counts once`() throws {
    let events = try reference(#"{"walking_bouts": [[5, 8], [1, 5.1], [8, 9]]}"#).events
    #expect(events?.walkingBouts == [1..<5.1, 5.1..<8, 8..<9])
    let system = try reference(
      #"{"INDIP": {"walking_bouts": [{"start_s": 5, "end_s": 8}, {"start_s": 1.01, "end_s": 5}]}}"#)
    #expect(system.systems[0].bouts.map(\.seconds) == [5..<8, 1..<5])
  }

  @Test func `0 steps beside walks were not counted`() throws {
    func steps(_ more: String) throws -> EventReference? {
      try reference("{\"step_count\": 0\(more)}").events
    }
    for more in [#", "walking_bouts": [[1, 5]]"#, #", "initial_contacts_s": [1.5, 2]"#] {
      let events = try steps(more)
      #expect(events?.stepCount == nil)
      #expect(events?.remarks.contains { $0.contains("taken as not counted") } == true)
    }
    for more in [
      "", #", "walking_bouts": []"#, #", "walking_bouts": [[1, 5]], "count_interval_s": [6, 9]"#,
    ] {
      let events = try steps(more)
      #expect(events?.stepCount == 0 && events?.remarks == [], "\(more)")
    }
  }

  @Test func `a contact that is listed twice counts once, and that is said`() throws {
    let plain = try #require(
      try reference(#"{"initial_contacts_s": [2, 1, 2, 3], "toe_offs_s": [2.5, 2.5]}"#).events)
    #expect(plain.initialContacts.map(\.seconds) == [1, 2, 3])
    #expect(plain.finalContacts.map(\.seconds) == [2.5])
    let words = "1 item says once more what another item says"
    for key in ["initial_contacts_s", "toe_offs_s"] {
      #expect(plain.remarks.contains { $0.hasPrefix("\(key): \(words)") }, "\(plain.remarks)")
    }
    let sided = try #require(
      try reference(
        #"{"initial_contacts_s": [1, 1, 2, 2], "initial_contacts_foot": ["?", "L", "L", "R"]}"#
      ).events)
    #expect(
      sided.initialContacts == [
        TimedFoot(seconds: 1, foot: .left), TimedFoot(seconds: 2, foot: .left),
        TimedFoot(seconds: 2, foot: .right),
      ])
    #expect(sided.remarks.count == 1)
  }

  @Test func `events come out in time order, with their feet`() throws {
    let reference = try reference(
      """
      {"initial_contacts_s": [2.5, 1.5], "initial_contacts_foot": ["L", "R"],
       "walking_bouts": [[1, 3]], "events_outside_trial_s": [[9.5, "R"]], "unknown_key": 3}
      """)
    let events = try #require(reference.events)
    #expect(events.initialContacts.map(\.seconds) == [1.5, 2.5])
    #expect(events.initialContacts.map(\.foot) == [.right, .left])
    #expect(events.outsideSeconds == [9.5])
    #expect(events.trialLimits == 0.75...3.25)
  }

  @Test(arguments: [
    "", "[]", "{\"initial_contacts_s\": \"none\"}", "{\"INDIP\": {\"walking_bouts\": [{}]}}",
    "{\"activity_segments\": [[1]]}",
  ]) func `what is no reference is refused with a reason`(json: String) {
    let error = #expect(throws: ValidationError.self) { try reference(json) }
    #expect(error?.description.contains("not a reference") == true)
  }

  @Test func `a lab system without sampling rate is refused`() {
    let error = #expect(throws: ValidationError.self) {
      try LabReference(
        json: Data("{\"INDIP\": {\"walking_bouts\": []}}".utf8),
        description: TrialDescription(participant: "A"))
    }
    #expect(error?.description.contains("sampling_rate_hz") == true)
  }

  @Test func `a folder without references is refused`() throws {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let error = #expect(throws: ValidationError.self) {
        try Validation(folder: folder).recordings()
      }
      #expect(error?.description.contains("nothing to compare with") == true)
      #expect(throws: ValidationError.self) {
        try Validation(folder: folder.appending(path: "absent")).recordings()
      }
    }
  }

  @Test(arguments: [
    "", "\n\n", "start_s,end_s\n1", "start_s\n1,2,3", "time_s,side\nnan,left\n1e300,right\n,",
    "start_s,end_s,activity\n-1e300,1e300,running\n5,2,walking\ninf,nan,\n1,2,\"a\"\"b", "\u{0}\"",
  ]) func `files that hold nonsense are scored as they stand`(text: String) throws {
    try withStudyFolder { folder in
      let study = try SyntheticStudy(in: folder)
      let validation = Validation(folder: study.data)
      for recording in try validation.recordings() {
        let output = study.results.appending(path: recording.dataset)
          .appending(path: recording.name)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        for name in ["bouts", "initial_contacts", "final_contacts", "strides", "gait_sequences"] {
          try Data(text.utf8).write(to: output.appending(path: "\(name).csv"))
        }
      }
      let report = Validation.report(try study.scores())
      #expect(report.rows.allSatisfy { $0.value.isFinite })
      // A row with more fields than the header says something that nobody can place.
      #expect(report.failures.isEmpty == !text.hasSuffix("1,2,3"))
    }
  }

  @Test func `a column that results have twice is named`() throws {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("start_s,end_s,start_s\n1,2,3\n".utf8).write(to: folder.appending(path: "bouts.csv"))
      let failure = ResultsFolder(url: folder).output().failure
      #expect(failure?.contains("the column start_s is there twice; keep one") == true)
    }
  }

  @Test(arguments: ["start_s,end_s,angle_deg\n1,2,\n3,4,-90\n", "start_s,end_s\n1,2\n3,4\n"])
  func `an angle of a turn that is not there is missing`(text: String) throws {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("start_s,end_s\n1,4\n".utf8).write(to: folder.appending(path: "bouts.csv"))
      try Data(text.utf8).write(to: folder.appending(path: "turns.csv"))
      let angles = ResultsFolder(url: folder).output().turns?.map(\.angleDegrees)
      #expect(angles == [nil, text.contains("-90") ? -90 : nil] as [Double?])
    }
  }

  @Test func `the length of a recording comes from the summary beside the results`() throws {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = ResultsFolder(url: folder)
      #expect(files.extent() == nil)
      try Data("{\"quality\": {\"duration_s\": 12.5, \"samples\": 1251}}".utf8)
        .write(to: folder.appending(path: "summary.json"))
      #expect(files.extent() == RecordingExtent(durationSeconds: 12.5))
    }
  }
}
