import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SensorFiles

extension StudyRow {
  /// What the study says, as the readers take it.
  var options: RecordingOptions {
    RecordingOptions(
      site: site, height: heightMeters.map(Length.init(meters:)),
      mass: massKilograms.map(Mass.init(kilograms:)), ageYears: ageYears, sex: sex)
  }

  /// Who was recorded and when, as the analysis takes it.
  var identity: RecordingIdentity {
    let zone = timeZone.flatMap(TimeZone.init(named:))
    var identity = RecordingIdentity(
      participant: participant,
      start: start.flatMap(InstantArgument.init(argument:))?.clock(in: zone ?? .gmt),
      overridesStart: overridesStart ?? false, timeZone: zone)
    identity.isDated = true
    return identity
  }
}
