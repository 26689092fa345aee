import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// Compares a cohort with estimates: those of the rows' own measures, or those that a store keeps.
struct CohortComparison {
  private(set) var distances: [(participant: String, pair: ClinicAgreement.Pair)] = []
  /// Each person's score in the last of the person's rows that has one, and whether the person fell by any row.
  private(set) var scores: [String: (score: Double, fell: Bool)] = [:]
  /// People without an estimate, by why.
  private(set) var leftOut: [(participant: String, reason: String)] = []
  /// Who is in the store; `nil` without one.
  private let known: Set<ByteText>?

  /// A test counts for an estimate of a week that ends so many days before or after it.
  private static let farthestDays = 14

  /// Compares all rows.
  init(_ table: CohortTable, in store: SampleStore?) async throws {
    if let store {
      known = Set(try await store.participants().map(ByteText.init))
    } else {
      known = nil
    }
    let asked = table.rows.filter { $0.falls != nil }
    let people = Set(asked.map(\.participant))
    for row in table.rows {
      let kept = store == nil ? [] : try await Self.estimates(of: row, in: store)
      if let test = row.sixMinuteWalk { add(row, test, kept) }
      if people.contains(row.participant) { addScore(row, kept) }
    }
    // A fall counts by whichever row it is told, and so does a score: both are the person's.
    for row in asked where (row.falls ?? 0) > 0 { scores[row.participant]?.fell = true }
    for name in people.subtracting(scores.keys).sorted() {
      leaveOut(name, "no score of steadiness")
    }
  }

  /// Leaves out somebody without an estimate, for a reason that is told once.
  private mutating func leaveOut(_ name: String, _ what: String, near time: String = "") {
    var reason = what + time
    if known == nil {
      reason = "\(what): the row does not have its measures, and no --store is given"
    } else if known?.contains(ByteText(name)) == false {
      reason = "nobody of that name is in the store"
    }
    guard !leftOut.contains(where: { $0 == (name, reason) }) else { return }
    leftOut.append((name, reason))
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
    let calendar = DayCalendar(try await PeopleZones.clock(of: row.participant, in: store))
    func distance(_ sample: Sample) -> Int {
      abs(day.distance(to: calendar.day(containing: sample.end - 0.001)))
    }
    return kept.filter { distance($0) <= farthestDays }.sorted { distance($0) > distance($1) }
  }

  private mutating func add(_ row: CohortTable.Row, _ test: Double, _ kept: [Sample]) {
    if let own = row.ownDistance {
      return keep(
        row, own.uncappedMeters, likely: own.interval68, wide: own.interval95, test: test)
    }
    let walks = kept.filter { $0.kind == SampleKind.sixMinuteWalkDistance.erased }
    guard let last = walks.last else {
      return leaveOut(
        row.participant, "no estimate of the six-minute walk", near: " near the test")
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
    keep(
      row, other[EstimateWords.uncapped].flatMap(Double.init) ?? last.value, likely: likely,
      wide: wide, test: test)
  }

  private mutating func keep(
    _ row: CohortTable.Row, _ estimate: Double, likely: ClosedRange<Double>,
    wide: ClosedRange<Double>, test: Double
  ) {
    let pair = ClinicAgreement.Pair(
      estimate: estimate, interval68: likely, interval95: wide, test: test)
    distances.append((row.participant, pair))
  }

  private mutating func addScore(_ row: CohortTable.Row, _ kept: [Sample]) {
    let score = kept.last { $0.kind == SampleKind.walkingSteadiness.erased }?.value
    if let score = row.ownScore ?? score { scores[row.participant] = (score, false) }
  }

  /// Whether nothing can be compared.
  var isEmpty: Bool { agreements.isEmpty && falls == nil }

  /// Why nothing can be compared, where that is so.
  var emptiness: String {
    guard !scores.isEmpty else {
      return "nobody has both a test and an estimate; nothing to compare"
    }
    let people = scores.count == 1 ? "the person" : "all \(scores.count) people"
    let words = scores.values.contains(where: \.fell) ? "fell" : "did not fall"
    return
      "\(people) with a score of steadiness \(words); it takes people who fell and people who did not"
  }

  /// The comparison in a format; empty where nobody has both a test and an estimate.
  func text(_ format: OutputFormat) -> String {
    guard !isEmpty else { return "" }
    return switch format {
    case .table: table
    case .csv: csv
    case .json: json
    }
  }

  /// Tests of a range of distances.
  private struct Line {
    var name: String
    var people: Int
    var found: ClinicAgreement
  }

  private var falls: FallSeparation? {
    FallSeparation(scores: scores.sorted { $0.key < $1.key }.map(\.value))
  }

  private var table: String {
    var text = ""
    if !agreements.isEmpty {
      text += TextGrid(
        columns: [
          .init(heading: "test", leansLeft: true), .init(heading: "tests"),
          .init(heading: "people"), .init(heading: "bias m"),
          .init(heading: "limits of agreement m"), .init(heading: "in 68 %"),
          .init(heading: "in 95 %"),
        ],
        rows: agreements.map { line in
          let limits =
            line.found.limits.map { "\(decimal($0.lowerBound, 0)) to \(decimal($0.upperBound, 0))" }
          return [
            line.name, String(line.found.count), String(line.people), decimal(line.found.bias, 1),
            limits ?? "", decimal(line.found.within68, 2), decimal(line.found.within95, 2),
          ]
        }
      ).text(emphasized: Terminal.colorsOutput)
      text += "Estimates are compared before they are cut off at 500 m, as stored ones are.\n"
    }
    if let falls {
      let error = falls.areaError.map { " ± " + decimal($0, 2) } ?? " (without a known error)"
      text += """
        Steadiness of \(falls.fallers) who fell is \(decimal(falls.fallerScore, 2)) on average, of \
        \(falls.others) who did not \(decimal(falls.otherScore, 2)); who fell has the lower score in \
        \(decimal(falls.area, 2))\(error) of pairs, where chance is 0.50.

        """
    }
    return text
  }

  private var csv: String {
    let columns = [
      "figure", "part", "n_tests", "n_people", "bias_m", "limits_low_m", "limits_high_m",
      "within_68_fraction", "within_95_fraction", "mean_score", "area", "area_se",
    ]
    let walks: [[String]] = agreements.map { line in
      [
        "six_minute_walk", line.name, String(line.found.count), String(line.people),
        decimal(line.found.bias, 1), line.found.limits.map { decimal($0.lowerBound, 1) } ?? "",
        line.found.limits.map { decimal($0.upperBound, 1) } ?? "", decimal(line.found.within68, 4),
        decimal(line.found.within95, 4), "", "", "",
      ]
    }
    let blank = [String](repeating: "", count: 5)
    let fell: [[String]] =
      falls.map { falls in
        [
          ["steadiness", "fell", "", String(falls.fallers)] + blank
            + [
              decimal(falls.fallerScore, 4), decimal(falls.area, 4),
              falls.areaError.map { decimal($0, 4) } ?? "",
            ],
          ["steadiness", "did not fall", "", String(falls.others)] + blank
            + [decimal(falls.otherScore, 4), "", ""],
        ]
      } ?? []
    return ([columns] + walks + fell).map { CSVLine.line($0) + "\n" }.joined()
  }

  private var json: String {
    let walks = agreements.map { line in
      JSONValue.members([
        "part": .string(line.name), "n_tests": .integer(line.found.count),
        "n_people": .integer(line.people), "bias_m": .number(line.found.bias, decimals: 1),
        "limits_low_m": .optional(line.found.limits?.lowerBound, decimals: 1),
        "limits_high_m": .optional(line.found.limits?.upperBound, decimals: 1),
        "within_68_fraction": .number(line.found.within68, decimals: 4),
        "within_95_fraction": .number(line.found.within95, decimals: 4),
      ])
    }
    let fell = falls.map { falls in
      JSONValue.members([
        "n_fell": .integer(falls.fallers), "n_did_not_fall": .integer(falls.others),
        "mean_score_fell": .number(falls.fallerScore, decimals: 4),
        "mean_score_did_not_fall": .number(falls.otherScore, decimals: 4),
        "area": .number(falls.area, decimals: 4),
        "area_se": .optional(falls.areaError, decimals: 4),
      ])
    }
    return JSONValue.members(["six_minute_walk": .array(walks), "steadiness": fell ?? .null])
      .document
  }

  private var agreements: [Line] {
    let limits = [0.0, 200, 300, 400, 500, .infinity]
    let classes = zip(limits, limits.dropFirst()).compactMap { low, high in
      let name =
        high == .infinity
        ? "500 m and more" : low == 0 ? "below 200 m" : "\(Int(low))-\(Int(high)) m"
      return line(name) { $0.test >= low && $0.test < high }
    }
    return classes + [line("all") { _ in true }].compactMap(\.self)
  }

  private func line(_ name: String, _ isIn: (ClinicAgreement.Pair) -> Bool) -> Line? {
    let own = distances.filter { isIn($0.pair) }
    return ClinicAgreement(own.map(\.pair)).map {
      Line(name: name, people: Set(own.map(\.participant)).count, found: $0)
    }
  }

  private func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }
}
