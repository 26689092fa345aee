import GaitModel

@testable import GaitValidation

extension RecordingAnalysis {
  /// The truth as if an engine had found it, contacts shifted by so many seconds.
  init(
    truth reference: LabReference, description: TrialDescription, durationSeconds: Double,
    shiftSeconds: Double = 0
  ) {
    let truth = reference.events ?? EventReference()
    var bouts = (truth.walkingBouts ?? []).map { WalkingBout.level($0) }
    if bouts.isEmpty, truth.activity == "running" || truth.activity?.hasPrefix("walking") == true {
      bouts = [WalkingBout.level(0..<durationSeconds)]
    }
    if let activity = truth.activity, activity.hasPrefix("stairs") {
      bouts = [WalkingBout.level(0..<durationSeconds)]
      bouts[0].terrain = activity == "stairs_down" ? .stairsDown : .stairsUp
    }
    if truth.activity == "running" { bouts[0].activity = .running }
    if !bouts.isEmpty {
      bouts[0].initialContacts = truth.initialContacts.map {
        InitialContact(seconds: $0.seconds + shiftSeconds, foot: Foot($0.foot))
      }
      bouts[0].finalContacts = truth.finalContacts.map {
        FinalContact(seconds: $0.seconds + shiftSeconds, foot: Foot($0.foot))
      }
    }
    if let system = reference.systems.first {
      bouts = system.bouts.enumerated().map { WalkingBout(system, $0, $1, shiftSeconds) }
    }
    self.init(
      facts: RecordingFacts(
        name: "truth", device: "none", samplingRateHertz: description.samplingRateHertz ?? 100,
        hasAngularRate: false),
      quality: RecordingQuality(
        durationSeconds: durationSeconds, sampleCount: Int(durationSeconds * 100) + 1),
      gaitSequences: bouts.map { GaitSequence(seconds: $0.seconds) }, bouts: bouts,
      turns: .missing(.noGyroscope), stairFlights: .missing(.noMethod))
  }
}

extension WalkingBout {
  /// A bout on the level of which nothing else is known.
  fileprivate static func level(_ seconds: Range<Double>) -> WalkingBout {
    var bout = WalkingBout(seconds: seconds, missing: .eventNotFound)
    bout.terrain = .level
    return bout
  }

  fileprivate init(
    _ system: SystemReference, _ index: Int, _ bout: SystemReference.Bout, _ shift: Double
  ) {
    self = .level(bout.seconds)
    initialContacts = system.contacts.filter { $0.bout == index }.map {
      InitialContact(seconds: $0.seconds + shift, foot: Foot($0.foot))
    }
    if let speed = bout.values.speedMetersPerSecond {
      walkingSpeed = .known(Speed(metersPerSecond: speed))
    }
    if let length = bout.values.strideLengthMeters {
      strideLength = .known(Length(meters: length))
    }
    if let cadence = bout.values.stepsPerMinute {
      self.cadence = .known(Cadence(stepsPerMinute: cadence))
    }
    guard index == 0 else { return }
    strides = system.strides.map {
      Stride(
        foot: .unknown, seconds: $0.startSeconds..<$0.endSeconds,
        length: $0.lengthMeters.map { .known(Length(meters: $0)) } ?? .missing(.outOfRange))
    }
  }
}

extension Foot {
  fileprivate init(_ side: Side?) {
    switch side {
    case .left: self = .left
    case .right: self = .right
    case nil: self = .unknown
    }
  }
}
