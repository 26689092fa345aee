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
  /// Steps.
  public var stepCount: Int
  /// Distance, meters; `nil` where it is not known.
  public var meters: Double?
  /// What is measured in it; missing values are not there.
  public var values: [BoutMeasure: Double]

  /// Makes a bout; see the properties for units.
  public init(
    start: Double, seconds: Double, isWalking: Bool, isSteady: Bool, stepCount: Int,
    meters: Double?, values: [BoutMeasure: Double]
  ) {
    (self.start, self.seconds) = (start, seconds)
    (self.isWalking, self.isSteady) = (isWalking, isSteady)
    (self.stepCount, self.meters, self.values) = (stepCount, meters, values)
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
        isSteady: isWalking && row[reason].isEmpty, stepCount: Int(row[steps]) ?? 0,
        meters: Double(row[place("distance_m")]),
        values: measures.reduce(into: [:]) { $0[$1.measure] = Double(row[$1.place]) })
    }
  }

  private static let needed =
    ["start_s", "end_s", "activity", "n_steps", "left_out_reason", "distance_m"]
    + BoutMeasure.allCases.map(\.column)
}
