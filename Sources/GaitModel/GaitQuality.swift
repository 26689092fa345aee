/// How steadily, evenly and smoothly a walk goes: one value each for a whole bout.
///
/// All are read at the lower back or hip from straight stretches, without the first and last steps; each
/// is missing where too few strides support it.
public struct GaitQuality: Hashable, Sendable {
  /// Standard deviation of stride times, seconds.
  public var strideTimeDeviation: Measured<Double>
  /// Standard deviation of stride times as a share of their mean.
  public var strideTimeVariation: Measured<Double>
  /// Standard deviation of step times about the mean of their own foot, seconds.
  public var stepTimeDeviation: Measured<Double>
  /// Standard deviation of step times about the mean of their own foot, as a share of the mean step.
  public var stepTimeVariation: Measured<Double>
  /// How alike successive steps are: autocorrelation of the vertical acceleration one step later, up
  /// to 1.
  public var stepRegularity: Measured<Double>
  /// How alike successive strides are: the same one stride later, up to 1.
  public var strideRegularity: Measured<Double>
  /// Step over stride regularity: 1 when left and right steps are as alike as the strides are.
  public var symmetry: Measured<Double>
  /// Amplitude of what repeats with each step over what repeats only with each stride; sideways the
  /// inverse, because left and right mirror each other. Higher is more even; 1 is no order at all.
  public var harmonicRatio: BodyAxisValues
  /// Power of what repeats with each step (sideways: of what mirrors) as a share of all, 0-1.
  public var improvedHarmonicRatio: BodyAxisValues
  /// Logarithm of the inverse of the mean square jerk, made dimensionless by the acceleration and the
  /// stride time: closer to 0 is smoother.
  public var smoothness: Measured<Double>

  /// Makes the values; see the properties for units.
  public init(
    strideTimeDeviation: Measured<Double>, strideTimeVariation: Measured<Double>,
    stepTimeDeviation: Measured<Double>, stepTimeVariation: Measured<Double>,
    stepRegularity: Measured<Double>, strideRegularity: Measured<Double>,
    symmetry: Measured<Double>, harmonicRatio: BodyAxisValues,
    improvedHarmonicRatio: BodyAxisValues, smoothness: Measured<Double>
  ) {
    self.strideTimeDeviation = strideTimeDeviation
    self.strideTimeVariation = strideTimeVariation
    self.stepTimeDeviation = stepTimeDeviation
    self.stepTimeVariation = stepTimeVariation
    self.stepRegularity = stepRegularity
    self.strideRegularity = strideRegularity
    self.symmetry = symmetry
    self.harmonicRatio = harmonicRatio
    self.improvedHarmonicRatio = improvedHarmonicRatio
    self.smoothness = smoothness
  }

  /// Nothing can be said, for one reason.
  public static func missing(_ reason: MissingReason) -> GaitQuality {
    GaitQuality(
      strideTimeDeviation: .missing(reason), strideTimeVariation: .missing(reason),
      stepTimeDeviation: .missing(reason), stepTimeVariation: .missing(reason),
      stepRegularity: .missing(reason), strideRegularity: .missing(reason),
      symmetry: .missing(reason), harmonicRatio: .missing(reason),
      improvedHarmonicRatio: .missing(reason), smoothness: .missing(reason))
  }
}

extension GaitQuality {
  /// The methods that the values name; some more than once.
  public var methods: [MethodIdentity] {
    let axes = [harmonicRatio, improvedHarmonicRatio].flatMap {
      [$0.vertical.method, $0.anteroposterior.method, $0.mediolateral.method]
    }
    let times = [
      strideTimeDeviation.method, strideTimeVariation.method, stepTimeDeviation.method,
      stepTimeVariation.method,
    ]
    let shapes = [
      stepRegularity.method, strideRegularity.method, symmetry.method, smoothness.method,
    ]
    return (times + shapes + axes).compactMap(\.self)
  }
}

/// One value for each axis of the body.
public struct BodyAxisValues: Hashable, Sendable {
  /// Along gravity.
  public var vertical: Measured<Double>
  /// Along the direction of walking.
  public var anteroposterior: Measured<Double>
  /// To the side.
  public var mediolateral: Measured<Double>

  /// Makes three values.
  public init(
    vertical: Measured<Double>, anteroposterior: Measured<Double>, mediolateral: Measured<Double>
  ) {
    self.vertical = vertical
    self.anteroposterior = anteroposterior
    self.mediolateral = mediolateral
  }

  /// The same values as that method's.
  public func made(by method: MethodIdentity) -> BodyAxisValues {
    BodyAxisValues(
      vertical: vertical.made(by: method), anteroposterior: anteroposterior.made(by: method),
      mediolateral: mediolateral.made(by: method))
  }

  /// Nothing can be said of any axis, for one reason.
  public static func missing(_ reason: MissingReason) -> BodyAxisValues {
    BodyAxisValues(
      vertical: .missing(reason), anteroposterior: .missing(reason),
      mediolateral: .missing(reason))
  }
}
