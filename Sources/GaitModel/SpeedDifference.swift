/// Why the speed of a bout is not its step length times its cadence.
///
/// Speed and step length are means over every step with a length; cadence is that of the middle half of
/// the strides, so that pauses and the slow steps at both ends do not move it. Where these are many, the
/// three do not multiply.
public enum SpeedDifference: String, Hashable, Sendable, CaseIterable {
  /// Pauses, or steps that were not found, lie between the contacts.
  case pauses
  /// Steps in turns are slower than the others.
  case turns
  /// The steps at both ends, or between, are slower or faster than the usual ones.
  case unevenSteps = "uneven_steps"
}

extension WalkingBout {
  /// Why speed and step length times cadence differ; `nil` where they agree to 3 %, which is half of the
  /// error of a speed, or one of them is missing.
  public var speedDifference: SpeedDifference? {
    guard let speed = walkingSpeed.value?.metersPerSecond, speed > 0,
      let length = stepLength.value?.meters, let cadence = cadence.value?.stepsPerMinute,
      abs(length * cadence / 60 / speed - 1) > 0.03
    else { return nil }
    let steps = zip(initialContacts.dropFirst(), initialContacts).map { $0.seconds - $1.seconds }
    // One and a half times the usual step hides a missed contact or a pause.
    if steps.contains(where: { $0 > 1.5 * 60 / cadence }) { return .pauses }
    return strides.contains(where: \.isTurning) ? .turns : .unevenSteps
  }
}
