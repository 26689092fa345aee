/// The recordings that the peers' figures were measured on.
///
/// A figure of another engine says something beside ours only where both saw the same recordings. They are known
/// by the digests of their truth, not by what a folder is called.
enum PeerRecordings {
  /// The public dataset that some recordings are, all of them and no other; `nil` for any others.
  static func dataset(of scores: [RecordingScore]) -> String? {
    datasets[ContentDigest.text(of: scores.map(\.truthDigest))]
  }

  /// Datasets by the digest of the digests of their truths: of the conversions that Accuracy describes.
  private static let datasets: [String: String] = [
    "8ab40c41cd1bba80": "mobgap", "fb9681aef4c5ff9f": "mobifall",
    "213663579a0ee42e": "oxford_steps", "99cb66d1068699d2": "sisfall",
    "69f6602c98e820c3": "spsw_har", "49865ca7af33d45b": "umafall",
    "6332939027488d59": "voisard_ipol", "2d5b908d786ae57a": "voisard_semiogram",
    "2426d0ddd5d5c146": "weallwalk",
    "7d822a69aafae7a2": "bangle_wrist", "fac575a94c17c65f": "indoor_waypoints",
    "8166711fbff6c469": "malisa", "b85fc291e10f8785": "phyphox_gps",
    "3a39975d144e1d92": "sensorlogger_steps", "5caf6a295073d2f9": "smartfallmm",
    "39c1f45e1c2c377d": "stride_ict", "e4f1e69bc029a61d": "ubicomp13", "e8bb05df902b0aa4": "walk5m",
  ]
}
