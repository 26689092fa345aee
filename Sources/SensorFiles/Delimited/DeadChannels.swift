import GaitModel

/// Looks for sensors that give one value again and again: gyroscopes and barometers that work have noise. What is too short
/// to tell is read; `DeadSensors` leaves it out around gait.
struct DeadChannels {
  /// In so many rows, at least, a dead sensor gives one value: loggers repeat what a slow barometer gave last beside each row
  /// of a quick one.
  private static let leastRowCount = 1000
  /// So many values a dead barometer gives, at least; in a table of its own each row is a reading.
  private static let leastPressureCount = 30

  private var rate: (x: Double, y: Double, z: Double)?
  private var rowCount = 0
  private var isRateAlive = false
  private var pressure: Double?
  private var pressureCount = 0
  private var isPressureAlive = false
  /// Whether rows hold acceleration, too: where no column does, it stays 0.
  private var isBesideAcceleration = false

  /// Whether a sensor may still turn out to be dead.
  var isOpen: Bool {
    (rate != nil && !isRateAlive) || (pressure != nil && !isPressureAlive)
  }

  /// The channels whose sensor is dead, as far as was looked.
  var channels: Set<Channel> {
    var dead: Set<Channel> = []
    let isLong = rowCount >= Self.leastRowCount
    if isLong, rate != nil, !isRateAlive { dead.formUnion(Channel.angularRate) }
    if isLong || !isBesideAcceleration, !isPressureAlive,
      pressureCount >= Self.leastPressureCount
    {
      dead.insert(.pressure)
    }
    return dead
  }

  /// Takes the next row.
  mutating func take(_ raw: UnsafeMutablePointer<Double>, hasAngularRate: Bool) {
    rowCount += 1
    if raw[1] != 0 || raw[2] != 0 || raw[3] != 0 { isBesideAcceleration = true }
    if hasAngularRate, !isRateAlive {
      let first = rate ?? (raw[4], raw[5], raw[6])
      rate = first
      isRateAlive = first != (raw[4], raw[5], raw[6])
    }
    let value = raw[Channel.pressure.rawValue]
    if !isPressureAlive, value.isFinite {
      isPressureAlive = value != pressure ?? value
      pressure = value
      pressureCount += 1
    }
  }

  /// What is to be said of the columns of dead sensors, a sentence for each sensor.
  func sentences(about columns: ColumnLayout) -> [String] {
    [Channel.angularRate, [.pressure]].map { $0.filter { channels.contains($0) } }
      .filter { !$0.isEmpty }.map { dead in
        let names = dead.compactMap { columns.column($0)?.name }
        return
          "\(names.joined(separator: ", ")): the same value throughout, which no sensor that works gives, so "
          + "\(names.count == 1 ? "it is" : "they are") not read"
      }
  }
}
