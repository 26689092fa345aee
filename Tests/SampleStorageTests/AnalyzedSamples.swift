import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles

/// Samples as `gait analyze` finds them in the recordings of SampleData, one recording a day from
/// Monday, 4 May 2026, 09:30 in Berlin on.
enum AnalyzedSamples {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")
  static let firstStart = WallClock(secondsSince1970: 1_777_879_800, utcOffsetSeconds: 7200)

  static let dailyLife = analysis("daily-life.csv")
  static let slow = analysis("slow-asymmetric.csv")
  static let straight = analysis("straight-walk.csv")

  /// P01 walked on three days, P02 on one.
  static let all: [RecordingSamples] = [
    samples(dailyLife, of: "P01", day: 0), samples(slow, of: "P01", day: 1),
    samples(straight, of: "P01", day: 2), samples(dailyLife, of: "P02", day: 1),
  ]
  static let list = SampleList(all.flatMap(\.samples))

  static func samples(
    _ analysis: RecordingAnalysis, of person: String, day: Int
  ) -> RecordingSamples {
    var start = firstStart
    start.secondsSince1970 += Double(day) * 86_400
    do {
      return try analysis.samples(participant: person, start: start, timeZone: "Europe/Berlin")
    } catch { preconditionFailure("\(error)") }
  }

  /// The instant so many seconds after the start of a day's recording.
  static func instant(day: Int, seconds: Double = 0) -> Date {
    Date(timeIntervalSince1970: firstStart.secondsSince1970 + Double(day) * 86_400 + seconds)
  }

  private static func analysis(_ name: String) -> RecordingAnalysis {
    do {
      var source = try SensorFile.open(folder.appendingPathComponent(name).path)
      return try GaitPipeline().analysis(of: &source)
    } catch { preconditionFailure("\(name): \(error)") }
  }
}

extension Calendar {
  /// The civil calendar of Berlin, with weeks from Monday.
  static let berlin: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.firstWeekday = 2
    if let zone = TimeZone(identifier: "Europe/Berlin") { calendar.timeZone = zone }
    return calendar
  }()
}
