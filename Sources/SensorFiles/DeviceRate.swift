/// The rate that a device, or the program that wrote its file, says of it: it counts before that of a description.
struct DeviceRate {
  /// A rate in Hz, and where it stands.
  typealias Said = (place: String, hertz: Double)

  /// The one that is used.
  private let used: Said

  /// Takes the rate that counts, and where it stands.
  init(_ place: String, _ hertz: Double) { used = (place, hertz) }

  /// One sentence for each other rate of the file, and for that of the description, that is more than 5 % off.
  func contradictions(
    _ others: some Sequence<Said> = [], _ description: RecordingDescription
  ) -> [String] {
    (Array(others)
      + (description.samplingRateHertz.map { [("sampling_rate_hz of the description", $0)] } ?? []))
      .filter { abs($0.hertz / used.hertz - 1) > TableUnits.largestRateDifference }
      .map {
        "clock: \($0.place) says \($0.hertz) Hz, \(used.place) says \(used.hertz) Hz, which counts before it"
      }
  }
}
