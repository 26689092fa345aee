/// Memory that starts where FFTW's vector code wants it, zeroed.
package final class AlignedBuffer<Element: BinaryFloatingPoint> {
  package let values: UnsafeMutableBufferPointer<Element>
  package let base: UnsafeMutablePointer<Element>

  package init(count: Int) {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count) * MemoryLayout<Element>.stride,
      alignment: FFTWPlanner.Key.alignment)
    base = raw.initializeMemory(as: Element.self, repeating: 0, count: count)
    values = UnsafeMutableBufferPointer(start: base, count: count)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  package func fill(from x: [Element]) {
    x.withUnsafeBufferPointer { x in
      guard let start = x.baseAddress else { return }
      base.update(from: start, count: x.count)
    }
  }
}
