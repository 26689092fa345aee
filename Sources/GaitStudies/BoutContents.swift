import GaitModel

/// The steps and strides of a bout, as they stand in `initial_contacts.csv` and `strides.csv` of its recording. Seconds
/// are from the first sample.
public struct BoutContents: Hashable, Sendable {
  /// When a foot touched the ground.
  public var contacts: [Double] = []
  private var strides: [Stride] = []

  private struct Stride: Hashable {
    var seconds: Range<Double>
    var meters: Double
  }

  /// Reads what some bouts of a recording hold. Rows that are none are passed over.
  ///
  /// - Parameters:
  ///   - contacts: the bytes of `initial_contacts.csv`.
  ///   - strides: the bytes of `strides.csv`.
  ///   - bouts: the numbers of the bouts, from 1.
  /// - Returns: the contents by the number of the bout; nothing where the tables hold nothing of them.
  public static func read(
    contacts: some Sequence<UInt8>, strides: some Sequence<UInt8>, of bouts: Set<Int>
  ) -> [Int: BoutContents] {
    var found: [Int: BoutContents] = [:]
    for row in rows(contacts, of: bouts) {
      guard let time = row.number("time_s") else { continue }
      found[row.bout, default: BoutContents()].contacts.append(time)
    }
    // Across a pause a stride's length says little of where it was walked; steps of any length were walked in their time.
    for row in rows(strides, of: bouts)
    where row.field("left_out_reason") != LeftOutReason.implausibleDuration.rawValue {
      guard let start = row.number("start_s"), let end = row.number("end_s"), start < end,
        let meters = row.number("length_m"), meters > 0
      else { continue }
      found[row.bout, default: BoutContents()].strides.append(
        Stride(seconds: start..<end, meters: meters))
    }
    return found
  }

  /// How many steps begin in a stretch.
  func steps(within range: Range<Double>) -> Int { contacts.count(where: range.contains) }

  /// The share of the strides' lengths that lies in a stretch, 0-1; `nil` without strides.
  func lengthShare(within range: Range<Double>) -> Double? {
    let whole = strides.reduce(0) { $0 + $1.meters }
    guard whole > 0 else { return nil }
    let part = strides.reduce(0) { sum, stride in
      let inside = stride.seconds.clamped(to: range)
      let share =
        (inside.upperBound - inside.lowerBound)
        / (stride.seconds.upperBound - stride.seconds.lowerBound)
      return sum + stride.meters * share
    }
    return part / whole
  }

  private struct Row {
    let bout: Int
    let fields: [String]
    let places: [String: Int]

    func field(_ name: String) -> String? {
      places[name].flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    }

    /// A number that a recording can give.
    func number(_ name: String) -> Double? {
      field(name).flatMap(Double.init).flatMap {
        abs($0) <= StudyRecordResult.longestSeconds ? $0 : nil
      }
    }
  }

  private static func rows(_ table: some Sequence<UInt8>, of bouts: Set<Int>) -> [Row] {
    var records = CSVLine.records(table)
    guard !records.isEmpty else { return [] }
    let names = records.removeFirst()
    let places = Dictionary(zip(names, names.indices)) { first, _ in first }
    guard let place = places["bout"] else { return [] }
    return records.compactMap { fields in
      guard fields.indices.contains(place), let bout = Int(fields[place]), bouts.contains(bout)
      else { return nil }
      return Row(bout: bout, fields: fields, places: places)
    }
  }
}
