extension PeerSheet {
  /// The peers on recordings of hands, wrists, backs and hips, measured by `Tools/benchmarks/peer_accuracy.py`.
  ///
  /// Releases: mobgap 1.2.0, oak of beiwe-forest 1.0, KielMAT 0.0.5, skdh 0.17.18, MultiGait 1.2.0. The two "norm" engines share mobgap's
  /// `GsdIonescu`, so that one of them stands for the time found as walking. An engine has no figure for sites that it was not made for, for
  /// what it does not say, such as a speed, where it has a value for fewer than half of the recordings that ours has one for, and where it
  /// refuses more than a quarter of the recordings (KielMAT those below 8 s).
  static let further = [
    bangleWrist, indoorWaypoints, malisa, malisaLowerBack, malisaWrist, phyphoxGps,
    sensorloggerSteps, smartfallmm, smartfallmmHip, smartfallmmWrist, strideIct, ubicomp13,
    ubicomp13Bag, ubicomp13Hand, ubicomp13Pocket, walk5m,
  ]

  private static let bangleWrist = PeerSheet(
    dataset: "bangle_wrist", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT", "MultiGait"],
    lines: [
      (.steps, "MAE", [221, 236, 32, 134, 34]),
      (.steps, "bias", [185, 196, 7.21, 52, 4.29]),
      (.steps, "other activities, low trust: MAE", [1060, 1130, 97.7, 488, 100]),
      (.steps, "other activities, low trust: bias", [1060, 1130, 97.1, 488, 100]),
      (.steps, "walks, high trust: MAE", [18, 19.9, 24.6, 47.5, 14.6]),
      (.steps, "walks, high trust: bias", [-16.8, -18.5, -21.6, -47.3, -14.2]),
      (.steps, "walks, low trust: MAE", [32.9, 37, 1.71, 56.8, 25.7]),
      (.steps, "walks, low trust: bias", [-27.8, -31.6, 0.136, -56.8, -25.7]),
      (.steps, "false steps where nobody walks", [13.2, 14.1, 1.31, 9.56, 0.902]),
      (.activity, "time of drive found as walking", [0.613, nil, 0.031, 0.283, 0.028]),
      (.activity, "time of general found as walking", [0.11, nil, 0.017, 0.128, 0.028]),
      (.activity, "time of housework found as walking", [0.623, nil, 0.124, 0.476, 0.24]),
      (.activity, "time of mixed found as walking", [0.306, nil, 0.063, 0.229, 0.086]),
      (.activity, "time of no steps found as walking", [0, nil, 0, 0, 0]),
      (.activity, "time of nosteps1 found as walking", [0.263, nil, 0, 1, 0]),
      (.activity, "time of nosteps2 found as walking", [0.281, nil, 0, 0.641, 0]),
      (.activity, "time of nosteps3 found as walking", [0.155, nil, 0.206, 0.148, 0]),
      (.activity, "time of static found as walking", [0, nil, 0, 0, 0]),
      (.activity, "time of train_journey_b31 found as walking", [0.032, nil, 0.005, 0.115, 0.003]),
      (.activity, "time of walk found as walking", [0.881, nil, 0.68, 0.587, 0.735]),
      (.activity, "time of work found as walking", [0.064, nil, 0.007, 0.142, 0.009]),
    ])

  private static let indoorWaypoints = PeerSheet(
    dataset: "indoor_waypoints", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT"],
    lines: [
      (.trials, "marked walks found", [1, 1, 0.5]),
      (.trials, "time of marked walks found", [0.992, 0.943, 0.523]),
    ])

  private static let malisa = PeerSheet(
    dataset: "malisa", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT"],
    lines: [
      (.trials, "marked walks found", [1, 0.917, 0.833]),
      (.trials, "time of marked walks found", [0.716, 0.61, 0.62]),
      (.trials, "time of 30 s chair stand found as walking", [0.843, 0.643, 0.813]),
      (.trials, "time of Locomo challenge found as walking", [0.179, 0.071, 0.118]),
      (.trials, "time of TUG normal found as walking", [0.786, 0.317, 0.683]),
      (.trials, "time of TUG slow (controlled cadence) found as walking", [0.681, 0.011, 0.301]),
      (.trials, "time of part of a 6-minute walk found as walking", [0.905, 0.833, 0.823]),
    ])

  private static let malisaLowerBack = PeerSheet(
    dataset: "malisa", site: "lower_back", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT", "mobgap", "skdh"],
    lines: [
      (.trials, "marked walks found", [1, 1, 1, 1, 0.333]),
      (.trials, "time of marked walks found", [0.727, 0.672, 0.664, 0.78, 0.454]),
      (.trials, "time of 30 s chair stand found as walking", [0.82, 0.664, 0.794, 0.57, 0]),
      (.trials, "time of Locomo challenge found as walking", [0, 0, 0, 0, 0]),
      (.trials, "time of TUG normal found as walking", [0.758, 0.443, 0.481, 0.653, 0.152]),
      (
        .trials, "time of TUG slow (controlled cadence) found as walking",
        [0.726, 0.022, 0.355, 0.468, 0.044]
      ),
      (
        .trials, "time of part of a 6-minute walk found as walking",
        [0.933, 0.919, 0.869, 0.923, 0.822]
      ),
      (.trials, "speed of marked walks found", [nil, nil, nil, 0.833, 0.167]),
      (.trials, "speed of marked walks MAE", [nil, nil, nil, 20.8, nil]),
      (.trials, "speed of marked walks bias", [nil, nil, nil, 19, nil]),
      (.trials, "speed of marked walks r", [nil, nil, nil, -0.469, nil]),
      (.trials, "speed of marked walks by bouts MAE", [nil, nil, nil, 20.7, nil]),
      (.trials, "speed of marked walks by bouts bias", [nil, nil, nil, 16.7, nil]),
      (.trials, "speed of marked walks by bouts r", [nil, nil, nil, -0.507, nil]),
      (.trials, "distance of marked walks MAE", [nil, nil, nil, 10.1, nil]),
      (.trials, "distance of marked walks bias", [nil, nil, nil, -10.1, nil]),
    ])

  private static let malisaWrist = PeerSheet(
    dataset: "malisa", site: "wrist", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT", "MultiGait"],
    lines: [
      (.trials, "marked walks found", [1, 0.833, 0.667, 0.333]),
      (.trials, "time of marked walks found", [0.705, 0.547, 0.575, 0.338]),
      (.trials, "time of 30 s chair stand found as walking", [0.866, 0.622, 0.832, 0.755]),
      (.trials, "time of Locomo challenge found as walking", [0.357, 0.143, 0.237, 0]),
      (.trials, "time of TUG normal found as walking", [0.814, 0.19, 0.885, 0.432]),
      (
        .trials, "time of TUG slow (controlled cadence) found as walking", [0.635, 0, 0.246, 0.074]
      ),
      (.trials, "time of part of a 6-minute walk found as walking", [0.877, 0.747, 0.777, 0.827]),
      (.trials, "speed of marked walks found", [nil, nil, nil, 0.667]),
    ])

  private static let phyphoxGps = PeerSheet(
    dataset: "phyphox_gps", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT"],
    lines: [
      (.trials, "marked walks found", [1, 1, 1]),
      (.trials, "time of marked walks found", [1, 1, 0.932]),
    ])

  private static let sensorloggerSteps = PeerSheet(
    dataset: "sensorlogger_steps", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT"],
    lines: [
      (.steps, "MAE", [2.3, 3.41, 67.4, 32.3]),
      (.steps, "bias", [-0.079, 1.03, -67.4, -29.9]),
    ])

  private static let smartfallmm = PeerSheet(
    dataset: "smartfallmm", system: nil,
    engines: ["norm + Ionescu", "oak"],
    lines: [
      (.activity, "false walking in tasks without a step", [31.9, 23.2]),
      (.activity, "time of TUG found as walking", [0.921, 0.676]),
      (.activity, "time of drinking water found as walking", [0.099, 0]),
      (.activity, "time of jacket on/off found as walking", [0.957, 0.69]),
      (.activity, "time of pick up object found as walking", [0.853, 0.467]),
      (.activity, "time of sit/stand found as walking", [0.05, 0.024]),
      (.activity, "time of stepping up found as walking", [0.5, 0.265]),
      (.activity, "time of sweeping floor found as walking", [0.746, 0.351]),
      (.activity, "time of walking in a small room (turns) found as walking", [0.746, 0.642]),
      (.activity, "time of washing hands found as walking", [0.905, 0.651]),
      (.activity, "time of waving hand found as walking", [0.907, 0.863]),
    ])

  private static let smartfallmmHip = PeerSheet(
    dataset: "smartfallmm", site: "hip", system: nil,
    engines: ["norm + Ionescu", "oak", "skdh"],
    lines: [
      (.activity, "false walking in tasks without a step", [1.76, 0, 0]),
      (.activity, "time of TUG found as walking", [0.927, 0.681, 0.209]),
      (.activity, "time of sit/stand found as walking", [0.029, 0, 0]),
      (.activity, "time of stepping up found as walking", [0.35, 0.282, 0.05]),
      (.activity, "time of sweeping floor found as walking", [0.605, 0.152, 0.28]),
      (
        .activity, "time of walking in a small room (turns) found as walking",
        [0.697, 0.607, 0.502]
      ),
    ])

  private static let smartfallmmWrist = PeerSheet(
    dataset: "smartfallmm", site: "wrist", system: nil,
    engines: ["norm + Ionescu", "oak", "MultiGait"],
    lines: [
      (.activity, "false walking in tasks without a step", [41.3, 30.5, 26.1]),
      (.activity, "time of TUG found as walking", [0.912, 0.671, 0.592]),
      (.activity, "time of drinking water found as walking", [0.099, 0, 0]),
      (.activity, "time of jacket on/off found as walking", [0.957, 0.69, 0.729]),
      (.activity, "time of pick up object found as walking", [0.853, 0.467, 0.121]),
      (.activity, "time of sit/stand found as walking", [0.082, 0.064, 0]),
      (.activity, "time of stepping up found as walking", [0.753, 0.238, 0.316]),
      (.activity, "time of sweeping floor found as walking", [0.961, 0.657, 0.679]),
      (
        .activity, "time of walking in a small room (turns) found as walking",
        [0.822, 0.696, 0.597]
      ),
      (.activity, "time of washing hands found as walking", [0.905, 0.651, 0.532]),
      (.activity, "time of waving hand found as walking", [0.907, 0.863, 0.719]),
    ])

  private static let strideIct = PeerSheet(
    dataset: "stride_ict", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT"],
    lines: [
      (.trials, "marked walks found", [1, 0.333, 1]),
      (.trials, "time of marked walks found", [0.931, 0.431, 0.783]),
    ])

  private static let ubicomp13 = PeerSheet(
    dataset: "ubicomp13", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT"],
    lines: [
      (.steps, "MAE", [1.47, 7.9, 5.47, 7.57]),
      (.steps, "bias", [-1.47, -7.9, -5.19, -7.57]),
    ])

  private static let ubicomp13Bag = PeerSheet(
    dataset: "ubicomp13", site: "bag", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT"],
    lines: [
      (.steps, "MAE", [0, 7.14, 12, 18.6]),
      (.steps, "bias", [0, -7.14, -12, -18.6]),
    ])

  private static let ubicomp13Hand = PeerSheet(
    dataset: "ubicomp13", site: "hand", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT"],
    lines: [
      (.steps, "MAE", [2.94, 5.8, 4.66, 3.7]),
      (.steps, "bias", [-2.94, -5.8, -4.66, -3.7]),
    ])

  private static let ubicomp13Pocket = PeerSheet(
    dataset: "ubicomp13", site: "pocket", system: nil,
    engines: ["norm + Ionescu", "norm + Shin", "oak", "KielMAT"],
    lines: [
      (.steps, "MAE", [0, 12.9, 0.548, 4.29]),
      (.steps, "bias", [0, -12.9, 0.548, -4.29]),
    ])

  private static let walk5m = PeerSheet(
    dataset: "walk5m", system: nil,
    engines: ["norm + Ionescu", "oak", "KielMAT"],
    lines: [
      (.trials, "marked walks found", [1, 0.833, 0.625]),
      (.trials, "time of marked walks found", [0.931, 0.659, 0.505]),
    ])
}
