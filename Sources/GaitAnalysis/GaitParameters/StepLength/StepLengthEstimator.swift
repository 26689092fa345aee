import GaitModel
import Signals

/// Says how far each step carries the body.
public protocol StepLengthEstimator: ConfigurableMethod {
  /// Which person's own factor it takes: each way of wearing has one of its own.
  var placement: PersonalCalibration.Placement { get }

  /// The length of every step of a walk.
  ///
  /// - Parameters:
  ///   - walk: the contacts.
  ///   - signal: the walk in its body's axes; `nil` where the method needs a trunk and the device does not move
  ///     with one.
  ///   - person: stature, and the person's own factor.
  /// - Returns: one estimate for every pair of successive contacts, or the reason why there are none.
  func steps(
    of walk: Walk, signal: WalkSignal?, person: StepLengthPerson
  ) -> Measured<[StepEstimate]>

  /// Standard error of a bout's mean speed against the truth, m/s.
  ///
  /// - Parameters:
  ///   - speed: the speed, m/s.
  ///   - steps: the steps that it is the mean of, at least one.
  ///   - person: stature, and the person's own factor.
  /// - Returns: the error, m/s, positive.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], person: StepLengthPerson
  ) -> Double

  /// Standard error of a bout's mean speed against the same person's other bouts, m/s; `nil` where it is not
  /// known.
  func speedErrorWithinPerson(ofMetersPerSecond speed: Double, steps: [StepEstimate]) -> Double?

  /// Whether it reads motion that only a trunk has; such a method is not shown the motion elsewhere.
  var needsTrunk: Bool { get }

  /// The stature that is taken where none was given, m; `nil` where there are no lengths without one.
  var heightAssumed: Length? { get }

  /// The share of stature that every step is taken as; `nil` where steps are measured.
  var shareOfHeightAssumed: Double? { get }
}

extension StepLengthEstimator {
  /// Not known.
  public func speedErrorWithinPerson(
    ofMetersPerSecond speed: Double, steps: [StepEstimate]
  ) -> Double? { nil }

  /// It reads the trunk, or no motion at all.
  public var needsTrunk: Bool { true }

  /// No stature is assumed.
  public var heightAssumed: Length? { nil }

  /// Steps are measured.
  public var shareOfHeightAssumed: Double? { nil }
}

/// What step lengths are told of the person.
public struct StepLengthPerson: Hashable, Sendable {
  /// Stature; `nil` when it is not known.
  public var height: Length?
  /// The person's own factor for this way of wearing; `nil` for none.
  public var calibration: PersonalCalibration?
  /// Standard error that a recognized way of wearing adds to a speed, m/s; 0 where it was given.
  public var wearingErrorMetersPerSecond: Double

  /// Makes a person.
  public init(
    height: Length?, calibration: PersonalCalibration? = nil,
    wearingErrorMetersPerSecond: Double = 0
  ) {
    (self.height, self.calibration) = (height, calibration)
    self.wearingErrorMetersPerSecond = wearingErrorMetersPerSecond
  }

  /// Whether the stature that the lengths come from is known.
  public var isHeightKnown: Bool { calibration.map { $0.height != nil } ?? (height != nil) }
}

/// The length of one step.
public struct StepEstimate: Hashable, Sendable {
  /// Length in meters.
  public var meters: Double
  /// How much the plain model was shortened, as a logarithm, 0 when it was not.
  public var correction: Double

  /// Makes an estimate.
  public init(meters: Double, correction: Double = 0) {
    (self.meters, self.correction) = (meters, correction)
  }
}
