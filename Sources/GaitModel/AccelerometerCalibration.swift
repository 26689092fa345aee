/// Gain and offset of an accelerometer's axes against gravity, or why there are none.
///
/// A calibrated value is `gain * value + offset` on each axis. Where nothing could be calibrated the
/// gain is 1, the offset 0, and the recording is used as it is.
public struct AccelerometerCalibration: Hashable, Sendable {
  /// What the values of each axis are multiplied with; 1 where there is an obstacle.
  public var gain: SIMD3<Double>
  /// What is added to each axis after that, g; 0 where there is an obstacle.
  public var offsetG: SIMD3<Double>
  /// Mean distance of |a| from 1 g over the still epochs as they were recorded, g; `nil` when there
  /// was no still epoch, or the calibration was given and not looked for.
  public var errorBeforeG: Double?
  /// The same after the best calibration that was found, whether it was accepted or not, g; `nil`
  /// when none was looked for.
  public var errorAfterG: Double?
  /// Still epochs that were found.
  public var stillEpochCount: Int
  /// Why the recording is used as it is; `nil` for a calibration to be applied.
  public var obstacle: Obstacle?

  /// Why there is no calibration. The raw value is the word written to `summary.json`.
  public enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// The device lay still for too short a time in all.
    case tooFewStillEpochs = "too_few_still_epochs"
    /// It did not lie still on enough different sides.
    case orientationsNotSpread = "orientations_not_spread"
    /// No gain and offset bring the still epochs closer to 1 g.
    case errorNotReduced = "error_not_reduced"
    /// The best gain and offset leave the still epochs too far from 1 g.
    case errorTooLarge = "error_too_large"
  }

  /// Makes a calibration to be applied.
  ///
  /// - Parameters:
  ///   - gain: factor of each axis.
  ///   - offsetG: what is added after that, g.
  ///   - errorBeforeG: mean distance of |a| from 1 g as recorded, g, where it was measured.
  ///   - errorAfterG: the same once calibrated, g, where it was measured.
  ///   - stillEpochCount: still epochs that it rests on; 0 when it was given.
  public init(
    gain: SIMD3<Double>, offsetG: SIMD3<Double>, errorBeforeG: Double? = nil,
    errorAfterG: Double? = nil, stillEpochCount: Int = 0
  ) {
    self.gain = gain
    self.offsetG = offsetG
    self.errorBeforeG = errorBeforeG
    self.errorAfterG = errorAfterG
    self.stillEpochCount = stillEpochCount
  }

  /// Makes the record of a calibration that was looked for and not found.
  ///
  /// - Parameters:
  ///   - obstacle: why the recording is used as it is.
  ///   - errorBeforeG: mean distance of |a| from 1 g as recorded, g; `nil` without still epochs.
  ///   - errorAfterG: the same after the best that was tried, g; `nil` when nothing was.
  ///   - stillEpochCount: still epochs that were found.
  public init(
    obstacle: Obstacle, errorBeforeG: Double?, errorAfterG: Double? = nil, stillEpochCount: Int
  ) {
    self.init(
      gain: SIMD3(repeating: 1), offsetG: .zero, errorBeforeG: errorBeforeG,
      errorAfterG: errorAfterG, stillEpochCount: stillEpochCount)
    self.obstacle = obstacle
  }

  /// Whether the samples are changed by it.
  public var isApplied: Bool { obstacle == nil }
}
