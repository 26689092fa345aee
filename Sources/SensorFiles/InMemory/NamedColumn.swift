import GaitModel

/// What a table's column of some name holds, for tables of a program, whose columns are read by their plain names alone.
package struct NamedColumn {
  /// The plain name of what it holds, as `gyr_x` of `Gyroscope x [deg/s]`.
  package let plainName: String
  /// Whether the name means that and nothing else, in a unit that is read: `rot_x` may be an angle.
  package let isSure: Bool

  /// All plain names.
  package static var plainNames: Set<String> { Set(Channel.allCases.map(\.plainName)) }

  /// A column by its name; `nil` where none of that name is read, nor may be a slow sensor's.
  package init?(_ name: String) {
    let name = ColumnName(name)
    let channel: Channel
    var mayBeAngle = false
    if let side = name.possibleSlowSensor {
      (plainName, isSure) = (Channel(side).plainName, false)
      return
    }
    switch name.quantity {
    case .time: channel = .time
    case .acceleration(let axis, _): channel = Channel.acceleration[axis]
    case .angularRate(let axis, let stem):
      channel = Channel.angularRate[axis]
      mayBeAngle = name.unit == nil && ColumnLayout.isPerhapsAngle(stem)
    case .side(let side): channel = Channel(side)
    // They are read together, and make an acceleration only then.
    case .userAcceleration, .gravity, nil: return nil
    }
    plainName = channel.plainName
    isSure =
      !mayBeAngle && !ColumnLayout.Column(name, channel: channel, place: 0).hasUnreadUnit
  }
}
