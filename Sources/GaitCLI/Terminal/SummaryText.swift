import GaitModel

/// A recording's facts in one line.
enum RecordingText {
  /// `walk: CSV, 100.0 Hz, 62.0 s, worn at lower_back, height 1.75 m`.
  static func text(_ analysis: RecordingAnalysis, name: String) -> String {
    let facts = analysis.facts
    var parts = [facts.device, number(facts.samplingRateHertz, 1) + " Hz"]
    let quality = analysis.quality
    let gaps =
      quality.gapCount > 0
      ? " (\(number(quality.gapSeconds, 1)) s without samples, in \(quality.gapCount.counted("gap")))"
      : ""
    parts.append(number(quality.durationSeconds, 1) + " s" + gaps)
    parts.append(facts.site.map { "worn at \($0.rawValue)" } ?? "site not known")
    parts.append(
      facts.participant.height.map { "height \(number($0.meters, 2)) m" } ?? "height not known")
    if let start = facts.clock() { parts.append("from " + InstantText.text(start)) }
    return name + ": " + parts.joined(separator: ", ")
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? "?"
  }
}

extension SpeedDifference {
  /// The reason in words.
  var words: String {
    switch self {
    case .pauses: "pauses or missed steps lie between, which cadence leaves out"
    case .turns: "steps in turns are slower, which cadence leaves out"
    case .unevenSteps: "slow or quick steps lie at the ends, which cadence leaves out"
    }
  }
}

/// A recording's totals in one line.
enum TotalsText {
  /// `3 bouts, 412 steps, 289.4 m, walking 234.0 s, 2 turns`; zero counts are left out, and a distance of fewer bouts says so.
  static func text(_ totals: RecordingTotals) -> String {
    guard totals.boutCount > 0 else { return "no walking or running found" }
    var parts = [count(totals.boutCount, "bout"), count(totals.stepCount, "step")]
    if let distance = totals.distance.value {
      let share = totals.partWithDistance.map { " in \($0)" } ?? ""
      parts.append(number(distance.meters) + " m" + share)
    }
    if totals.walkingSeconds > 0 { parts.append("walking \(number(totals.walkingSeconds)) s") }
    if totals.runningSeconds > 0 { parts.append("running \(number(totals.runningSeconds)) s") }
    if let turns = totals.turnCount.value { parts.append(count(turns, "turn")) }
    for (flights, way) in [(totals.flightsUp, "up"), (totals.flightsDown, "down")] {
      guard let flights = flights.value, flights > 0 else { continue }
      parts.append(count(flights, "flight") + " of stairs " + way)
    }
    return parts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func number(_ value: Double) -> String {
    DecimalText.text(value, decimals: 1) ?? "–"
  }
}

extension MissingReason {
  /// Why there is no value, and what to do where something can be done: a site that is known is not asked for.
  func sentence(wornAt site: WearingSite?) -> String {
    switch self {
    case .heightUnknown: "the person's height is not known; give --height METERS"
    case .tooFewSteps: "too few steps or strides"
    case .siteNotSupported:
      "the method holds at the lower back or hip"
        + (site.map { ", not at the site \($0.rawValue)" }
          ?? "; if that is where it was worn, give --site")
    case .noGyroscope: "the recording has no gyroscope"
    case .headingUnknown: "forward and sideways could not be told apart"
    case .eventNotFound: "a contact that the value is made of was not found"
    case .running: "the walking model does not hold for running"
    case .noMethod: "this version has no method for it"
    case .irregular: "the walk has no rhythm"
    case .outOfRange: "outside what the method was validated for"
    case .samplingTooSlow: "too few samples a second; record at 20 Hz or more, better at 50"
    }
  }
}

extension RecordingRemark.Kind {
  /// Whether samples were lost or the recording contradicts itself.
  var isTrouble: Bool {
    switch self {
    case .unreadable, .notFinite, .outOfOrder, .duplicate, .inconsistent, .truncated: true
    case .converted, .assumed: false
    }
  }
}

extension LeftOutReason {
  /// The reason in words for a table.
  var words: String {
    switch self {
    case .running: "running"
    case .tooFewStrides: "too few strides"
    case .unsteady: "unsteady"
    case .irregular: "no rhythm"
    case .turning: "mostly turning"
    case .implausibleDuration: "implausible duration"
    case .implausibleLength: "implausible length"
    case .stairs: "stairs"
    case .possibleStairs: "possible stairs"
    case .incline: "slope"
    case .movingGround: "moving ground"
    }
  }
}

extension AccelerometerCalibration.Obstacle {
  /// The obstacle in words.
  var words: String {
    switch self {
    case .tooFewStillEpochs: "the device lay still for too short a time"
    case .orientationsNotSpread: "it did not lie still on enough different sides"
    case .errorNotReduced: "no gain and offset bring it closer to 1 g"
    case .errorTooLarge: "the best gain and offset leave it too far from 1 g"
    }
  }
}
