import GaitModel

/// What the first 30 bytes of a data block say about its samples.
struct AxivityBlock: Hashable {
  /// How samples are stored.
  enum Packing: Hashable {
    /// Three axes of 10 bits and a common exponent of 2 bits.
    case packed
    /// Acceleration alone, 16 bits each.
    case threeAxes
    /// Angular rate, then acceleration, 16 bits each.
    case sixAxes
    /// Angular rate, acceleration, then magnetic field, 16 bits each.
    case nineAxes

    var bytesPerSample: Int {
      switch self {
      case .packed: 4
      case .threeAxes: 6
      case .sixAxes: 12
      case .nineAxes: 18
      }
    }

    var capacity: Int { AxivityBlock.sampleByteCount / bytesPerSample }
    var hasAngularRate: Bool { self == .sixAxes || self == .nineAxes }
  }

  static let headerByteCount = 30
  static let sampleByteCount = 480

  /// Where the block begins in the file.
  let fileOffset: Int
  let packing: Packing
  /// Samples in the block; never more than fit.
  let sampleCount: Int
  /// Samples that the block says it has.
  let namedSampleCount: Int
  let rateHertz: Double
  let sessionIdentifier: UInt32
  let sequence: UInt32
  /// The clock's reading, whole seconds since 1970 and the fraction.
  let wholeSeconds: Int
  let fraction: Double
  /// The sample, counted from the block's first, at which the clock read this.
  let stampedSample: Int
  /// m/s² for one step of the acceleration.
  let accelerationUnit: Double
  /// rad/s for one step of the angular rate.
  let angularRateUnit: Double
  let lightSteps: Int
  let temperatureSteps: Int
  let batterySteps: Int
  let events: UInt8

  static func isMarked(_ sector: UnsafeRawBufferPointer) -> Bool {
    sector[0] == 0x41 && sector[1] == 0x58 && word(sector, 2) == 508
  }

  /// The sum of the block's 256 words; 0 when the block is whole.
  static func checksum(of sector: UnsafeRawBufferPointer) -> UInt16 {
    var sum: UInt16 = 0
    for place in 0..<256 {
      sum &+= sector.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self)
    }
    return UInt16(littleEndian: sum)
  }

  static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }

  static func longWord(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Reads the head of a block whose checksum is 0.
  init(_ sector: UnsafeRawBufferPointer, fileOffset: Int) throws(AxivityFault) {
    self.fileOffset = fileOffset
    packing = try Self.packing(axes: sector[25] >> 4, bytes: sector[25] & 15)
    namedSampleCount = Int(Self.word(sector, 28))
    sampleCount = min(namedSampleCount, packing.capacity)
    if sampleCount == 0 { throw .noSamples }
    guard let seconds = AxivityStamp.secondsSince1970(Self.longWord(sector, 14)) else {
      throw .noStamp
    }
    wholeSeconds = seconds
    let offset = Int(Int16(bitPattern: Self.word(sector, 26)))
    // Files of the first devices have no rate code, and whole hertz in the place of the offset.
    let isFirstKind = sector[24] == 0 && offset > 0
    rateHertz = isFirstKind ? Double(offset) : Self.rateHertz(code: sector[24])
    sessionIdentifier = Self.longWord(sector, 6)
    sequence = Self.longWord(sector, 10)
    let bits = Self.word(sector, 4)
    // With a true fraction, the whole samples that it makes were taken off the offset, for
    // programs that read the whole second only. They are put back.
    let hasFraction = bits & 0x8000 != 0
    fraction = hasFraction ? Double(bits & 0x7fff) / 32_768 : 0
    stampedSample = (isFirstKind ? 0 : offset) + Int(fraction * rateHertz)
    let light = Self.word(sector, 18)
    lightSteps = Int(light & 0x3ff)
    temperatureSteps = Int(Self.word(sector, 20) & 0x3ff)
    events = sector[22]
    batterySteps = Int(sector[23])
    accelerationUnit =
      standardGravity / Double(1 << (8 + (packing == .packed ? 0 : Int(light >> 13))))
    angularRateUnit = Self.angularRateUnit(code: Int(light >> 10 & 7))
  }

  /// Samples per second, by the low four bits of the code.
  static func rateHertz(code: UInt8) -> Double { 3200 / Double(1 << (15 - Int(code & 15))) }

  /// The range is 8000 °/s halved `code` times; devices that leave the code out have 2000 °/s.
  private static func angularRateUnit(code: Int) -> Double {
    let rangeDegrees = code == 0 ? 2000 : 8000 / Double(1 << code)
    return rangeDegrees / 32_768 * .pi / 180
  }

  private static func packing(axes: UInt8, bytes: UInt8) throws(AxivityFault) -> Packing {
    switch (axes, bytes) {
    case (3, 0): .packed
    case (3, 2): .threeAxes
    case (6, 2): .sixAxes
    case (9, 2): .nineAxes
    default: throw .unknownPacking
    }
  }

  /// How long the samples last at the rate of the code, seconds.
  var duration: Double { Double(sampleCount) / rateHertz }

  /// When the first sample was taken, at the rate of the code, seconds since 1970.
  var nominalStart: Double {
    Double(wholeSeconds) + fraction - Double(stampedSample) / rateHertz
  }

  /// Degrees Celsius: 3/1024 V a step, 0.5 V at 0 °C, 10 mV for each degree; `nil` for 0 steps, which stand for none.
  var temperatureCelsius: Double? {
    temperatureSteps > 0 ? Double(temperatureSteps) * 75 / 256 - 50 : nil
  }
  /// Volts of the battery; `nil` for 0 steps, which stand for unknown.
  var batteryVolts: Double? { batterySteps > 0 ? Double(batterySteps + 512) * 6 / 1024 : nil }
}

/// Why a block cannot be used although its checksum is right.
enum AxivityFault: Error, Hashable {
  case unknownPacking
  case noSamples
  case noStamp
}

/// The device's clock in 32 bits: from the top 6 bits of year since 2000, 4 of month, 5 of day,
/// 5 of hour, 6 of minute, 6 of second. It is a local clock without an offset from UTC.
enum AxivityStamp {
  /// Seconds from 1970 to the reading of the clock, or `nil` when it is no date; all zeros and all
  /// ones, which stand for "unknown", "always" and "never", are none.
  static func secondsSince1970(_ stamp: UInt32) -> Int? {
    let year = 2000 + Int(stamp >> 26)
    let month = Int(stamp >> 22 & 0x0f)
    let day = Int(stamp >> 17 & 0x1f)
    let hour = Int(stamp >> 12 & 0x1f)
    let minute = Int(stamp >> 6 & 0x3f)
    let second = Int(stamp & 0x3f)
    guard let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    return date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
  }
}

/// What can be wrong with a block, in the order of the remarks.
enum AxivityDamage: Int, DamageKind {
  case checksum, notABlock, header, unusable, count, missing, displaced, outOfOrder, duplicate
  case withoutAngularRate, rate, session

  static let noun = "block"

  var remark: RecordingRemark.Kind {
    switch self {
    case .checksum, .notABlock, .unusable: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate, .header: .duplicate
    case .count, .missing, .displaced, .withoutAngularRate, .rate, .session: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .missing: " are missing"
    case .displaced, .count, .rate, .session: " concerned"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .checksum: (isOne ? "has a checksum" : "have checksums") + " other than the expected 0"
    case .notABlock: isOne ? "is no data block" : "are no data blocks"
    case .header: (isOne ? "is" : "are") + " the file's header once more"
    case .unusable: "cannot be used"
    case .count: (isOne ? "names" : "name") + " more samples than fit; what fits was read"
    case .missing: (isOne ? "follows" : "follow") + " a jump of the sequence numbers"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .duplicate: (isOne ? "repeats" : "repeat") + " another one"
    case .withoutAngularRate: (isOne ? "has" : "have") + " no angular rate, unlike the recording"
    case .rate: (isOne ? "changes" : "change") + " the sampling rate"
    case .session:
      (isOne ? "is" : "are")
        + " of another session than before, as where another recording was put behind"
    }
  }

  func sentence(byte: String, words: String) -> String? {
    self == .checksum ? "block at byte \(byte) has checksum \(words), expected 0" : nil
  }
}
