import GaitModel

/// Keeps the times at which the device fell asleep and woke, and says how long it slept.
///
/// A device in idle sleep mode writes nothing while it lies still. The maker's program repeats the
/// last sample until it wakes; so does this reader, and says so.
struct ActiGraphSleep {
  /// What happened.
  enum Event {
    case fellAsleep
    case woke
    /// Connected to a computer.
    case docked

    /// Reads the payload of an EVENT record; other values are of no interest here.
    init?(_ payload: UInt8) {
      switch payload {
      case 8: self = .fellAsleep
      case 9: self = .woke
      default: return nil
      }
    }
  }

  /// A longer sleep than this means that the device is not worn, seconds: one day. It stays a gap.
  static let longestHold = 86_400
  /// Events that wait for a record of motion; more come only from a file that has none.
  private static let eventLimit = 4096

  private var events: [(second: Int, event: Event)] = []
  private var holdCount = 0
  private var heldSampleCount = 0
  private var heldSeconds = 0
  private var longestHeldSeconds = 0
  private var unheldCount = 0

  /// Takes in an event, in the order of the file.
  mutating func note(_ event: Event, at second: Int) {
    guard events.count < Self.eventLimit else { return }
    events.append((second, event))
  }

  /// Until when the last sample is held between two records of motion, or to the end; `nil` when the
  /// device did not sleep there, or too long.
  mutating func end(after last: Int, before next: Int) -> Int? {
    let between = events.filter { (last...next).contains($0.second) }
    guard let start = between.last(where: { $0.event == .fellAsleep }) else { return nil }
    let ends = between.filter { $0.event != .fellAsleep && $0.second >= start.second }
    let end = ends.map(\.second).min() ?? next
    guard end > last + 1 else { return nil }
    guard end - last - 1 <= Self.longestHold else {
      unheldCount += 1
      return nil
    }
    return end
  }

  /// Drops events that can no longer matter.
  mutating func forget(until second: Int) {
    if !events.isEmpty { events.removeAll { $0.second < second } }
  }

  /// Counts a stretch that is held.
  mutating func noteHold(seconds: Int, samples: Int) {
    holdCount += 1
    heldSeconds += seconds
    heldSampleCount += samples
    longestHeldSeconds = max(longestHeldSeconds, seconds)
  }

  /// What was held, and what was not.
  var remarks: [RecordingRemark] {
    var result: [RecordingRemark] = []
    if holdCount > 0 {
      result.append(
        RecordingRemark(
          kind: .assumed, sampleCount: heldSampleCount,
          message: "the device slept \(holdCount.counted("time")) (idle sleep mode), "
            + "\(heldSeconds.grouped) s in all and \(longestHeldSeconds.grouped) s at most; its last "
            + "sample is held there: \(heldSampleCount.counted("sample")) \(heldSampleCount.verb("is", "are")) not measured"
        ))
    }
    if unheldCount > 0 {
      result.append(
        RecordingRemark(
          kind: .assumed, sampleCount: 0,
          message:
            "the device slept \(unheldCount.counted("time")) for more than a day; "
            + unheldCount.verb("this time stays a gap", "these times stay gaps")))
    }
    return result
  }
}
