/// The samples of a page, as far as its digits can be read.
struct GENEActivDigits {
  /// Instants that the digits span; those of samples that cannot be read are among them.
  let slotCount: Int
  /// The slot of each sample; empty when every slot has one.
  let slots: [Int]
  /// All x, then all y, then all z, m/s².
  let values: [Float]
  /// Whether the button was down at any of the samples.
  let isPressed: Bool

  /// Reads `count` times twelve digits; `nil` when no sample is readable.
  init?(_ text: UnsafePointer<UInt8>, count: Int, by decoder: GENEActivDecoder) {
    slotCount = count
    if let whole = decoder.samples(text, count: count) {
      (slots, values, isPressed) = ([], whole.values, whole.isPressed)
      return
    }
    let readable = decoder.readable(text, count: count)
    guard !readable.isEmpty else { return nil }
    let samples = readable.compactMap {
      decoder.samples(text + $0 * GENEActivDecoder.digitsPerSample, count: 1)
    }
    slots = readable
    values = (0..<3).flatMap { axis in samples.map { $0.values[axis] } }
    isPressed = samples.contains { $0.isPressed }
  }
}
