import GaitModel

extension MissingReason {
  /// Why there is no value, and what to do where something can be done.
  var sentence: String {
    switch self {
    case .heightUnknown: "the person's height is not known; give --height METERS"
    case .tooFewSteps: "too few steps or strides"
    case .siteNotSupported:
      "the method holds at the lower back or hip; if that is where it was worn, give --site"
    case .noGyroscope: "the recording has no gyroscope"
    case .headingUnknown: "forward and sideways could not be told apart"
    case .eventNotFound: "a contact that the value is made of was not found"
    case .running: "the walking model does not hold for running"
    case .noMethod: "this version has no method for it"
    case .outOfRange: "outside what the method was validated for"
    }
  }
}

extension RecordingRemark.Kind {
  /// Whether samples were lost or the recording contradicts itself.
  var isTrouble: Bool {
    switch self {
    case .unreadable, .notFinite, .outOfOrder, .duplicate, .inconsistent, .truncated: true
    case .converted, .assumed: false
    }
  }
}

extension LeftOutReason {
  /// The reason in words for a table.
  var words: String {
    switch self {
    case .running: "running"
    case .tooFewStrides: "too few strides"
    case .unsteady: "unsteady"
    case .turning: "mostly turning"
    case .implausibleDuration: "implausible duration"
    case .implausibleLength: "implausible length"
    case .pause: "pause"
    case .stairs: "stairs"
    case .possibleStairs: "possible stairs"
    case .incline: "slope"
    case .movingGround: "moving ground"
    }
  }
}

extension AccelerometerCalibration.Obstacle {
  /// The obstacle in words.
  var words: String {
    switch self {
    case .tooFewStillEpochs: "the device lay still for too short a time"
    case .orientationsNotSpread: "it did not lie still on enough different sides"
    case .errorNotReduced: "no gain and offset bring it closer to 1 g"
    case .errorTooLarge: "the best gain and offset leave it too far from 1 g"
    }
  }
}
