import GaitModel

/// What a recording is: format, channels, clock, length, gaps. What `gait inspect` prints.
public struct SensorFileInspection: Hashable, Sendable {
  /// An interval between samples longer than this is counted as a gap: a quarter of a second is
  /// half a step at the usual pace, which no method can make up for.
  public static let shortestGapSeconds = 0.25

  /// The file, as it was given.
  public var path: String
  /// What is known of the recording and the person.
  public var facts: RecordingFacts
  /// How the file is read: format, channels, units, conversions, clock.
  public var layout: SensorFileLayout
  /// From first to last sample, seconds.
  public var durationSeconds: Double
  /// Samples that can be used.
  public var sampleCount: Int
  /// Intervals longer than `shortestGapSeconds`.
  public var gapCount: Int
  /// Their total length, seconds.
  public var gapSeconds: Double
  /// The longest of them, seconds; 0 when there is none.
  public var longestGapSeconds: Double
  /// What was wrong with the bytes, in order of appearance.
  public var remarks: [RecordingRemark]

  /// Reads a recording from where it stands to its end.
  init(
    reading recording: any SensorFileSource, path: String
  ) throws(SensorFileError) {
    self.path = path
    facts = recording.facts
    layout = recording.layout
    (durationSeconds, sampleCount, gapCount) = (0, 0, 0)
    (gapSeconds, longestGapSeconds) = (0, 0)
    remarks = []
    var recording = recording
    while let block = try Self.nextBlock(of: &recording, path: path) { add(block.seconds) }
    layout = recording.layout
    remarks = recording.remarks
  }

  private static func nextBlock(
    of recording: inout any SensorFileSource, path: String
  ) throws(SensorFileError) -> RecordingBlock? {
    do {
      return try recording.nextBlock()
    } catch let error as SensorFileError {
      throw error
    } catch {
      throw SensorFileError(.notReadable, path: path, "\(error)")
    }
  }

  private mutating func add(_ seconds: [Double]) {
    var last = sampleCount == 0 ? seconds.first ?? 0 : durationSeconds
    for second in seconds {
      let interval = second - last
      if interval > Self.shortestGapSeconds {
        gapCount += 1
        gapSeconds += interval
        longestGapSeconds = max(longestGapSeconds, interval)
      }
      last = second
    }
    durationSeconds = last
    sampleCount += seconds.count
  }
}
