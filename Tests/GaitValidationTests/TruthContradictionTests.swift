import Foundation
import Testing

@testable import GaitValidation

/// A `NAME.reference.json` of which some values are of another unit gives figures that are wrong, so it is told.
struct TruthContradictionTests {
  private func remarks(_ json: String, seconds: Double = 30) throws -> [String] {
    var description = TrialDescription(participant: "A")
    description.samplingRateHertz = 100
    let recording = ValidationRecording(
      dataset: "lab", name: "walk", url: nil, referenceURL: URL(filePath: "/walk.reference.json"),
      description: description)
    let score = RecordingScore(
      output: EngineOutput(), recording: recording,
      reference: try LabReference(json: Data(json.utf8), description: description),
      extent: RecordingExtent(durationSeconds: seconds))
    return Validation.remarks(on: [score])
  }

  /// 20 steps of 0.55 s from second 5 on.
  private func events(_ factor: Double = 1, speed: Double = 1.2, steps: Int = 20) throws -> [String]
  {
    let times = (0..<20).map { "\((5 + 0.55 * Double($0)) * factor)" }.joined(separator: ",")
    let feet = (0..<20).map { $0.isMultiple(of: 2) ? "\"L\"" : "\"R\"" }.joined(separator: ",")
    return try remarks(
      #"{"walking_bouts":[[4.5,16]],"step_count":\#(steps),"straight_10m_speed_mps":[\#(speed),\#(speed)],"#
        + #""initial_contacts_s":[\#(times)],"initial_contacts_foot":[\#(feet)]}"#)
  }

  @Test func `a reference of events in the units of its keys has no remark`() throws {
    #expect(try events().isEmpty)
    #expect(try events(speed: 0.4).isEmpty)
    #expect(try events(steps: 24).isEmpty)
    // A jog of 30 contacts between two walks.
    let times = (0..<40).map { "\(5 + 0.4 * Double($0))" }.joined(separator: ",")
    #expect(
      try remarks(
        #"{"walking_bouts":[[5,7],[19,21]],"activity_segments":[[7,19,"running"]],"initial_contacts_s":[\#(times)]}"#
      ).isEmpty)
  }

  @Test func `contacts beside their walks, speeds in km/h and counted strides are told`() throws {
    #expect(try events(0.3).contains { $0.contains("outside of the walking_bouts") })
    #expect(try events(speed: 4.3).contains { $0.contains("straight_10m_speed_mps") })
    #expect(try events(steps: 10).contains { $0.contains("step_count is not the number") })
  }

  /// One bout of a motion capture system: 1.2 m/s, strides of 1.3 m, 110 steps a minute.
  private func system(
    contacts: Double = 1, meters: Double = 1, speed: Double = 1, cadence: Double = 1
  ) throws -> [String] {
    let times = (0..<10).map { "\((5 + 0.55 * Double($0)) * contacts)" }.joined(separator: ",")
    let strides = (0..<8).map { index in
      let start = 5 + 0.55 * Double(index)
      return
        #"{"start_s":\#(start),"end_s":\#(start + 1.1),"duration_s":1.1,"length_m":\#(1.3 * meters)}"#
    }
    return try remarks(
      #"{"Cameras":{"walking_bouts":[{"start_s":5,"end_s":10,"walking_speed_mps":\#(1.2 * speed),"#
        + #""stride_length_m":\#(1.3 * meters),"cadence_spm":\#(110 * cadence),"#
        + #""initial_contacts_s":[\#(times)],"strides":[\#(strides.joined(separator: ","))]}]}}"#)
  }

  @Test func `a system in the units of its keys has no remark`() throws {
    #expect(try system().isEmpty)
    #expect(try system(speed: 0.7).isEmpty)
  }

  @Test func `a laboratory's trials are held against contacts and strides`() throws {
    func table(_ holds: LaboratoryMapping.Rows) -> LaboratoryMapping.Table {
      .init(file: "\(holds).csv", system: "mat", holds: holds, columns: [:], clock: "mat")
    }
    // Four walks of 20 steps in 10 s, 10 s of rest between them, strides of 1.2 m.
    var contacts = LaboratoryEvents()
    contacts.initial = (0..<4).flatMap { walk in
      (0..<20).map {
        TimedFoot(seconds: 20 * Double(walk) + 0.5 * Double($0), foot: [.left, .right][$0 % 2])
      }
    }
    var strides = LaboratoryEvents()
    strides.strides = contacts.initial.map {
      .init(startSeconds: $0.seconds, endSeconds: $0.seconds + 1, lengthMeters: 1.2)
    }
    func parts(
      steps: Double = 20, meters: Double = 12, late: Double = 0
    ) -> [(LaboratoryMapping.Table, LaboratoryEvents)] {
      var trials = LaboratoryEvents()
      trials.trials = (0..<4).map {
        let start = 20 * Double($0) + late
        return MarkedTrial(
          name: "walk", seconds: start..<start + 10, distanceMeters: meters,
          speedMetersPerSecond: meters / 10, stepCount: steps)
      }
      return [(table(.contacts), contacts), (table(.strides), strides), (table(.trials), trials)]
    }
    try LaboratoryStudy.checkSteps(parts())
    try LaboratoryStudy.checkSteps(parts(steps: 26))
    try LaboratoryStudy.checkSpeeds(parts())
    try LaboratoryStudy.checkSpeeds(parts(meters: 6))
    for late in [-2, 0, 2.0] { #expect(LaboratoryStudy.shiftedTrials(parts(late: late)).isEmpty) }
    let counted = #expect(throws: ValidationError.self) {
      try LaboratoryStudy.checkSteps(parts(steps: 10))
    }
    #expect(counted?.description.contains("10 in the first one, and there are 20") == true)
    let doubled = #expect(throws: ValidationError.self) {
      try LaboratoryStudy.checkSpeeds(parts(meters: 24))
    }
    #expect(doubled?.description.contains("makes 2.4 m/s, and its strides 1.2 m/s") == true)
    let late = LaboratoryStudy.shiftedTrials(parts(late: 5))
    #expect(late.contains { $0.hasPrefix("trials.csv: most trials end more than 3 s after") })
    let early = LaboratoryStudy.shiftedTrials(parts(late: -5))
    #expect(early.contains { $0.hasPrefix("trials.csv: most trials begin more than 3 s") })
  }

  @Test func `a system of which one key is in another unit is told`() throws {
    #expect(try system(contacts: 2.5).contains { $0.contains("outside of their walks") })
    let lengths = try system(meters: 100)
    #expect(lengths.contains { $0.contains("such a length_m") }, "\(lengths)")
    #expect(lengths.contains { $0.contains("such a stride_length_m") }, "\(lengths)")
    #expect(try system(speed: 3.6).contains { $0.contains("contradict each other") })
    #expect(try system(cadence: 0.5).contains { $0.contains("contradict each other") })
  }
}
