import Foundation
import Testing

@testable import GaitValidation

/// One character is 0.1 s; a letter is an event of the left or the right foot, a question mark one of a foot that nobody
/// knows.
private func events(_ drawing: String) -> [TimedFoot] {
  drawing.enumerated().compactMap { index, character in
    guard character != "." else { return nil }
    return TimedFoot(seconds: Double(index) / 10, foot: Side(word: String(character)))
  }
}

/// What nobody knows of a foot is neither right nor wrong, and no value is drawn over it.
@Suite struct `Feet that nobody knows` {
  /// The contacts and the final contacts of a walk without turns, found as they are drawn.
  private func score(
    _ truth: String, finals: String = "", found: String, foundFinals: String = ""
  ) -> RecordingScore {
    var reference = EventReference()
    reference.initialContacts = events(truth)
    reference.finalContacts = events(finals)
    reference.walkingBouts = [0..<Double(truth.count) / 10]
    let output = EngineOutput(initialContacts: events(found), finalContacts: events(foundFinals))
    return RecordingScore(
      output: output,
      recording: ValidationRecording(
        dataset: "lab", name: "walk", url: nil, referenceURL: URL(filePath: "/walk.reference.json"),
        description: TrialDescription(participant: "A")),
      reference: LabReference(events: reference),
      extent: RecordingExtent(durationSeconds: Double(truth.count) / 10))
  }

  private let found = "L.....R.....L.....R.....L.....R.....L"
  private let finals = ".r.....l.....r.....l.....r.....l....."

  @Test func `are neither right nor wrong`() throws {
    let laterality = try #require(
      score("L.....R.....?.....L.....L.....R.....L", found: found).contacts?.laterality)
    #expect(laterality.labelled == 6 && laterality.right == 5)
    #expect(laterality.successions == 5 && laterality.rightSuccessions == 3)
    #expect(score("?.....?.....?.....?", found: found).contacts?.laterality == nil)
    let report = Validation.report([score("?.....?.....?.....?", found: found)])
    #expect(report.row(dataset: "lab", stage: .initialContacts, figure: "±0.1 s F1") != nil)
    for figure in ["right foot", "right change of foot", "labelled contacts"] {
      #expect(report.row(dataset: "lab", stage: .laterality, figure: figure) == nil)
    }
  }

  @Test func `break strides, and make none longer`() throws {
    let whole = score(found, finals: finals, found: found, foundFinals: finals)
    let missing = score(
      "L.....R.....?.....R.....L.....R.....L", finals: ".r.....l.....r.....l.....r.....?.....",
      found: found, foundFinals: finals)
    for phases in [whole.phases, missing.phases] {
      let phases = try #require(phases)
      for value in [phases.strideMilliseconds, phases.stancePercent, phases.doubleSupportPercent] {
        let error = try #require(value.error)
        #expect(abs(error) < 1e-9, "\(value)")
      }
      #expect(abs(try #require(phases.strideMilliseconds.truth) - 1200) < 1e-9)
    }
    func strides(_ score: RecordingScore) -> Int {
      score.pairs.count { $0.measure == .strideTime && $0.level == .stride }
    }
    #expect(strides(whole) == 5 && strides(missing) == 2)
    let none = score(
      "L.....?.....L.....?.....L.....?.....L", finals: finals, found: found, foundFinals: finals)
    #expect(none.phases?.strideMilliseconds.truth == nil && strides(none) == 0)
  }

  /// The first contact is of the right foot; feet that alternate begin with the left.
  @Test func `alternate where no contact tells a foot, and told final contacts with them`() throws {
    let phases = GaitPhases(
      initialContacts: events("?.....?.....?.....?.....?"),
      finalContacts: events(".l.....r.....l.....r....."), skipping: [])
    #expect(abs(try #require(phases.stanceFraction) - 0.7 / 1.2) < 1e-9)
    #expect(abs(try #require(phases.doubleSupportFraction) - 0.2 / 1.2) < 1e-9)
  }

  @Test func `are counted where others are known`() {
    let remarks = Validation.remarks(
      on: [score("L.....R.....?.....R.....?.....R.....L", found: found)])
    #expect(
      remarks.contains {
        $0.hasPrefix("lab/walk: 2 contacts have no foot, where others have one: their feet are")
      }, "\(remarks)")
    #expect(Validation.remarks(on: [score("?.....?.....?.....?", found: found)]).isEmpty)
  }

  @Test func `are those of another event at the same instant`() {
    let times: [(Double, Side?)] = [
      (1, nil), (1.004, .left), (1.5, .right), (1.505, nil), (2, .left), (2, .right),
    ]
    let listed = times.map { TimedFoot(seconds: $0.0, foot: $0.1) }
    let kept = LaboratoryEvents.withoutDoubles(listed)
    #expect(kept.map(\.seconds) == [1, 1.5, 2, 2])
    #expect(kept.map(\.foot) == [.left, .right, .left, .right])
  }

  @Test func `leave the contacts of a lab system, which needs a word for each or none`() throws {
    func system(_ feet: String) throws -> SystemReference {
      let json = """
        {"INDIP": {"walking_bouts": [{"start_s": 1, "end_s": 5, "initial_contacts_s": [2.0, 2.6]\(feet)}]}}
        """
      return try LabReference(
        json: Data(json.utf8),
        description: TrialDescription(participant: "A", samplingRateHertz: 100)
      ).systems[0]
    }
    #expect(try system("").contacts.map(\.foot) == [nil, nil])
    let known = try system(", \"initial_contacts_foot\": [\"Left\", \"Right\"]")
    #expect(known.contacts.map(\.foot) == [.left, .right])
    let error = #expect(throws: ValidationError.self) {
      try system(", \"initial_contacts_foot\": [\"Left\"]")
    }
    #expect(error?.description.contains("has 1 words and initial_contacts_s 2 times") == true)
  }
}
