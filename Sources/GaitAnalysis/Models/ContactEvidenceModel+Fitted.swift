// Made by Tools/models from Tools/fit/models/ContactEvidenceModel.json; not to be edited.

extension ContactEvidenceModel.Weights {
  /// Fitted by `Tools/fit/events/sequence.py` on: the samples of the step around each contact, 13 people.
  static let fitted = ContactEvidenceModel.Weights(
    forceWeights: [
      -0.3251, -0.2155, -0.2362, -0.1714, -0.1488, -0.0986, -0.0068, -0.0278, 0.1298, 0.49, 0.353,
      0.152, 0.0278, 0.124, 0.0275, -0.2642, -0.2605,
    ],
    turningWeights: [
      0.1298, 0.3554, 0.0773, 0.0113, -0.0555, -0.1287, -0.0434, -0.0021, -0.1542, -0.1538,
      -0.0323, -0.0305, -0.2062, -0.0824, 0.0983, 0.3186, 0.2943,
    ],
    impactWeights: [
      -0.3947, -0.3225, -0.5161, 0.3894, 0.3925, 0.1179, 0.1367, -0.25,
    ])
}
