import GaitModel

/// What a device moves with: the only thing that methods differ by. This is the one file that asks for the site.
public enum WearingPlace: String, Hashable, Sendable, CaseIterable {
  /// The lower back or hip: it moves with the pelvis.
  case pelvis
  /// A trouser or jacket pocket: it swings with the thigh.
  case thigh
  /// A bag, the chest or a lanyard: it moves with the trunk, loosely.
  case trunk
  /// The hand or upper arm.
  case hand
  /// The wrist.
  case wrist
  /// No site was given.
  case anywhere

  /// What a device moves with at a site.
  public init(_ site: WearingSite?) {
    switch site {
    case .lowerBack, .hip: self = .pelvis
    case .pocket: self = .thigh
    case .bag, .neck: self = .trunk
    case .hand, .arm: self = .hand
    case .wrist: self = .wrist
    case nil: self = .anywhere
    }
  }

  /// What a device moves with at a place that the walks showed.
  init(_ place: WornPlace) {
    switch place {
    case .pelvis: self = .pelvis
    case .pocket: self = .thigh
    case .hand: self = .hand
    case .wrist: self = .wrist
    }
  }
}

extension WornPlace {
  /// Whether it moves with the pelvis.
  var isPelvis: Bool { self == .pelvis }
  /// Whether an arm carries it.
  var isHandOrWrist: Bool { self == .hand || self == .wrist }
}

extension GaitPresets {
  /// The methods for a place that the walks showed.
  subscript(place: WornPlace) -> GaitMethods { self[WearingPlace(place)] }
}

extension RecordingFacts {
  /// What the device moved with, as far as it was given.
  var place: WearingPlace { WearingPlace(site) }

  /// How the device was worn, as given; `nil` when it was not.
  var givenWearing: GivenWearing? {
    site.map { GivenWearing(site: $0, isPelvis: WearingPlace($0) == .pelvis) }
  }
}

extension RecordingFacts {
  /// Whether somebody said where the device was worn.
  var isSiteKnown: Bool { site != nil }
  /// The step length model that belongs to the site; that of the steps alone where nobody said it.
  var placement: PersonalCalibration.Placement { site?.placement ?? .elsewhere }
}
