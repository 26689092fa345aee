import GaitAnalysis
import GaitModel

/// Gait wherever the truth says so, and nowhere else: for judging what comes after.
struct GivenGaitSequences: GaitSequenceDetector {
  /// The true walks, seconds of the recording.
  var walks: [Range<Double>] = []
  /// As everywhere; evidence at full strength decides by itself.
  var decoding = SequenceDecoding()

  static let settings: [MethodSetting<Self>] = []

  var provenance: Provenance {
    Provenance(
      method: "GivenGaitSequences", question: "gait sequences", citation: "the truth itself",
      revision: 1)
  }

  func evidence(of frame: inout FrameReading) -> FrameEvidence {
    let isGait = walks.contains { $0.contains(frame.seconds) }
    return FrameEvidence(walking: isGait ? decoding.largestEvidence : -decoding.largestEvidence)
  }
}

/// The true contacts, as if they had been found.
struct GivenInitialContacts: InitialContactDetector {
  /// Seconds of the recording, sorted.
  var contacts: [Double] = []

  static let settings: [MethodSetting<Self>] = []

  var provenance: Provenance {
    Provenance(
      method: "GivenInitialContacts", question: "initial contacts", citation: "the truth itself",
      revision: 1)
  }

  func initialContacts(in recording: SequenceRecording, cycle: StepCycle) -> DetectedContacts {
    let limits = recording.surroundings
    let inside = contacts.filter { limits.contains($0) }
    return DetectedContacts(
      inside.map { seconds in
        let index = recording.index(atSeconds: seconds)
        return DetectedContact(
          position: SampleGrid.position(atSeconds: seconds),
          amplitude: cycle.phase.amplitude[index], stepHertz: cycle.stepHertz[index])
      }, areChosen: true)
  }
}

/// The true feet. Where the truth does not know the foot of a contact, feet alternate.
struct GivenLaterality: LateralityClassifier {
  /// Seconds of the recording, sorted.
  var contacts: [TimedFoot] = []

  static let settings: [MethodSetting<Self>] = []

  var provenance: Provenance {
    Provenance(
      method: "GivenLaterality", question: "left and right", citation: "the truth itself",
      revision: 1)
  }

  func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot] {
    var feet = walk.contacts.map(foot)
    for place in feet.indices.dropFirst() where feet[place] == nil {
      feet[place] = feet[place - 1]?.other
    }
    for place in feet.indices.dropLast().reversed() where feet[place] == nil {
      feet[place] = feet[place + 1]?.other
    }
    return feet.map { $0 ?? .unknown }
  }

  /// The foot of a contact; `unknown` where the truth has no contact, and `nil` where it has one and does not know its foot.
  private func foot(of contact: DetectedContact) -> Foot? {
    let near = contacts.min {
      abs($0.seconds - contact.seconds) < abs($1.seconds - contact.seconds)
    }
    guard let near, abs(near.seconds - contact.seconds) <= ContactMatching.footTolerance else {
      return .unknown
    }
    return near.foot.map { $0 == .left ? .left : .right }
  }
}
