import GaitModel

extension LaboratoryStudy {
  /// Digest of what tables and mapping say of a recording. It is by the laboratory's own clocks, so that what was found does
  /// not change it, and it is of values, so that the way in which a table is written does not.
  func digest(
    of recording: String, _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]
  ) -> String {
    let systems = mapping.systems(that: LaboratoryMapping.Rows.allCases)
    let lines = parts.flatMap { table, events in
      let own = parts.map(\.0).filter { $0.system == table.system }
      let said = mapping.said(of: table.clock, in: recording)
      let place = systems.firstIndex(of: table.system) ?? systems.count
      let beginning = [
        "\(place)", LaboratoryMapping.Table.seePasses(own) ? "passes" : "whole",
        table.clock == LaboratoryMapping.ownClock ? "own" : "", events.hasOpenBouts ? "open" : "",
        LaboratoryEvents.text([said?.offsetSeconds, said?.driftPPM]),
      ].joined(separator: " ")
      return events.lines.map { "\(beginning) \($0)" }
    }
    return ContentDigest.text(of: Set(lines))
  }
}

extension LaboratoryEvents {
  /// Each event in a line.
  fileprivate var lines: [String] {
    func lines(_ kind: String, _ events: [TimedFoot]) -> [String] {
      events.map { "\(kind) \($0.foot?.rawValue ?? "") \(Self.text([$0.seconds]))" }
    }
    return lines("contact", initial) + lines("end of stride", implied) + lines("final", final)
      + strides.map {
        "stride "
          + Self.text([$0.startSeconds, $0.endSeconds, $0.durationSeconds, $0.lengthMeters])
      }
      + bouts.map {
        let values = $0.values
        return "walk "
          + Self.text([
            $0.seconds.lowerBound, $0.seconds.upperBound, values.speedMetersPerSecond,
            values.strideLengthMeters, values.stepsPerMinute,
          ])
      }
      + trials.map {
        "trial \($0.name) "
          + Self.text([
            $0.seconds.lowerBound, $0.seconds.upperBound, $0.distanceMeters,
            $0.speedMetersPerSecond, $0.stepCount,
          ])
      }
  }

  /// Numbers to six decimals: a change of units leaves something behind them.
  fileprivate static func text(_ numbers: [Double?]) -> String {
    numbers.map { $0.map { "\(($0 * 1e6).rounded())" } ?? "–" }.joined(separator: " ")
  }
}
