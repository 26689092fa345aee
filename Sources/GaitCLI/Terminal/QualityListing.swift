import GaitModel

/// How good a recording is, line by line: a word and what is said under it.
struct QualityListing {
  private let quality: RecordingQuality
  private let isThinned: Bool

  /// Makes the lines of a quality; of a thinned recording, wear is not known.
  init(_ quality: RecordingQuality, isThinned: Bool) {
    self.quality = quality
    self.isThinned = isThinned
  }

  /// The lines, in the order in which they are printed.
  var lines: [(String, String)] {
    [
      ("clipping", clipping), ("at rest", rest), ("calibration", calibration), ("worn", wear),
      ("temperature", temperature),
    ]
  }

  private var clipping: String {
    let limits = quality.clippingLimits
    let axes = [("x", limits.x), ("y", limits.y), ("z", limits.z)].compactMap { name, limit in
      limit.map { "\(name) at \(number($0, 2)) g" }
    }
    guard !axes.isEmpty else { return "none" }
    return number(quality.clippedFraction * 100, 3) + " % of values: "
      + axes.joined(separator: ", ")
  }

  private var rest: String {
    guard let error = quality.stillGravityErrorG else { return "the device never lay still" }
    return "|a| is \(number(1 + error, 4)) g on average; it should be 1"
  }

  private var calibration: String {
    guard let calibration = quality.calibration else { return "not looked for" }
    let errors = [
      calibration.errorBeforeG.map { number($0, 4) + " g off before" },
      calibration.errorAfterG.map { number($0, 4) + " g off after" },
    ].compactMap(\.self).joined(separator: ", ")
    let epochs = "still epochs: \(calibration.stillEpochCount)"
    let found = errors.isEmpty ? epochs : "\(epochs), \(errors)"
    guard let obstacle = calibration.obstacle else {
      return
        "found; gain \(axes(calibration.gain)), offset \(axes(calibration.offsetG)) g; \(found)"
    }
    return "none: \(obstacle.words) (\(found))"
  }

  private var wear: String {
    if isThinned { return "not looked for in stretches (--complete)" }
    guard !quality.nonWear.isEmpty else { return "throughout, as far as can be told" }
    let count = quality.nonWear.count
    return """
      \(number(quality.wearSeconds / 3600, 2)) h; \
      \(count) \(count == 1 ? "stretch" : "stretches") of \
      \(number(quality.nonWearSeconds / 3600, 2)) h not worn
      """
  }

  private var temperature: String {
    guard let span = quality.temperature else { return "not in the file" }
    return """
      \(number(span.leastCelsius, 1)) to \(number(span.greatestCelsius, 1)) °C, \
      mean \(number(span.meanCelsius, 1)) °C
      """
  }

  private func axes(_ vector: SIMD3<Double>) -> String {
    [vector.x, vector.y, vector.z].map { number($0, 4) }.joined(separator: " ")
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? "?"
  }
}
