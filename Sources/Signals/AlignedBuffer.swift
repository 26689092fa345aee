/// Memory that starts where FFTW's vector code wants it, zeroed.
final class AlignedBuffer<Element: BinaryFloatingPoint> {
  let values: UnsafeMutableBufferPointer<Element>
  let base: UnsafeMutablePointer<Element>

  init(count: Int) {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count) * MemoryLayout<Element>.stride,
      alignment: FFTWPlanner.Key.alignment)
    base = raw.initializeMemory(as: Element.self, repeating: 0, count: count)
    values = UnsafeMutableBufferPointer(start: base, count: count)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  func fill(from x: [Element]) {
    x.withUnsafeBufferPointer { x in
      guard let start = x.baseAddress else { return }
      base.update(from: start, count: x.count)
    }
  }
}
