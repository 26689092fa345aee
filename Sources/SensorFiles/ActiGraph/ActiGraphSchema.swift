import GaitModel

/// A SENSOR_SCHEMA record: which columns the SENSOR_DATA records of the IMU have.
struct ActiGraphSchema {
  /// A column of two bytes.
  private struct Column {
    let label: String
    let frame: ActiGraphFrame.Column
  }

  private static let headByteCount = 6
  private static let columnByteCount = 23
  private static let labelByteCount = 16

  let identifier: UInt16
  /// The columns' names, for a person.
  let labels: [String]
  private let columns: [Column]
  private let rowByteCount: Int

  /// Reads a payload; `nil` when it is cut, or has a column that is no whole number of bytes.
  init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count >= Self.headByteCount else { return nil }
    identifier = Self.word(payload, 0)
    let count = Int(Self.word(payload, 2))
    guard count > 0, payload.count >= Self.headByteCount + count * Self.columnByteCount else {
      return nil
    }
    var columns: [Column] = []
    var labels: [String] = []
    var offset = 0
    for number in 0..<count {
      let place = Self.headByteCount + number * Self.columnByteCount
      let flags = payload[place]
      let bits = Int(payload[place + 2])
      guard bits > 0, bits % 8 == 0 else { return nil }
      let label = Self.label(payload, at: place + 7)
      labels.append(label)
      // A motion sensor's values are words with a sign.
      if bits == 16, flags & 2 != 0 {
        let scale = ActiGraphParameters.decimal(
          UInt32(Self.word(payload, place + 3)) | UInt32(Self.word(payload, place + 5)) << 16)
        columns.append(
          Column(
            label: label,
            frame: ActiGraphFrame.Column(
              offset: offset, unit: scale > 0 ? 1 / scale : 1, isBigEndian: flags & 1 != 0)))
      }
      offset += bits / 8
    }
    self.columns = columns
    self.labels = labels
    rowByteCount = offset
  }

  /// How records of this schema lie; `nil` unless accelerometer and gyroscope have three axes.
  var frame: ActiGraphFrame? {
    let acceleration = triad("accelerometer", factor: standardGravity)
    let angularRate = triad("gyroscope", factor: .pi / 180)
    guard acceleration.count == 3, angularRate.count == 3 else { return nil }
    return ActiGraphFrame(
      packing: .words, leadByteCount: 2, halfBytesPerSample: rowByteCount * 2,
      acceleration: acceleration, angularRate: angularRate, schemaIdentifier: identifier)
  }

  private func triad(_ sensor: String, factor: Double) -> [ActiGraphFrame.Column] {
    ["x", "y", "z"].compactMap { axis in
      columns.first { column in
        let words = column.label.lowercased().split(separator: " ")
        return words.first.map(String.init) == sensor && words.last.map(String.init) == axis
      }.map { column in
        var frame = column.frame
        frame.unit *= factor
        return frame
      }
    }
  }

  private static func label(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String {
    let letters = bytes[place..<place + labelByteCount].prefix { $0 != 0 }
    return String(decoding: letters, as: UTF8.self).split(separator: " ").joined(separator: " ")
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }
}
