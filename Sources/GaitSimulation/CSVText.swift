import GaitModel

/// The plain CSV of a recording.
enum CSVText {
  static func bytes(of recording: SimulatedRecording) -> [UInt8] {
    var recording = recording
    let header = "time_s,acc_x,acc_y,acc_z"
    var text = Array(header.utf8)
    if recording.facts.hasAngularRate { text += Array(",gyr_x,gyr_y,gyr_z".utf8) }
    let channels = recording.sideChannels
    for channel in channels { text += Array(",\(channel.rawValue)".utf8) }
    text.append(UInt8(ascii: "\n"))
    while let block = recording.nextBlock() { append(block, channels, to: &text) }
    return text
  }

  /// What stands beside the motion comes at a clock of its own: most rows have none.
  private static func append(
    _ block: RecordingBlock, _ channels: [SideChannel], to text: inout [UInt8]
  ) {
    let side = channels.map {
      (samples: block.side[$0] ?? SideSamples(), decimals: decimals(of: $0))
    }
    var next = channels.map { _ in 0 }
    for index in block.seconds.indices {
      DecimalText.append(block.seconds[index], decimals: 4, to: &text)
      append(block.acceleration, index, decimals: 3, to: &text)
      if let rate = block.angularRate { append(rate, index, decimals: 4, to: &text) }
      for (column, (samples, decimals)) in side.enumerated() {
        text.append(UInt8(ascii: ","))
        let place = next[column]
        guard place < samples.seconds.count, samples.seconds[place] == block.seconds[index] else {
          continue
        }
        DecimalText.append(Double(samples.values[place]), decimals: decimals, to: &text)
        next[column] += 1
      }
      text.append(UInt8(ascii: "\n"))
    }
  }

  /// As many as the simulated sensors have.
  private static func decimals(of channel: SideChannel) -> Int { channel == .heartRate ? 0 : 3 }

  private static func append(
    _ axes: Axes, _ index: Int, decimals: Int, to text: inout [UInt8]
  ) {
    for value in [axes.x[index], axes.y[index], axes.z[index]] {
      text.append(UInt8(ascii: ","))
      DecimalText.append(Double(value), decimals: decimals, to: &text)
    }
  }
}
