import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import SensorFiles

/// The person's own phone, worn at the pelvis in the same walks.
struct PhoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A phone's recording of the same walk, one for each recording.", valueName: "recording"))
  var phone: [String] = []

  @Option(help: "Where the phone was worn: lower_back or hip.")
  var phoneSite: WearingSite?

  @Option(
    help: ArgumentHelp(
      "How much later the phone's recording began, where the recordings have no clock.",
      valueName: "seconds"))
  var phoneLag: Double?

  @Option(
    help: ArgumentHelp("The phone's own factor, made by gait calibrate.", valueName: "file"))
  var phoneCalibration: String?

  /// - Throws: a sentence where an option has no phone to belong to.
  func check() throws {
    guard !phone.isEmpty else {
      guard phoneSite == nil, phoneLag == nil, phoneCalibration == nil else {
        throw ValidationError(
          "--phone-site, --phone-lag and --phone-calibration belong to a --phone recording")
      }
      return
    }
    if let phoneLag, !phoneLag.isFinite {
      throw ValidationError("--phone-lag \(phoneLag) cannot be: it is in seconds, for example 2.5")
    }
  }

  /// The phone's recordings, as many as the others.
  ///
  /// - Throws: what to do where they are not as many.
  func inputs(for recordings: Int) throws -> [RecordingInput] {
    let inputs = RecordingInput.expanded(phone)
    guard inputs.count == recordings else {
      throw ValidationError(
        """
        \(recordings == 1 ? "there is" : "there are") \(recordings.counted("recording")) and \(inputs.count) of the phone; give one of the phone for \
        each, in the same order: watch.csv --phone phone.csv
        """)
    }
    return inputs
  }

  /// How the phone's recordings are read: the same person, worn where its own option or file says.
  func recordingOptions(of person: RecordingOptions) -> RecordingOptions {
    var options = person
    options.site = phoneSite
    return options
  }

  /// How much later the phone's recording began, seconds.
  ///
  /// - Throws: what to do where neither the option nor both clocks say.
  func lag(of phone: RecordingFacts, after recording: RecordingFacts) throws -> Double {
    if let phoneLag { return phoneLag }
    guard let late = phone.start, let early = recording.start else {
      throw ValidationError(
        """
        \(recording.start == nil ? recording.name : phone.name) has no clock; say with --phone-lag how \
        many seconds later the phone's recording began (0 when both began together)
        """)
    }
    return late.secondsSince1970 - early.secondsSince1970
  }
}
