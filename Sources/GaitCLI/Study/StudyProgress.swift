import Foundation
import GaitModel
import GaitStudies

/// How far a study has come: on a terminal one line that is drawn over, elsewhere a line every minute.
struct StudyProgress {
  private let byteCounts: [Int: Int]
  private let wholeBytes: Int
  private let start = ContinuousClock.now
  private let count: Int
  private var bytes = 0
  private var doneCount = 0
  private var lastLine: ContinuousClock.Instant

  private static let pause = Duration.seconds(60)

  /// The progress of recordings of these sizes; their share in the work goes by bytes.
  init(of recordings: [StudyRecording], byteCounts: [Int: Int]) {
    count = recordings.count
    self.byteCounts = byteCounts
    wholeBytes = max(1, byteCounts.values.reduce(0, +))
    lastLine = start
  }

  /// How long a recording's files are; `nil` where nobody knows.
  func byteCount(of recording: StudyRecording) -> Int? { byteCounts[recording.index] }

  /// Takes note that one more is done or has failed.
  mutating func add(_ recording: StudyRecording, failures: Int, _ terminal: Terminal) {
    doneCount += 1
    bytes += byteCounts[recording.index] ?? 0
    let now = ContinuousClock.now
    let line = text(failures: failures, seconds: (now - start).inSeconds)
    terminal.progress(line)
    guard !Terminal.drawsOnStandardError, now - lastLine >= Self.pause else { return }
    lastLine = now
    terminal.note(line)
  }

  /// `1204 of 2020 done, 3 failed, 60 %, 21.4/s, 0:00:41 left`.
  func text(failures: Int, seconds: Double) -> String {
    let share = min(1, Double(bytes) / Double(wholeBytes))
    var parts = ["\(doneCount) of \(count) done", "\(failures) failed", "\(Int(share * 100)) %"]
    if seconds > 0 {
      parts.append((DecimalText.text(Double(doneCount) / seconds, decimals: 1) ?? "") + "/s")
    }
    if share > 0 { parts.append(StudyText.clock(seconds / share - seconds) + " left") }
    return parts.joined(separator: ", ")
  }
}

extension Duration {
  /// In seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
