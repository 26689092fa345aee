import GaitModel
import MATLABFiles

/// The sensors of one device: what the variables of a file, or the fields of a structure, hold by
/// their names.
struct MATLABDevice {
  /// Three axes of specific force.
  let acceleration: MATLABSensor
  /// Three axes of angular rate, or `nil`.
  private(set) var angularRate: MATLABSensor?
  /// The slower sensors that have a value for each sample.
  private(set) var side: [(channel: SideChannel, sensor: MATLABSensor)] = []
  /// The instants of the samples, or `nil`.
  private(set) var time: MATLABSensor?
  /// Samples per second as the file names it, or `nil`.
  let rateHertz: Double?
  /// The name of that number, or `nil`.
  let rateName: String?
  /// Vectors that have a number for each sample and are not read.
  private(set) var unreadVectors: [(name: String, matrix: MATLABMatrix)] = []
  /// Names of what is not read.
  private(set) var ignoredNames: [String] = []
  /// What does not fit together, one sentence each.
  private(set) var contradictions: [String] = []

  /// Whether the fields hold something that is called an acceleration, of whatever shape.
  static func isNamed(in fields: [MATLABVariable]) -> Bool {
    fields.contains {
      MATLABName($0.name).quantity == .acceleration && $0.fields.isEmpty
    } || ColumnLayout.namesThreeAxes(vectors(in: fields).map(\.name))
  }

  /// The variables that are one row or one column of numbers.
  static func vectors(in fields: [MATLABVariable]) -> [MATLABVariable] {
    fields.filter { $0.matrix.map { $0.isVector && $0.count > 1 } ?? false }
  }

  /// Finds the sensors; throws `missingChannel` with the shapes that came when none has three axes.
  init(_ fields: [MATLABVariable], path: String) throws(SensorFileError) {
    guard let acceleration = try Self.triad(.acceleration, in: fields, path: path) else {
      throw Self.noAcceleration(fields, path)
    }
    self.acceleration = acceleration
    let count = acceleration.sampleCount
    (rateName, rateHertz) = Self.rate(of: "acc", in: fields) ?? (nil, nil)
    angularRate = try Self.triad(.angularRate, in: fields, path: path)
    time = Self.time(in: fields, sampleCount: count)
    side = SideChannel.allCases.compactMap { channel in
      Self.series(.side(channel), in: fields).first { $0.sampleCount == count }
        .map { (channel: channel, sensor: $0) }
    }
    dropUnequal(Self.rate(of: "gyr", in: fields)?.hertz, fields)
    let read = [acceleration, angularRate, time].compactMap(\.self) + side.map(\.sensor)
    let stems = Set(read.flatMap(\.names).map { $0.prefix { $0 != "(" } })
    ignoredNames = fields.map(\.name).filter {
      !stems.contains($0[...]) && MATLABName($0).quantity != .rate
    }
    let unread = Set(ignoredNames)
    unreadVectors = Self.vectors(in: fields).compactMap { field in
      guard unread.contains(field.name), MATLABName(field.name).quantity == nil,
        let matrix = field.matrix, matrix.count == count
      else { return nil }
      return (field.name, matrix)
    }
    let others = MATLABOtherSensors(unread: fields.filter { unread.contains($0.name) })
    contradictions += others.sentences(besides: acceleration, angularRate)
    contradictions += others.slowSensors(besides: side.map(\.channel))
    nameAngles()
  }

  /// Leaves out the angular rate.
  mutating func leaveOutRate(because obstacle: String) {
    let names = angularRate?.names.joined(separator: ", ") ?? ""
    contradictions.append("\(names): the angular rate was left out: \(obstacle)")
    angularRate = nil
  }

  /// Says where what is read as the angular rate may be angles.
  private mutating func nameAngles() {
    guard let angularRate, angularRate.unit == nil,
      let name = angularRate.variables.first, MATLABName.isPerhapsAngle(name)
    else { return }
    contradictions.append(
      "\(name): taken as the angular rate, though a name without a unit may mean angles; name the unit, as in gyr_rad_s"
    )
  }

  /// What has another count of samples than the acceleration, or another rate, has no partner for each sample.
  private mutating func dropUnequal(_ gyroscopeRate: Double?, _ fields: [MATLABVariable]) {
    if let rate = angularRate, rate.sampleCount != acceleration.sampleCount {
      contradictions.append(
        "the angular rate has \(rate.sampleCount.counted("sample")) and the acceleration "
          + "\(acceleration.sampleCount); it is not read")
      angularRate = nil
    } else if angularRate != nil, let gyroscopeRate, let rateHertz, gyroscopeRate != rateHertz {
      contradictions.append(
        "the angular rate has \(gyroscopeRate) Hz and the acceleration \(rateHertz) Hz; it is not "
          + "read")
      angularRate = nil
    }
    let axes = Self.vectors(in: fields).filter { MATLABName.isAxisOfRate($0.name) }
    if angularRate == nil, contradictions.isEmpty, !axes.isEmpty {
      let found = axes.map { "\($0.name) has \(($0.matrix?.count ?? 0).counted("number"))" }
      contradictions.append(
        "\(found.joined(separator: ", ")): the angular rate is not read; its three axes need vectors of one length beside "
          + "those of the acceleration, or a matrix n×3")
    }
    let times = Self.series(where: { if case .time = $0 { true } else { false } }, in: fields)
    let missing = SideChannel.allCases.filter { channel in
      !side.contains { $0.channel == channel }
    }
    let unequal =
      [time == nil ? times.first : nil]
      + missing.map { Self.series(.side($0), in: fields).first }
    for other in unequal.compactMap(\.self) {
      contradictions.append(
        "\(other.names[0]) has \(other.sampleCount.counted("number")) and the acceleration "
          + "\(acceleration.sampleCount.counted("sample")); it is not read")
    }
  }

  private static func triad(
    _ quantity: MATLABName.Quantity, in fields: [MATLABVariable], path: String
  ) throws(SensorFileError) -> MATLABSensor? {
    let doubtful = fields.filter { MATLABName.isPerhapsAngle($0.name) }
    for field in fields.filter({ !MATLABName.isPerhapsAngle($0.name) }) + doubtful {
      let name = MATLABName(field.name)
      guard name.quantity == quantity, let matrix = field.matrix, matrix.count > 3,
        let sensor = MATLABSensor(field.name, unit: name.unit, matrix, width: 3)
      else { continue }
      return sensor
    }
    let vectors = vectors(in: fields)
    let names = vectors.map(\.name)
    guard ColumnLayout.namesThreeAxes(names) else { return nil }
    let layout = try ColumnLayout(names: names, path: path)
    let channels = quantity == .acceleration ? Channel.acceleration : Channel.angularRate
    let columns = channels.compactMap { layout.column($0) }
    let axes = columns.compactMap { column in
      vectors[column.place].matrix.map { (name: column.name, matrix: $0) }
    }
    return MATLABSensor(axes: axes, unit: columns.first?.unit)
  }

  private static func series(
    _ quantity: MATLABName.Quantity, in fields: [MATLABVariable]
  ) -> [MATLABSensor] {
    series(where: { $0 == quantity }, in: fields)
  }

  private static func series(
    where isWanted: (MATLABName.Quantity) -> Bool, in fields: [MATLABVariable]
  ) -> [MATLABSensor] {
    fields.compactMap { field in
      let name = MATLABName(field.name)
      guard let quantity = name.quantity, isWanted(quantity), let matrix = field.matrix,
        matrix.isVector, matrix.count > 1
      else { return nil }
      return MATLABSensor(field.name, unit: name.unit, matrix, width: 1)
    }
  }

  private static func time(in fields: [MATLABVariable], sampleCount: Int) -> MATLABSensor? {
    let ranked = (0...ColumnName.rankElsewhere).flatMap { series(.time(rank: $0), in: fields) }
    return ranked.first { $0.sampleCount == sampleCount }
  }

  /// A number, or the field of a structure of rates that is called like the sensor.
  private static func rate(
    of sensor: String, in fields: [MATLABVariable]
  ) -> (name: String, hertz: Double)? {
    for field in fields where MATLABName(field.name).quantity == .rate {
      let value = field.matrix?.scalar ?? field[sensor]?.matrix?.scalar
      if let value, SamplingClock.possibleRatesHertz.contains(value) { return (field.name, value) }
    }
    return nil
  }

  private static func noAcceleration(_ fields: [MATLABVariable], _ path: String) -> SensorFileError
  {
    let named = fields.filter { MATLABName($0.name).quantity == .acceleration }
    let shown = (named.isEmpty ? fields : named).prefix(12)
    let found = shown.map { "\($0.name) (\($0.words))" }.joined(separator: ", ")
    return SensorFileError(
      .missingChannel, path: path,
      "an acceleration is needed, real numbers of n×3 or 3×n called acc, or vectors acc_x, acc_y "
        + "and acc_z of one length; there is \(found.isEmpty ? "nothing" : found).")
  }
}

/// The matrices that one sensor's samples lie in: one with a row per sample, one with a column per
/// sample, or a vector for every axis.
struct MATLABSensor {
  /// What messages call it, axis by axis.
  let names: [String]
  /// The unit in its name, or `nil`.
  let unit: ColumnUnit?
  /// One matrix, or one for every axis.
  let matrices: [MATLABMatrix]
  /// Whether a sample is a column of the matrix.
  let isTransposed: [Bool]
  /// How many samples there are.
  let sampleCount: Int

  /// The variables that it lies in: one, or one for every axis.
  var variables: [String] {
    matrices.count == 1 ? names.prefix(1).map { String($0.prefix { $0 != "(" }) } : names
  }

  /// One axis or three in one matrix; `nil` when it has another shape. Three samples of three axes
  /// are taken as rows.
  init?(_ name: String, unit: ColumnUnit?, _ matrix: MATLABMatrix, width: Int) {
    guard matrix.columnCount == width || matrix.rowCount == width else { return nil }
    names = width == 1 ? [name] : (1...width).map { "\(name)(:,\($0))" }
    self.unit = unit
    matrices = [matrix]
    isTransposed = [matrix.columnCount != width]
    sampleCount = matrix.count / width
  }

  /// Three axes in vectors of their own, all of one length, lying or standing.
  init?(axes: [(name: String, matrix: MATLABMatrix)], unit: ColumnUnit?) {
    guard axes.count == 3, let first = axes.first,
      axes.allSatisfy({ $0.matrix.isVector && $0.matrix.count == first.matrix.count })
    else { return nil }
    names = axes.map(\.name)
    self.unit = unit
    matrices = axes.map(\.matrix)
    isTransposed = matrices.map { $0.columnCount != 1 }
    sampleCount = first.matrix.count
  }
}

extension MATLABMatrix {
  /// Whether it is one row or one column.
  var isVector: Bool { rowCount == 1 || columnCount == 1 }
}
