import GaitModel

/// Recordings of the Axivity AX3 and AX6: a header, then blocks of 512 bytes.
///
/// Layout and units are those of the public description of the format: OpenMovement,
/// `Docs/ax3/cwa.h` and `Docs/ax3/ax3-technical.md` (github.com/openmovementproject/openmovement).
enum AxivityCWA: SensorFileFormat {
  static let name = "Axivity AX3/AX6 (CWA)"

  /// Bytes of a block, its own header and checksum included.
  static let sectorByteCount = 512

  /// The mark of the file's header, or one whole block where a block belongs: a damaged header
  /// costs the device's number and no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    if AxivityHeader.isMarked(file.head) { return true }
    return file.head.withUnsafeBytes { bytes in
      let starts = stride(from: 0, through: bytes.count - sectorByteCount, by: sectorByteCount)
      return starts.contains { start in
        let sector = UnsafeRawBufferPointer(rebasing: bytes[start..<start + sectorByteCount])
        return AxivityBlock.isMarked(sector) && AxivityBlock.checksum(of: sector) == 0
      }
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try AxivitySource(file, settings: settings)
  }
}

/// What the header and the first minutes say about a recording.
struct AxivityPlan {
  let headerByteCount: Int
  /// The time of the first sample, seconds since 1970 on the device's clock.
  let origin: Double
  let layout: SensorFileLayout
  let facts: RecordingFacts

  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    try AxivityHeader.check(file)
    let header = AxivityHeader(file.head)
    headerByteCount = Self.headerByteCount(of: file)
    let window = try AxivityWindow(
      file.bytes(), of: file, headerByteCount: headerByteCount)
    let first = try Self.firstBlocks(of: window, path: file.path)
    let packing = Self.usualPacking(first)
    let used = first.filter { !packing.hasAngularRate || $0.block.packing.hasAngularRate }
    guard let start = used.first else { throw BlockClock.tooFew(file.path) }
    origin = start.span.first
    let clock = try Self.clock(of: used, origin: origin, path: file.path)
    let description = settings.description
    layout = SensorFileLayout(
      format: AxivityCWA.name, channels: Self.channels(packing, start.block),
      ignoredChannels: ["light", "battery"]
        + (packing == .nineAxes ? ["magnetic field"] : []),
      conversions: Self.conversions(start.block, packing),
      contradictions: Self.contradictions(header, start.block, clock, description),
      clock: clock, details: AxivityDetails(header: header, first: start.block).sentences)
    facts = description.facts(
      name: file.name, device: AxivityDetails(header: header, first: start.block).device,
      samplingRateHertz: clock.samplingRateHertz,
      start: WallClock(secondsSince1970: origin, utcOffsetSeconds: 0, isLocal: true),
      hasAngularRate: packing.hasAngularRate, options: settings.options)
  }

  /// The header's bytes are passed over unless a block lies where it belongs.
  private static func headerByteCount(of file: RecordingFile) -> Int {
    let isBlock = file.head.withUnsafeBytes { bytes in
      bytes.count >= AxivityCWA.sectorByteCount
        && AxivityBlock.isMarked(UnsafeRawBufferPointer(rebasing: bytes[..<512]))
    }
    return isBlock ? 0 : AxivityHeader.byteCount
  }

  private static func firstBlocks(
    of window: AxivityWindow, path: String
  ) throws(SensorFileError) -> [AxivityWindow.Placed] {
    while let placed = try window.next() {
      if !placed.isEmpty { return placed }
    }
    let damage = (window.streamDamage.map { [$0] } ?? []) + window.damage.remarks.map(\.message)
    guard window.sectorCount > 0 || window.cutByteCount > 0 || !damage.isEmpty else {
      throw SensorFileError(
        .empty, path: path, "there is no data block below the header of the file.")
    }
    throw SensorFileError(
      .damaged, path: path,
      "none of its \(window.sectorCount.counted("block")) can be read: "
        + (damage.isEmpty ? "the first one is cut off" : damage.joined(separator: "; ")) + ".")
  }

  /// The packing of most blocks: one stray block does not decide for the recording.
  private static func usualPacking(_ placed: [AxivityWindow.Placed]) -> AxivityBlock.Packing {
    var counts: [AxivityBlock.Packing: Int] = [:]
    for each in placed { counts[each.block.packing, default: 0] += 1 }
    let order: [AxivityBlock.Packing] = [.packed, .threeAxes, .sixAxes, .nineAxes]
    return order.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .packed
  }

  private static func clock(
    of placed: [AxivityWindow.Placed], origin: Double, path: String
  ) throws(SensorFileError) -> ClockRegularity {
    var seconds: [Double] = []
    for each in placed where seconds.count < BlockClock.sampleCount {
      for sample in 0..<each.block.sampleCount {
        seconds.append(each.span.first - origin + each.span.step * Double(sample))
      }
    }
    return try BlockClock.regularity(
      of: seconds, nominalRateHertz: placed.first?.block.rateHertz, path: path)
  }

  private static func channels(
    _ packing: AxivityBlock.Packing, _ block: AxivityBlock
  ) -> [SensorFileLayout.Channel] {
    let steps = Int((standardGravity / block.accelerationUnit).rounded())
    let range = Int((block.angularRateUnit * 32_768 * 180 / .pi).rounded())
    let rate = packing.hasAngularRate ? "1/32768 of \(range) °/s (by the block)" : ""
    let gyroscope = ["x", "y", "z"].map {
      SensorFileLayout.Channel(nameInFile: "G\($0)", name: "gyr_\($0)", unit: rate)
    }
    let accelerometer = ["x", "y", "z"].map {
      SensorFileLayout.Channel(
        nameInFile: "A\($0)", name: "acc_\($0)", unit: "1/\(steps) g (by the block)")
    }
    let time = SensorFileLayout.Channel(
      nameInFile: "stamp of the block", name: "time_s", unit: "local date and time")
    let temperature = SensorFileLayout.Channel(
      nameInFile: "temperature", name: SideChannel.temperature.rawValue,
      unit: "75/256 °C above -50 °C, one for each block")
    return [time] + accelerometer + (packing.hasAngularRate ? gyroscope : []) + [temperature]
  }

  private static func conversions(
    _ block: AxivityBlock, _ packing: AxivityBlock.Packing
  ) -> [String] {
    [
      "acceleration from g to m/s²"
        + (packing.hasAngularRate ? ", angular rate from °/s to rad/s" : ""),
      BlockClock.localTimes,
    ]
  }

  private static func contradictions(
    _ header: AxivityHeader, _ block: AxivityBlock, _ clock: ClockRegularity,
    _ description: RecordingDescription
  ) -> [String] {
    var result: [String] = []
    if let rate = header.rateHertz, rate != block.rateHertz {
      result.append("the header names \(rate) Hz, the blocks \(block.rateHertz) Hz; the blocks win")
    }
    return result + (BlockClock.contradiction(clock, description).map { [$0] } ?? [])
  }
}

/// Hands out the samples of an Axivity recording.
final class AxivitySource: SensorFileSource {
  let facts: RecordingFacts

  private let window: AxivityWindow
  private let plan: AxivityPlan
  private let blockSampleCount: Int
  let isThinned: Bool
  private var placed: ArraySlice<AxivityWindow.Placed> = []
  private var usedOfFirst = 0
  private var blocksWithoutAngularRate = DamageLog<AxivityDamage>()

  init(_ file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    plan = try AxivityPlan(for: file, settings: settings)
    window = try AxivityWindow(
      file.runs(alignedTo: .blocks(byteCount: AxivityCWA.sectorByteCount)), of: file,
      headerByteCount: plan.headerByteCount)
    isThinned = file.isThinned
    // A stamp, then three or six values.
    blockSampleCount = settings.blockSampleCount(
      bytesPerSample: plan.facts.hasAngularRate ? 32 : 20)
    facts = plan.facts
  }

  var layout: SensorFileLayout {
    var layout = plan.layout
    layout.details += AxivityDetails.sentences(
      last: window.lastPlaced, tapCounts: window.tapCounts, isThinned: isThinned)
    return layout
  }

  var remarks: [RecordingRemark] {
    plan.layout.remarks(sampleCount: 0) + damage.remarks + blocksWithoutAngularRate.remarks
      + truncations
  }

  /// Blocks between the runs of a thinned file are not missing.
  private var damage: DamageLog<AxivityDamage> {
    var damage = window.damage
    if isThinned { damage.forget(.missing) }
    return damage
  }

  private var truncations: [RecordingRemark] {
    var messages: [String] = window.streamDamage.map { [$0] } ?? []
    if window.cutByteCount > 0 {
      messages.append(
        "the file ends inside a block, after \(window.cutByteCount) of "
          + "\(AxivityCWA.sectorByteCount) bytes")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  func nextBlock() throws -> RecordingBlock? {
    while placed.isEmpty {
      guard let next = try window.next() else { return nil }
      let isWhole = !facts.hasAngularRate || next.allSatisfy { $0.block.packing.hasAngularRate }
      placed = isWhole ? next[...] : next.filter { isUsable($0.block) }[...]
    }
    return AxivitySamples(takePieces()).block(
      origin: plan.origin, hasAngularRate: facts.hasAngularRate)
  }

  private func isUsable(_ block: AxivityBlock) -> Bool {
    if block.packing.hasAngularRate { return true }
    blocksWithoutAngularRate.note(
      .withoutAngularRate, at: block.fileOffset, samples: block.sampleCount)
    return false
  }

  /// As many samples as a block may hold, of the blocks that are in memory.
  private func takePieces() -> [AxivitySamples.Piece] {
    var pieces: [AxivitySamples.Piece] = []
    var room = blockSampleCount
    while room > 0, let next = placed.first {
      let count = min(next.block.sampleCount - usedOfFirst, room)
      pieces.append(piece(of: next, from: usedOfFirst, count: count))
      room -= count
      usedOfFirst += count
      if usedOfFirst == next.block.sampleCount {
        placed.removeFirst()
        usedOfFirst = 0
      }
    }
    return pieces
  }

  /// The times of a piece come from the block's first sample, so that cuts do not change them.
  private func piece(
    of placed: AxivityWindow.Placed, from start: Int, count: Int
  ) -> AxivitySamples.Piece {
    AxivitySamples.Piece(
      bytes: placed.bytes + start * placed.block.packing.bytesPerSample,
      packing: placed.block.packing, start: start, count: count, first: placed.span.first,
      step: placed.span.step, accelerationUnit: placed.block.accelerationUnit,
      angularRateUnit: placed.block.angularRateUnit,
      temperatureCelsius: start == 0 ? placed.block.temperatureCelsius : nil)
  }
}
