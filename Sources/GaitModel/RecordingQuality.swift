/// How good a recording is: what the sensor did, not what the person did.
public struct RecordingQuality: Hashable, Sendable {
  /// From second 0, the first row of a table, to the last sample, seconds.
  public var durationSeconds: Double
  /// Samples that were used.
  public var sampleCount: Int
  /// Stretches without usable samples that are longer than the engine bridges. Broken samples are not
  /// usable: a dropout of three seconds is a gap like a pause of three seconds.
  public var gapCount: Int
  /// Their total length, seconds.
  public var gapSeconds: Double
  /// The longest of them, seconds; 0 when there is none.
  public var longestGapSeconds: Double
  /// Where the gaps of a minute or more lie, seconds from the first sample, in time order: days and times of day
  /// are told by them. Of more than a thousand, the longest.
  public var longGaps: [Range<Double>]
  /// Stretches of a quarter of an hour that miss a second or more in gaps that are not among `longGaps`, in time order.
  public var shortGaps: [ShortGaps] = []
  /// What is missing in pauses too short for a gap, seconds: that of pauses longer than `leastPauseSeconds`, each without
  /// the one interval that lies between any two samples. Pauses between usable samples, as gaps.
  public var shortPauseSeconds = 0.0
  /// The longest stretch without a gap, seconds.
  public var longestStretchSeconds: Double
  /// Share of samples at the sensor's limit, 0-1.
  public var clippedFraction: Double
  /// Where each axis was at its limit; an axis that never was has none.
  public var clippingLimits: ClippingLimits
  /// Time the device was not still, seconds. A device that is carried about counts, one on a
  /// sleeping person does not; see `nonWear` for a device that is not worn.
  public var movingSeconds: Double
  /// Stretches in which nobody wore the device, seconds of the recording, in time order; empty when
  /// it was worn throughout or the recording is too short to tell.
  public var nonWear: [Range<Double>]
  /// Time in these stretches for which there are samples, seconds.
  public var nonWearSeconds: Double
  /// Mean |a| over still stretches minus 1 g, in g, after calibration where there is one; `nil` when
  /// the device never lay still.
  public var stillGravityErrorG: Double?
  /// The stretches in which the mean acceleration is plainly no gravity, after calibration where there is one; `nil` when
  /// there is none.
  public var wrongGravity: WrongGravity?
  /// The mean force over the recording where no worn device can have it; `nil` where one can, and where `wrongGravity`
  /// says more.
  public var wrongForce: WrongForce?
  /// Gain and offset that were looked for in this recording or given for it; `nil` when neither.
  public var calibration: AccelerometerCalibration?
  /// Temperature of the device; `nil` when the file does not say.
  public var temperature: TemperatureSpan?
  /// How the sensor was worn: the direction of up in its own axes while walking, a unit vector;
  /// `nil` when nobody walked.
  public var upWhileWalking: SIMD3<Double>?

  /// By so much two stamps may lie farther apart than a limit and still be as far apart as it, seconds: stamps are given to
  /// a microsecond at best, and the binary fractions of them differ by less. Without it a tenth of a second would be
  /// longer than itself, or not, as its stamps round.
  package static let roundOffSeconds = 1e-6

  /// The longest time between two samples that is bridged, seconds: half a second, or ten samples of a
  /// slow clock, and a microsecond for what binary fractions round. A step takes about that long, so more could hide one;
  /// longer ones are gaps.
  public static func longestBridgeSeconds(rateHertz: Double) -> Double {
    max(0.5, 10 / rateHertz) + roundOffSeconds
  }

  /// The shortest pause between two samples in which something is missing, seconds: no interval of the clock, and longer
  /// than those of the slowest clock that gives lengths and speeds, 10 Hz. A microsecond is added as above.
  public static func leastPauseSeconds(rateHertz: Double) -> Double {
    max(0.1, 1.5 / rateHertz) + roundOffSeconds
  }

  /// More than this share of the time beside gaps is told when it is missing in short pauses. Our choice: 36 of 1,143 real
  /// recordings miss more.
  private static let toldPauseShare = 0.05

  /// What is to be said of the samples as a whole.
  public var remarks: [RecordingRemark] {
    [wrongGravity?.remark, wrongForce?.remark, shortPauseRemark].compactMap(\.self)
  }

  private var shortPauseRemark: RecordingRemark? {
    let share = shortPauseSeconds / max(1e-9, durationSeconds - gapSeconds)
    guard share > Self.toldPauseShare else { return nil }
    let percent = Int((share * 100).rounded())
    // Of a few seconds the tenths tell.
    let seconds =
      shortPauseSeconds < 10
      ? DecimalText.text(shortPauseSeconds, decimals: 1) ?? ""
      : Int(shortPauseSeconds.rounded()).grouped
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "\(percent) % of the time beside gaps, \(seconds) s, has no usable samples: it lies in pauses too short for a "
        + "gap, which are bridged, and steps may be lost in them")
  }

  /// Time with samples in which the device was worn, seconds: duration without gaps and non-wear.
  public var wearSeconds: Double { max(0, durationSeconds - gapSeconds - nonWearSeconds) }

  /// When the device was worn, seconds from the first sample, in time order: what is neither non-wear nor a long gap.
  /// Shorter gaps lie within.
  public var wornStretches: [Range<Double>] {
    var worn: [Range<Double>] = []
    var begin = 0.0
    for off in (nonWear + longGaps).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if off.lowerBound > begin { worn.append(begin..<off.lowerBound) }
      begin = max(begin, off.upperBound)
    }
    if durationSeconds > begin { worn.append(begin..<durationSeconds) }
    return worn
  }

  /// The same, divided where shorter gaps begin and end, each with the time in it that has samples: what is missing is taken
  /// off where it is missing. Gaps of less than a second in a quarter of an hour are taken off everything in proportion.
  public var wornTimes: [WornTime] {
    var times: [WornTime] = []
    var places: [Int?] = []
    var lengths = [Double](repeating: 0, count: shortGaps.count)
    func add(_ from: Double, _ to: Double, in place: Int?) {
      guard to > from else { return }
      times.append(WornTime(seconds: from..<to, wornSeconds: to - from))
      places.append(place)
      if let place { lengths[place] += to - from }
    }
    var next = 0
    for stretch in wornStretches {
      var begin = stretch.lowerBound
      while next < shortGaps.count, shortGaps[next].seconds.upperBound <= begin { next += 1 }
      var place = next
      while place < shortGaps.count, shortGaps[place].seconds.lowerBound < stretch.upperBound {
        let own = shortGaps[place].seconds.clamped(to: stretch)
        add(begin, own.lowerBound, in: nil)
        add(own.lowerBound, own.upperBound, in: place)
        begin = own.upperBound
        place += 1
      }
      add(begin, stretch.upperBound, in: nil)
    }
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      let share = 1 - min(shortGaps[place].gapSeconds, lengths[place]) / lengths[place]
      times[index].wornSeconds *= share
    }
    let whole = times.reduce(0) { $0 + $1.wornSeconds }
    let share = whole > 0 ? min(1, wearSeconds / whole) : 0
    return times.map { WornTime(seconds: $0.seconds, wornSeconds: $0.wornSeconds * share) }
  }

  /// Makes a quality record; see the properties for units.
  public init(
    durationSeconds: Double = 0, sampleCount: Int = 0, gapCount: Int = 0, gapSeconds: Double = 0,
    clippedFraction: Double = 0, clippingLimits: ClippingLimits = ClippingLimits(),
    movingSeconds: Double = 0, nonWear: [Range<Double>] = [], nonWearSeconds: Double = 0,
    stillGravityErrorG: Double? = nil, calibration: AccelerometerCalibration? = nil,
    temperature: TemperatureSpan? = nil, upWhileWalking: SIMD3<Double>? = nil,
    longestGapSeconds: Double = 0, longestStretchSeconds: Double = 0,
    longGaps: [Range<Double>] = []
  ) {
    self.durationSeconds = durationSeconds
    self.sampleCount = sampleCount
    self.gapCount = gapCount
    self.gapSeconds = gapSeconds
    self.clippedFraction = clippedFraction
    self.clippingLimits = clippingLimits
    self.movingSeconds = movingSeconds
    self.nonWear = nonWear
    self.nonWearSeconds = nonWearSeconds
    self.stillGravityErrorG = stillGravityErrorG
    self.calibration = calibration
    self.temperature = temperature
    self.upWhileWalking = upWhileWalking
    self.longestGapSeconds = longestGapSeconds
    self.longestStretchSeconds = longestStretchSeconds
    self.longGaps = longGaps
  }
}

/// A stretch of a recording that misses time in short gaps.
public struct ShortGaps: Hashable, Sendable {
  /// The stretch, seconds from the first sample.
  public var seconds: Range<Double>
  /// How long the gaps in it are together, seconds.
  public var gapSeconds: Double

  /// Makes a stretch.
  public init(seconds: Range<Double>, gapSeconds: Double) {
    (self.seconds, self.gapSeconds) = (seconds, gapSeconds)
  }
}

/// A stretch of a recording in which the device was worn.
public struct WornTime: Hashable, Sendable {
  /// The stretch, seconds from the first sample.
  public var seconds: Range<Double>
  /// The time in it that has samples, seconds.
  public var wornSeconds: Double
}

/// Stretches of ten seconds in which gravity is far from 1 g: the unit is another one, or the scale changes within the
/// recording.
///
/// Where a device hardly moves the mean vector is gravity: turning makes it shorter by less than 4 %, and the swing of an
/// arm longer by as little. In motion it is not: a wrist that runs has 1.2 g.
public struct WrongGravity: Hashable, Sendable {
  /// Further from 1 than this, g, is no error that a sensor has: the worst are off by 0.1 on one axis.
  public static let leastErrorG = 0.1
  /// With so much motion on each axis or less a stretch is judged, g: a standard deviation.
  public static let largestDeviationG = 0.15

  /// From the beginning of the first such stretch to the end of the last, seconds.
  public var seconds: Range<Double>
  /// How many there are.
  public var count: Int
  /// Of so many.
  public var stretchCount: Int
  /// The mean of gravity over those that are wrong, g.
  public var meanG: Double

  /// Makes a record; see the properties for units.
  public init(seconds: Range<Double>, count: Int, stretchCount: Int, meanG: Double) {
    self.seconds = seconds
    self.count = count
    self.stretchCount = stretchCount
    self.meanG = meanG
  }

  /// What is to be said of it.
  public var remark: RecordingRemark {
    let (from, to) = (Int(seconds.lowerBound), Int(seconds.upperBound.rounded()))
    let thousandths = (meanG * 1000).rounded() / 1000
    return RecordingRemark(
      kind: .inconsistent, sampleCount: 0,
      message:
        "gravity is \(thousandths) g and not 1 in \(count.grouped) of \(stretchCount.grouped) stretches of 10 s with little motion, "
        + "from \(from) to \(to) s: the acceleration has another unit than it was read in, or its scale changes within the "
        + "recording; results there cannot be trusted")
  }
}

/// A mean force over a whole recording that no worn device has: gravity is missing in it, or the unit is another one.
public struct WrongForce: Hashable, Sendable {
  /// The root mean square of |a| that a recording may have, g: gravity is in every sample, and a run adds as much
  /// again. Of 1,107 real recordings one is outside, .59 g of a wrist that jogs with a slow sensor. Our choice.
  public static let possibleG = 0.8...2.5

  /// The root mean square of |a|, g.
  public var meanG: Double

  /// Makes a record; see the property for the unit.
  public init(meanG: Double) { self.meanG = meanG }

  /// What is to be said of it.
  public var remark: RecordingRemark {
    let thousandths = (meanG * 1000).rounded() / 1000
    return RecordingRemark(
      kind: .inconsistent, sampleCount: 0,
      message:
        "|a| is \(thousandths) g over the whole recording, where gravity alone makes 1 g: gravity was taken out, the "
        + "acceleration has another unit than it was read in, or the sensor did not follow fast turns; results are doubtful"
    )
  }
}

/// The largest |a| at which an accelerometer's axes stood still at their limit, g.
public struct ClippingLimits: Hashable, Sendable {
  /// Of the x axis; `nil` when it never clipped.
  public var x: Double?
  /// Of the y axis; `nil` when it never clipped.
  public var y: Double?
  /// Of the z axis; `nil` when it never clipped.
  public var z: Double?

  /// Makes limits, g.
  public init(x: Double? = nil, y: Double? = nil, z: Double? = nil) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// Temperatures of a device over a recording, degrees Celsius.
public struct TemperatureSpan: Hashable, Sendable {
  /// The mean over the sensor's samples.
  public var meanCelsius: Double
  /// The lowest.
  public var leastCelsius: Double
  /// The highest.
  public var greatestCelsius: Double

  /// Makes a span, degrees Celsius.
  public init(meanCelsius: Double, leastCelsius: Double, greatestCelsius: Double) {
    self.meanCelsius = meanCelsius
    self.leastCelsius = leastCelsius
    self.greatestCelsius = greatestCelsius
  }
}
