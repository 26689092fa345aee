/// The unit that the name of a column says: `Begin [ms]` is in milliseconds.
enum ColumnUnit {
  /// The columns that hold instants, by the mapping's keys: one unit holds for all of them.
  static let instants: Set<String> = [
    "time", "final", "left", "right", "left_final", "right_final", "start", "end",
  ]
  /// The columns that hold lengths; no kind of rows has two of them.
  static let lengths = ["length", "stride_length", "distance"]

  /// The unit of a time or a duration; `nil` where the name says none.
  static func time(in name: String) -> String? {
    unit(
      in: name,
      [
        ("ms", ["ms", "msec"]), ("s", ["s", "sec", "seconds"]), ("frames", ["frame", "frames"]),
        ("min", ["min", "minutes"]),
      ])
  }

  /// The unit of a length; `nil` where the name says none.
  static func length(in name: String) -> String? {
    unit(in: name, [("cm", ["cm"]), ("mm", ["mm"]), ("m", ["m"])])
  }

  /// The unit of a speed; `nil` where the name says none.
  static func speed(in name: String) -> String? {
    unit(
      in: name,
      [("cm/s", ["cm/s", "cmps", "cm/sec"]), ("km/h", ["km/h", "kmh"]), ("m/s", ["m/s", "mps"])])
  }

  private static func unit(in name: String, _ units: [(String, [String])]) -> String? {
    let tokens = Set(
      name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "/" }.map(String.init))
    return units.first { !tokens.isDisjoint(with: $0.1) }?.0
  }
}

extension LaboratoryMapping.Table {
  /// Columns whose names say another unit than the one that they are read in, a sentence for each.
  var otherUnits: [String] {
    columns.sorted { $0.key < $1.key }.compactMap { key, name in
      let said: String?
      let read: String?
      switch key {
      case "duration": (said, read) = (ColumnUnit.time(in: name), units?.duration ?? units?.time)
      case "speed": (said, read) = (ColumnUnit.speed(in: name), units?.speed ?? "m/s")
      case _ where ColumnUnit.instants.contains(key):
        (said, read) = (ColumnUnit.time(in: name), units?.time)
      case _ where ColumnUnit.lengths.contains(key):
        (said, read) = (ColumnUnit.length(in: name), units?.length ?? "m")
      default: return nil
      }
      let unit = read ?? "s"
      guard let said, said != unit else { return nil }
      return
        "\(file): \"\(name)\" is read in \(unit), and its name says \(said); see \"units\" in the mapping"
    }
  }
}
