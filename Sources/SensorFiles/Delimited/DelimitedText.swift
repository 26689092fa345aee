import GaitModel

/// Tables of text: a header row, then one sample in a line.
enum DelimitedText: SensorFileFormat {
  static let name = "table of text (CSV)"

  /// Text has no zero bytes, and no control characters but tabs and line ends.
  static func recognizes(_ file: RecordingFile) -> Bool {
    !file.head.isEmpty
      && file.head.prefix(4096).allSatisfy { $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    // Sensors are read one by one and side by side, so that none is read in parts.
    let whole = try file.whole()
    if let own = try OwnClocks(in: whole, settings: settings) {
      let tables = try SharedTable.tables(in: whole, own: own, settings: settings)
      return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
    }
    var plan: TablePlan
    do throws(SensorFileError) {
      plan = try TablePlan(for: file, settings: settings)
    } catch {
      // Times that are too coarse for whole rows are no better for each sensor.
      if error.kind != .noClock,
        let tables = try? SharedTable.tables(in: whole, after: error, settings: settings)
      {
        return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
      }
      throw error
    }
    if plan.isGravityAlone {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "this is gravity alone: its size is the same in every row while its direction turns. Give the table of the whole "
          + "acceleration, or the folder in which this one lies beside the acceleration without gravity."
      )
    }
    let coverage = RateCoverage(plan, in: file)
    if plan.isShared || coverage.costsAcceleration {
      if let tables = try? SharedTable.tables(in: whole, settings: settings) {
        return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
      }
      plan = try plan.withoutRate(coverage, in: file, settings: settings)
    }
    return try DelimitedTextSource(file, plan: plan, settings: settings)
  }
}

/// Hands out the samples of a table.
final class TableSource<Rows: TableRows>: SensorFileSource {
  let facts: RecordingFacts
  let layout: SensorFileLayout
  let isThinned: Bool

  private let stream: RowStream<Rows>
  private let columns: SampleColumns
  private var sampleCount = 0
  private var hasEnded = false
  /// Whether the stream stands at a sample that no block has taken.
  private var isAhead = false

  /// Hands out rows that a plan has made sense of.
  init(
    path: String, facts: RecordingFacts, layout: SensorFileLayout, conversion: RowConversion,
    rows: Rows, blockSampleCount: Int, isThinned: Bool = false
  ) {
    self.isThinned = isThinned
    self.facts = facts
    self.layout = layout
    stream = RowStream(path: path, rows: rows, conversion: conversion)
    columns = SampleColumns(capacity: blockSampleCount, hasAngularRate: facts.hasAngularRate)
  }

  var remarks: [RecordingRemark] {
    let found = stream.remarks
    return layout.remarks(sampleCount: sampleCount) + found
      + (isThinned && !found.isEmpty ? [Self.numbering] : [])
  }

  /// What the numbers of lines in the other remarks are where only parts of a table are read.
  private static var numbering: RecordingRemark {
    RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "lines are numbered among those that were looked at; gait inspect --complete numbers those of the file"
    )
  }

  // Called through a protocol, where the compiler does not see what the rows are.
  @_specialize(where Rows == RowReader)
  func nextBlock() throws -> RecordingBlock? {
    while !hasEnded {
      guard try isAhead || stream.next() else {
        hasEnded = true
        takeSlowRows(before: .infinity)
        try stream.checkShare(areAll: !isThinned)
        break
      }
      if stream.hasSlowRows { takeSlowRows(before: stream.seconds) }
      // What slow sensors gave behind the last sample of a block is the block's: the next sample is read before it is full.
      isAhead = columns.count == columns.capacity
      if isAhead { break }
      sampleCount += 1
      columns.append(seconds: stream.seconds, stream.motion)
      if stream.hasSideChannels {
        columns.append(seconds: stream.seconds, side: stream.sideValues)
      }
    }
    let block = columns.takeBlock()
    if let block { stream.noteGiven(block.side.keys) }
    return block
  }

  @inline(never)
  private func takeSlowRows(before seconds: Double) {
    for row in stream.slowRows(before: seconds) { columns.append(row) }
  }
}

/// A table of text.
typealias DelimitedTextSource = TableSource<RowReader>

extension TableSource where Rows == RowReader {
  /// Opens a table by its plan; layout, device and start are given where more is known than the plan says.
  convenience init(
    _ file: RecordingFile, plan: TablePlan, layout: SensorFileLayout? = nil,
    device: String? = nil, start: WallClock? = nil, settings: OpeningSettings
  ) throws(SensorFileError) {
    let isThinned = plan.isThinned(file)
    var description = settings.description
    description.written = plan.writtenParticipant
    let facts = description.facts(
      name: file.name, device: device ?? plan.device,
      samplingRateHertz: plan.clock.samplingRateHertz,
      start: start ?? plan.start, hasAngularRate: plan.hasAngularRate, options: settings.options)
    self.init(
      path: file.path, facts: facts, layout: layout ?? plan.layout,
      conversion: RowConversion(plan),
      rows: try plan.rows(of: isThinned ? file.runs(alignedTo: .lines) : file.bytes(), in: file),
      blockSampleCount: settings.blockSampleCount, isThinned: isThinned)
  }
}
