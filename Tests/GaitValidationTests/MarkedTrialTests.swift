import Foundation
import Testing

@testable import GaitValidation

@Suite struct `Marked trials` {
  private func truth(_ json: String) throws -> EventReference {
    try #require(
      LabReference(json: Data(json.utf8), description: TrialDescription(participant: "A")).events)
  }

  private func score(_ truth: EventReference, _ output: EngineOutput, name: String = "walk")
    -> RecordingScore
  {
    RecordingScore(
      output: output,
      recording: ValidationRecording(
        dataset: "marks", name: name, url: nil, referenceURL: URL(filePath: "/"),
        description: TrialDescription(participant: "A")),
      reference: LabReference(events: truth),
      extent: RecordingExtent(durationSeconds: 60))
  }

  @Test func `are read in the words of each study`() throws {
    let walks = try truth(
      """
      {"walks": [{"start_s": 30, "end_s": 35, "distance_m": 5}, {"start_s": 4, "end_s": 8, "distance_m": 5}]}
      """
    ).trials
    #expect(walks.map(\.seconds) == [4..<8, 30..<35])
    #expect(walks.map(\.speedMetersPerSecond) == [1.25, 1])
    let task = try truth(#"{"task": "TUG", "task_span_s": [5, 17], "walking_task": false}"#).trials
    #expect(task.map(\.name) == ["TUG"] && task[0].distanceMeters == nil)
    let path = try truth(
      #"{"path_m": 20, "waypoints": [{"t_s": 1, "x_m": 0}, {"t_s": 21, "x_m": 3}]}"#
    ).trials
    #expect(path[0].speedMetersPerSecond == 1)
    let foot = try truth(
      """
      {"distance_m_between_first_and_last_label": 12, "strides": [{"t_s": 2, "length_m": 1}, {"t_s": 12}]}
      """
    ).trials
    #expect(foot[0].seconds == 2..<12 && foot[0].distanceMeters == 12)
    let satellites = try truth(
      #"{"gps": [{"t_s": 0, "speed_m_s": 1}, {"t_s": 2, "speed_m_s": 2}, {"t_s": 4, "speed_m_s": null}]}"#
    ).trials
    // The last fix has no speed: the walk ends with the one before.
    #expect(satellites[0].distanceMeters == 3 && satellites[0].seconds == 0..<2)
    #expect(try truth(#"{"step_count": 70, "walking": [[16, 53]]}"#).countIntervals == [16...53])
  }

  @Test func `how far a count can be trusted, and the leg, are read in the words of each study`()
    throws
  {
    #expect(
      try truth(#"{"trust": "high (counted)", "grade": "controlled"}"#).grade == "high trust")
    #expect(try truth(#"{"grade": "controlled"}"#).grade == "controlled")
    #expect(try truth(#"{"carrying_leg": "R"}"#).carryingLeg == .right)
    #expect(throws: ValidationError.self) { try truth(#"{"carrying_leg": "middle"}"#) }
  }

  @Test func `names say the leg in one study, and two people's labels are exchanged`() {
    func leg(_ name: String, of person: String, in dataset: String = "weallwalk") -> Side? {
      ValidationRecording(
        dataset: dataset, name: name, url: nil, referenceURL: URL(filePath: "/"),
        description: TrialDescription(participant: person)
      ).namedLeg
    }
    #expect(leg("ID1_T1_phone1L", of: "ID1") == .left)
    #expect(leg("ID1_T1_phone2R", of: "ID1") == .right)
    #expect(leg("ID8_T1_phone1L", of: "ID8") == .right)
    #expect(leg("ID1_T1", of: "ID1") == nil)
    #expect(leg("walk_L", of: "ID1", in: "mine") == nil)
  }

  @Test func `are scored by time, speed, distance and steps inside them`() throws {
    var truth = EventReference()
    truth.trials = [
      MarkedTrial(
        name: "10 m walk", seconds: 10..<20, distanceMeters: 10, speedMetersPerSecond: 1,
        stepCount: 20),
      MarkedTrial(name: "chair stand", seconds: 30..<40),
    ]
    var output = EngineOutput()
    output.bouts = [
      .init(
        seconds: 8..<16, values: BoutValues(speedMetersPerSecond: 1.3),
        errors: BoutValues(speedMetersPerSecond: 0.1), stepCountError: 2, distanceMeters: 9.6,
        distanceErrorMeters: 2.4),
      .init(seconds: 38..<42),
    ]
    output.initialContacts = (16..<32).map { TimedFoot(seconds: Double($0) / 2) }
    // Strides of both feet, each two steps of 0.6 m.
    output.strides = (16..<30).map {
      .init(
        startSeconds: Double($0) / 2, endSeconds: Double($0) / 2 + 1, speedMetersPerSecond: 1.2,
        lengthMeters: 1.2)
    }
    let score = score(truth, output)
    let walk = try #require(score.trials.first)
    #expect(walk.walkingSeconds == 6 && walk.isFound && walk.stepCount == 12)
    #expect(abs((walk.speed ?? 0) - 1.2) < 1e-12 && abs((walk.speedError ?? 0) - 0.1) < 1e-12)
    // Eleven strides have their middle inside: half of each, and one step.
    #expect(abs((walk.distance ?? 0) - (11 * 0.6 + 0.6)) < 1e-12)
    // The bout's steps have a variance of 4, its distance an error of a quarter; six of its eight seconds are inside.
    #expect(abs((walk.stepCountError ?? 0) - 3.squareRoot()) < 1e-12)
    #expect(abs((walk.distanceError ?? 0) - 0.25 * (11 * 0.6 + 0.6)) < 1e-12)
    let report = Validation.report([score])
    func value(_ figure: String) -> Double? {
      report.row(dataset: "marks", stage: .trials, figure: figure)?.value
    }
    #expect(value("marked walks found") == 1 && value("time of marked walks found") == 0.6)
    #expect(abs((value("speed of marked walks bias") ?? 0) - 20) < 1e-9)
    #expect(abs((value("speed of marked walks by bouts bias") ?? 0) - 30) < 1e-9)
    // Six of the bout's eight seconds are inside.
    #expect(abs((value("distance of marked walks by bouts bias") ?? 0) + 28) < 1e-9)
    #expect(value("speed of marked walks found") == 1)
    #expect(value("time of chair stand found as walking") == 0.2)
    #expect(report.trialTable().split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(CSVTable(report.trialsCSV().utf8).numbers("distance_m")[0] == walk.distance)
    let speeds = report.measures.first { $0.measure == .walkingSpeed && $0.level == .bout }
    #expect(speeds?.agreement.coverage95?.value == 0)
    let others = report.measures.filter { [.distance, .stepCount].contains($0.measure) }
    #expect(!others.isEmpty && others.allSatisfy { $0.agreement.coveredCount == 1 })
  }

  @Test func `limits that are contacts have a margin, and marks on the way have none`() throws {
    let limits = 10.0...20.0
    func counted(_ contacts: [Double], listed: [Double] = []) -> ClosedRange<Double> {
      TrialScore.counted(limits, contacts: contacts, listed: listed)
    }
    // From the first to the last contact of a walk, found a little early and a little late.
    let walk = [9.97] + stride(from: 10.5, to: 20, by: 0.5) + [20.04]
    #expect(counted(walk) == 9.75...20.25)
    #expect(counted([]) == 9.75...20.25)
    // Two marks in a longer walk, of which one lies right behind a contact.
    let longer = stride(from: 4.9, to: 30, by: 0.5) + []
    #expect(counted(longer) == limits)
    // A walk that begins there and goes on; the next one begins 3 s later.
    #expect(counted(walk + [20.54, 21]) == 9.75...20)
    #expect(counted(walk + [23.3]) == 9.75...20.25)
    // A pass within a walk whose first contact the truth lists.
    #expect(counted(longer, listed: [9.99, 10.5, 19.5]) == 9.75...20)

    var truth = EventReference()
    truth.trials = [MarkedTrial(name: "walk", seconds: 10..<20, stepCount: Double(walk.count))]
    func steps(_ contacts: [Double]) -> Double? {
      let output = EngineOutput(initialContacts: contacts.map { TimedFoot(seconds: $0) })
      return score(truth, output).trials.first?.stepCount
    }
    #expect(steps(walk) == Double(walk.count))
    #expect(steps(longer) == 20)
  }

  @Test func `steps where nobody walks are counted by the minute`() throws {
    let truth = try truth(#"{"step_count": 0, "activity": "driving"}"#)
    let output = EngineOutput(initialContacts: (0..<4).map { TimedFoot(seconds: Double($0)) })
    let report = Validation.report([score(truth, output)])
    let row = report.row(dataset: "marks", stage: .steps, figure: "false steps where nobody walks")
    #expect(row?.value == 4)
    #expect(
      report.row(dataset: "marks", stage: .activity, figure: "time of driving found as walking")
        != nil)
  }
}
