import GaitModel

/// Which column of a table holds which channel.
struct ColumnLayout {
  /// A column that is read.
  struct Column {
    /// The name as the file has it.
    let name: String
    /// What is read from it.
    let channel: Channel
    /// The unit in its name, or `nil`.
    let unit: ColumnUnit?
    /// Its place in a line, from 0.
    let place: Int
  }

  /// The columns that are read, in the order of the channels.
  let columns: [Column]
  /// Names of the columns that are not read.
  let ignoredNames: [String]

  /// Whether three axes of one accelerometer are among the names.
  static func namesThreeAxes(_ names: [String]) -> Bool {
    let parsed = names.map(ColumnName.init)
    return triad(in: parsed, isAcceleration: true) != nil
  }

  /// Finds the channels; throws `missingChannel` when the acceleration is not whole.
  init(names: [String], path: String) throws(SensorFileError) {
    let parsed = names.map(ColumnName.init)
    var columns: [Column] = []
    func take(_ place: Int?, as channel: Channel) {
      guard let place else { return }
      columns.append(
        Column(name: names[place], channel: channel, unit: parsed[place].unit, place: place))
    }
    take(Self.timePlace(in: parsed), as: .time)
    guard let acceleration = Self.triad(in: parsed, isAcceleration: true) else {
      throw SensorFileError(
        .missingChannel, path: path,
        "three axes of acceleration are needed; there are "
          + "\(names.joined(separator: ", ")).")
    }
    zip(acceleration, Channel.acceleration).forEach { take($0, as: $1) }
    if let angularRate = Self.triad(in: parsed, isAcceleration: false) {
      zip(angularRate, Channel.angularRate).forEach { take($0, as: $1) }
    }
    for side in SideChannel.allCases {
      take(parsed.firstIndex { $0.quantity == .side(side) }, as: Channel(side))
    }
    self.columns = columns
    let places = Set(columns.map(\.place))
    ignoredNames = names.indices.filter { !places.contains($0) }.map { names[$0] }
  }

  /// The column of a channel, or `nil`.
  func column(_ channel: Channel) -> Column? { columns.first { $0.channel == channel } }

  /// The channel's place in a row of raw values for each column up to the last one that is read;
  /// -1 for those that are not.
  var slots: [Int8] {
    var slots = [Int8](repeating: -1, count: (columns.map(\.place).max() ?? 0) + 1)
    for column in columns { slots[column.place] = Int8(column.channel.rawValue) }
    return slots
  }

  private static func timePlace(in names: [ColumnName]) -> Int? {
    var best: (place: Int, rank: Int)?
    for (place, name) in names.enumerated() {
      guard case .time(let rank) = name.quantity, rank < best?.rank ?? .max else { continue }
      best = (place, rank)
    }
    return best?.place
  }

  /// The places of x, y and z of the first sensor that has all three.
  private static func triad(in names: [ColumnName], isAcceleration: Bool) -> [Int]? {
    var found: [String: [Int?]] = [:]
    for (place, name) in names.enumerated() {
      let part: (axis: Int, stem: String)
      switch name.quantity {
      case .acceleration(let axis, let stem) where isAcceleration: part = (axis, stem)
      case .angularRate(let axis, let stem) where !isAcceleration: part = (axis, stem)
      default: continue
      }
      var axes = found[part.stem] ?? [nil, nil, nil]
      if axes[part.axis] == nil { axes[part.axis] = place }
      found[part.stem] = axes
    }
    let whole = found.values.map { $0.compactMap(\.self) }.filter { $0.count == 3 }
    return whole.min { ($0.min() ?? 0) < ($1.min() ?? 0) }
  }
}
