import Foundation
import GaitModel

/// What a health export's `Me` element says of the person, as facts of ours.
///
/// An export says neither since when nor on which day it was said, and a later export must find the same
/// facts: each is dated to the first day on which this program takes dates at all, and the age to the first birthday
/// from then on. Midday in UTC is that day nearly everywhere.
struct HealthPerson {
  /// The element's attributes.
  var attributes: [String: String]
  /// Whose export it is.
  var participant: String

  /// The facts; none for what is not set.
  var samples: [Sample] {
    let birth = birth
    let always = CivilDate(year: PossibleValues.firstYear + 1, month: 1, day: 1)
    return [
      birth.flatMap(age), sample(.sex, sex, on: always),
      sample(SampleKind.heartMedication.erased, medication?.baseValue, on: always),
    ].compactMap(\.self)
  }

  private func attribute(_ name: String) -> String? {
    attributes["HKCharacteristicTypeIdentifier" + name]
  }

  private var birth: CivilDate? {
    guard let parts = attribute("DateOfBirth")?.prefix(10).split(separator: "-"), parts.count == 3,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The age on a birthday. Who was born on 29 February has theirs on 28 February, too.
  private func age(of birth: CivilDate) -> Sample? {
    let year = max(birth.year, PossibleValues.firstYear + 1)
    let isLeapDay = birth.month == 2 && birth.day == 29
    return sample(
      .age, Double(year - birth.year),
      on: CivilDate(
        year: year, month: birth.month,
        day: isLeapDay && year != birth.year ? 28 : birth.day))
  }

  private var sex: Double? {
    switch attribute("BiologicalSex") {
    case "HKBiologicalSexMale": 1
    case "HKBiologicalSexFemale": 2
    default: nil
    }
  }

  /// Phones write the medicines with and without the constant's name before them. What is not set is written
  /// as `None` like what is not taken, and takes back what an earlier export said.
  private var medication: HeartMedication? {
    guard
      let word = attribute("CardioFitnessMedicationsUse")?
        .replacing("HKCardioFitnessMedicationsUse", with: "").lowercased(),
      !word.isEmpty, word != "notset", word != "unknown"
    else { return nil }
    let (beta, calcium) = (word.contains("beta"), word.contains("calcium"))
    if beta && calcium || word.contains("combination") { return .both }
    if beta { return .betaBlockers }
    return calcium ? .calciumChannelBlockers : word == "none" ? .noMedicine : nil
  }

  private func sample(_ kind: AnySampleKind, _ value: Double?, on date: CivilDate?) -> Sample? {
    guard let value, let date else { return nil }
    let noon = Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400 + 43_200)
    return Sample(
      kind: kind, value: value, start: noon, end: noon, participant: participant,
      source: SampleSource(name: "Health"), metadata: SampleMetadata(isEnteredByHand: true))
  }
}
