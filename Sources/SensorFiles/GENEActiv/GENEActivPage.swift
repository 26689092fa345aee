/// One page of the file: its time and its samples.
struct GENEActivPage {
  /// Samples of a whole page.
  static let fullCount = 300

  /// Where the page begins in the file.
  let fileOffset: Int
  /// Pages that the file holds before it, those that cannot be read included.
  let ordinal: Int
  /// The page's number, or `nil` when it cannot be read.
  let sequence: Int?
  /// When the first sample was taken, seconds since 1970 on the device's clock.
  let start: Double
  /// Samples per second, as the page names them.
  let rateHertz: Double
  /// `nil` when it cannot be read.
  let temperatureCelsius: Double?
  let batteryVolts: Double?
  /// Instants that the page spans; those of samples that cannot be read are among them.
  let slotCount: Int
  /// The slot of each sample; empty when every slot has one.
  let slots: [Int]
  /// All x, then all y, then all z, m/s².
  let values: [Float]

  /// Samples that can be used.
  var sampleCount: Int { values.count / 3 }

  /// When a sample was taken, counted in samples from the page's first slot.
  func slot(of sample: Int) -> Int { slots.isEmpty ? sample : slots[sample] }

  /// How long the slots last at the rate named, seconds.
  var duration: Double { Double(slotCount) * Self.period(rateHertz: rateHertz) }

  /// From one sample to the next, seconds.
  ///
  /// Rates are written with one decimal, but a whole page lasts a whole number of tenths of a second:
  /// 85.7 Hz are 300 samples in 3.5 s (the manufacturer's GENEAcore counts in the same way).
  static func period(rateHertz: Double) -> Double {
    let page = (Double(fullCount) * 10 / rateHertz).rounded() / 10
    let isMeant = page > 0 && abs(Double(fullCount) / page - rateHertz) <= 0.05 + 1e-9
    return isMeant ? page / Double(fullCount) : 1 / rateHertz
  }
}
