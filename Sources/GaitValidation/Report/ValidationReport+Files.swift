import Foundation
import GaitModel

extension ValidationReport {
  /// All figures as comma separated values with a header row, numbers in full precision.
  ///
  /// Columns: `dataset,site,system,stage,figure,unit,value,person_median,person_worst,n_people,`
  /// `n_recordings,n_missing,versus,versus_value`. An empty field means "not available"; `versus` is
  /// the best of the peers.
  public func csv() -> String {
    let header =
      "dataset,site,system,stage,figure,unit,value,person_median,person_worst,n_people,"
      + "n_recordings,n_missing,versus,versus_value\n"
    return rows.reduce(into: header) { $0 += $1.csvLine + "\n" }
  }

  /// All figures and failures as JSON with sorted keys.
  ///
  /// - Throws: what the encoder throws; the numbers are finite, so it has no reason to.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(File(rows: rows, failures: failures))
  }

  private struct File: Encodable {
    var rows: [ValidationRow]
    var failures: [Failure]
  }
}

extension ValidationRow: Encodable {
  /// Writes the keys that the columns of the CSV have; what is not available is left out.
  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(dataset, forKey: .dataset)
    try file.encodeIfPresent(site, forKey: .site)
    try file.encodeIfPresent(system, forKey: .system)
    try file.encode(stage.rawValue, forKey: .stage)
    try file.encode(figure, forKey: .figure)
    try file.encode(unit, forKey: .unit)
    try file.encode(value, forKey: .value)
    try file.encodeIfPresent(personMedian, forKey: .personMedian)
    try file.encodeIfPresent(personWorst, forKey: .personWorst)
    try file.encode(peopleCount, forKey: .people)
    try file.encode(recordingCount, forKey: .recordings)
    try file.encode(missingCount, forKey: .missing)
    try file.encode(
      Dictionary(peers.map { ($0.engine, $0.value) }) { first, _ in first }, forKey: .versus)
  }

  private enum Key: String, CodingKey {
    case dataset, site, system, stage, figure, unit, value, versus
    case personMedian = "person_median"
    case personWorst = "person_worst"
    case people = "n_people"
    case recordings = "n_recordings"
    case missing = "n_missing"
  }

  fileprivate var csvLine: String {
    let number = { (value: Double?) -> String in value.map { "\($0)" } ?? "" }
    let names: [String] = [dataset, site ?? "", system ?? "", stage.rawValue, figure, unit]
    let values: [String] = [value, personMedian, personWorst].map(number)
    let counts: [String] = [peopleCount, recordingCount, missingCount].map { "\($0)" }
    let versus: [String] = [peers.first?.engine ?? "", number(peers.first?.value)]
    let fields = names + values + counts + versus
    return CSVLine.line(fields)
  }
}
