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
    /// What the name has for a unit that is none that is known, or `nil`.
    var otherUnit: String?

    /// What a column with this name holds.
    init(_ name: ColumnName, channel: Channel, place: Int) {
      self.init(
        name: name.text, channel: channel, unit: name.unit, place: place, otherUnit: name.otherUnit)
    }

    /// A column whose unit is known in another way than by its name.
    init(
      name: String, channel: Channel, unit: ColumnUnit?, place: Int, otherUnit: String? = nil
    ) {
      (self.name, self.channel, self.unit) = (name, channel, unit)
      (self.place, self.otherUnit) = (place, otherUnit)
    }
  }

  /// The columns that are read, in the order of the channels.
  let columns: [Column]
  /// Names of the columns that are not read.
  let ignoredNames: [String]
  /// Whether the acceleration has the sign of Apple's Core Motion, which is that of gravity.
  let isCoreMotion: Bool
  /// What is not read because of its unit, or because an axis is missing, one sentence each.
  let unread: [String]

  /// Whether three axes of one accelerometer are among the names, or of one without gravity and
  /// gravity beside it.
  static func namesThreeAxes(_ names: [String]) -> Bool {
    acceleration(in: names.map(ColumnName.init)) != nil
  }

  /// Takes columns that are known to hold what they hold; `unread` says which others are not read, and why.
  init(
    columns: [Column], names: [String], isCoreMotion: Bool = false, unread: [String] = []
  ) {
    let withoutUnit = Self.withUnreadUnits(columns)
    self.unread = unread + withoutUnit.map { Self.sentence(about: $0) }
    let isUnread = Set(withoutUnit.joined().map(\.place))
    let columns = columns.filter { !isUnread.contains($0.place) }
    self.columns = columns.sorted { $0.channel.rawValue < $1.channel.rawValue }
    self.isCoreMotion = isCoreMotion
    let places = Set(columns.map(\.place))
    ignoredNames = names.indices.filter { !places.contains($0) }.map { names[$0] }
  }

  /// Takes columns that were found in another way than by their names.
  init(
    columns: [Column], ignoredNames: [String], isCoreMotion: Bool = false,
    unread: [String] = []
  ) {
    self.columns = columns
    self.ignoredNames = ignoredNames
    self.isCoreMotion = isCoreMotion
    self.unread = unread
  }

  /// Finds the channels; throws `missingChannel` when the acceleration is not whole. Where a logger
  /// writes stamps for the sensor itself they may be taken instead of the time of the row.
  init(names: [String], path: String, usesSensorClock: Bool = true) throws(SensorFileError) {
    let parsed = names.map(ColumnName.init)
    var columns: [Column] = []
    func take(_ place: Int?, as channel: Channel) {
      guard let place else { return }
      columns.append(Column(parsed[place], channel: channel, place: place))
    }
    guard let acceleration = Self.acceleration(in: parsed) else {
      throw SensorFileError(
        .missingChannel, path: path,
        "three axes of acceleration are needed; there are "
          + "\(names.joined(separator: ", ")).")
    }
    zip(acceleration.places, Channel.acceleration).forEach { take($0, as: $1) }
    zip(acceleration.gravity, Channel.gravity).forEach { take($0, as: $1) }
    let sensorClock = usesSensorClock ? SensorLogNames.clock(of: acceleration, in: names) : nil
    take(sensorClock ?? Self.timePlace(in: parsed), as: .time)
    if columns.allSatisfy({ $0.channel != .time }),
      let own = OwnClock.clocks(in: names).first(where: { $0.channels == Channel.acceleration })
    {
      columns.append(
        Column(name: own.name, channel: .time, unit: own.unit, place: own.place))
    }
    let angularRate = Self.triad(in: parsed, .angularRate)
    zip(angularRate ?? [], Channel.angularRate).forEach { take($0, as: $1) }
    for side in SideChannel.allCases {
      let found = parsed.indices.filter { parsed[$0].quantity == .side(side) }
      let place =
        found.first { !Column(parsed[$0], channel: Channel(side), place: $0).hasUnreadUnit }
        ?? found.first ?? (side == .pressure ? PhysicsToolboxNames.pressure(in: names) : nil)
      take(place, as: Channel(side))
    }
    let axes = angularRate == nil ? parsed.filter { $0.part(of: .angularRate) != nil } : []
    let part = axes.map(\.text).joined(separator: ", ")
    try Self.checkDoubles(of: columns, in: names, path: path)
    let unread =
      [
        axes.isEmpty
          ? nil
          : Self.triads(in: parsed, .angularRate).isEmpty
            ? "\(part): three axes of angular rate are needed, so none is read"
            : "\(part): which of them are the sensor's cannot be told, so none is read; call those gyr_x, gyr_y, gyr_z",
        Self.choice(of: acceleration.places, in: parsed, .acceleration),
        Self.choice(of: angularRate ?? [], in: parsed, .angularRate),
      ] as [String?]
    self.init(
      columns: columns, names: names, isCoreMotion: SensorLogNames.areWritten(in: names),
      unread: unread.compactMap(\.self)
        + Self.otherAccelerometers(besides: acceleration.places, in: parsed)
        + Self.otherRates(besides: angularRate ?? [], in: parsed)
        + Self.otherSlowSensors(besides: columns.compactMap(\.channel.side), in: parsed))
  }

  /// The same with a column that tells the time.
  func with(_ time: Int, in header: TableHeader) -> ColumnLayout {
    let column = Column(ColumnName(header.names[time]), channel: .time, place: time)
    return ColumnLayout(
      columns: columns + [column], names: header.names, isCoreMotion: isCoreMotion, unread: unread)
  }

  /// Says which of several columns of a sensor's axes are read, where only what stands in brackets tells them apart:
  /// `acc_x (raw)` and `acc_x (filtered)`. `nil` where there is one of each.
  private static func choice(
    of places: [Int], in names: [ColumnName], _ kind: Triad
  ) -> String? {
    let stems = Set(places.compactMap { names[$0].part(of: kind)?.stem })
    let others = names.indices.filter { place in
      !places.contains(place)
        && names[place].part(of: kind).map { stems.contains($0.stem) } ?? false
    }
    guard !others.isEmpty else { return nil }
    func list(_ places: [Int]) -> String { places.map { names[$0].text }.joined(separator: ", ") }
    return "\(list(others)): not read, because \(list(places)) are the same axes and come first; "
      + "leave those in the table that are meant"
  }

  /// Throws where a column of motion or of a slow sensor that would be read is there twice under one name: which sensor is
  /// meant cannot be told.
  private static func checkDoubles(
    of columns: [Column], in names: [String], path: String
  ) throws(SensorFileError) {
    func plain(_ name: String) -> String { ColumnName.withoutCount(name.lowercased()) }
    let read = Set(columns.filter { $0.channel != .time }.map { plain($0.name) })
    let doubles = names.indices.filter { read.contains(plain(names[$0])) }
    guard doubles.count > columns.count(where: { $0.channel != .time }) else { return }
    throw SensorFileError(
      .severalRecordings, path: path,
      "there are two columns of one name: \(doubles.map { "\"\(names[$0])\" (column \($0 + 1))" }.joined(separator: ", ")). "
        + "They may be of two sensors, and a recording is of one: leave one sensor in the table.")
  }

  /// The same without some of its channels.
  func without(_ channels: Set<Channel>, because reasons: [String] = []) -> ColumnLayout {
    let left = columns.filter { channels.contains($0.channel) }.map(\.name)
    return ColumnLayout(
      columns: columns.filter { !channels.contains($0.channel) }, ignoredNames: ignoredNames + left,
      isCoreMotion: isCoreMotion, unread: unread + reasons)
  }

  /// How far the clock is ahead of UTC by the name of its column, seconds; `nil` where that does not say.
  var utcOffsetSeconds: Int? {
    column(.time).flatMap { ColumnName($0.name).utcOffsetSeconds }
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
    var best: (place: Int, rank: (Int, Int))?
    for (place, name) in names.enumerated() {
      guard case .time(let rank) = name.quantity else { continue }
      // Of one time in UTC and in a local clock's reading the first says more.
      let ranks = (rank, name.text.lowercased().contains("local") ? 1 : 0)
      if ranks < best?.rank ?? (.max, 0) { best = (place, ranks) }
    }
    return best?.place
  }
}

extension ColumnLayout.Column {
  /// Whether its unit is one that its channel is not measured in, or none that is known. What time is measured in its rate
  /// tells, and gravity what an acceleration is, unless it is named in a unit of something else.
  var hasUnreadUnit: Bool {
    guard channel != .time else { return false }
    if let unit { return !unit.measures(channel) }
    guard let otherUnit else { return false }
    let isToldByGravity = (Channel.acceleration + Channel.gravity).contains(channel)
    return !isToldByGravity || ColumnName.isOfAnotherQuantity(otherUnit)
  }
}

extension ColumnLayout {
  /// The columns that cannot be read because of their units, those of one sensor together.
  private static func withUnreadUnits(_ columns: [Column]) -> [[Column]] {
    let rates = columns.filter { Channel.angularRate.contains($0.channel) }
    let isMixed = Set(rates.map(\.unit)).count > 1
    let slow = columns.filter { $0.channel.side != nil && $0.hasUnreadUnit }.map { [$0] }
    return (isMixed || rates.contains(where: \.hasUnreadUnit) ? [rates] : []) + slow
  }

  /// Why the acceleration cannot be read in its units; `nil` where it can.
  var unreadAcceleration: String? {
    let axes = columns.filter { (Channel.acceleration + Channel.gravity).contains($0.channel) }
    let isMixed = Set(axes.compactMap(\.unit)).count > 1
    return isMixed || axes.contains(where: \.hasUnreadUnit) ? Self.sentence(about: axes) : nil
  }

  private static func sentence(about columns: [Column]) -> String {
    let names = columns.map(\.name).joined(separator: ", ")
    let column = columns.first(where: \.hasUnreadUnit) ?? columns[0]
    let unit = column.otherUnit ?? column.unit?.rawValue
    let why =
      column.hasUnreadUnit
      ? "the unit \"\(unit ?? "")\" is not one that this channel is read in"
      : "its axes have different units"
    let known = ColumnUnit.allCases.filter { $0.measures(column.channel) }.map(\.rawValue)
    return "\(names): \(why), so \(columns.count == 1 ? "it is" : "they are") not read; "
      + "name one of \(known.joined(separator: ", "))"
  }
}

extension ColumnLayout {
  /// The places of an acceleration, and of the gravity that must be added to it, if any.
  struct AccelerationPlaces {
    let places: [Int]
    let gravity: [Int]
  }

  /// The kinds of columns that come in threes.
  enum Triad {
    case acceleration, userAcceleration, gravity, angularRate

    fileprivate var channel: Channel {
      switch self {
      case .acceleration, .userAcceleration: .accelerationX
      case .gravity: .gravityX
      case .angularRate: .angularRateX
      }
    }
  }

  /// The raw acceleration; without one, the sum of the user's acceleration and gravity.
  private static func acceleration(in names: [ColumnName]) -> AccelerationPlaces? {
    if let raw = triad(in: names, .acceleration) {
      return AccelerationPlaces(places: raw, gravity: [])
    }
    guard let user = triad(in: names, .userAcceleration), let gravity = triad(in: names, .gravity)
    else { return nil }
    return AccelerationPlaces(places: user, gravity: gravity)
  }

  /// The places of x, y and z of the sensor that has all three, in a unit that can be read where there is one: the first,
  /// unless a better one is known to stand behind it. Names that say no sensor come last: `x`, `y`, `z` may be the axes of
  /// anything.
  static func triad(in names: [ColumnName], _ kind: Triad) -> [Int]? {
    let all = triads(in: names, kind)
    let readable = all.filter {
      !$0.value.contains { Column(names[$0], channel: kind.channel, place: $0).hasUnreadUnit }
    }
    let whole = readable.isEmpty ? all : readable
    let preferred = whole.filter { ColumnName.preferredStems.contains($0.key) }.values
    if let first = preferred.min(by: { ($0.min() ?? 0) < ($1.min() ?? 0) }) { return first }
    func isByUnit(_ stem: String) -> Bool {
      kind == .angularRate && !ColumnName.namesAngularRate(stem)
    }
    func rank(_ sensor: (key: String, value: [Int])) -> (Int, Int) {
      let isBare = ColumnName.bareStems.contains(sensor.key)
      return (
        isByUnit(sensor.key) ? 3 : isBare ? 2 : isPerhapsAngle(sensor.key) ? 1 : 0,
        sensor.value.min() ?? 0
      )
    }
    guard let best = whole.min(by: { rank($0) < rank($1) }) else { return nil }
    // Of several that their unit alone calls a rate, as of a person's joints, nobody can tell which is the sensor's.
    return isByUnit(best.key) && whole.count > 1 ? nil : best.value
  }

  /// The places of x, y and z of each sensor of a kind that has all three, by the stem of its name.
  static func triads(in names: [ColumnName], _ kind: Triad) -> [String: [Int]] {
    var found: [String: [Int?]] = [:]
    func isUnread(_ place: Int) -> Bool {
      Column(names[place], channel: kind.channel, place: place).hasUnreadUnit
    }
    // Of `gyr_x_deg` and `gyr_x` the one that can be read.
    for place in names.indices.filter({ !isUnread($0) }) + names.indices.filter(isUnread) {
      guard let (axis, stem) = names[place].part(of: kind) else { continue }
      var axes = found[stem] ?? [nil, nil, nil]
      if axes[axis] == nil { axes[axis] = place }
      found[stem] = axes
    }
    let hasQuaternion = hasQuaternion(names)
    return found.mapValues { $0.compactMap(\.self) }.filter { stem, places in
      places.count == 3 && !(hasQuaternion && stem.isEmpty)
    }
  }

  /// Whether `w`, `x`, `y` and `z` stand there, a quaternion without a sensor's name or a unit. Beside `qx`, `qy`, `qz` and
  /// `qw`, `x`, `y` and `z` are something else.
  static func hasQuaternion(_ names: [ColumnName]) -> Bool {
    Set(names.map { $0.text.lowercased() }).isSuperset(of: ["w", "x", "y", "z"])
  }

  /// Whether a stem means the angles as often as the rate by which they change, as `rotation` does: any other gyroscope
  /// comes before it.
  static func isPerhapsAngle(_ stem: String) -> Bool { ["rot", "rotation"].contains(stem) }
}

extension ColumnName {
  /// Axis and sensor of a column that is one of three of this kind, or `nil`.
  func part(of kind: ColumnLayout.Triad) -> (axis: Int, stem: String)? {
    switch (quantity, kind) {
    case (.acceleration(let axis, let stem), .acceleration),
      (.userAcceleration(let axis, let stem), .userAcceleration),
      (.gravity(let axis, let stem), .gravity), (.angularRate(let axis, let stem), .angularRate):
      (axis, stem)
    default: nil
    }
  }
}
