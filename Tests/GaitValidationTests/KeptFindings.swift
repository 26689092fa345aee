import Foundation
import TestSupport
import Testing

@testable import GaitValidation

/// What fuzzing starts from and what it once found: every file keeps the promises.
@Suite struct KeptFindings {
  private func inFolder(_ read: (String) -> String?) throws -> String? {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return read(folder.path)
    }
  }

  @Test(arguments: KeptFile.all(of: "Reference"))
  func `a truth is read or refused in words`(kept: KeptFile) throws {
    #expect(DamagedReference.breach(try kept.bytes) == nil)
  }

  @Test(arguments: KeptFile.all(of: "Mapping"))
  func `a mapping is read or refused in words`(kept: KeptFile) throws {
    #expect(DamagedMapping.breach(try kept.bytes) == nil)
  }

  @Test(arguments: KeptFile.all(of: "Report"))
  func `a report is compared or refused in words`(kept: KeptFile) throws {
    #expect(DamagedReport.breach(try kept.bytes) == nil)
  }

  @Test(arguments: KeptFile.all(of: "Results"))
  func `results are scored or refused in words`(kept: KeptFile) throws {
    let bytes = try kept.bytes
    #expect(try inFolder { DamagedResults.breach(bytes, in: $0) } == nil)
  }

  @Test(arguments: KeptFile.all(of: "Laboratory"))
  func `a laboratory's tables are scored or refused in words`(kept: KeptFile) throws {
    let bytes = try kept.bytes
    #expect(try inFolder { DamagedLaboratory.breach(bytes, in: $0) } == nil)
  }

  // MARK: Seeds

  @Test func `seeds are what the program makes`() throws {
    #expect(
      try KeptFile.changed(
        ["events": Self.trial(Self.events), "systems": Self.trial(Self.systems)], of: "Reference")
        == [])
    let mappings = try Self.mappings.mapValues { try $0.document() }
    #expect(try KeptFile.changed(mappings.mapValues { [UInt8]($0) }, of: "Mapping") == [])
    let results = try [
      "events": Self.trial(Self.events) + files(), "systems": Self.trial(Self.systems) + files(),
    ]
    #expect(try KeptFile.changed(results, of: "Results") == [])
    let contacts =
      "time_s,side,bout\n"
      + Self.walk.contacts.map {
        "\($0.seconds),\($0.foot?.rawValue ?? ""),0\n"
      }.joined()
    let laboratory = try Self.mappings.map { name, mapping in
      (
        name,
        KeptFile.bytes(of: [
          String(decoding: try mapping.document(), as: UTF8.self), Self.tables[name] ?? "",
          contacts,
        ])
      )
    }
    #expect(
      try KeptFile.changed(
        Dictionary(laboratory) { first, _ in first }, of: "Laboratory") == [])
    #expect(try KeptFile.changed(["small": report()], of: "Report") == [])
  }

  @Test func `every seed is scored`() throws {
    for name in ["Results", "Laboratory"] {
      for kept in KeptFile.all(of: name) where kept.url.path.contains("/Seeds/") {
        let (bytes, isLaboratory) = (try kept.bytes, name == "Laboratory")
        try withStudyFolder { folder in
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          _ =
            isLaboratory
            ? DamagedLaboratory.breach(bytes, in: folder.path)
            : DamagedResults.breach(bytes, in: folder.path)
          let validation =
            isLaboratory
            ? try Validation(mapping: folder.appending(path: DamagedLaboratory.names[0]))
            : Validation(folder: folder.appending(path: "data"))
          let report = Validation.report(
            try validation.scores(results: folder.appending(path: "results")))
          #expect(report.failures.isEmpty && !report.rows.isEmpty, "\(kept)")
        }
      }
    }
  }

  private static let walk: SyntheticWalk = {
    var dice = Dice(seed: 9)
    return SyntheticWalk(start: 4, steps: 10, dice: &dice)
  }()

  private static var events: [String: Any] {
    [
      "activity": "walking", "walking_bouts": [[walk.start, walk.end]], "uturn": [6, 7.5],
      "straight_10m_speed_mps": [1.1, 1.2], "step_count": 10, "count_interval_s": [3, 10],
      "initial_contacts_s": walk.contacts.map(\.seconds),
      "initial_contacts_foot": walk.contacts.map { $0.foot == .left ? "L" : "R" },
      "toe_offs_s": walk.finals.map(\.seconds),
      "activity_segments": [[3, 10, "walking"] as [Any]],
      "events_outside_trial_s": [[14, "R"] as [Any]],
      "walks": [["start_s": 4, "end_s": 9, "distance_m": 5.5]],
    ]
  }

  private static var systems: [String: Any] {
    [
      "INDIP": [
        "fs": 100.0,
        "walking_bouts": [
          [
            "start_s": walk.start, "end_s": walk.end, "walking_speed_mps": 1.02,
            "stride_length_m": 1.13, "cadence_spm": 107.25,
            "initial_contacts_s": walk.contacts.map(\.seconds),
            "initial_contacts_foot": walk.contacts.map { $0.foot == .left ? "Left" : "Right" },
            "strides": [["start_s": 4, "end_s": 5.1, "duration_s": 1.1, "length_m": 1.2]],
          ] as [String: Any]
        ],
      ] as [String: Any]
    ]
  }

  /// A description and a truth.
  private static func trial(_ reference: [String: Any]) throws -> [UInt8] {
    let description: [String: Any] = [
      "participant": "P0", "site": "lower_back", "sampling_rate_hz": 100,
      "gaps_interpolated_s": [[5, 5.5]], "cohort": "old",
    ]
    let parts = try [description, reference].map {
      String(
        decoding: try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys]),
        as: UTF8.self)
    }
    return KeptFile.bytes(of: parts)
  }

  /// The files of an analysis, each behind a separator.
  private func files() throws -> [UInt8] {
    var dice = Dice(seed: 10)
    let output = Self.walk.careless(&dice, hasFeet: true)
    return try withStudyFolder { folder in
      try output.write(to: folder.appending(path: "results/walk"))
      let files = try DamagedResults.names[2...].map { name in
        let url = folder.appending(path: name)
        if name.hasSuffix("turns.csv") { return "start_s,end_s,angle_deg\n6.1,7.4,178\n" }
        if name.hasSuffix(".json") {
          return "{\"quality\": {\"duration_s\": 20, \"samples\": 2001}}"
        }
        return try String(contentsOf: url, encoding: .utf8)
      }
      return KeptFile.bytes(of: [""] + files)
    }
  }

  private static let mappings = [
    "contacts": LaboratoryMapping(
      dataset: "lab",
      recordings: [
        .init(
          name: "walk", file: "walk.csv", participant: "P1", site: "lower_back", heightMeters: 1.7)
      ],
      tables: [
        .init(
          file: "steps.csv", recording: "walk", system: "mat", holds: .contacts,
          columns: ["time": "Onset", "side": "Limb"], units: .init(time: "s"),
          sides: ["li": .left, "re": .right],
          clock: "laboratory", sees: .whole)
      ],
      clocks: [.init(name: "laboratory", offsetSeconds: 1.5, driftPPM: 10)]),
    "strides": LaboratoryMapping(
      dataset: "lab", recordings: [.init(name: "walk", file: "walk.csv")],
      tables: [
        .init(
          file: "steps.csv", recordingColumn: "Trial", system: "mat", holds: .strides,
          columns: ["start": "From", "end": "To", "length": "Length", "side": "Limb"],
          units: .init(time: "frames", length: "cm"), clock: "recording", rateHertz: 100)
      ]),
  ]

  private static let tables = [
    "contacts": "Onset;Limb\n"
      + walk.contacts.map {
        "\($0.seconds + 1.5);\($0.foot == .left ? "li" : "re")\n"
      }.joined(),
    "strides": "Program 4\nTrial,From,To,Limb,Length\n"
      + zip(
        walk.contacts, walk.contacts.dropFirst(2)
      ).map { first, next in
        let side = first.foot == .left ? "L" : "R"
        return "walk,\(first.seconds * 100),\(next.seconds * 100),\(side),121.5\n"
      }.joined(),
  ]

  /// Bars, and a report of few rows.
  private func report() throws -> [UInt8] {
    var report = try withStudyFolder { folder in
      _ = DamagedResults.breach(try Self.trial(Self.events) + files(), in: folder.path)
      return Validation.report(
        try Validation(folder: folder.appending(path: "data"))
          .scores(results: folder.appending(path: "results")))
    }
    report.rows = Array(report.rows.prefix(2))
    report.measures = Array(report.measures.prefix(1))
    report.pairs = Array(report.pairs.prefix(1))
    report.timing = Array(report.timing.prefix(1))
    report.trials = Array(report.trials.prefix(1))
    report.failures = [.init(dataset: "lab", recording: "b", reason: "no file")]
    report.recordings[0].truthDigest = "0"
    let bars = report.rows.map { row in
      let names = [
        row.dataset, row.site ?? "", row.system ?? "", row.stage.rawValue, row.figure,
      ]
      return names.joined(separator: ";") + ";\(row.value);0.1\n"
    }.joined()
    return KeptFile.bytes(of: [
      "# bars\n" + bars, String(decoding: try report.json(), as: UTF8.self),
    ])
  }
}
