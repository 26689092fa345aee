import Foundation
import GaitModel

/// A bout as it stands in a recording's `bouts.csv`, as far as a study adds it up.
///
/// The numbers are those of the file, so that a person who has the files gets the same sums.
public struct StudyBout: Hashable, Sendable {
  /// Seconds from the first sample of the recording.
  public var start: Double
  /// Length, seconds.
  public var seconds: Double
  /// Whether it is walking; running otherwise.
  public var isWalking: Bool
  /// Whether it is flat, steady walking, of which speeds can be compared.
  public var isSteady: Bool
  /// Steps; a part of a bout has a share of them.
  public var stepCount: Double
  /// Distance, meters; `nil` where it is not known.
  public var meters: Double?
  /// What is measured in it; missing values are not there.
  public var values: [BoutMeasure: Double]

  /// Makes a bout; see the properties for units.
  public init(
    start: Double, seconds: Double, isWalking: Bool, isSteady: Bool, stepCount: Double,
    meters: Double?, values: [BoutMeasure: Double]
  ) {
    (self.start, self.seconds) = (start, seconds)
    (self.isWalking, self.isSteady) = (isWalking, isSteady)
    (self.stepCount, self.meters, self.values) = (stepCount, meters, values)
  }

  /// What of the bout lies in a part of its time: of what adds up the share by time.
  func part(from begin: Double, to end: Double) -> StudyBout {
    let share = seconds > 0 ? (end - begin) / seconds : 1
    var part = self
    (part.start, part.seconds) = (begin, end - begin)
    part.stepCount *= share
    part.meters = meters.map { $0 * share }
    return part
  }
}

/// The rows of a recording's `bouts.csv`.
public struct StudyBoutFile: Hashable, Sendable {
  /// The columns, in the order of the file.
  public let columns: [String]
  /// The fields of each row.
  public let rows: [[String]]

  /// Reads the file; `nil` for what is none.
  public init?(_ text: some Sequence<UInt8>) {
    var records = CSVLine.records(text)
    guard !records.isEmpty else { return nil }
    columns = records.removeFirst()
    let count = columns.count
    guard Self.needed.allSatisfy(columns.contains), records.allSatisfy({ $0.count == count })
    else { return nil }
    rows = records
  }

  /// The bouts, in time order.
  public var bouts: [StudyBout] {
    let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    func place(_ name: String) -> Int { places[name] ?? 0 }
    let (start, end, activity) = (place("start_s"), place("end_s"), place("activity"))
    let (steps, reason) = (place("n_steps"), place("left_out_reason"))
    let measures = BoutMeasure.allCases.map { (measure: $0, place: place($0.column)) }
    return rows.map { row in
      let begin = Double(row[start]) ?? 0
      let isWalking = row[activity] == Activity.walking.rawValue
      return StudyBout(
        start: begin, seconds: (Double(row[end]) ?? begin) - begin, isWalking: isWalking,
        isSteady: isWalking && row[reason].isEmpty, stepCount: Double(row[steps]) ?? 0,
        meters: Double(row[place("distance_m")]),
        values: measures.reduce(into: [:]) { $0[$1.measure] = Double(row[$1.place]) })
    }
  }

  private static let needed =
    ["start_s", "end_s", "activity", "n_steps", "left_out_reason", "distance_m"]
    + BoutMeasure.allCases.map(\.column)
}

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
