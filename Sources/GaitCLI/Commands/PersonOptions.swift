import ArgumentParser
import GaitModel

/// What the command line says of the person.
struct PersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The person's height; speed needs it.", valueName: "meters"))
  var height: Double?

  @Option(help: ArgumentHelp("The person's mass.", valueName: "kg"))
  var mass: Double?

  @Option(help: ArgumentHelp("The person's age.", valueName: "years"))
  var age: Double?

  @Option(help: "The person's sex.")
  var sex: Sex?

  func validate() throws {
    try check(
      height, "--height", in: Participant.possibleHeightMeters, unit: "meters", example: "1.75")
    try check(
      mass, "--mass", in: Participant.possibleMassKilograms, unit: "kilograms", example: "70")
    try check(age, "--age", in: Participant.possibleAgeYears, unit: "years", example: "64")
  }

  /// The same as a participant without a name.
  var facts: Participant {
    Participant(
      height: height.map { Length(meters: $0) }, mass: mass.map { Mass(kilograms: $0) },
      ageYears: age, sex: sex)
  }

  private func check(
    _ value: Double?, _ name: String, in range: ClosedRange<Double>, unit: String, example: String
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      """
      \(name) \(text(value)) cannot be: it is in \(unit), from \(text(range.lowerBound)) to \
      \(text(range.upperBound)); for example \(name) \(example)
      """)
  }

  private func text(_ value: Double) -> String {
    DecimalText.text(value, decimals: value.rounded() == value ? 0 : 2) ?? "\(value)"
  }
}

extension Sex: ExpressibleByArgument {}
