import Foundation
import GaitModel

/// A recording of a study: where it lies, and what the study knows of it. What is not said here is left to the
/// file and its description.
public struct StudyRow: Hashable, Sendable {
  /// The path, relative to the root of the study or absolute.
  public var path: String
  /// The study's name for the person.
  public var participant: String?
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature, meters.
  public var heightMeters: Double?
  /// Body mass, kilograms.
  public var massKilograms: Double?
  /// Age at the time of the recording, years.
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// When the recording began, as it was written: ISO 8601, with an offset or with a time zone beside it. A
  /// device's own clock wins.
  public var start: String?
  /// The person's time zone, as the tz database names it.
  public var timeZone: String?
  /// A file of methods and settings, relative to the root of the study or absolute.
  public var settings: String?
  /// The name of the recording in the study; `nil` for that of its file.
  public var recording: String?

  /// Makes a row that says nothing but where the recording lies.
  public init(path: String, participant: String? = nil) {
    self.path = path
    self.participant = participant
  }

  /// What the row says of recording and person, as words by column: what a result depends on besides the
  /// bytes. Empty fields are left out.
  public var facts: [String: String] {
    let fields = zip(StudyManifest.columns, fields).filter { column, value in
      !["path", "settings", "recording"].contains(column) && !value.isEmpty
    }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0, $1) })
  }

  /// The fields in the order of ``StudyManifest/columns``.
  var fields: [String] {
    [
      path, participant ?? "", site?.rawValue ?? "", Self.text(heightMeters),
      Self.text(massKilograms), Self.text(ageYears), sex?.rawValue ?? "", start ?? "",
      timeZone ?? "", settings ?? "", recording ?? "",
    ]
  }

  private static func text(_ value: Double?) -> String {
    guard let value else { return "" }
    return value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : "\(value)"
  }
}
