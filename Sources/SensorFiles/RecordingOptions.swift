import GaitModel

/// What a person says about a recording when opening it. It wins over the describing `.json`,
/// which wins over what the file itself says.
public struct RecordingOptions: Hashable, Sendable {
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature.
  public var height: Length?
  /// Body mass.
  public var mass: Mass?
  /// Age in years at the time of the recording.
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?

  /// Makes options; what is `nil` is left to the file and its description.
  public init(
    site: WearingSite? = nil, height: Length? = nil, mass: Mass? = nil, ageYears: Double? = nil,
    sex: Sex? = nil
  ) {
    self.site = site
    self.height = height
    self.mass = mass
    self.ageYears = ageYears
    self.sex = sex
  }
}
