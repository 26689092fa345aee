import GaitModel

/// Decides which strides count for a bout's values.
///
/// Source: F. Kluge et al., PLoS One 16:e0256541 (2021), the consensus on walking bouts; limits as
/// published for the Mobilise-D pipeline (M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78,
/// 2023).
public struct StrideSelection: ConfigurableMethod {
  /// Shortest and longest stride, seconds.
  public var durationSeconds = 0.4...3.0
  /// Shortest and longest stride, meters.
  public var lengthMeters = 0.15...2.3

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StrideSelection", question: "which strides count",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      revision: 1)
  }

  /// Why a stride does not count, or `nil` when it does.
  func reasonToLeaveOut(_ stride: Stride) -> LeftOutReason? {
    if !durationSeconds.contains(stride.durationSeconds) { return .implausibleDuration }
    if let length = stride.length.value, !lengthMeters.contains(length.meters) {
      return .implausibleLength
    }
    return nil
  }
}
