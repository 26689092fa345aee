import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage
import SensorFiles

/// People of a cohort with what the clinic found of each, and with what daily life said of them or where that is
/// stored. Fields are separated by commas, semicolons or tabs.
///
/// ```
///   participant,date,six_minute_walk_m,falls,…
///   P07,2026-05-04,412,0,…
/// ```
struct CohortTable {
  /// A person's row.
  struct Row: Hashable {
    /// The study's name for the person.
    var participant: String
    /// The date of the test, as it is written; `nil` where none is given.
    var date: String?
    /// The clinic's six-minute walk, m.
    var sixMinuteWalk: Double?
    /// How often the person fell.
    var falls: Double?
    /// The other columns' numbers.
    var numbers: [String: Double] = [:]
    /// The person, as far as the columns say.
    var person = Participant()
  }

  /// The rows.
  let rows: [Row]

  /// Measures of a week or of weeks, as columns.
  private static let measures = [
    "sustained_speed_time_weighted_p95_mps", "sustained_cadence_time_weighted_p95_spm",
    "sustained_min_per_day",
    "walking_speed_time_weighted_p95_mps", "walking_speed_mps", "step_length_m",
    "double_support_fraction",
    "asymmetry_fraction", "stride_time_variation",
  ]
  private static let facts = ["height_m", "mass_kg", "age_years", "sex"]
  private static let clinic = ["six_minute_walk_m", "falls"]
  /// What a column's numbers are, where not everything is possible.
  private static let kinds: [String: AnySampleKind] = [
    "six_minute_walk_m": SampleKind.sixMinuteWalkDistance.erased,
    "height_m": SampleKind.height.erased, "mass_kg": SampleKind.bodyMass.erased, "age_years": .age,
    "sustained_speed_time_weighted_p95_mps": SampleKind.walkingSpeed.erased,
    "sustained_cadence_time_weighted_p95_spm": SampleKind.cadence.erased,
    "walking_speed_time_weighted_p95_mps": SampleKind.walkingSpeed.erased,
    "walking_speed_mps": SampleKind.walkingSpeed.erased,
    "step_length_m": SampleKind.stepLength.erased,
    "double_support_fraction": SampleKind.doubleSupport.erased,
    "asymmetry_fraction": SampleKind.walkingAsymmetry.erased,
    "stride_time_variation": SampleKind.strideTimeVariability.erased,
  ]
  private static var columns: [String] {
    ["participant", "date"] + clinic + facts + measures
  }

  /// Reads a table.
  ///
  /// - Throws: what is wrong in which row, what is allowed and what to do.
  init(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreFailure.message("\(path): the file cannot be read")
    }
    if let fault = TextEncoding.fault(in: data) {
      throw StoreFailure.message("\(path): \(fault)")
    }
    let separator = CSVLine.separator(
      ofHeader: data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    let records = Self.records(data, separator: separator)
    let header = records.first?.fields ?? []
    if let unknown = header.first(where: { !Self.columns.contains($0) }) {
      throw StoreFailure.message(
        "\(path): there is no column \(unknown)\(NearestWord.question(unknown, among: Self.columns)); a"
          + " cohort has \(Self.columns.joined(separator: ", "))")
    }
    guard header.contains("participant"), !Set(header).isDisjoint(with: Self.clinic) else {
      throw StoreFailure.message(
        "\(path): a cohort has the column participant and six_minute_walk_m or falls; its columns are "
          + (header.isEmpty ? "none" : header.joined(separator: ", ")))
    }
    if let place = header.indices.first(where: { header[..<$0].contains(header[$0]) }) {
      throw StoreFailure.message("\(path): the column \(header[place]) is there twice; keep one")
    }
    var lines: [Row: Int] = [:]
    rows = try records.dropFirst().map { record, line in
      guard record.count == header.count else {
        throw StoreFailure.message(
          "\(path), line \(line): \(record.count.counted("field")), and the header has \(header.count)"
        )
      }
      let row = try Self.row(
        Dictionary(zip(header, record)) { first, _ in first }, "\(path), line \(line)")
      if let first = lines.updateValue(line, forKey: row) {
        throw StoreFailure.message(
          "\(path), line \(line): the same is in line \(first); a test that is there twice would count"
            + " twice: leave one out")
      }
      return row
    }
  }

  /// The fields of every line that is not empty, with the line's number in the file, from 1.
  private static func records(_ data: Data, separator: UInt8) -> [(fields: [String], line: Int)] {
    let mark = CSVLine.byteOrderMark
    var splitter = CSVSplitter()
    splitter.append(Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data))
    splitter.finish()
    var records: [(fields: [String], line: Int)] = []
    while let (line, number) = splitter.next() {
      if !line.isEmpty { records.append((CSVLine.fields(line, separator: separator), number)) }
    }
    return records
  }

  private static func row(_ fields: [String: String], _ place: String) throws -> Row {
    let fields = fields.filter { !$0.value.isEmpty }
    guard let participant = fields["participant"] else {
      throw StoreFailure.message(
        "\(place): there is no participant; name one, or leave the line out")
    }
    var row = Row(participant: participant, date: fields["date"])
    if let date = row.date, DayCalendar(timeZone: .gmt).day(date) == nil {
      throw StoreFailure.message(
        "\(place): date \(date) is no date; give year, month and day: 2026-03-29")
    }
    for (column, text) in fields.sorted(by: { $0.key < $1.key })
    where column != "participant" && column != "date" && column != "sex" {
      guard let number = Double(text), number.isFinite, number >= 0 else {
        throw StoreFailure.message(
          "\(place): \(column) \(text) is no number of 0 or more; give one with a point, or leave it"
            + " empty")
      }
      if let kind = kinds[column], let why = PossibleValues.impossibility(of: number, kind) {
        throw StoreFailure.message("\(place): \(column) \(text) cannot be: \(why)")
      }
      row.numbers[column] = number
    }
    row.sixMinuteWalk = row.numbers["six_minute_walk_m"]
    row.falls = row.numbers["falls"]
    if let sex = fields["sex"], Sex(word: sex) == nil {
      throw StoreFailure.message("\(place): sex \(sex) is none; give f or m, or leave it empty")
    }
    row.person = Participant(
      identifier: participant, height: row.numbers["height_m"].map { Length(meters: $0) },
      mass: row.numbers["mass_kg"].map { Mass(kilograms: $0) },
      ageYears: row.numbers["age_years"], sex: fields["sex"].flatMap(Sex.init(word:)))
    return row
  }
}

extension CohortTable.Row {
  /// The six-minute walk by the row's own measures; `nil` without a speed and a cadence.
  var ownDistance: SixMinuteWalkEstimate? {
    let (speed, cadence) = (
      numbers["sustained_speed_time_weighted_p95_mps"],
      numbers["sustained_cadence_time_weighted_p95_spm"]
    )
    guard speed != nil || cadence != nil else { return nil }
    let model = SixMinuteWalkModel()
    return model.estimate(
      from: SixMinuteWalkEvidence(
        fastSpeed: speed, fastCadence: cadence,
        sustainedMinutesPerDay: numbers["sustained_min_per_day"] ?? 20),
      participant: person, ratio: model.usualRatio)
  }

  /// The steadiness by the row's own measures; `nil` where they are too few.
  var ownScore: Double? {
    func figure(_ name: String) -> WalkingWeek.Figure? {
      numbers[name].map { WalkingWeek.Figure(mean: $0, chanceError: 0, deviceError: 0) }
    }
    let model = SteadinessModel()
    let week = WalkingWeek(
      dayCount: model.fewestDays, fastSpeed: figure("walking_speed_time_weighted_p95_mps"),
      meanSpeed: figure("walking_speed_mps"), stepLength: figure("step_length_m"),
      doubleSupport: figure("double_support_fraction"), asymmetry: figure("asymmetry_fraction"),
      strideTimeVariation: figure("stride_time_variation"))
    return try? model.score(of: week, participant: person).value
  }
}
