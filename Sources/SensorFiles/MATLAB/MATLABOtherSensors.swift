import GaitModel
import MATLABFiles

/// Another accelerometer or gyroscope beside the one that is read, as `accel`, `acc2` or `foot_acc` beside `acc`: which of
/// them is read must not be decided in silence. The rules are those for columns of tables.
struct MATLABOtherSensors {
  /// What is not read of the device.
  let unread: [MATLABVariable]

  /// Says which they are, one sentence each; none where there is no other sensor.
  func sentences(besides acceleration: MATLABSensor, _ angularRate: MATLABSensor?) -> [String] {
    accelerometers(besides: acceleration) + structures(besides: acceleration)
      + (angularRate.map(gyroscopes)
        ?? unknown(.angularRate).map { other in
          "\(Self.list(other)): not read; "
            + (other.count == 1
              ? "if it is the sensor's angular rate, call it gyr"
              : "if they are the sensor's angular rate, call them gyr_x, gyr_y, gyr_z")
        })
  }

  /// Says which vectors may be those of a slow sensor of which none is read.
  func slowSensors(besides read: [SideChannel]) -> [String] {
    let names = MATLABDevice.vectors(in: unread).map(\.name)
      .filter { MATLABName($0).quantity == nil }
    return ColumnLayout.otherSlowSensors(besides: read, in: names.map(ColumnName.init))
  }

  private func accelerometers(besides read: MATLABSensor) -> [String] {
    func advice(_ names: [String]) -> String {
      "if \(names.count == 1 ? "it is" : "they are") of another sensor, make a file of each"
    }
    let others = known(.acceleration).map { other in
      "\(Self.list(other)): not read, because \(Self.taken(read)) taken as the acceleration; \(advice(other))"
    }
    return others
      + unknown(.acceleration).map { "\(Self.list($0)): not read; \(advice($0))" }
  }

  /// Structures beside it that hold an acceleration: without it they would be recordings of their own.
  private func structures(besides read: MATLABSensor) -> [String] {
    unread.filter(Self.holdsAcceleration).map {
      "\($0.name): a structure with an acceleration, not read, because \(Self.taken(read)) taken as the acceleration; "
        + "if it is another recording, make a file of each"
    }
  }

  private static func holdsAcceleration(_ variable: MATLABVariable) -> Bool {
    guard !variable.fields.isEmpty else { return false }
    return (try? MATLABDevice(variable.fields, path: "")) != nil
      || variable.fields.contains(where: holdsAcceleration)
  }

  private func gyroscopes(besides read: MATLABSensor) -> [String] {
    (known(.angularRate) + unknown(.angularRate)).map { other in
      "\(Self.list(other)): not read, because \(Self.taken(read)) taken as the angular rate"
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  private static func taken(_ read: MATLABSensor) -> String {
    "\(list(read.variables)) \(read.variables.count == 1 ? "is" : "are")"
  }

  /// Sensors of a kind whose names are known: a matrix, or a vector for each axis.
  private func known(_ kind: ColumnLayout.Triad) -> [[String]] {
    let quantity = kind == .acceleration ? MATLABName.Quantity.acceleration : .angularRate
    let matrices = unread.filter {
      MATLABName($0.name).quantity == quantity && ($0.matrix?.count ?? 0) > 3
    }
    return matrices.map { [$0.name] } + vectors { ColumnLayout.namedTriads(in: $0, kind) }
  }

  /// Three axes that are called like a sensor of a kind by a name that is not known.
  private func unknown(_ kind: ColumnLayout.Triad) -> [[String]] {
    let matrices = unread.filter { field in
      guard let matrix = field.matrix, matrix.count > 3,
        MATLABSensor(field.name, unit: nil, matrix, width: 3) != nil
      else { return false }
      return MATLABName.isUnknown(field.name, kind)
    }
    return matrices.map { [$0.name] } + vectors { ColumnLayout.unknownTriads(in: $0, kind) }
  }

  private func vectors(_ places: ([ColumnName]) -> [[Int]]) -> [[String]] {
    let names = MATLABDevice.vectors(in: unread).map { ColumnName($0.name) }
    return places(names).map { $0.map { names[$0].text } }
  }
}
