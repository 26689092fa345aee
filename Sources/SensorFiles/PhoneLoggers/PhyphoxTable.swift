import GaitModel

/// What a table of phyphox holds, by the names of its columns.
struct PhyphoxTable {
  /// The quantity on three axes, or `nil`.
  let triad: SensorTable.Triad?
  /// The slow quantity, or `nil`.
  let side: SideChannel?

  /// Looks at a header.
  init(_ header: TableHeader) {
    let names = header.names.map(ColumnName.init)
    let kinds: [(ColumnLayout.Triad, SensorTable.Triad)] = [
      (.acceleration, .acceleration), (.userAcceleration, .userAcceleration),
      (.gravity, .gravity), (.angularRate, .angularRate),
    ]
    triad = kinds.first { ColumnLayout.triad(in: names, $0.0) != nil }?.1
    side = SideChannel.allCases.first { side in names.contains { $0.quantity == .side(side) } }
  }

  /// Whether it holds an acceleration or an angular rate.
  var isMotion: Bool { triad != nil }
}
