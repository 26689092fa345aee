import GaitModel

extension WalkPath {
  /// What lengths, speeds and the rest assume, in words: each of the walks for which it holds.
  var assumptions: [RecordingRemark] {
    let ofLengths =
      [personalFactor, unusedFactor, calibratedHeight, assumedHeight] + recognizedSites
      + [fixedShare]
    return (ofLengths + [unseenTurns, assumedRiser, averaged, unsoughtSteps]).compactMap(\.self).map
    {
      RecordingRemark(kind: .assumed, sampleCount: 0, message: $0)
    }
  }

  /// That flights are as high as their steps make them, where nothing measured their height.
  private var assumedRiser: String? {
    guard flights.contains(where: \.isHeightAssumed) else { return nil }
    return
      "the height of flights is not measured without air pressure: every step on stairs is taken as "
      + "\(used.stairFlights.riserMeters) m, in vertical speeds and in which flights count, too"
  }

  /// That few samples a second are means of what was between them: nobody can see whether others were left out.
  private var averaged: String? {
    guard !bouts.spans.isEmpty, !rates.allows(LowestSamplingRates.stairsHertz),
      let hertz = DecimalText.text(rates.rateHertz, decimals: 1)
    else { return nil }
    return
      "\(hertz) samples a second are taken as means of the time between them; where others were left out instead, "
      + "quicker motion is among them, and steps and distances may be wrong"
  }

  /// Whether turns can be told at all.
  var seesTurns: Bool { hasAngularRate && !deadSensors.hasNoRate }

  /// That walks may turn where turns would be told with a gyroscope.
  private var unseenTurns: String? {
    guard !bouts.spans.isEmpty, !used.turns.provenance.leavesOpen, !seesTurns else { return nil }
    return
      "without a gyroscope turns are not seen: turning counts as straight, flat and steady walking"
      + (seeksIrregularWalks && !hasAngularRate
        ? "; slow steps without rhythm, as about the house, are not sought" : "")
  }

  /// That nobody looked between the walks for steps that few samples a second do not show.
  private var unsoughtSteps: String? {
    guard !bouts.spans.isEmpty, seeksIrregularWalks, hasAngularRate,
      !rates.allows(LowestSamplingRates.knocksHertz),
      let hertz = DecimalText.text(rates.rateHertz, decimals: 1)
    else { return nil }
    return
      "slow steps without rhythm, as about the house, are not sought: that takes \(Int(LowestSamplingRates.knocksHertz)) samples "
      + "a second, and there are \(hertz)"
  }

  /// Whether walks without rhythm are sought where the device is said to be, by a gyroscope and at a rate that shows them.
  private var seeksIrregularWalks: Bool { known.irregularWalking.leastMotion != nil }

  /// The methods that the walks were measured by in the end.
  private var used: GaitMethods { methods(at: recognized.last) }
}

// Walks of one recording may have been measured in different ways, where nobody said the site.
extension WalkPath {
  /// The methods for a place that was recognized, or for what was known before.
  private func methods(at place: WornPlace?) -> GaitMethods {
    place.map { pipeline.presets[$0] } ?? known
  }

  /// The personal factor that steps at a place are multiplied by; `nil` where it holds for another way of wearing.
  private func factor(at place: WornPlace?) -> PersonalCalibration? {
    factor(for: methods(at: place).stepLength, isRecognized: place != nil)
  }

  /// Of which of the walks with a speed something holds.
  ///
  /// - Parameter holds: whether it does where walks are measured by the methods of a place.
  /// - Returns: nothing for all of them, `1 of 2 walks with a speed` for some; `nil` for none.
  private func part(where holds: (WornPlace?) -> Bool) -> String? {
    let told = speeds.reduce(0) { holds($1.key) ? $0 + $1.value : $0 }
    let all = speeds.values.reduce(0, +)
    guard told > 0 else { return nil }
    return told == all ? "" : "\(told.grouped) of \(all.grouped) walks with a speed"
  }

  /// The same behind what they have: ` of 1 of 2 walks with a speed`.
  private func ofPart(where holds: (WornPlace?) -> Bool) -> String? {
    part(where: holds).map { $0.isEmpty ? "" : " of \($0)" }
  }

  /// What was taken for the site; where no walk has a speed by which methods steps were found at last.
  private var recognizedSites: [String?] {
    let unsaid = "nobody said where the device was worn; "
    guard !speeds.isEmpty else {
      return [
        recognized.last.map {
          unsaid + "it moves like \($0.words.motion): the methods are those \($0.words.site)"
        }
      ]
    }
    return recognized.map { place in
      part { $0 == place }.map { part in
        let (motion, site) = place.words
        let (here, there) = part.isEmpty ? ("", "") : ("in \(part) ", " there")
        return unsaid + here
          + "it moves like \(motion): lengths and speeds\(there) are those \(site), with a wider "
          + "standard error, because the site was not given"
      }
    }
  }

  /// That steps are multiplied by the person's own factor.
  private var personalFactor: String? {
    guard let own = pipeline.personalCalibration,
      let factor = DecimalText.text(own.factor, decimals: 4),
      let part = ofPart(where: { self.factor(at: $0) != nil })
    else { return nil }
    return "lengths and speeds\(part) hold the personal factor \(factor)"
      + (own.participant.map { " of \($0)" } ?? "")
  }

  /// Which height lengths are made of, where a personal factor belongs to another than the recording's.
  private var calibratedHeight: String? {
    guard let personal = pipeline.personalCalibration, personal.height != participant.height,
      let part = ofPart(where: { factor(at: $0) != nil })
    else { return nil }
    let known = participant.height.map { "\($0.meters) m" } ?? "not known"
    let own = personal.height.map { "\($0.meters) m" } ?? "which has none"
    return
      "height is \(known): lengths and speeds\(part) use that of the personal calibration, \(own)"
  }

  /// Which height lengths are made of, where nobody said one.
  private var assumedHeight: String? {
    func taken(at place: WornPlace?) -> Length? {
      factor(at: place) == nil ? methods(at: place).stepLength.heightAssumed : nil
    }
    guard participant.height == nil, let part = ofPart(where: { taken(at: $0) != nil }),
      let height = speeds.keys.compactMap(taken).max()
    else { return nil }
    return
      "height is not known: lengths and speeds\(part) assume \(height.meters) m, with a wider standard error"
  }

  /// That steps are a share of the height.
  private var fixedShare: String? {
    func taken(at place: WornPlace?) -> Double? {
      factor(at: place) == nil ? methods(at: place).stepLength.shareOfHeightAssumed : nil
    }
    guard let part = ofPart(where: { taken(at: $0) != nil }),
      let share = speeds.keys.compactMap(taken).max()
    else { return nil }
    return
      "step length\(part) is not measured: every step\(part.isEmpty ? "" : " there") is taken as \(share) of the person's "
      + "height, with a wide standard error; walks over known distances give the person's own"
  }

  /// That no walk has the person's own factor.
  private var unusedFactor: String? {
    guard let personal = pipeline.personalCalibration, !speeds.isEmpty,
      part(where: { factor(at: $0) != nil }) == nil
    else { return nil }
    let place =
      switch personal.placement {
      case .pelvis: "at the lower back and hip"
      case .thighOrHand: "in a pocket, in the hand and on the upper arm"
      case .elsewhere: "on the wrist, at the neck and in a bag"
      }
    return "the personal calibration is not used: it holds \(place), and "
      + "the device was worn otherwise, or nobody said where"
  }
}

extension WornPlace {
  /// What a device moves like there, and whose methods it is measured by.
  fileprivate var words: (motion: String, site: String) {
    switch self {
    case .pelvis: ("a pelvis", "of the lower back and hip")
    case .pocket: ("a pocket", "of a pocket")
    case .hand: ("a phone in the hand", "of the hand")
    case .wrist: ("a wrist", "of the wrist")
    }
  }
}
