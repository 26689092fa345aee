import Foundation

@testable import GaitValidation

/// A small made-up study: references as labs write them, and a careless engine's files about them.
///
/// The datasets are named after public ones whose references have the same keys. Nothing in it was
/// recorded. The same files can be given to another scorer: set `GAIT_SYNTHETIC_STUDY` to a folder.
struct SyntheticStudy {
  let data: URL
  let results: URL
  private(set) var extents: [String: RecordingExtent] = [:]

  init(in folder: URL) throws {
    data = folder.appending(path: "data")
    results = folder.appending(path: "results")
    try addTrials()
    try addCounts()
    try addLabels()
    try addShortBouts()
    try addLab()
  }

  func scores() throws -> [RecordingScore] {
    try Validation(folder: data).scores(results: results) { extents["\($0.dataset)/\($0.name)"] }
  }

  mutating func add(
    _ dataset: String, _ name: String, description: [String: Any], reference: [String: Any],
    seconds: Double, output: EngineOutput?, everySample: Bool = false
  ) throws {
    let folder = data.appending(path: dataset)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (suffix, object) in [("json", description), ("reference.json", reference)] {
      try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        .write(to: folder.appending(path: "\(name).\(suffix)"))
    }
    let count = everySample ? Int(seconds * 100) + 1 : 2
    let stamps = (0..<count).map { everySample ? Double($0) / 100 : Double($0) * seconds }
    let lines = ["time_s,acc_x,acc_y,acc_z"] + stamps.map { "\($0),0,0,9.8" }
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: "\(name).csv"))
    extents["\(dataset)/\(name)"] = RecordingExtent(durationSeconds: seconds)
    try output?.write(to: results.appending(path: dataset).appending(path: name))
  }
}

extension SyntheticStudy {
  /// Two people walk out and back, twice each.
  private mutating func addTrials() throws {
    for number in 0..<4 {
      var dice = Dice(seed: 100 + UInt64(number))
      let walk = SyntheticWalk(start: 4 + dice.share(), steps: 30, dice: &dice)
      let reference: [String: Any] = [
        "walking_bouts": [[walk.start, walk.end]], "uturn": [walk.middle, walk.middle + 1.5],
        "straight_10m_speed_mps": [1.1, 1.2], "step_count": walk.contacts.count,
        "initial_contacts_s": walk.contacts.map(\.seconds),
        "initial_contacts_foot": walk.contacts.map { $0.foot == .left ? "L" : "R" },
        "toe_offs_s": walk.finals.map(\.seconds),
        "toe_offs_foot": walk.finals.map { $0.foot == .left ? "L" : "R" },
        "events_outside_trial_s": number == 1 ? [[walk.end + 4, "R"] as [Any]] : [],
      ]
      let gap = number == 2 ? [[walk.contacts[5].seconds - 0.1, walk.contacts[6].seconds]] : []
      try add(
        "voisard_ipol", "P\(number / 2)_T\(number % 2)",
        description: [
          "participant": "P\(number / 2)", "site": "lower_back", "sampling_rate_hz": 100.0,
          "gaps_interpolated_s": gap,
        ], reference: reference, seconds: walk.end + 8,
        output: walk.careless(&dice, hasFeet: number != 3))
    }
  }

  /// Foot switches counted steps.
  private mutating func addCounts() throws {
    for (number, site) in ["pocket", "pocket", "bag"].enumerated() {
      var dice = Dice(seed: 200 + UInt64(number))
      var output = EngineOutput(bouts: [.init(seconds: 2.5..<40.25, stepCount: 68)])
      if number > 0 {
        output.initialContacts = (0..<70).map {
          TimedFoot(seconds: (2 + Double($0) * 0.6 + dice.error(0.05)).rounded(decimals: 4))
        }
      }
      try add(
        "oxford_steps", "C\(number)",
        description: ["participant": "Q\(number)", "site": site, "sampling_rate_hz": 100.0],
        reference: ["step_count": 64 + number, "count_interval_s": [4.5, 42.0]], seconds: 50,
        output: number == 2 ? nil : output)
    }
  }

  /// Whole files with one label.
  private mutating func addLabels() throws {
    let labels = [
      ("walking", "walk_slow"), ("walking", "walk_fast"), ("running", "jog"), ("running", "jog"),
      ("stairs_up", "stairs"), ("stairs_down", "stairs"), ("other", "bend"), ("other", "jump"),
      ("other", "car_in_out"), ("walking+stumble", "stumble"),
    ]
    for (number, (activity, condition)) in labels.enumerated() {
      var dice = Dice(seed: 300 + UInt64(number))
      let end = 10 + 10 * dice.share()
      var bout = EngineOutput.Bout(seconds: 1..<end.rounded(decimals: 4))
      if activity == "running", number == 2 { bout.kind = .running }
      if activity.hasPrefix("stairs") || number == 1 {
        bout.kind = .stairs
        bout.direction = .up
      }
      try add(
        "sisfall", "L\(number)",
        description: ["participant": "R\(number % 3)", "site": "hip", "sampling_rate_hz": 200.0],
        reference: [
          "activity": activity, "condition": condition,
          "activity_segments": [[0, 25.0, condition] as [Any]],
        ], seconds: 25, output: EngineOutput(bouts: condition == "bend" ? [] : [bout]))
    }
  }

  /// Walking stretches of a few seconds with a turn between, worn at two places.
  private mutating func addShortBouts() throws {
    for (number, site) in ["pocket", "wrist"].enumerated() {
      try add(
        "spsw_har", "H_\(site)",
        description: ["participant": "H\(number)", "site": site, "sampling_rate_hz": 102.5],
        reference: [
          "walking_bouts": [[2.4, 5.1], [6.3, 8.9]],
          "activity_segments": [
            [0, 2.4, "SEATED"], [2.4, 5.1, "WALKING"], [5.1, 6.3, "TURNING"],
            [6.3, 8.9, "WALKING"], [8.9, 12, "SEATED"],
          ] as [[Any]],
        ], seconds: 12,
        output: EngineOutput(
          bouts: [.init(seconds: 2.9 + Double(number)..<7.355)], sequences: [2..<8, 9.5..<10.5]))
    }
  }
}
