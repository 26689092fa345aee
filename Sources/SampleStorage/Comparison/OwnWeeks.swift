import Foundation
import GaitModel

/// Estimates of two sources, each of which begins its weeks on a day of its own.
struct OwnWeeks {
  /// Ours, in the order of their start.
  let ours: [Sample]
  /// Those of one other source, likewise.
  let theirs: [Sample]

  /// Each week of theirs beside that week of ours of which it shares the most, each of ours once: where two of theirs lie
  /// in one of ours, the one that shares more of it, else the earlier. A week that shares less than half of itself is
  /// another week, of which there is none of ours. Values of instants, as phones write them for a fitness, are no weeks: those
  /// within a week of ours are compared with it by their mean.
  func pairs(of person: String) -> [MeasuredPair] {
    var best: [Int: (theirs: Sample, seconds: Double)] = [:]
    var within: [Int: [Sample]] = [:]
    for sample in theirs {
      guard let (place, seconds) = greatest(of: sample) else { continue }
      if sample.durationSeconds < Self.shortestWeek {
        within[place, default: []].append(sample)
      } else if 2 * seconds >= sample.durationSeconds, seconds > best[place]?.seconds ?? 0 {
        best[place] = (sample, seconds)
      }
    }
    return best.map { place, week in
      pair(of: person, ours[place], week.theirs.value, week.theirs)
    }
      + within.filter { best[$0.key] == nil }.map { place, samples in
        let mean = samples.reduce(0) { $0 + $1.value } / Double(samples.count)
        return pair(of: person, ours[place], mean, samples[0], over: ours[place])
      }
  }

  /// The place of what of ours shares the most time with a sample, the earlier of equals, and that time in seconds.
  private func greatest(of sample: Sample) -> (place: Int, seconds: Double)? {
    var found: (place: Int, seconds: Double)?
    for (place, mine) in ours.enumerated() {
      if mine.start > sample.end { break }
      let seconds = SourceComparison.seconds(ofBoth: mine, sample)
      if seconds > found?.seconds ?? 0 { found = (place, seconds) }
    }
    return found
  }

  private func pair(
    of person: String, _ ours: Sample, _ value: Double, _ theirs: Sample, over week: Sample? = nil
  ) -> MeasuredPair {
    let time = week ?? theirs
    return MeasuredPair(
      participant: person, interval: DateInterval(start: time.start, end: time.end),
      ours: ours.value, theirs: value, source: theirs.source.name, sample: time)
  }

  /// What lasts less than a day stands for no week, seconds.
  private static let shortestWeek = 86_400.0
}
