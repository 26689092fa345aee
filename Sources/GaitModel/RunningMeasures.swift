/// What only a run has.
public struct RunningMeasures: Hashable, Sendable {
  /// How long a foot is on the ground in a step, seconds.
  public var contactSeconds: Measured<Double>
  /// How far the pelvis moves up and down in a step.
  public var verticalOscillation: Measured<Length>

  /// Makes the measures of a run; see the properties for units.
  public init(contactSeconds: Measured<Double>, verticalOscillation: Measured<Length>) {
    self.contactSeconds = contactSeconds
    self.verticalOscillation = verticalOscillation
  }
}
