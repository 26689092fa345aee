import Foundation

/// What was noticed while a laboratory's tables were laid beside a recording: clocks, and sides.
public struct LaboratoryFinding: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The recording.
  public var recording: String
  /// The clocks of the laboratory.
  public var clocks: [Clock]
  /// The sides of each file with contacts.
  public var sides: [Sides]

  /// A clock of the laboratory.
  public struct Clock: Sendable, Hashable, Codable {
    /// Its name in the mapping; `recording` for times that are said to be the recording's own.
    public var name: String
    /// What the contacts say; `nil` where there are too few.
    public var fit: ClockFit?
    /// What was done; `nil` where nothing could be: then the recording is not scored.
    public var used: ClockConversion?
    /// Where that comes from.
    public var source: Source

    /// Where a conversion comes from.
    public enum Source: String, Sendable, Hashable, Codable {
      /// The mapping gives offset or drift.
      case mapping
      /// The times are the recording's own.
      case recording
      /// The fit is unambiguous.
      case fit
      /// The fit is ambiguous and the mapping asks for it all the same.
      case ambiguousFit = "ambiguous fit"
      /// The contacts of another analysis have set it, with which this one is compared: ``LaboratoryClocks``.
      case otherAnalysis = "other analysis"
      /// Nothing could be found.
      case none
    }
  }

  /// How the sides of a file agree with what was found.
  public struct Sides: Sendable, Hashable, Codable {
    /// The laboratory's file.
    public var file: String
    /// Contacts that have a partner and a side on both.
    public var pairCount: Int
    /// Of these, how many have the same side.
    public var sameCount: Int
    /// `true` where all contacts of the file are of one foot, else `nil`.
    public var isOneFoot: Bool?
    /// Contacts that follow one of the same foot, where both feet are told: between them one is missing.
    public var repeatedCount: Int?

    enum CodingKeys: String, CodingKey {
      case file
      case pairCount = "n_pairs"
      case sameCount = "n_same"
      case isOneFoot = "is_one_foot"
      case repeatedCount = "n_repeated"
    }

    /// Share with the same side, 0-1.
    public var share: Double { pairCount > 0 ? Double(sameCount) / Double(pairCount) : 0 }

    /// Fewer pairs may agree or not by chance: of twelve, three in ten or fewer do so once in fourteen times. Our choice, as
    /// are the shares below.
    private static let leastPairs = 12

    /// Whether left and right seem to be swapped: far fewer agree than by chance, and enough were compared.
    public var seemSwapped: Bool { pairCount >= Self.leastPairs && share < 0.3 }
    /// Whether sides agree as by chance, and enough were compared.
    public var seemToSayNothing: Bool {
      pairCount >= Self.leastPairs && (0.3...0.7).contains(share)
    }
    /// Whether contacts are missing: more than one in fifty follows one of the same foot.
    public var seemsIncomplete: Bool {
      50 * (repeatedCount ?? 0) > pairCount && isOneFoot != true && !seemToSayNothing
    }

    /// What is wrong with them, each in a sentence; empty where nothing is.
    fileprivate var sentences: [String] {
      let agreement =
        "\(String(format: "%.0f", 100 * share)) % of \(pairCount) contacts have the side that was found"
      if seemSwapped {
        return [
          "left and right seem to be swapped in \(file): \(agreement). Nothing was changed; if so, swap the words of "
            + "\"sides\" (or the columns) in the mapping"
        ]
      }
      if seemToSayNothing {
        return [
          "left and right in \(file) say nothing: \(agreement), as by chance; look at the column of sides and at \"sides\" "
            + "in the mapping. Strides and phases of that table are wrong"
        ]
      }
      if isOneFoot == true {
        return [
          "\(file) has contacts of one foot only, so that its steps and cadence are half of what was walked"
        ]
      }
      return seemsIncomplete
        ? [
          "in \(file) \(repeatedCount ?? 0) contacts follow one of the same foot: contacts are missing there, or too "
            + "many, and true strides and phases over them are wrong"
        ] : []
    }
  }
}

extension LaboratoryFinding {
  /// What is to be known, each in a sentence.
  public var sentences: [String] {
    clocks.map { "\(recording): \($0.sentence)" }
      + clocks.compactMap { $0.warning.map { "\(recording): \($0)" } }
      + sides.flatMap(\.sentences).map { "\(recording): \($0)" }
  }
}

extension LaboratoryFinding.Clock {
  fileprivate var sentence: String {
    let contacts = fit.map { "; by the contacts \($0.words)" } ?? ""
    let what: String
    switch source {
    case .recording: what = "its times are the recording's own\(contacts)"
    case .mapping: what = "offset and drift are the mapping's (\(used?.words ?? ""))\(contacts)"
    case .otherAnalysis:
      what = "offset and drift are another analysis' (\(used?.words ?? ""))\(contacts)"
    case .fit: what = "\(fit?.words ?? ""); used"
    case .ambiguousFit:
      what = fit.map { "\($0.words); \($0.doubt), used because the mapping says so" } ?? ""
    case .none:
      what = fit.map { "\($0.words); \($0.doubt), not used" } ?? "too few contacts to find it"
    }
    return name == LaboratoryMapping.ownClock ? what : "clock \"\(name)\": \(what)"
  }

  /// What does not fit together.
  fileprivate var warning: String? {
    if used == nil, let fit, fit.isUnambiguous {
      let direction = fit.driftPPM < 0 ? "slower" : "faster"
      return
        "clock \"\(name)\" is not known (it would run \(ClockFit.limitText) ppm or more \(direction) than the "
        + "recording's, and clocks do not), so the recording is not scored; see whether unit and rate of its times are "
        + "right, as 59.94 and not 60 frames a second, or give \"clocks\": [{\"name\": \"\(name)\", \"offset_s\": …, "
        + "\"drift_ppm\": …}] in the mapping"
    }
    if used == nil {
      let rival = fit?.rivalOffsetSeconds.map { String(format: " and %.2f s", $0) } ?? ""
      let best = fit.map {
        String(format: "offsets %.2f s\(rival) fit about alike", $0.offsetSeconds)
      }
      return
        "clock \"\(name)\" is not known (\(best ?? "fewer than six contacts")), so the recording is not "
        + "scored; see whether unit and rate of its times are right, or give "
        + "\"clocks\": [{\"name\": \"\(name)\", \"offset_s\": …}] in the mapping"
    }
    guard source == .recording || source == .mapping, let used, let fit, fit.isUnambiguous else {
      return nil
    }
    let gap = fit.offsetSeconds - used.offsetSeconds
    if abs(gap) > 0.25 {
      return String(
        format: "clock \"\(name)\": by the contacts it is %.2f s off what the mapping says", gap)
    }
    guard fit.isAtLimit, abs(used.driftPPM) < ClockFit.largestDriftPPM else { return nil }
    return
      "clock \"\(name)\": by the contacts it drifts by \(ClockFit.limitText) ppm or more, which no clock does; see whether "
      + "unit and rate of its times are right"
  }
}

extension ClockConversion {
  fileprivate var words: String {
    String(format: "%.3f s at the recording's start, %.0f ppm", offsetSeconds, driftPPM)
  }
}

extension ClockFit {
  fileprivate static var limitText: String { String(format: "%.0f", largestDriftPPM) }

  /// Why it is not used.
  fileprivate var doubt: String { isUnambiguous ? "no clock drifts so much" : "ambiguous" }

  private var driftWords: String {
    if isAtLimit { return String(format: "drift of %.0f ppm or beyond", driftPPM) }
    return hasDrift
      ? String(format: "drift %.0f ± %.0f ppm", driftPPM, driftError)
      : String(format: "no drift (%.0f ± %.0f ppm)", driftPPM, driftError)
  }

  fileprivate var words: String {
    String(
      format: "offset %.3f ± %.3f s at the recording's start, "
        + "\(driftWords), from \(matchedCount) of \(trueCount) contacts that scatter by %.0f ms",
      conversion.offsetSeconds, offsetError,
      residualMilliseconds)
  }
}
