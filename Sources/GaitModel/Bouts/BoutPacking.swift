/// One pass over all that a bout is made of, in a fixed order: it writes or reads. Each field stands here once, so that
/// what is written is what is read.
protocol BoutPass {
  /// A plain value.
  mutating func pass<Value: BitwiseCopyable>(_ value: inout Value)
  /// A list of plain values.
  mutating func pass<Value: BitwiseCopyable>(_ values: inout [Value])
  /// A method.
  mutating func pass(_ method: inout MethodIdentity?)
  /// Says how many strides follow: takes the count that is written, gives that which was read.
  mutating func passCount(_ count: Int) -> Int
}

extension Foot: BitwiseCopyable {}
extension Activity: BitwiseCopyable {}
extension Terrain: BitwiseCopyable {}
extension LeftOutReason: BitwiseCopyable {}
extension MissingReason: BitwiseCopyable {}
extension Length: BitwiseCopyable {}
extension Speed: BitwiseCopyable {}
extension Cadence: BitwiseCopyable {}
extension InitialContact: BitwiseCopyable {}
extension FinalContact: BitwiseCopyable {}
extension DoubleSupportParts: BitwiseCopyable {}
extension WithinPersonErrors: BitwiseCopyable {}

extension BoutPass {
  mutating func pass(_ bout: inout WalkingBout) {
    pass(&bout.seconds)
    pass(&bout.activity)
    pass(&bout.terrain)
    pass(&bout.initialContacts)
    pass(&bout.finalContacts)
    pass(&bout.strides)
    passMeasures(of: &bout)
    pass(&bout.leftOutReason)
    pass(&bout.withinPersonErrors)
    pass(&bout.doubleSupportParts)
    pass(&bout.quality)
    pass(&bout.running)
    pass(&bout.carryingLeg)
    pass(&bout.carryingLegAgreement)
    pass(&bout.stepCountError)
    pass(&bout.stepRateConfidence)
    pass(&bout.makers)
  }

  private mutating func passMeasures(of bout: inout WalkingBout) {
    pass(&bout.turnCount)
    pass(&bout.walkingSpeed)
    pass(&bout.stepLength)
    pass(&bout.strideLength)
    pass(&bout.isStepLengthAssumed)
    pass(&bout.cadence)
    pass(&bout.doubleSupportFraction)
    pass(&bout.asymmetryFraction)
    pass(&bout.stepTimeAsymmetry)
    pass(&bout.distance)
    pass(&bout.stepLengthAsymmetry)
    pass(&bout.pocketStepTimeAsymmetry)
  }

  private mutating func pass(_ seconds: inout Range<Double>) {
    var (lower, upper) = (seconds.lowerBound, seconds.upperBound)
    pass(&lower)
    pass(&upper)
    seconds = lower..<upper
  }

  private mutating func pass<Value: BitwiseCopyable>(_ measured: inout Measured<Value>) {
    var (value, error) = (measured.value, measured.standardError)
    var (method, reason) = (measured.method, measured.missingReason)
    pass(&value)
    pass(&error)
    pass(&method)
    pass(&reason)
    if let value {
      measured = .known(value, standardError: error, by: method)
    } else if let reason {
      measured = .missing(reason)
    }
  }

  private mutating func pass(_ strides: inout [Stride]) {
    let count = passCount(strides.count)
    if strides.count != count {
      strides = Array(repeating: Stride(foot: .unknown, seconds: 0..<0), count: count)
    }
    for place in strides.indices { pass(&strides[place]) }
  }

  private mutating func pass(_ stride: inout Stride) {
    pass(&stride.foot)
    pass(&stride.seconds)
    pass(&stride.length)
    pass(&stride.stanceSeconds)
    pass(&stride.swingSeconds)
    pass(&stride.doubleSupportSeconds)
    pass(&stride.isTurning)
    pass(&stride.leftOutReason)
  }

  private mutating func pass(_ quality: inout GaitQuality) {
    pass(&quality.strideTimeDeviation)
    pass(&quality.strideTimeVariation)
    pass(&quality.stepTimeDeviation)
    pass(&quality.stepTimeVariation)
    pass(&quality.stepRegularity)
    pass(&quality.strideRegularity)
    pass(&quality.symmetry)
    pass(&quality.harmonicRatio)
    pass(&quality.improvedHarmonicRatio)
    pass(&quality.smoothness)
  }

  private mutating func pass(_ axes: inout BodyAxisValues) {
    pass(&axes.vertical)
    pass(&axes.anteroposterior)
    pass(&axes.mediolateral)
  }

  private mutating func pass(_ running: inout RunningMeasures?) {
    var isRun = running != nil
    pass(&isRun)
    guard isRun else { return }
    var measures =
      running
      ?? RunningMeasures(
        contactSeconds: .missing(.noMethod), verticalOscillation: .missing(.noMethod))
    pass(&measures.contactSeconds)
    pass(&measures.verticalOscillation)
    running = measures
  }

  private mutating func pass(_ makers: inout BoutMakers) {
    pass(&makers.stepFrequency)
    pass(&makers.initialContacts)
    pass(&makers.walks)
    pass(&makers.terrain)
    pass(&makers.alignment)
    pass(&makers.laterality)
    pass(&makers.finalContacts)
    pass(&makers.selection)
  }
}

/// Writes bouts one behind the other.
struct BoutWriter: BoutPass {
  /// What was written and not taken yet.
  private(set) var bytes: [UInt8] = []
  /// The methods that the bouts name; bouts hold their places.
  private(set) var methods: [MethodIdentity] = []

  /// Begins anew behind the bytes that were written.
  mutating func forgetBytes() { bytes.removeAll(keepingCapacity: true) }

  /// Adds a bout.
  mutating func add(_ bout: WalkingBout) {
    var bout = bout
    pass(&bout)
  }

  mutating func pass<Value: BitwiseCopyable>(_ value: inout Value) {
    withUnsafeBytes(of: &value) { bytes.append(contentsOf: $0) }
  }

  mutating func pass<Value: BitwiseCopyable>(_ values: inout [Value]) {
    _ = passCount(values.count)
    values.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func pass(_ method: inout MethodIdentity?) {
    var number = UInt16(0)
    if let method { number = place(of: method) + 1 }
    pass(&number)
  }

  mutating func passCount(_ count: Int) -> Int {
    var number = UInt32(count)
    pass(&number)
    return count
  }

  /// A recording names some thirty methods, each of them thousands of times.
  private mutating func place(of method: MethodIdentity) -> UInt16 {
    if let place = methods.firstIndex(where: { $0.isSameObject(as: method) }) {
      return UInt16(place)
    }
    if let place = methods.firstIndex(of: method) { return UInt16(place) }
    methods.append(method)
    return UInt16(methods.count - 1)
  }
}

/// Reads bouts that were written by `BoutWriter`.
struct BoutReader: BoutPass {
  private let bytes: UnsafeRawBufferPointer
  private let methods: [MethodIdentity]
  private var offset = 0

  /// Reads from the first of these bytes on.
  init(_ bytes: UnsafeRawBufferPointer, methods: [MethodIdentity]) {
    (self.bytes, self.methods) = (bytes, methods)
  }

  /// The next bout.
  mutating func bout() -> WalkingBout {
    var bout = WalkingBout(seconds: 0..<0)
    pass(&bout)
    return bout
  }

  mutating func pass<Value: BitwiseCopyable>(_ value: inout Value) {
    value = bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    offset += MemoryLayout<Value>.size
  }

  mutating func pass<Value: BitwiseCopyable>(_ values: inout [Value]) {
    let count = passCount(0)
    let length = count * MemoryLayout<Value>.stride
    let own = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    values = Array(unsafeUninitializedCapacity: count) { room, filled in
      UnsafeMutableRawBufferPointer(room).copyMemory(from: own)
      filled = count
    }
    offset += length
  }

  mutating func pass(_ method: inout MethodIdentity?) {
    var number = UInt16(0)
    pass(&number)
    method = number == 0 ? nil : methods[Int(number) - 1]
  }

  mutating func passCount(_ count: Int) -> Int {
    var number = UInt32(0)
    pass(&number)
    return Int(number)
  }
}
