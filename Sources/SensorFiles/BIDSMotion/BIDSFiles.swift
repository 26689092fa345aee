/// The files that belong to one recording in the layout of BIDS.
struct BIDSFiles {
  /// How the name of the table ends.
  static let motionEnding = "_motion.tsv"

  let motion: RecordingFile
  let channels: RecordingFile
  let sidecar: RecordingFile?

  /// Finds the files beside the table, or in a folder that has one table.
  init(of file: RecordingFile) throws(SensorFileError) {
    if file.container == nil {
      guard file.path.hasSuffix(Self.motionEnding) else {
        throw SensorFileError(.unknownFormat, path: file.path, "this is no _motion.tsv.")
      }
      let base = String(file.path.dropLast(Self.motionEnding.count))
      motion = file
      channels = try RecordingFile(path: base + "_channels.tsv")
      sidecar = try? RecordingFile(path: base + "_motion.json")
      return
    }
    let names = file.members.filter { $0.hasSuffix(Self.motionEnding) }
    guard let name = names.first, names.count == 1, let motion = try file.member(name) else {
      throw SensorFileError(
        .folder, path: file.path,
        "there are \(names.count) recordings in it (\(names.prefix(8).joined(separator: ", "))); "
          + "name one of them.")
    }
    let base = String(name.dropLast(Self.motionEnding.count))
    guard let channels = try file.member(base + "_channels.tsv") else {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "\(base)_channels.tsv is missing, which names the columns of \(name).")
    }
    self.motion = motion
    self.channels = channels
    sidecar = try? file.member(base + "_motion.json")
  }
}
