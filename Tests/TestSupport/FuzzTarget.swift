/// A reader that is fed with damaged files, and how bytes become the files that it reads.
///
/// `Tools/fuzz` has a program for each; seeds and findings lie in folders of the target's name in
/// `Tests/SensorFilesTests`.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case axivity = "Axivity"
  case geneActiv = "GENEActiv"
  case actiGraph = "ActiGraph"
  case matlab = "MATLAB"
  case delimitedText = "DelimitedText"
  case sensorLogger = "SensorLogger"
  case phyphox = "Phyphox"
  case bidsMotion = "BIDSMotion"
  case zipFile = "Zip"
  case description = "Description"

  /// Ends a file where several lie behind each other: the separator of files in ASCII, which no text
  /// has. The last file may hold it.
  public static let separator: UInt8 = 0x1c

  /// The names of the files, in the order in which they lie in the bytes.
  public var names: [String] {
    switch self {
    case .axivity: ["recording.cwa"]
    case .geneActiv: ["recording.bin"]
    case .matlab: ["recording.mat"]
    case .delimitedText: ["recording.csv"]
    case .zipFile: ["recording.zip"]
    case .description: ["recording.json", "recording.csv"]
    case .actiGraph: ["info.txt", "log.bin"]
    case .sensorLogger:
      [
        "Metadata.csv", "Accelerometer.csv", "Gravity.csv", "Gyroscope.csv", "Barometer.csv",
        "Location.csv",
      ]
    case .phyphox:
      ["meta/time.csv", "meta/device.csv", "Accelerometer.csv", "Gyroscope.csv", "Pressure.csv"]
    case .bidsMotion: ["walk_motion.json", "walk_channels.tsv", "walk_motion.tsv"]
    }
  }

  /// The file to open; `nil` for the folder that they all lie in.
  public var recording: String? {
    switch self {
    case .description: "recording.csv"
    default: names.count == 1 ? names[0] : nil
    }
  }

  /// The files that lie in the bytes; those at the end may be missing.
  public func files(in bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let parts = bytes.split(
      separator: Self.separator, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    return zip(names, parts).map { ($0, Array($1)) }
  }

  /// The bytes in which such files lie; missing ones are empty.
  public func bytes(of files: [String: [UInt8]]) -> [UInt8] {
    Array(names.map { files[$0] ?? [] }.joined(separator: [Self.separator]))
  }
}
