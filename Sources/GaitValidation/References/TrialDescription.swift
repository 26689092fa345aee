import Foundation

/// What `NAME.json` says of a recording, as far as scoring needs it.
///
/// Other keys are ignored: readers of recordings have their own use for them.
public struct TrialDescription: Sendable, Hashable, Decodable {
  /// The study's name for the person.
  public var participant: String
  /// Where the device was worn, in the word of the file; empty when it is not given.
  public var site: String
  /// Samples per second, or `nil` when the file does not say.
  public var samplingRateHertz: Double?
  /// Stretches whose samples were interpolated, seconds: contacts cannot be found there.
  public var interpolatedGaps: [ClosedRange<Double>]

  /// Makes a description.
  public init(
    participant: String, site: String = "", samplingRateHertz: Double? = nil,
    interpolatedGaps: [ClosedRange<Double>] = []
  ) {
    self.participant = participant
    self.site = site
    self.samplingRateHertz = samplingRateHertz
    self.interpolatedGaps = interpolatedGaps
  }

  /// Reads the keys `participant`, `site`, `sampling_rate_hz` and `gaps_interpolated_s`.
  public init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Key.self)
    participant = try keyed.decodeIfPresent(String.self, forKey: .participant) ?? "unknown"
    site = try keyed.decodeIfPresent(String.self, forKey: .site) ?? ""
    samplingRateHertz = try keyed.decodeIfPresent(Double.self, forKey: .samplingRateHertz)
    interpolatedGaps =
      try (keyed.decodeIfPresent([[Double]].self, forKey: .interpolatedGaps) ?? [])
      .filter { $0.count == 2 && $0[0] <= $0[1] }
      .map { $0[0]...$0[1] }
  }

  private enum Key: String, CodingKey {
    case participant, site
    case samplingRateHertz = "sampling_rate_hz"
    case interpolatedGaps = "gaps_interpolated_s"
  }
}
