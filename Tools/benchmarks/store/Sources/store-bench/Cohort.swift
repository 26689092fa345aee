import Foundation
import GaitModel

/// A study as analyze would save it: everybody records every day, 60 bouts of 8 kinds, and when the device was worn.
struct Cohort {
  var people: Int
  var days: Int
  static let boutsPerDay = 60
  static let kinds: [AnySampleKind] = [
    .init(.walkingSpeed), .init(.stepLength), .init(.strideLength), .init(.doubleSupport),
    .init(.walkingAsymmetry), .init(.cadence), .init(.stepCount), .init(.distance),
  ]
  /// 1 January 2025, 07:00 in Berlin.
  private static let morning = 1_735_711_200.0

  var sampleCount: Int { people * days * (Self.boutsPerDay * Self.kinds.count + 1) }

  static func name(_ person: Int) -> String { "P\(1000 + person)" }

  func recording(_ person: Int, _ day: Int, _ dice: inout Dice) -> RecordingSamples {
    var seconds = Self.morning + Double(day) * 86_400
    let recording = RecordingReference(
      name: "\(Self.name(person))-day-\(day)", start: Date(timeIntervalSince1970: seconds))
    let source = SampleSource(name: "gait", device: "AX6", recording: recording)
    let origins = (1...4).map { method in
      Sample.Origin(
        participant: Self.name(person), source: source,
        metadata: SampleMetadata(
          method: "Method\(method)", revision: 1, terrain: .level, site: .lowerBack,
          timeZoneIdentifier: "Europe/Berlin", utcOffsetSeconds: 3600))
    }
    var samples: [Sample] = []
    for _ in 0..<Self.boutsPerDay {
      seconds += 60 + 840 * dice.next()
      let end = seconds + 8 + 100 * dice.next()
      for (index, kind) in Self.kinds.enumerated() {
        let value = 1.2 + 0.4 * (dice.next() - 0.5)
        samples.append(
          Sample(
            kind: kind, value: value, start: Date(timeIntervalSince1970: seconds),
            end: Date(timeIntervalSince1970: end), origin: origins[index / 2],
            standardError: index < 4 ? value * 0.07 : nil,
            standardErrorWithinPerson: index == 0 ? value * 0.03 : nil))
      }
      seconds = end
    }
    samples.append(
      Sample(
        kind: SampleKind.wearTime.erased, value: seconds - recording.start.timeIntervalSince1970,
        start: recording.start, end: Date(timeIntervalSince1970: seconds), origin: origins[0]))
    return RecordingSamples(
      participant: Self.name(person), recording: recording, revisions: ["Method1": 1],
      samples: samples)
  }
}

/// A seeded generator (SplitMix64), so that every run saves the same.
struct Dice {
  var state: UInt64 = 1

  mutating func next() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
