import GaitModel

/// Hands out the samples of a table.
final class DelimitedTextSource: SensorFileSource {
  let facts: RecordingFacts
  let layout: SensorFileLayout

  private let stream: TableStream
  private let columns: SampleColumns
  private var sampleCount = 0
  private var hasEnded = false

  /// Opens a table by its plan; layout and device are given where more is known than the plan says.
  init(
    _ file: RecordingFile, plan: TablePlan, layout: SensorFileLayout? = nil,
    device: String? = nil, settings: OpeningSettings
  ) throws(SensorFileError) {
    stream = try TableStream(file, plan: plan)
    self.layout = layout ?? plan.layout
    facts = settings.description.facts(
      name: file.name, device: device ?? plan.device,
      samplingRateHertz: plan.clock.samplingRateHertz,
      start: plan.start, hasAngularRate: plan.hasAngularRate, options: settings.options)
    columns = SampleColumns(
      capacity: settings.blockSampleCount, hasAngularRate: plan.hasAngularRate)
  }

  var remarks: [RecordingRemark] {
    let conversions = layout.conversions.map {
      RecordingRemark(kind: .converted, sampleCount: sampleCount, message: $0)
    }
    let contradictions = layout.contradictions.map {
      RecordingRemark(kind: .inconsistent, sampleCount: sampleCount, message: $0)
    }
    return conversions + contradictions + stream.remarks
  }

  func nextBlock() throws -> RecordingBlock? {
    while !hasEnded, columns.count < columns.capacity {
      guard try stream.next() else {
        hasEnded = true
        try stream.checkShare()
        break
      }
      sampleCount += 1
      columns.append(seconds: stream.seconds, stream.motion)
      if stream.hasSideChannels {
        columns.append(seconds: stream.seconds, side: stream.sideValues)
      }
    }
    return columns.takeBlock()
  }
}
