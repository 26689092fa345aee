import Foundation
import GaitModel

/// The clocks of a person who has several: a local one is set by that of what it stands beside.
struct DifferentClocks {
  private let zone: TimeZone

  /// The clocks of somebody with such a clock; `nil` where all are one, or a zone was asked for.
  init?(_ clock: DayClock?) {
    guard let clock, clock.rule == .own else { return nil }
    zone = clock.zone
  }

  /// What the clock of a sample reads.
  struct Reading {
    /// How far it is ahead of the sample's time, seconds.
    var offset: Double
    /// Whether it is a local one of unknown zone.
    var isLocal: Bool

    /// By how much a sample is moved to stand by the clock of another one, seconds: where one of the two is local, both
    /// are taken by what they read.
    func shift(beside other: Reading?) -> Double {
      guard let other, isLocal != other.isLocal else { return 0 }
      return offset - other.offset
    }
  }

  /// What the clock of a sample reads, a local one and one that is not named in the zone of days.
  func reading(_ sample: Sample) -> Reading {
    let own: Double
    switch SampleClock(sample.metadata) {
    case .zone, .offset:
      own = sample.metadata.reading(at: sample.start).timeIntervalSince(sample.start)
    case .local, nil: own = Double(zone.secondsFromGMT(for: sample.start))
    }
    return Reading(offset: own, isLocal: sample.metadata.isLocalClock)
  }
}

extension DayClock {
  /// A sample where it stands beside another one, of another recording or program, by whose clock times are told: a local clock
  /// of unknown zone is set by that of the other one, or read in the zone that was asked for.
  ///
  /// - Parameters:
  ///   - sample: what stands beside something.
  ///   - other: that beside which it stands.
  /// - Returns: the sample at the times of the other one; as it is where both clocks are local, or neither is.
  func placed(_ sample: Sample, beside other: Sample) -> Sample {
    guard sample.metadata.isLocalClock != other.metadata.isLocalClock else { return sample }
    let asked = DayClock(zone, .asked)
    let (own, theirs) = (asked.reading(of: sample), asked.reading(of: other))
    var seconds = own.start.timeIntervalSince(sample.start)
    seconds -= theirs.start.timeIntervalSince(other.start)
    if let clocks = DifferentClocks(self) {
      seconds += clocks.reading(own).shift(beside: clocks.reading(theirs))
    }
    return Sample(
      kind: sample.kind, value: sample.value, start: sample.start + seconds,
      end: sample.end + seconds, origin: sample.origin, standardError: sample.standardError,
      standardErrorWithinPerson: sample.standardErrorWithinPerson, distinction: sample.distinction)
  }
}
