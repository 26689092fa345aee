import Foundation
import GaitStudies
import SensorFiles

extension StudyFolder {
  /// What earlier runs found in files that are gone.
  ///
  /// - Parameters:
  ///   - manifest: the recordings.
  ///   - root: the folder that their paths are relative to.
  /// - Returns: nothing where all files are there; then the ledger is not read.
  func earlier(of manifest: StudyManifest, in root: String) -> EarlierRecordings {
    var earlier = EarlierRecordings()
    let gone = manifest.rows.map { StudyPlan.joined(root, $0.path) }.filter {
      !FileManager.default.fileExists(atPath: RecordingAddress($0).path)
    }
    guard !gone.isEmpty else { return earlier }
    let paths = Dictionary(gone.map { (place(of: $0), $0) }) { first, _ in first }
    for place in places() {
      guard let record = record(at: place), let path = record.path.flatMap({ paths[$0] })
      else { continue }
      let names = place.split(separator: "/").map(StudyRecording.name(ofFile:))
      guard names.count == 2 else { continue }
      earlier.add(record, of: names[0], name: names[1], at: path)
    }
    return earlier
  }
}
