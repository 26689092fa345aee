import GaitModel

extension ColumnLayout {
  /// Says which columns are three axes of another angular rate beside the one that is read, and where the one that is read
  /// may be angles. Of a logger that is known to write two nothing is said.
  static func otherRates(besides places: [Int], in names: [ColumnName]) -> [String] {
    func list(_ places: [Int]) -> String { places.map { names[$0].text }.joined(separator: ", ") }
    let unknown = unknownTriads(in: names, .angularRate)
    guard let first = places.first, let stem = names[first].part(of: .angularRate)?.stem else {
      return unknown.map {
        "\(list($0)): not read; if they are the sensor's angular rate, call them gyr_x, gyr_y, gyr_z"
      }
    }
    guard !ColumnName.preferredStems.contains(stem) else { return [] }
    let known = triads(in: names, .angularRate).filter { $0.key != stem }.map(\.value)
    let others = (known + unknown).sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
      .map { "\(list($0)): not read, because \(list(places)) are taken as the angular rate" }
    if !ColumnName.namesAngularRate(stem) {
      return others + ["\(list(places)): taken as the angular rate, by their unit"]
    }
    guard isPerhapsAngle(stem), names[first].unit == nil else { return others }
    return others + [
      "\(list(places)): taken as the angular rate, though names without a unit may mean angles; name the unit, as in gyr_x "
        + "(rad/s), or take angles out of the table"
    ]
  }

  /// Says which columns are those of another accelerometer beside the one that is read, as `acc2_x`, `accel_x` or
  /// `lower_back_acc_x` beside `acc_x`.
  static func otherAccelerometers(besides places: [Int], in names: [ColumnName]) -> [String] {
    func list(_ places: [Int]) -> String { places.map { names[$0].text }.joined(separator: ", ") }
    let unknown = unknownTriads(in: names, .acceleration)
      .map { "\(list($0)): not read; if they are of another sensor, make a table of each" }
    guard let stem = places.first.flatMap({ names[$0].part(of: .acceleration)?.stem }),
      !ColumnName.preferredStems.contains(stem)
    else { return unknown }
    return namedTriads(in: names, .acceleration, besides: stem).map {
      "\(list($0)): not read, because \(list(places)) are taken as the acceleration; if they are of another sensor, make a "
        + "table of each"
    } + unknown
  }

  /// The places of the axes of each sensor of a kind whose name is known and says a sensor, but for the one of a stem.
  static func namedTriads(
    in names: [ColumnName], _ kind: Triad, besides stem: String? = nil
  ) -> [[Int]] {
    triads(in: names, kind)
      .filter { $0.key != stem && !ColumnName.bareStems.contains($0.key) }.map(\.value)
      .sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
  }

  /// The places of columns that are not read and name three axes of a sensor of a kind, by their stems in order.
  static func unknownTriads(in names: [ColumnName], _ kind: Triad) -> [[Int]] {
    var sensors: [String: [(axis: Int, place: Int)]] = [:]
    for (place, name) in names.enumerated() {
      guard let (axis, stem) = name.unknownAxis, kind.isNamed(in: stem) else { continue }
      sensors[stem, default: []].append((axis, place))
    }
    return sensors.sorted { $0.key < $1.key }.compactMap { _, axes in
      Set(axes.map(\.axis)).count == 3 ? axes.map(\.place) : nil
    }
  }
}

extension ColumnLayout.Triad {
  /// Whether a stem that is not known names a sensor of this kind, wherever it is worn: `acc2`, `lowerbackacc`, `gyroraw`.
  /// An acceleration that is called free or linear was made of an accelerometer's and has no gravity.
  func isNamed(in stem: String) -> Bool {
    switch self {
    case .acceleration:
      stem.contains("acc") && !["free", "linear"].contains(where: stem.contains)
    case .angularRate:
      ["gyr", "giro", "drehrate", "winkelgeschwindigkeit"].contains(where: stem.contains)
    case .userAcceleration, .gravity: false
    }
  }
}
