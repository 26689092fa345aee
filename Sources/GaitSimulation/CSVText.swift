import GaitModel

/// The plain CSV of a recording.
enum CSVText {
  static func bytes(of recording: SimulatedRecording) -> [UInt8] {
    var recording = recording
    let header = "time_s,acc_x,acc_y,acc_z"
    var text = Array(header.utf8)
    if recording.facts.hasAngularRate { text += Array(",gyr_x,gyr_y,gyr_z".utf8) }
    if recording.hasPressure { text += Array(",pressure_hpa".utf8) }
    text.append(UInt8(ascii: "\n"))
    let hasPressure = recording.hasPressure
    while let block = recording.nextBlock() {
      append(block, hasPressure: hasPressure, to: &text)
    }
    return text
  }

  /// Pressure comes at a clock of its own: most rows have none.
  private static func append(
    _ block: RecordingBlock, hasPressure: Bool, to text: inout [UInt8]
  ) {
    let pressure = block.side[.pressure] ?? SideSamples()
    var next = 0
    for index in block.seconds.indices {
      FixedDecimal.append(block.seconds[index], decimals: 4, to: &text)
      append(block.acceleration, index, decimals: 3, to: &text)
      if let rate = block.angularRate { append(rate, index, decimals: 4, to: &text) }
      if hasPressure { text.append(UInt8(ascii: ",")) }
      if next < pressure.seconds.count, pressure.seconds[next] == block.seconds[index] {
        FixedDecimal.append(Double(pressure.values[next]), decimals: 3, to: &text)
        next += 1
      }
      text.append(UInt8(ascii: "\n"))
    }
  }

  private static func append(
    _ axes: Axes, _ index: Int, decimals: Int, to text: inout [UInt8]
  ) {
    for value in [axes.x[index], axes.y[index], axes.z[index]] {
      text.append(UInt8(ascii: ","))
      FixedDecimal.append(Double(value), decimals: decimals, to: &text)
    }
  }
}
