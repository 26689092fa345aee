import GaitModel

/// A column that says whose the rows are, a device's or a person's: all rows of a recording are of one.
struct OwnerColumn {
  /// Whose the rows are.
  enum Owner {
    case device, person
    /// `id` says nothing more; it may also number rows or packets.
    case either
    /// `position` and `side` say where a device is worn where they name parts of the body; else how somebody stands, or
    /// which foot.
    case place
    /// `type`, `channel` and any column of words says which sensor a row is of where its words name sensors, or
    /// where they take turns from row to row, which no activity does.
    case sensor
    /// `unit`, `source`, `pos` and `address` say which device a row is of where their values take turns from row to row.
    case source
    /// `file`, `session` and `code` may part recordings that were put behind each other, or a recording that is one.
    case part

    fileprivate var plural: String {
      switch self {
      case .device, .place, .source: "devices"
      case .sensor: "sensors"
      case .person: "people"
      case .part: "recordings"
      case .either: "devices or people"
      }
    }
  }

  /// An `id` that stays for so many rows numbers neither rows nor packets.
  private static let leastHeld = 1000
  /// Words take turns from row to row where the first one came back so often, and after no more than so many rows on
  /// average. Our choice: activities last for seconds.
  private static let leastTurns = 50
  private static let longestTurn = 4
  /// Columns of words that are looked at, the first ones: a row of a logger has a few.
  private static let columnLimit = 100

  let name: String
  let place: Int
  private let owner: Owner
  private var first: [UInt8] = []
  private var second: [UInt8] = []
  private var heldCount = 0
  /// How many rows there were, how often the first word came back, and whether the last row had it.
  private var rowCount = 0
  private var turnCount = 0
  private var isAway = false
  /// Whether rows are without a word, as where only some are labelled.
  private var hasGaps = false
  private var values = ValueBlocks()

  /// The columns of a table that say whose its rows are; none that is read is one.
  static func columns(of header: TableHeader, besides layout: ColumnLayout) -> [OwnerColumn] {
    let names = header.names
    let read = Set(layout.columns.map(\.place))
    return names.indices.filter { !read.contains($0) }.compactMap { place in
      let cell = place < header.firstRow.count ? header.firstRow[place] : ""
      return OwnerColumn(names[place], place: place, firstCell: cell)
    }.prefix(columnLimit).map(\.self)
  }

  /// Whether a cell begins with a letter, and is no truth value and no sign of a missing one.
  private static func isWord(_ cell: String) -> Bool {
    let word = cell.lowercased()
    return word.first?.isLetter ?? false && !missing.contains(word) && !truths.contains(word)
  }

  private static let truths: Set = ["true", "false", "t", "f", "yes", "no", "y", "n", "on", "off"]

  /// A column by its name and the first cell below it; `nil` where it does not say whose the rows are.
  init?(_ name: String, place: Int, firstCell: String) {
    guard let owner = Self.owner(named: name) ?? (Self.isWord(firstCell) ? .sensor : nil) else {
      return nil
    }
    (self.name, self.place, self.owner) = (name, place, owner)
  }

  private static func owner(named name: String) -> Owner? {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch plain {
    case "type", "kind", "channel", "stream", "sensortype": return .sensor
    case "id", "uid", "uuid": return .either
    case "pid": return .person
    default: break
    }
    switch noun(plain) {
    case "device", "sensor", "sensorlocation", "sensorposition", "sensorplacement", "serial",
      "deviceserial", "sensorserial", "serien", "mac", "macaddress", "imu", "node", "placement",
      "bodypart", "bodylocation", "gerät", "geraet", "geräte", "geraete", "capteur", "appareil",
      "dispositivo", "aparato":
      return .device
    case "participant", "subject", "subj", "sub", "sujet", "patient", "person", "personne", "user",
      "volunteer", "proband", "vp", "vpn", "versuchsperson", "teilnehmer", "patientin", "probandin",
      "teilnehmerin", "nutzer", "nutzerin", "patiente", "participante", "paciente", "persona",
      "sujeto", "utilisateur", "usuario":
      return .person
    case "dev", "unit", "einheit", "module", "modul", "source", "src", "quelle", "pos", "address",
      "addr", "adresse":
      return .source
    case "position", "location", "side", "limb", "site", "bodyposition", "bodyside",
      "wearposition", "wearinglocation", "wornat":
      return .place
    case "file", "recording", "session", "trial", "visit", "code": return .part
    default: return nil
    }
  }

  /// What a name is about without the words that say how it is told: `patient` of `patientnr`, `person` of `idperson`.
  private static func noun(_ name: String) -> Substring {
    var noun = name[...]
    let words = ["id", "no", "nr", "num", "number", "nummer", "code", "name"]
    while let word = words.first(where: { noun.hasSuffix($0) && noun.count > $0.count }) {
      noun.removeLast(word.count)
    }
    return noun.hasPrefix("id") ? noun.dropFirst(2) : noun
  }

  /// The person that a cell names; `nil` where the column is of something else or the cell says nothing.
  func person(_ cell: String) -> String? {
    owner == .person && !cell.isEmpty && !Self.missing.contains(cell.lowercased()) ? cell : nil
  }

  /// Takes the column's cell of the next row, and returns what it says besides the rows above: `nil` while it is the same
  /// or nothing.
  mutating func other(than cell: UnsafeBufferPointer<UInt8>) -> String? {
    rowCount += 1
    values.take(cell)
    if cell.count == first.count, cell.elementsEqual(first) {
      heldCount += 1
      if isAway { return back() }
      // An `id` that comes back is a name that alternates, unless it is a number that counts around.
      return owner == .either && !second.isEmpty && !isNumber(first) ? text(second) : nil
    }
    guard !cell.isEmpty, !Self.isMissing(cell) else {
      hasGaps = true
      return nil
    }
    guard !first.isEmpty else {
      first = Array(cell)
      heldCount = 1
      return nil
    }
    guard !isSame(cell) else { return nil }
    second = Array(cell)
    if owner == .part { return nil }
    if owner == .sensor || owner == .source {
      // A `dev` may be a deviation: numbers that are not whole name no device.
      isAway = owner == .sensor || !isNumber(second) || Int(Self.name(text(second))) != nil
      return Self.sensor(text(first)) != nil && Self.sensor(text(second)) != nil
        ? text(second) : nil
    }
    if owner == .place {
      // Numbers are those of devices where they take turns from row to row, as no place on a way and no foot does.
      isAway = isNumber(first)
      return !hasGaps && Self.isPartOfBody(text(first)) && Self.isPartOfBody(text(second))
        ? text(second) : nil
    }
    return owner != .either || heldCount >= Self.leastHeld ? text(second) : nil
  }

  /// Takes a row that has the first word again, behind rows with others.
  private mutating func back() -> String? {
    isAway = false
    turnCount += 1
    return turnCount >= Self.leastTurns && rowCount <= Self.longestTurn * turnCount
      ? text(second) : nil
  }

  /// What is wrong with a table in which rows are of others, too.
  func words(_ other: String) -> String {
    // A column of devices may name kinds of sensors, as `acc` and `gyr`; `acc1` and `acc2` are two devices.
    let kinds = [Self.sensor(text(first)), Self.sensor(other)].compactMap(\.self)
    let areSensors =
      owner == .sensor || owner == .device && kinds.count == 2 && kinds[0] != kinds[1]
    return
      "the column \"\(name)\" says \"\(other)\" where rows above say \"\(text(first))\": the table holds several "
      + (areSensors
        ? "sensors by turns. Give each sensor columns of its own, as acc_x and gyr_x, or leave only the accelerometer's rows"
        : "\(owner.plural), and a recording is of one. Make a table of each")
  }

  /// A sentence about values that came one after the other, as where recordings were put behind each other; `nil` where they
  /// did not, and of labels, which may.
  var blocks: String? {
    guard let values = values.all, !Self.labels.contains(where: name.lowercased().contains) else {
      return nil
    }
    let shown = values.prefix(5).joined(separator: ", ") + (values.count > 5 ? ", …" : "")
    return
      "the column \"\(name)\" has \(values.count) values, one after the other (\(shown)); the table was read as one recording"
  }

  /// What names of labels hold.
  private static let labels = [
    "activ", "label", "class", "event", "annot", "task", "phase", "condition", "state", "status",
    "accuracy", "quality",
  ]

  private func text(_ bytes: [UInt8]) -> String {
    String(TextEncoding.readable(bytes).prefix(60))
  }

  /// Whether a cell names the same as the first, in another spelling: `Phone` and `phone`, `3` and `3.0`, as programs write
  /// numbers; `007` and `7` are two names. In whatever encoding, other letters are another name.
  private func isSame(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    Self.name(TextEncoding.readable(first)) == Self.name(TextEncoding.readable(cell))
  }

  private static func name(_ text: String) -> Substring {
    let letters = text.lowercased()[...]
    guard let point = letters.firstIndex(of: "."), Double(letters) != nil,
      letters[point...].dropFirst().allSatisfy({ $0 == "0" })
    else { return letters }
    return letters[..<point]
  }

  /// Whether a text is of words like `left`, `lower_back` and `RightAnkle`; a number, as of a place on a treadmill, is none.
  private static func isPartOfBody(_ text: String) -> Bool {
    var words = text.lowercased().filter { $0.isLetter }
    guard !words.isEmpty else { return false }
    while let part = partsOfBody.first(where: words.hasPrefix) { words.removeFirst(part.count) }
    return words.isEmpty
  }

  /// The kind of sensor that a text names, as `acc`, `Gyroscope`, `android.sensor.magnetic_field` and `acc_x` do; `nil` where
  /// it names none.
  private static func sensor(_ text: String) -> String? {
    let letters = text.lowercased().filter(\.isLetter)
    return sensors.first { letters.hasPrefix($0) }
      ?? ["accelero", "gyroscope", "magneto", "linearacc"].first(where: letters.contains)
      .map { String($0.prefix(3)) }
  }

  private static let sensors = [
    "acc", "gyr", "mag", "baro", "pressure", "gravity", "lacc", "linacc", "rotation",
    "orientation", "quat", "temp", "heartrate", "hr", "ppg", "ecg", "light", "gps", "location",
  ]

  /// The longest first, so that none is taken for the beginning of another.
  private static let partsOfBody = [
    "left", "right", "lower", "upper", "front", "dominant", "non", "wrist", "ankle", "waist",
    "belt", "hip",
    "pelvis", "lumbar", "sacrum", "back", "chest", "sternum", "trunk", "torso", "thigh", "shank",
    "shin",
    "foot", "shoe", "leg", "knee", "arm", "forearm", "hand", "neck", "head", "ear", "pocket", "bag",
    "l", "r",
  ].sorted { ($1.count, $0) < ($0.count, $1) }

  private func isNumber(_ bytes: [UInt8]) -> Bool { Double(text(bytes)) != nil }

  private static func isMissing(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard cell.count <= 4 else { return false }
    return missing.contains(String(decoding: cell, as: UTF8.self).lowercased())
  }

  private static let missing: Set = ["n/a", "na", "nan", "null", "-"]
}
