import Foundation
import GaitModel

/// Words that the command has for reasons.
package struct ReasonWords {
  /// Why a bout is not flat and steady.
  package var leftOut: (LeftOutReason) -> String
  /// Why a value is not there.
  package var missing: (MissingReason) -> String

  /// Takes the words.
  package init(
    leftOut: @escaping (LeftOutReason) -> String, missing: @escaping (MissingReason) -> String
  ) {
    self.leftOut = leftOut
    self.missing = missing
  }
}

/// A recording's signal with what was found in it, as the viewer in the page reads it.
///
/// Long lists are bytes in base 64: a week with 16,000 bouts stays below 12 MB.
package struct SignalDocument {
  let analysis: RecordingAnalysis
  let levels: SignalLevels
  let words: ReasonWords

  /// Makes the document of a recording that was read to its end.
  package init(_ analysis: RecordingAnalysis, _ levels: SignalLevels, words: ReasonWords) {
    self.analysis = analysis
    self.levels = levels
    self.words = words
  }

  /// What the viewer shows, in a sentence.
  var caption: String {
    let detail =
      levels.hasEveryBout
      ? "Every bout is there with \(number(levels.detailHertz, 0)) values a second"
      : "The longest bouts are there with \(number(levels.detailHertz, 0)) values a second, as "
        + "many as the page has room for"
    return "Magnitude of the acceleration with gravity, which is 9.8 m/s² at rest; from the least "
      + "to the most of each "
      + "moment. Look for walking as dense stretches below the colored bars. \(detail); elsewhere "
      + "the finest step is \(number(levels.step, 1)) s."
  }

  /// The document.
  var value: JSONValue {
    .members([
      "start": analysis.facts.clock().map { .number(Self.local($0) * 1000, decimals: 0) } ?? .null,
      "clock_changes": .array(
        analysis.facts.clockChanges(until: analysis.quality.durationSeconds).map {
          .array([.number($0.seconds, decimals: 3), .integer($0.shift)])
        }),
      "duration": .number(max(1, analysis.quality.durationSeconds), decimals: 3),
      "base": .members([
        "step": .exact(levels.step), "low": .string(Self.base64(levels.low)),
        "high": .string(Self.base64(levels.high)),
      ]),
      "details": details, "contacts": .members(["bytes": .string(Self.base64(contactCodes))]),
      "bouts": bouts, "measures": .array(BoutMeasureColumn.all.map(measure)),
      "activities": .array(Activity.allCases.map { .string($0.rawValue) }),
      "terrains": .array(Terrain.allCases.map { .string(Self.words($0)) }),
      "left_out": .array(LeftOutReason.allCases.map { .string(words.leftOut($0)) }),
      "missing": .array(MissingReason.allCases.map { .string(words.missing($0)) }),
      "stairs": .array((analysis.stairFlights.value ?? []).map(stair)),
      "turns": .array((analysis.turns.value ?? []).map(turn)),
      "non_wear": .array(analysis.quality.nonWear.map { .array(Self.ends($0)) }),
      "gaps": .array(levels.gaps.map { .array(Self.ends($0)) }),
      "mean_strides": meanStrides,
    ])
  }

  /// Seconds since 1970 of the local clock, as if it were UTC.
  static func local(_ clock: WallClock) -> Double {
    clock.secondsSince1970 + Double(clock.utcOffsetSeconds)
  }

  static func words(_ terrain: Terrain) -> String {
    switch terrain {
    case .level: "level"
    case .stairsUp: "stairs up"
    case .stairsDown: "stairs down"
    case .incline: "slope"
    case .unknown: "terrain not known"
    }
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }

  private static func ends(_ seconds: Range<Double>) -> [JSONValue] {
    [.number(seconds.lowerBound, decimals: 2), .number(seconds.upperBound, decimals: 2)]
  }

  private func stair(_ flight: StairFlight) -> JSONValue {
    .array(Self.ends(flight.seconds) + [.integer(flight.direction == .stairsUp ? 1 : -1)])
  }

  private func turn(_ turn: Turn) -> JSONValue {
    .array(Self.ends(turn.seconds) + [.number(turn.angleDegrees, decimals: 0)])
  }

  private var details: JSONValue {
    // A value is of the samples nearest to its place: it begins half a value before.
    let half = 0.5 / levels.detailHertz
    let all = levels.details.map { ($0.seconds.lowerBound - half, $0.quantized) }
    return .members([
      "rate": .exact(levels.detailHertz),
      "stretches": .array(
        all.map { start, stretch in
          .array([
            .number(start, decimals: 3), .integer(stretch.bytes.count),
            .number(Double(stretch.low), decimals: 3), .number(Double(stretch.scale), decimals: 5),
          ])
        }),
      "bytes": .string(Data(all.flatMap(\.1.bytes)).base64EncodedString()),
    ])
  }

  private static func base64(_ values: [some FixedWidthInteger]) -> String {
    values.map(\.littleEndian).withUnsafeBytes { Data($0).base64EncodedString() }
  }
}

extension SignalDocument {
  /// All contacts in time order, two bytes each: the milliseconds since the one before, whether it
  /// is a final
  /// contact, and the foot. Where more than 8 s lie between, codes without a foot fill the time.
  var contactCodes: [UInt16] {
    let initial = analysis.bouts.flatMap { bout in
      bout.initialContacts.map { ($0.seconds, $0.foot, UInt16(0)) }
    }
    let final = analysis.bouts.flatMap { bout in
      bout.finalContacts.map { ($0.seconds, $0.foot, UInt16(4)) }
    }
    var codes: [UInt16] = []
    var last = 0
    for (seconds, foot, kind) in (initial + final).sorted(by: { $0.0 < $1.0 }) {
      var pause = max(0, Int((seconds * 1000).rounded()) - last)
      last += pause
      while pause > 8191 {
        codes.append(8191 << 3 | 3)
        pause -= 8191
      }
      let side: UInt16 = foot == .left ? 0 : foot == .right ? 1 : 2
      codes.append(UInt16(pause) << 3 | kind | side)
    }
    return codes
  }

  private var bouts: JSONValue {
    let all = analysis.bouts
    func integers(_ read: (WalkingBout) -> Int?) -> JSONValue {
      .array(all.map { .optional(read($0)) })
    }
    return .members([
      "start": .array(all.map { .number($0.seconds.lowerBound, decimals: 2) }),
      "end": .array(all.map { .number($0.seconds.upperBound, decimals: 2) }),
      "kind": integers(Self.kind),
      "activity": integers { Activity.allCases.firstIndex(of: $0.activity) },
      "terrain": integers { Terrain.allCases.firstIndex(of: $0.terrain) },
      "steps": integers(\.stepCount), "strides": integers(\.strides.count),
      "turns": integers(\.turnCount.value),
      "left_out": integers { bout in
        bout.leftOutReason.flatMap { LeftOutReason.allCases.firstIndex(of: $0) } ?? -1
      },
    ])
  }

  /// How the viewer colors a bout: flat and steady walking, other walking, running, stairs.
  private static func kind(_ bout: WalkingBout) -> Int {
    if bout.activity == .running { return 2 }
    if bout.terrain == .stairsUp || bout.terrain == .stairsDown { return 3 }
    return bout.isSteady ? 0 : 1
  }

  private func measure(_ column: BoutMeasureColumn) -> JSONValue {
    func numbers(_ read: (WalkingBout) -> Double?) -> JSONValue {
      .array(analysis.bouts.map { .optional(read($0), decimals: column.decimals) })
    }
    return .members([
      "key": .string(column.key), "name": .string(column.name), "unit": .string(column.unit),
      "decimals": .integer(column.decimals), "in_table": .flag(column.isInTable),
      "value": numbers { column.read($0).value },
      "error": numbers { column.read($0).standardError },
      "own": numbers(column.own),
      "missing": .array(
        analysis.bouts.map { bout in
          .integer(
            column.read(bout).missingReason.flatMap { MissingReason.allCases.firstIndex(of: $0) }
              ?? -1)
        }),
    ])
  }

  private var meanStrides: JSONValue {
    let means = levels.meanStrides
    let most = means.flatMap { $0.means.map(abs) + $0.deviations }.max() ?? 1
    let scale = max(most / 127, 1e-3)
    let bytes = means.flatMap { stride in
      stride.means.map { UInt8(bitPattern: Int8(max(-127, min(127, ($0 / scale).rounded())))) }
        + stride.deviations.map { UInt8(min(255, ($0 / scale).rounded())) }
    }
    return .members([
      "points": .integer(StrideMeans.points), "scale": .exact(scale),
      "bouts": .array(means.map { .integer($0.bout) }),
      "counts": .array(means.map { .integer($0.count) }),
      "feet": .array(means.map { .string($0.foot == .unknown ? "same" : $0.foot.rawValue) }),
      "bytes": .string(Data(bytes).base64EncodedString()),
      "none": .string(
        "No mean stride: it takes \(StrideMeans.fewestStrides) straight strides of one foot that "
          + "count, and the 2,000 longest bouts have one."),
    ])
  }
}

/// A measure of a bout as the page shows it.
struct BoutMeasureColumn: Sendable {
  var key: String
  var name: String
  var unit: String
  var decimals: Int
  var isInTable = true
  var read: @Sendable (WalkingBout) -> Measured<Double>
  var own: @Sendable (WalkingBout) -> Double?

  /// The measures, those of the table first.
  static let all: [BoutMeasureColumn] = [
    BoutMeasureColumn(key: "speed", name: "walking speed", unit: "m/s", decimals: 2) {
      $0.walkingSpeed.mapped(\.metersPerSecond)
    } own: {
      $0.withinPersonErrors.walkingSpeed?.metersPerSecond
    },
    BoutMeasureColumn(key: "step", name: "step length", unit: "m", decimals: 2) {
      $0.stepLength.mapped(\.meters)
    } own: {
      $0.withinPersonErrors.stepLength?.meters
    },
    BoutMeasureColumn(key: "cadence", name: "cadence", unit: "steps/min", decimals: 1) {
      $0.cadence.mapped(\.stepsPerMinute)
    } own: {
      $0.withinPersonErrors.cadence?.stepsPerMinute
    },
    BoutMeasureColumn(key: "support", name: "double support", unit: "% of stride", decimals: 1) {
      $0.doubleSupportFraction.mapped { $0 * 100 }
    } own: {
      $0.withinPersonErrors.doubleSupportFraction.map { $0 * 100 }
    },
    BoutMeasureColumn(key: "asymmetry", name: "uneven steps", unit: "%", decimals: 0) {
      $0.asymmetryFraction.mapped { $0 * 100 }
    } own: { _ in
      nil
    },
    BoutMeasureColumn(
      key: "times", name: "asymmetry of step times", unit: "%", decimals: 1, isInTable: false
    ) {
      $0.stepTimeAsymmetry.mapped { $0 * 100 }
    } own: {
      $0.withinPersonErrors.stepTimeAsymmetry.map { $0 * 100 }
    },
    BoutMeasureColumn(
      key: "distance", name: "distance", unit: "m", decimals: 1, isInTable: false
    ) {
      $0.distance.mapped(\.meters)
    } own: { bout in
      bout.distance.value.flatMap(bout.errorWithinPerson(of:))?.meters
    },
    BoutMeasureColumn(
      key: "variation", name: "variation of stride times", unit: "%", decimals: 1, isInTable: false
    ) {
      $0.quality.strideTimeVariation.mapped { $0 * 100 }
    } own: { _ in
      nil
    },
  ]
}
