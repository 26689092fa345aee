// Made by Tools/models from Tools/fit/models/WearingPosition.json; not to be edited.

extension WearingPosition.Model {
  /// Fitted by `Tools/fit/sites/position.py` on: walks at pelvis, pocket, hand and wrist.
  static let fitted = WearingPosition.Model(
    turningPelvis: [
      -6.01273, -2.66845, 2.95372, -2.20184, -0.583, -2.95736,
    ],
    turningPocket: [
      2.5839, 2.7946, 0.61534, -1.08355, 2.9576, -0.71912,
    ],
    turningHand: [
      -10.65422, -2.8924, -4.43184, 1.95375, -0.92781, -2.19692,
    ],
    turningWrist: [
      14.08305, 2.76625, 0.86278, 1.33164, -1.44679, 5.8734,
    ],
    forcePelvis: [
      -7.10553, -0.08346, -4.61341, 1.22269, -1.25095,
    ],
    forcePocket: [
      -5.43897, 2.73879, -3.32672, 2.89594, -1.45556,
    ],
    forceHand: [
      2.22667, -3.8644, 2.85025, -3.73923, 2.9802,
    ],
    forceWrist: [
      10.31783, 1.20907, 5.08988, -0.3794, -0.27369,
    ])
}
