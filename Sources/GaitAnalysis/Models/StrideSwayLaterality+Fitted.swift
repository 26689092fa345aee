// Made by Tools/models from Tools/fit/models/StrideSwayLaterality.json; not to be edited.

extension StrideSwayLaterality.Model {
  /// Fitted by `Tools/fit/parameters/laterality.py` on: laboratory (2), corridor (10), patient (1), 2252 contacts, 13 people.
  static let fitted = StrideSwayLaterality.Model(
    weights: [
      3.4761, 7.6227, 2.8524, 2.1618, -3.2429, 2.8894,
    ],
    accelerationWeights: [
      0.27589, 11.667, -1.19, -2.7371,
    ],
    yawWeights: [
      6.5585, 3.2142,
    ])
}
