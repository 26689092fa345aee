import GaitModel

/// The plain CSV of a recording.
enum CSVText {
  static func bytes(of recording: SimulatedRecording) -> [UInt8] {
    var recording = recording
    let header = "time_s,acc_x,acc_y,acc_z"
    var text = Array(header.utf8)
    if recording.facts.hasAngularRate { text += Array(",gyr_x,gyr_y,gyr_z".utf8) }
    text.append(UInt8(ascii: "\n"))
    while let block = recording.nextBlock() { append(block, to: &text) }
    return text
  }

  private static func append(_ block: RecordingBlock, to text: inout [UInt8]) {
    for index in block.seconds.indices {
      FixedDecimal.append(block.seconds[index], decimals: 4, to: &text)
      append(block.acceleration, index, decimals: 3, to: &text)
      if let rate = block.angularRate { append(rate, index, decimals: 4, to: &text) }
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
