import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// People of a cohort with what the clinic found of each, and with what daily life said of them or where that is
/// stored.
///
/// ```
///   participant,date,six_minute_walk_m,falls,…
///   P07,2026-05-04,412,0,…
/// ```
struct CohortTable {
  /// A person's row.
  struct Row {
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
    let records = CSVLine.records(data)
    let header = records.first ?? []
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
    rows = try records.dropFirst().enumerated().map { index, record in
      guard record.count == header.count else {
        throw StoreFailure.message(
          "\(path), line \(index + 2): \(record.count) fields, and the header has \(header.count)")
      }
      return try Self.row(
        Dictionary(zip(header, record)) { first, _ in first }, "\(path), line \(index + 2)")
    }
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
      row.numbers[column] = number
    }
    row.sixMinuteWalk = row.numbers["six_minute_walk_m"]
    row.falls = row.numbers["falls"]
    if let sex = fields["sex"], Sex(rawValue: sex) == nil {
      throw StoreFailure.message("\(place): sex \(sex) is none; give f or m, or leave it empty")
    }
    row.person = Participant(
      identifier: participant, height: row.numbers["height_m"].map { Length(meters: $0) },
      mass: row.numbers["mass_kg"].map { Mass(kilograms: $0) },
      ageYears: row.numbers["age_years"], sex: fields["sex"].flatMap(Sex.init(rawValue:)))
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

/// Compares a cohort with estimates: those of the rows' own measures, or those that a store keeps.
struct CohortComparison {
  private(set) var distances: [ClinicAgreement.Pair] = []
  private(set) var scores: [(score: Double, fell: Bool)] = []
  /// People without an estimate, by why.
  private(set) var leftOut: [(participant: String, reason: String)] = []

  /// A test counts for an estimate of a week that ends so many days before or after it.
  private static let farthestDays = 14

  /// Compares all rows.
  init(_ table: CohortTable, in store: SampleStore?) async throws {
    for row in table.rows {
      let kept = store == nil ? [] : try await Self.estimates(of: row, in: store)
      if let test = row.sixMinuteWalk { add(row, test, kept) }
      if let falls = row.falls { add(row, fell: falls > 0, kept) }
    }
  }

  private static func estimates(
    of row: CohortTable.Row, in store: SampleStore?
  ) async throws -> [Sample] {
    guard let store else { return [] }
    let kinds: Set<AnySampleKind> = [
      SampleKind.sixMinuteWalkDistance.erased, SampleKind.walkingSteadiness.erased,
    ]
    let kept = try await store.samples(
      matching: SampleQuery(
        kinds: kinds, participant: row.participant, source: SampleSource.estimates.name,
        isEnteredByHand: false))
    guard let date = row.date, let day = DayCalendar(timeZone: .gmt).day(date) else { return kept }
    let zone = try await PeopleZones.zone(of: row.participant, in: store)
    let calendar = DayCalendar(timeZone: zone)
    func distance(_ sample: Sample) -> Int {
      abs(day.distance(to: calendar.day(containing: sample.end - 0.001)))
    }
    return kept.filter { distance($0) <= farthestDays }.sorted { distance($0) > distance($1) }
  }

  private mutating func add(_ row: CohortTable.Row, _ test: Double, _ kept: [Sample]) {
    if let own = row.ownDistance {
      return distances.append(
        ClinicAgreement.Pair(
          estimate: own.uncappedMeters, interval68: own.interval68, interval95: own.interval95,
          test: test))
    }
    let walks = kept.filter { $0.kind == SampleKind.sixMinuteWalkDistance.erased }
    guard let last = walks.last else {
      return leftOut.append((row.participant, "no estimate of the six-minute walk near the test"))
    }
    guard last.metadata.isCalibrated != true else {
      return leftOut.append((row.participant, "the estimate is calibrated by a clinic test itself"))
    }
    let other = last.metadata.other
    guard let likely = EstimateWords.interval(other[EstimateWords.interval68]),
      let wide = EstimateWords.interval(other[EstimateWords.interval95])
    else {
      return leftOut.append((row.participant, "the estimate was made by an older program"))
    }
    distances.append(
      ClinicAgreement.Pair(
        estimate: other[EstimateWords.uncapped].flatMap(Double.init) ?? last.value,
        interval68: likely, interval95: wide, test: test))
  }

  private mutating func add(_ row: CohortTable.Row, fell: Bool, _ kept: [Sample]) {
    let score = kept.last { $0.kind == SampleKind.walkingSteadiness.erased }?.value
    guard let score = row.ownScore ?? score else {
      return leftOut.append((row.participant, "no score of steadiness"))
    }
    scores.append((score, fell))
  }

  /// The comparison as a table and sentences.
  var text: String {
    var text = ""
    if let all = line("all", distances) {
      text += TextGrid(
        columns: [
          .init(heading: "test", leansLeft: true), .init(heading: "people"),
          .init(heading: "bias m"),
          .init(heading: "limits of agreement m"), .init(heading: "in 68 %"),
          .init(heading: "in 95 %"),
        ], rows: classes.compactMap { line($0.name, $0.pairs) } + [all]
      ).text(emphasized: Terminal.colorsOutput)
    }
    if let falls = FallSeparation(scores: scores) {
      text += """
        Steadiness of \(falls.fallers) who fell is \(decimal(falls.fallerScore, 2)) on average, of \
        \(falls.others) who did not \(decimal(falls.otherScore, 2)); who fell has the lower score in \
        \(decimal(falls.area, 2)) ± \(decimal(falls.areaError, 2)) of pairs, where chance is 0.50.

        """
    }
    return text
  }

  private var classes: [(name: String, pairs: [ClinicAgreement.Pair])] {
    let limits = [0.0, 200, 300, 400, 500, .infinity]
    return zip(limits, limits.dropFirst()).map { low, high in
      let name =
        high == .infinity
        ? "500 m and more" : low == 0 ? "below 200 m" : "\(Int(low))-\(Int(high)) m"
      return (name, distances.filter { $0.test >= low && $0.test < high })
    }
  }

  private func line(_ name: String, _ pairs: [ClinicAgreement.Pair]) -> [String]? {
    ClinicAgreement(pairs).map { found in
      let limits =
        found.limits.map { "\(decimal($0.lowerBound, 0)) to \(decimal($0.upperBound, 0))" } ?? ""
      return [
        name, String(found.count), decimal(found.bias, 1), limits, decimal(found.within68, 2),
        decimal(found.within95, 2),
      ]
    }
  }

  private func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }
}
