import GaitModel
import MATLABFiles

/// What `infoForAlgo.mat` beside a Mobilise-D file says about the person.
///
/// Layout: mobgap's loader (github.com/mobilise-d/mobgap, `mobgap/data/_mobilised_matlab_loader.py`):
/// one structure for each time measure, with lengths in centimeters.
struct MobiliseParticipant {
  private static let fileName = "infoForAlgo.mat"

  private let facts: MATLABVariable

  /// Looks for the file; `nil` when it is not there, cannot be read, or says nothing about this
  /// time measure.
  init?(besides file: RecordingFile, timeMeasure: String) {
    guard let plain = file.plainPath else { return nil }
    let path = RecordingPath(plain).folder + Self.fileName
    guard (try? PathKind(of: path)) == .regularFile,
      let info = try? RecordingFile(path: path), MATLABFormat.recognizes(info),
      let variables = try? MATLABFormat.variables(of: info).variables,
      let facts = variables.lazy.compactMap({ $0[timeMeasure] }).first
    else { return nil }
    self.facts = facts
  }

  /// Adds what the description does not say. Values that no person has are left out.
  func complete(_ description: inout RecordingDescription) {
    description.height =
      description.height
      ?? number("Height", in: Participant.possibleHeightMeters, unit: 0.01).map(
        Length.init(meters:))
    description.sensorHeight =
      description.sensorHeight
      ?? number("SensorHeight", in: 0.1...Participant.possibleHeightMeters.upperBound, unit: 0.01)
      .map(Length.init(meters:))
    description.mass =
      description.mass
      ?? number("Weight", in: Participant.possibleMassKilograms, unit: 1)
      .map(Mass.init(kilograms:))
    description.ageYears =
      description.ageYears ?? number("Age", in: Participant.possibleAgeYears, unit: 1)
  }

  private func number(
    _ name: String, in possible: ClosedRange<Double>, unit: Double
  ) -> Double? {
    facts[name]?.matrix?.scalar.map { $0 * unit }.flatMap { possible.contains($0) ? $0 : nil }
  }
}
