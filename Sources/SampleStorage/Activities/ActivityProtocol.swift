import Foundation
import GaitModel

/// A recording divided into labelled activities that do not overlap: a six-minute walk test, the
/// intervals of a training, transitions between them.
///
/// The file is CSV in UTF-8 with the columns `label,start_s,end_s`, parted by commas, semicolons or tabs, in seconds from the first sample of the
/// recording; lines that begin with `#` are left out.
public struct ActivityProtocol: Hashable, Sendable {
  /// The activities, in time order.
  public let activities: [LabelledActivity]

  /// Makes a protocol; throws ``ActivityProtocolError`` when activities overlap or end before they
  /// start.
  public init(_ activities: [LabelledActivity]) throws {
    let sorted = activities.sorted {
      ($0.seconds.lowerBound, $0.seconds.upperBound) < (
        $1.seconds.lowerBound, $1.seconds.upperBound
      )
    }
    for (a, b) in zip(sorted, sorted.dropFirst()) where b.seconds.lowerBound < a.seconds.upperBound
    {
      throw ActivityProtocolError.overlap(a.label, b.label, at: b.seconds.lowerBound)
    }
    self.activities = sorted
  }

  /// Reads the text of a protocol file; throws ``ActivityProtocolError`` with the line.
  public init(text: String) throws {
    var activities: [LabelledActivity] = []
    var isFirst = true
    var separator = UInt8(ascii: ",")
    // Spreadsheets write a mark of byte order before UTF-8.
    let text = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
    guard !text.contains("\u{0}") else { throw ActivityProtocolError.encoding }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = CSVLine.fields(
        String(line).trimmingCharacters(in: .whitespacesAndNewlines).utf8, separator: separator)
      if words == [""] || words.first?.hasPrefix("#") == true { continue }
      if isFirst {
        isFirst = false
        let others = Self.separators.filter { words[0].utf8.contains($0) }
        if words.count == 1, let other = others.first { separator = other }
        let names = CSVLine.fields(words.joined(separator: ",").utf8, separator: separator)
        guard names == ["label", "start_s", "end_s"] else {
          throw ActivityProtocolError.header(line: index + 1)
        }
        continue
      }
      guard words.count == 3, !words[0].isEmpty, let start = Double(words[1]),
        let end = Double(words[2]),
        start.isFinite, end.isFinite, start < end
      else { throw ActivityProtocolError.line(index + 1, String(line)) }
      activities.append(LabelledActivity(label: words[0], seconds: start..<end))
    }
    // A header alone is a protocol without activities; nothing at all, or comments, is a file that nobody wrote yet.
    guard !isFirst else { throw ActivityProtocolError.empty }
    try self.init(activities)
  }

  /// What spreadsheets put in the place of commas.
  private static let separators = [UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// The activities as samples of a recording. A person wrote the protocol: the samples are marked
  /// as entered by hand and stay when the recording is analyzed again.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - participant: the person.
  ///   - clock: what the recording's samples say of their clock (`RecordingSampleFeed.clock`), so that an activity
  ///     lies on the day of the walks in it; without it days are those of UTC.
  /// - Returns: a sample for each activity.
  public func samples(
    of recording: RecordingReference, participant: String,
    clock: SampleMetadata = SampleMetadata()
  ) -> [Sample] {
    activities.map { activity in
      let start = recording.start.addingTimeInterval(activity.seconds.lowerBound)
      let end = recording.start.addingTimeInterval(activity.seconds.upperBound)
      var metadata = SampleMetadata(isEnteredByHand: true, label: activity.label)
      metadata.take(clockOf: clock, at: start)
      return Sample(
        .activity, .stretch, start: start, end: end, participant: participant,
        source: SampleSource(name: SampleSource.person.name, recording: recording),
        metadata: metadata)
    }
  }
}

/// Why a protocol file cannot be used.
public enum ActivityProtocolError: Error, Hashable, CustomStringConvertible {
  /// The text is not UTF-8.
  case encoding
  /// There is no line that names the columns, and no other but comments.
  case empty
  /// The first line does not name the columns.
  case header(line: Int)
  /// A line is not a label, a start and a later end.
  case line(Int, String)
  /// Two activities overlap.
  case overlap(String, String, at: Double)

  /// What came, what was allowed.
  public var description: String {
    switch self {
    case .encoding:
      "the text is UTF-16 and must be UTF-8; save it as CSV in UTF-8"
    case .empty:
      "nothing is in it; its first line must be label,start_s,end_s, which alone takes back what was labelled"
    case .header(let line):
      "line \(line): the columns must be label,start_s,end_s"
    case .line(let number, let text):
      """
      line \(number): "\(text)" is not a label, a start and a later end in seconds; for example \
      six-minute walk,60,420\(Self.decimals(in: text))
      """
    case .overlap(let first, let second, let seconds):
      "\(first) and \(second) overlap at \(seconds) s; activities may touch, not overlap"
    }
  }

  /// What is to be said of commas where another sign parts the fields.
  private static func decimals(in line: String) -> String {
    line.contains(",") && line.contains { ";\t".contains($0) } ? "; decimals have a point" : ""
  }
}
