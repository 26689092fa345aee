import Foundation

@testable import GaitValidation

extension SyntheticStudy {
  /// Two motion capture systems saw two or three bouts each; the last recording was seen by one only.
  mutating func addLab() throws {
    for number in 0..<3 {
      var dice = Dice(seed: 400 + UInt64(number))
      let walks = [6.0, 30.0, 52.0].map { SyntheticWalk(start: $0, steps: 24, dice: &dice) }
      let systems: [String: Any] = [
        "INDIP": [
          "fs": 100.0, "walking_bouts": number == 2 ? [] : walks.map { $0.asLabBout(0.0) },
        ],
        "Stereophoto": ["fs": 100.0, "walking_bouts": walks.prefix(2).map { $0.asLabBout(0.02) }],
      ]
      var output = EngineOutput(sequences: [])
      for (index, walk) in walks.enumerated() {
        let found = walk.careless(&dice, hasFeet: true)
        let shift = index == 1 ? 4 : 0.0
        output.bouts.append(
          .init(
            seconds: (walk.start + 0.5).rounded(
              decimals: 4)..<(walk.end - shift)
              .rounded(decimals: 4),
            values: BoutValues(
              speedMetersPerSecond: (1 + dice.error(0.1)).rounded(decimals: 4),
              strideLengthMeters: index == 2 ? nil : (1.1 + dice.error(0.1)).rounded(decimals: 4),
              stepsPerMinute: (108 + dice.error(4)).rounded(decimals: 3))))
        output.sequences?.append(contentsOf: found.sequences ?? [])
        output.initialContacts += found.initialContacts
        output.strides += found.strides
      }
      try add(
        "mobgap", "M\(number)",
        description: [
          "participant": "M\(number % 2)", "site": "lower_back", "sampling_rate_hz": 100.0,
        ], reference: systems, seconds: 70, output: output, everySample: true)
    }
  }
}

extension SyntheticWalk {
  /// The walk as a lab writes it: starts and contacts one sample late, some values missing.
  fileprivate func asLabBout(_ late: Double) -> [String: Any] {
    let time = { (seconds: Double) in (seconds + 0.01 + late).rounded(decimals: 2) }
    let strides: [[String: Any]] = zip(contacts, contacts.dropFirst(2)).enumerated().map {
      index, pair in
      [
        "start_s": time(pair.0.seconds), "end_s": pair.1.seconds,
        "duration_s": index == 3 ? NSNull() : pair.1.seconds - pair.0.seconds as Any,
        "length_m": index == 5 ? NSNull() : 1.15 + late as Any,
      ]
    }
    // The seam: the first contact is listed twice.
    let listed = [contacts[0]] + contacts
    return [
      "start_s": time(start), "end_s": end, "walking_speed_mps": 1.02 + late,
      "stride_length_m": 1.13, "cadence_spm": 107.25, "strides": strides,
      "initial_contacts_s": listed.map { time($0.seconds) },
      "initial_contacts_foot": listed.map { $0.foot == .left ? "Left" : "Right" },
    ]
  }
}
