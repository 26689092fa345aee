import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles

/// `gait calibrate`: a person's own factor from walks over a known distance.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Learn a person's own step length from walks over a known distance.",
    discussion: """
      EXAMPLE
        gait calibrate leg1.csv leg2.csv --distance 10 --output ana.json
        gait analyze week.cwa --calibration ana.json
        takes two walks of 10 m each, and corrects the speeds of a week by them.

      Each recording holds one walk over the whole distance and nothing else, by
      the same person, the device at the lower back or hip. Two walks take the
      error of a speed from about 6 to 5 %. Without --output the calibration is printed.
      """)

  @Argument(help: ArgumentHelp("The recordings of the walks.", valueName: "recording"))
  var recordings: [String]

  @Option(help: ArgumentHelp("The length of the path of each.", valueName: "meters"))
  var distance: Double

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  func validate() throws {
    guard distance.isFinite, distance > 0 else {
      throw ValidationError(
        "--distance \(distance) cannot be: it is in meters, above 0; for example --distance 20")
    }
  }

  func run() throws {
    let analyzer = RecordingAnalyzer(options: description.recordingOptions)
    let inputs = RecordingInput.expanded(recordings)
    let walks = try inputs.map { input in
      do {
        let recording = try analyzer.analysis(of: input) { _ in }
        return (analysis: recording.analysis, known: Length(meters: distance))
      } catch {
        throw InputFailure(input, error)
      }
    }
    let calibration: PersonalCalibration
    do {
      calibration = try analyzer.pipeline.personalCalibration(from: walks)
    } catch {
      throw InputFailure(inputs.first { error.recording == $0.name } ?? inputs[0], error)
    }
    try write(calibration)
  }

  private func write(_ calibration: PersonalCalibration) throws {
    let text = CalibrationFile.document(of: calibration).document
    guard let output else { return print(text, terminator: "") }
    let url = URL(fileURLWithPath: output)
    try PendingFiles.shared.write(
      [(name: url.lastPathComponent, content: Data(text.utf8))],
      in: url.deletingLastPathComponent().path)
  }
}
