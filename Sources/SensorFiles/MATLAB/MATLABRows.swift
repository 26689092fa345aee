import GaitModel
import MATLABFiles

/// The rows of the matrices of one device, side by side.
final class MATLABRows: TableRows {
  static let placeWord = "row"

  /// Rows in memory: enough that a compressed stretch of HDF5 is rarely unpacked twice, 8 MB with
  /// seven columns.
  private static let capacity = 131_072

  let raw: UnsafeMutablePointer<Double>
  private(set) var lineNumber = 0

  private let faults: () -> [String]
  private var shortage: String?
  private let series: [any MATLABSeries]
  private let channels: [Channel]
  private let sampleCount: Int
  private let capacity: Int
  private let columns: UnsafeMutablePointer<Double>
  private var filled = 0
  private var place = 0

  /// Reads sensors side by side; `channels` are the columns in the order of the series, `faults`
  /// what was wrong with the file they come from.
  init(
    _ series: [any MATLABSeries], channels: [Channel], sampleCount: Int,
    faults: @escaping () -> [String]
  ) {
    self.faults = faults
    self.series = series
    self.channels = channels
    self.sampleCount = sampleCount
    capacity = max(min(sampleCount, Self.capacity), 1)
    columns = .allocate(capacity: channels.count * capacity)
    columns.initialize(repeating: 0, count: channels.count * capacity)
    raw = .allocate(capacity: Channel.allCases.count)
    raw.initialize(repeating: 0, count: Channel.allCases.count)
    for channel in Channel.side { raw[channel.rawValue] = .nan }
  }

  deinit {
    columns.deallocate()
    raw.deallocate()
  }

  var damage: String? {
    let all = faults() + (shortage.map { [$0] } ?? [])
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  var excerpt: String {
    channels.map { "\(raw[$0.rawValue])" }.joined(separator: ", ")
  }

  func next() throws(SensorFileError) -> TableLine {
    if place == filled, !fill() { return .end }
    var isFinite = true
    for (column, channel) in channels.enumerated() {
      let value = columns[column * capacity + place]
      raw[channel.rawValue] = value
      // Sums and branches would cost more: what is not finite times 0 is not 0.
      if channel.rawValue < Channel.pressure.rawValue, value * 0 != 0 { isFinite = false }
    }
    place += 1
    lineNumber += 1
    return isFinite ? .row : .notFinite
  }

  /// The next stretch of all columns; `false` at the end.
  private func fill() -> Bool {
    let wanted = min(capacity, sampleCount - lineNumber)
    guard wanted > 0, shortage == nil else { return false }
    var column = 0
    filled = wanted
    place = 0
    for each in series {
      filled = min(
        filled, each.read(wanted, into: columns + column * capacity, stride: capacity))
      column += each.width
    }
    if filled < wanted {
      shortage =
        "only \((lineNumber + filled).grouped) of \(sampleCount.counted("row")) can be read: the file is cut or damaged"
    }
    return filled > 0
  }
}
