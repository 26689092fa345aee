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

    fileprivate var plural: String {
      switch self {
      case .device, .place: "devices"
      case .person: "people"
      case .either: "devices or people"
      }
    }
  }

  /// An `id` that stays for so many rows numbers neither rows nor packets.
  private static let leastHeld = 1000

  let name: String
  let place: Int
  private let owner: Owner
  private var first: [UInt8] = []
  private var second: [UInt8] = []
  private var heldCount = 0
  /// Whether rows are without a word, as where only some are labelled.
  private var hasGaps = false

  /// The columns of a table that say whose its rows are; none that is read is one.
  static func columns(in names: [String], besides layout: ColumnLayout) -> [OwnerColumn] {
    let read = Set(layout.columns.map(\.place))
    return names.indices.filter { !read.contains($0) }.compactMap { place in
      owner(named: names[place]).map { OwnerColumn(name: names[place], place: place, owner: $0) }
    }
  }

  private init(name: String, place: Int, owner: Owner) {
    (self.name, self.place, self.owner) = (name, place, owner)
  }

  private static func owner(named name: String) -> Owner? {
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "device", "deviceid", "devicename", "deviceserial", "deviceserialnumber", "deviceno",
      "devicenumber", "sensor", "sensorid", "sensorname", "sensorserial", "sensorno",
      "sensornumber", "sensorlocation", "sensorposition", "sensorplacement", "serial", "serialno",
      "serialnumber", "mac", "macaddress", "imu", "imuid", "imuname", "node", "nodeid", "placement",
      "bodypart", "bodylocation":
      .device
    case "participant", "participantid", "participantno", "participantnumber", "subject",
      "subjectid", "subjectno", "subjectnumber", "subjid", "pid", "patient", "patientid", "person",
      "personid", "user", "userid", "username", "volunteer", "proband":
      .person
    case "id", "uid", "uuid": .either
    case "position", "location", "side", "site", "bodyposition", "bodyside", "wearposition",
      "wearinglocation",
      "wornat":
      .place
    default: nil
    }
  }

  /// The person that a cell names; `nil` where the column is of something else or the cell says nothing.
  func person(_ cell: String) -> String? {
    owner == .person && !cell.isEmpty && !Self.missing.contains(cell.lowercased()) ? cell : nil
  }

  /// Takes the column's cell of the next row, and returns what it says besides the rows above: `nil` while it is the same
  /// or nothing.
  mutating func other(than cell: UnsafeBufferPointer<UInt8>) -> String? {
    if cell.count == first.count, cell.elementsEqual(first) {
      heldCount += 1
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
    if owner == .place {
      return !hasGaps && Self.isPartOfBody(text(first)) && Self.isPartOfBody(text(second))
        ? text(second) : nil
    }
    return owner != .either || heldCount >= Self.leastHeld ? text(second) : nil
  }

  /// What is wrong with a table in which rows are of others, too.
  func words(_ other: String) -> String {
    "the column \"\(name)\" says \"\(other)\" where rows above say \"\(text(first))\": the table holds several "
      + "\(owner.plural), and a recording is of one. Make a table of each"
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(60), as: UTF8.self)
  }

  /// Whether a cell names the same as the first, in another spelling: `Phone` and `phone`, `3` and `3.0`.
  private func isSame(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    let (one, other) = (text(first), String(decoding: cell.prefix(60), as: UTF8.self))
    if let number = Double(one) { return number == Double(other) }
    return one.lowercased() == other.lowercased()
  }

  /// Whether a text is of words like `left`, `lower_back` and `RightAnkle`.
  private static func isPartOfBody(_ text: String) -> Bool {
    var words = text.lowercased().filter { $0.isLetter }
    while let part = partsOfBody.first(where: words.hasPrefix) { words.removeFirst(part.count) }
    return words.isEmpty
  }

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
