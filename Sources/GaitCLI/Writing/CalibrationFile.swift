import Foundation
import GaitModel
import GaitResults

/// A personal calibration as a small JSON file.
enum CalibrationFile {
  /// The document of a calibration; keys have a fixed order.
  static func document(of calibration: PersonalCalibration) -> JSONValue {
    .members([
      "kind": .string(kind),
      "participant": .optional(calibration.participant),
      "wearing": .string(calibration.placement.rawValue),
      "cadence_spm": .optional(calibration.cadence?.stepsPerMinute),
      "factor": .number(calibration.factor, decimals: 6),
      "standard_error": .number(calibration.standardErrorShare, decimals: 6),
      "height_m": .optional(calibration.height?.meters),
      "time": .optional(calibration.date.map { InstantText.text($0) }),
      "seconds_since_1970": .optional(calibration.date?.secondsSince1970, decimals: 3),
      "utc_offset_s": .optional(calibration.date?.utcOffsetSeconds),
      "known_distances": .array(calibration.knownDistances.map(distance)),
      "distances_at_odds": .array(calibration.distancesAtOdds.map(distance)),
      "method": .string(calibration.method.method),
      "question": .string(calibration.method.question),
      "citation": .string(calibration.method.citation),
      "revision": .integer(calibration.method.revision),
    ])
  }

  /// Whether a file is one that `gait calibrate` wrote, as it wrote it.
  static func isOwn(_ path: String) -> Bool {
    guard let calibration = try? calibration(at: path) else { return false }
    return FileManager.default.contents(atPath: path)
      == Data(document(of: calibration).document.utf8)
  }

  /// Reads a file that `document` wrote.
  ///
  /// - Throws: `InputFailure`, naming what came and what to do.
  static func calibration(at path: String) throws -> PersonalCalibration {
    let input = RecordingInput(path: path)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputFailure(input, Trouble("the file cannot be read; give one made by gait calibrate"))
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data), content.kind == kind
    else {
      throw InputFailure(
        input, Trouble("this is not a personal calibration; make one with gait calibrate"))
    }
    guard PersonalCalibration.possibleFactors.contains(content.factor),
      (0...1).contains(content.standardError),
      content.height.map(Participant.possibleHeightMeters.contains) ?? true,
      content.wearing.map({ PersonalCalibration.Placement(rawValue: $0) != nil }) ?? true,
      content.cadence.map({ $0 > 0 }) ?? true
    else {
      throw InputFailure(
        input,
        Trouble(
          """
          factor \(content.factor), standard error \(content.standardError), height, wearing or \
          cadence cannot be: the factor lies from \(PersonalCalibration.possibleFactors.lowerBound) to \
          \(PersonalCalibration.possibleFactors.upperBound), the error from 0 to 1, the height in \
          meters; make the file anew with gait calibrate
          """))
    }
    guard content.tellsItsWearing else {
      throw InputFailure(
        input,
        Trouble(
          """
          it is of an older version, in which a factor of a pocket or a hand was used on the wrist and in a bag, where steps \
          have another length; make the file anew with gait calibrate
          """))
    }
    return content.calibration
  }

  /// The word that tells such a file from other JSON.
  private static let kind = "personal_calibration"

  private static func distance(_ known: KnownDistance) -> JSONValue {
    .members([
      "recording": .string(known.recording),
      "known_m": .number(known.known.meters, decimals: 4),
      "estimated_m": .number(known.estimated.meters, decimals: 4),
    ])
  }

  /// What was wrong, in words.
  private struct Trouble: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// The file's keys.
  private struct Content: Decodable {
    struct Distance: Decodable {
      var recording: String
      var known_m: Double
      var estimated_m: Double

      var distance: KnownDistance {
        KnownDistance(
          recording: recording, known: Length(meters: known_m),
          estimated: Length(meters: estimated_m))
      }
    }

    var kind: String
    var participant: String?
    /// Absent in the files of older versions, which were for the pelvis only.
    var wearing: String?
    var cadence: Double?
    var factor: Double
    var standardError: Double
    var height: Double?
    var seconds: Double?
    var utcOffset: Int?
    var distances: [Distance]
    /// Absent in the files of older versions.
    var atOdds: [Distance]?
    var method: String
    var question: String
    var citation: String
    var revision: Int

    enum CodingKeys: String, CodingKey {
      case kind, participant, wearing, factor, method, question, citation, revision
      case standardError = "standard_error"
      case height = "height_m"
      case cadence = "cadence_spm"
      case seconds = "seconds_since_1970"
      case utcOffset = "utc_offset_s"
      case distances = "known_distances"
      case atOdds = "distances_at_odds"
    }

    /// Older versions had one word for all that is not worn at the pelvis, and no list of distances at odds.
    var tellsItsWearing: Bool {
      wearing != PersonalCalibration.Placement.elsewhere.rawValue || atOdds != nil
    }

    var calibration: PersonalCalibration {
      PersonalCalibration(
        factor: factor, standardErrorShare: standardError,
        height: height.map { Length(meters: $0) },
        date: seconds.map { WallClock(secondsSince1970: $0, utcOffsetSeconds: utcOffset ?? 0) },
        knownDistances: distances.map(\.distance),
        method: Provenance(
          method: method, question: question, citation: citation, revision: revision),
        placement: wearing.flatMap(PersonalCalibration.Placement.init) ?? .pelvis,
        cadence: cadence.map { Cadence(stepsPerMinute: $0) }, participant: participant,
        distancesAtOdds: (atOdds ?? []).map(\.distance))
    }
  }
}
