import GaitModel

extension ColumnLayout {
  /// Says which columns may be those of a slow sensor of which none is read: by a unit that nothing else has
  /// (`Luftdruck (hPa)`), or by a word (`pressure_raw`). Without them stairs and heart rates are silently others.
  static func otherSlowSensors(besides read: [SideChannel], in names: [ColumnName]) -> [String] {
    SideChannel.allCases.filter { !read.contains($0) }.compactMap { side in
      let unread = names.filter { $0.mayHold(side) }.map(\.text)
      guard !unread.isEmpty, let meant = side.meaning else { return nil }
      let rest = unread.count > 3 ? " and \(unread.count - 3) more" : ""
      let list = unread.prefix(3).joined(separator: ", ") + rest
      let one = unread.count == 1 ? "it is" : "one of them is"
      return
        "\(list): not read; if \(one) \(meant.words), give it in \(meant.unit) and call it \(side.rawValue)"
    }
  }
}

extension SideChannel {
  /// What the sensor measures in words, and the unit in which it is kept; `nil` for temperatures, by which nothing is
  /// measured.
  fileprivate var meaning: (words: String, unit: String)? {
    switch self {
    case .pressure: ("the air pressure", "hPa")
    case .heartRate: ("the heart rate", "beats per minute")
    case .groundSpeed: ("the speed that satellites gave", "m/s")
    case .temperature: nil
    }
  }
}

extension ColumnName {
  /// The slow sensor whose a column of unknown name may be, or `nil`.
  var possibleSlowSensor: SideChannel? { SideChannel.allCases.first(where: mayHold) }

  /// Whether a column of unknown name may be that of a slow sensor.
  fileprivate func mayHold(_ side: SideChannel) -> Bool {
    guard quantity == nil else { return false }
    let words = Self.words(of: text)
    let unit = unit ?? words.last.flatMap { ColumnUnit(letters: $0) }
    let joined = words.joined()
    func names(_ parts: [String]) -> Bool { parts.contains(where: joined.contains) }
    switch side {
    case .pressure:
      return unknownAxis == nil && unit?.side == side || names(Self.pressureWords)
    case .heartRate:
      // `1/min` may count steps.
      return words.last == "bpm" || words.contains { ["hr", "puls", "pulse"].contains($0) }
        || names(Self.heartWords)
    case .groundSpeed: return unknownAxis == nil && unit?.side == side && names(Self.speedWords)
    case .temperature: return false
    }
  }

  private static let pressureWords = [
    "pressure", "barom", "luftdruck", "pression", "presión", "presion",
  ]
  private static let heartWords = [
    "heartrate", "herzfrequenz", "fréquencecardiaque", "frequencecardiaque", "frecuenciacardíaca",
    "frecuenciacardiaca", "frequenzacardiaca",
  ]
  private static let speedWords = [
    "speed", "velocity", "geschwindigkeit", "vitesse", "velocidad", "velocità",
  ]
}
