import GaitModel

extension Axes {
  /// A sample in whole steps, as a device stores it.
  ///
  /// - Parameters:
  ///   - index: The sample.
  ///   - stepsPerUnit: Steps for 1 m/s² or 1 rad/s.
  ///   - limits: The numbers that the device has; what lies beyond is clipped.
  /// - Returns: x, y and z; zeros when there are no samples at all.
  func steps(_ index: Int, stepsPerUnit: Double, within limits: ClosedRange<Int>) -> [Int] {
    [x, y, z].map { axis in
      guard !axis.isEmpty else { return 0 }
      let steps = (Double(axis[index]) * stepsPerUnit).rounded()
      return Int(Swift.min(Swift.max(steps, Double(limits.lowerBound)), Double(limits.upperBound)))
    }
  }
}

extension RecordingBlock {
  /// Whether the stamps run evenly from 0 on, without gaps.
  ///
  /// Devices that stamp only whole pages pace their samples themselves: they have no place for a
  /// clock that is uneven from sample to sample.
  func isEven(rateHertz: Double) -> Bool {
    // Simulated stamps are rounded to a ten-thousandth of a second.
    seconds.indices.allSatisfy { abs(seconds[$0] - Double($0) / rateHertz) < 1e-4 }
  }
}
