import Foundation

@testable import GaitValidation

extension EngineOutput {
  /// Writes the files of an engine into a folder.
  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func save(_ name: String, _ header: String, _ rows: [[String]]) throws {
      let lines = [header] + rows.map { $0.joined(separator: ",") }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: name))
    }
    try save(
      "bouts.csv",
      "bout,start_s,end_s,activity,terrain,n_steps,walking_speed_mps,stride_length_m,cadence_spm,"
        + "double_support_fraction,distance_m,pocket_leg,walking_speed_se_mps,stride_length_se_m,"
        + "cadence_se_spm,double_support_se_fraction,n_steps_se,distance_se_m",
      bouts.enumerated().map { $1.row($0) })
    try save("initial_contacts.csv", "time_s,side,bout", initialContacts.map(\.row))
    try save("final_contacts.csv", "time_s,side,bout", finalContacts.map(\.row))
    if !strides.isEmpty {
      try save("strides.csv", "start_s,end_s,length_m,speed_mps", strides.map(\.row))
    }
    if let sequences {
      try save(
        "gait_sequences.csv", "start_s,end_s",
        sequences.map { ["\($0.lowerBound)", "\($0.upperBound)"] })
    }
  }
}

private func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }

extension EngineOutput.Bout {
  fileprivate func row(_ number: Int) -> [String] {
    let terrain =
      kind != .stairs ? "level" : direction == .down ? "stairs_down" : "stairs_up"
    return [
      "\(number)", "\(seconds.lowerBound)", "\(seconds.upperBound)",
      kind == .running ? "running" : "walking", terrain, field(stepCount),
      field(values.speedMetersPerSecond), field(values.strideLengthMeters),
      field(values.stepsPerMinute), field(doubleSupportFraction), field(distanceMeters),
      carryingLeg?.rawValue ?? "", field(errors.speedMetersPerSecond),
      field(errors.strideLengthMeters), field(errors.stepsPerMinute), field(doubleSupportError),
      field(stepCountError), field(distanceErrorMeters),
    ]
  }
}

extension EngineOutput.Stride {
  fileprivate var row: [String] {
    ["\(startSeconds)", "\(endSeconds)", field(lengthMeters), field(speedMetersPerSecond)]
  }
}

extension TimedFoot {
  fileprivate var row: [String] { ["\(seconds)", foot?.rawValue ?? "unknown", "0"] }
}

/// A folder that is gone when the closure ends.
func withStudyFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "gait-validation-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
