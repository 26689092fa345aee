/// Up to four signals side by side, a row for each sample: what runs over them takes all in one step.
public enum SignalRows {
  /// The rows of two to four signals of one length; a place without a signal holds the last one again.
  public static func rows(of signals: [[Double]]) -> [SIMD4<Double>] {
    precondition((1...4).contains(signals.count), "one to four signals")
    let count = signals[0].count
    precondition(signals.allSatisfy { $0.count == count }, "signals of one length")
    func signal(_ place: Int) -> [Double] { signals[min(place, signals.count - 1)] }
    return signal(0).withUnsafeBufferPointer { a in
      signal(1).withUnsafeBufferPointer { b in
        signal(2).withUnsafeBufferPointer { c in
          signal(3).withUnsafeBufferPointer { d in
            [SIMD4<Double>](count: count) { SIMD4(a[$0], b[$0], c[$0], d[$0]) }
          }
        }
      }
    }
  }

  /// The first signals of rows.
  public static func signals(of rows: ArraySlice<SIMD4<Double>>, count: Int) -> [[Double]] {
    rows.withUnsafeBytes { bytes in
      let numbers = bytes.bindMemory(to: Double.self)
      return (0..<count).map { lane in
        [Double](count: rows.count) { numbers[4 * $0 + lane] }
      }
    }
  }
}
