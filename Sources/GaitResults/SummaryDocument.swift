import GaitModel

/// `summary.json`: the recording, its quality, totals, what was left out or is missing, and how it
/// was done.
package enum SummaryDocument {
  /// The document of a recording.
  ///
  /// - Parameters:
  ///   - recording: what was found.
  ///   - counts: what is missing in each of its tables; `nil` counts it.
  /// - Returns: the document; keys have a fixed order.
  package static func document(
    of recording: AnalyzedRecording, missing counts: [Table.MissingCounts]? = nil
  ) -> JSONValue {
    let analysis = recording.analysis
    let tables = recording.tables
    return .members([
      "program": .members(["name": "gait", "version": .string(Program.version)]),
      "recording": facts(analysis.facts, name: recording.name),
      "quality": QualityDocument.document(of: analysis.quality),
      "totals": totals(analysis.totals),
      "left_out": leftOut(analysis),
      "missing": missing(tables, counts ?? tables.map(\.missingCounts)),
      "remarks": remarks(recording.remarks),
      "methods": .array(analysis.methods.map(method)),
      "settings": .members([
        "digest": .string(recording.settings.digest),
        "changed": .array(recording.settings.changes.map { .string($0) }),
      ]),
      "bouts": .members([
        "walking_speed_own_past_se_mps": .array(
          analysis.boutList.map { .optional($0.speedErrorWithinPerson?.metersPerSecond) })
      ]),
      "wearing": .array(analysis.wearings.map(WearingDocument.document)),
      "samples_crc32": .optional(recording.checksum),
    ])
  }

  /// What is known of a recording; keys have a fixed order.
  package static func facts(_ facts: RecordingFacts, name: String) -> JSONValue {
    let person = facts.participant
    return .members([
      "name": .string(name),
      "device": .string(facts.device),
      "site": .optional(facts.site?.rawValue),
      "sampling_rate_hz": .number(facts.samplingRateHertz, decimals: 4),
      "has_gyroscope": .flag(facts.hasAngularRate),
      "start_time": .optional(facts.clock().map { InstantText.text($0) }),
      "participant": .optional(person.identifier),
      "height_m": .optional(person.height?.meters),
      "mass_kg": .optional(person.mass?.kilograms),
      "age_years": .optional(person.ageYears),
      "sex": .optional(person.sex?.rawValue),
    ])
  }

  private static func totals(_ totals: RecordingTotals) -> JSONValue {
    .members([
      "bouts": .integer(totals.boutCount),
      "steps": .integer(totals.stepCount),
      "distance_m": .optional(totals.distance.value?.meters),
      "walking_s": .number(totals.walkingSeconds, decimals: 4),
      "running_s": .number(totals.runningSeconds, decimals: 4),
      "jumping_s": .number(totals.jumpingSeconds, decimals: 4),
      "turns": .optional(totals.turnCount.value),
      "flights_up": .optional(totals.flightsUp.value),
      "flights_down": .optional(totals.flightsDown.value),
      "short_flights": .optional(totals.shortFlights.value),
      "height_climbed_m": .optional(totals.heightClimbed.value?.meters),
      "cadence_spm": .optional(totals.cadence.value?.stepsPerMinute),
      "pace_s_per_km": .optional(totals.pace.value),
    ])
  }

  private static func leftOut(_ analysis: RecordingAnalysis) -> JSONValue {
    var (bouts, strides): ([LeftOutReason: Int], [LeftOutReason: Int]) = ([:], [:])
    for bout in analysis.boutList {
      if let reason = bout.leftOutReason { bouts[reason, default: 0] += 1 }
      for case let reason? in bout.strides.lazy.map(\.leftOutReason) {
        strides[reason, default: 0] += 1
      }
    }
    func counts(_ byReason: [LeftOutReason: Int]) -> JSONValue {
      .counts(
        byReason.sorted { $0.key < $1.key }.map { (reason: $0.key.rawValue, count: $0.value) })
    }
    return .members(["bouts": counts(bouts), "strides": counts(strides)])
  }

  private static func missing(_ tables: [Table], _ counts: [Table.MissingCounts]) -> JSONValue {
    .object(
      zip(tables, counts).compactMap { table, counts in
        let members = missing(in: table, counts)
        return members.isEmpty ? nil : .init(key: table.name, value: .object(members))
      })
  }

  private static func missing(
    in table: Table, _ counts: Table.MissingCounts
  ) -> [JSONValue.Member] {
    let columns = counts.map {
      JSONValue.Member(key: $0.column, value: .counts($0.counts))
    }
    return table.missingReason.map { [.init(key: "all_rows", value: .string($0))] } ?? columns
  }

  private static func remarks(_ remarks: [RecordingRemark]) -> JSONValue {
    let kinds = RecordingRemark.Kind.allCases.sorted { $0.rawValue < $1.rawValue }
    return .object(
      kinds.compactMap { kind in
        let ofKind = remarks.filter { $0.kind == kind }
        guard let first = ofKind.first else { return nil }
        return .init(
          key: kind.rawValue,
          value: .members([
            "remarks": .integer(ofKind.count),
            "samples": .integer(ofKind.reduce(0) { $0 + $1.sampleCount }),
            "first": .string(first.message),
          ]))
      })
  }

  private static func method(_ method: MethodIdentity) -> JSONValue {
    let provenance = method.provenance
    return .members([
      "question": .string(provenance.question),
      "method": .string(provenance.method),
      "citation": .string(provenance.citation),
      "doi": .optional(provenance.doi),
      "revision": .integer(provenance.revision),
      "settings": .string(method.settings),
      "deviations": .array(provenance.deviations.map { .string($0) }),
    ])
  }
}

/// The quality of a recording as it stands in `summary.json`; units are in the keys.
package enum QualityDocument {
  /// The document of a recording's quality; keys have a fixed order, new ones come last.
  package static func document(of quality: RecordingQuality) -> JSONValue {
    .members([
      "duration_s": .number(quality.durationSeconds, decimals: 4),
      "samples": .integer(quality.sampleCount),
      "gaps": .integer(quality.gapCount),
      "gap_s": .number(quality.gapSeconds, decimals: 4),
      "clipped_fraction": .number(quality.clippedFraction, decimals: 6),
      "moving_s": .number(quality.movingSeconds, decimals: 4),
      "still_gravity_error_g": .optional(quality.stillGravityErrorG, decimals: 6),
      "up_while_walking": quality.upWhileWalking.map { axes($0, decimals: 4) } ?? .null,
      "wear_time_s": .number(quality.wearSeconds, decimals: 4),
      "non_wear_s": .number(quality.nonWearSeconds, decimals: 4),
      "non_wear_stretches": .integer(quality.nonWear.count),
      "clipping_limits_g": limits(quality.clippingLimits),
      "temperature_c": temperature(quality.temperature),
      "calibration": calibration(quality.calibration),
      "short_pause_s": .number(quality.shortPauseSeconds, decimals: 4),
    ])
  }

  private static func axes(_ vector: SIMD3<Double>, decimals: Int) -> JSONValue {
    .array([vector.x, vector.y, vector.z].map { .number($0, decimals: decimals) })
  }

  /// One limit for each axis; `null` for an axis that was never at its limit.
  private static func limits(_ limits: ClippingLimits) -> JSONValue {
    .array([limits.x, limits.y, limits.z].map { .optional($0) })
  }

  private static func temperature(_ span: TemperatureSpan?) -> JSONValue {
    guard let span else { return .null }
    return .members([
      "mean": .number(span.meanCelsius, decimals: 2),
      "least": .number(span.leastCelsius, decimals: 2),
      "greatest": .number(span.greatestCelsius, decimals: 2),
    ])
  }

  private static func calibration(_ calibration: AccelerometerCalibration?) -> JSONValue {
    guard let calibration else {
      return .members(["applied": .flag(false), "reason": "not_looked_for"])
    }
    return .members([
      "applied": .flag(calibration.isApplied),
      "reason": .optional(calibration.obstacle?.rawValue),
      "gain": axes(calibration.gain, decimals: 6),
      "offset_g": axes(calibration.offsetG, decimals: 6),
      "error_before_g": .optional(calibration.errorBeforeG, decimals: 6),
      "error_after_g": .optional(calibration.errorAfterG, decimals: 6),
      "still_epochs": .integer(calibration.stillEpochCount),
    ])
  }
}

/// How the device was worn, as it stands in `summary.json`; units are in the keys.
package enum WearingDocument {
  /// The document of one wearing; keys have a fixed order, new ones come last.
  package static func document(of wearing: Wearing) -> JSONValue {
    .members([
      "start_s": .number(wearing.seconds.lowerBound, decimals: 4),
      "end_s": .number(wearing.seconds.upperBound, decimals: 4),
      "site": .optional(wearing.site?.rawValue),
      "site_source": .string(wearing.source.rawValue),
      "is_pelvis": wearing.isPelvis.map { .flag($0) } ?? .null,
      "confidence": .optional(wearing.confidence, decimals: 4),
      "up": axes(wearing.up),
      "up_confidence": .optional(wearing.upConfidence, decimals: 4),
      "forward": wearing.forward.map(axes) ?? .null,
      "forward_confidence": .number(wearing.forwardConfidence, decimals: 4),
      "evidence": wearing.evidence.map(evidence) ?? .null,
      "leg": wearing.leg == .unknown ? .null : .string(wearing.leg.rawValue),
      "leg_confidence": .number(wearing.legConfidence, decimals: 4),
      "place": .optional(wearing.place?.rawValue),
      "likely_place": .optional(wearing.placeProbabilities.first?.place.rawValue),
      "place_probabilities": wearing.placeProbabilities.isEmpty
        ? .null : probabilities(wearing.placeProbabilities),
    ])
  }

  private static func axes(_ vector: SIMD3<Double>) -> JSONValue {
    .array([vector.x, vector.y, vector.z].map { .number($0, decimals: 4) })
  }

  private static func evidence(_ evidence: WearingEvidence) -> JSONValue {
    let amplitudes = WearingAmplitude.allCases.map {
      JSONValue.Member(
        key: $0.rawValue, value: .optional(evidence.amplitudes[$0], decimals: 4))
    }
    return .object(
      amplitudes + [.init(key: "walking_s", value: .number(evidence.seconds, decimals: 2))])
  }

  private static func probabilities(_ found: [PlaceProbability]) -> JSONValue {
    .object(
      WornPlace.allCases.compactMap { place in
        found.first { $0.place == place }.map {
          .init(key: place.rawValue, value: .number($0.probability, decimals: 4))
        }
      })
  }
}
