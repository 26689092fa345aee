import GaitModel

/// Trials beside the contacts and strides in them, whatever table and system list these.
extension LaboratoryStudy {
  /// A trial has no more contacts than so many times its steps: strides and steps differ by 2. Our choice.
  private static let greatestStepRatio = 1.5
  /// The first and the last contact of a trial may lie on its ends.
  private static let contactsAtEnds = 2

  /// - Parameter parts: what each table says, by the recording's clock.
  /// - Throws: ``ValidationError`` that names the table of which most trials have fewer steps than a system has contacts.
  static func checkSteps(_ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]) throws {
    for (system, times) in steps(parts) {
      for (table, events) in parts {
        let pairs = events.trials.compactMap { trial -> (said: Double, contacts: Int)? in
          guard let said = trial.stepCount, said > 0 else { return nil }
          let contacts = times.count(where: trial.seconds.contains)
          return contacts > 0 ? (said, contacts) : nil
        }
        guard let ratio = median(pairs.map { Double($0.contacts - contactsAtEnds) / $0.said }),
          ratio > greatestStepRatio, let pair = pairs.first
        else { continue }
        throw ValidationError(
          "\(table.file): the steps of trials contradict the contacts of \(system) in them: they are "
            + "\(LaboratoryRows.short(pair.said)) in the first one, and there are \(pair.contacts) contacts; does the column "
            + "count strides, or the steps of one foot? If so, take it out of \"columns\"")
      }
    }
  }

  /// Nobody is so many times as fast over a trial as over the strides in it: there and back again is 2. Our choice.
  private static let greatestSpeedRatio = 1.7

  /// - Parameter parts: what each table says, by the recording's clock.
  /// - Throws: ``ValidationError`` that names the table of which most trials are farther than the strides in them lead.
  static func checkSpeeds(_ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]) throws {
    for (other, told) in parts {
      let strides = told.strides.filter {
        $0.lengthMeters != nil && $0.endSeconds > $0.startSeconds
      }
      guard !strides.isEmpty else { continue }
      for (table, events) in parts {
        let pairs = events.trials.compactMap { trial -> (said: Double, strides: Double)? in
          guard let meters = trial.distanceMeters,
            let speed = median(
              strides.filter { trial.seconds.contains($0.startSeconds) }
                .map { ($0.lengthMeters ?? 0) / ($0.endSeconds - $0.startSeconds) }), speed > 0
          else { return nil }
          return (meters / (trial.seconds.upperBound - trial.seconds.lowerBound), speed)
        }
        guard let ratio = median(pairs.map { $0.said / $0.strides }), ratio > greatestSpeedRatio,
          let pair = pairs.first
        else { continue }
        throw ValidationError(
          "\(table.file): the distances of trials contradict the strides of \(other.file) in them: the first one makes "
            + "\(LaboratoryRows.short(pair.said)) m/s, and its strides \(LaboratoryRows.short(pair.strides)) m/s; are the units "
            + "and the clocks right? \"units\" says what \"length\" is in: one of \(LaboratoryQuantity.length.symbols)"
        )
      }
    }
  }

  /// Who stands at the start of a trial takes a step sooner, seconds. Our choice.
  private static let longestWait = 3.0
  /// Contacts so near before and behind an instant are of one walk, seconds. Our choice.
  private static let longestStep = 1.0
  /// Of fewer trials nothing is said. Our choice.
  private static let fewestTrials = 3

  /// That most trials of a table begin long before the contacts in them and end amid contacts, or the other way round: their
  /// clock is another one, as a watch beside a walkway.
  ///
  /// - Parameter parts: what each table says, by the recording's clock.
  /// - Returns: a sentence for each such table and system.
  static func shiftedTrials(
    _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]
  ) -> [String] {
    steps(parts).flatMap { system, times in
      func isAmid(_ instant: Double) -> Bool {
        times.contains { $0 < instant && instant - $0 <= longestStep }
          && times.contains { $0 >= instant && $0 - instant <= longestStep }
      }
      return parts.compactMap { table, events -> String? in
        let seen = events.trials.compactMap { trial -> (trial: Range<Double>, times: [Double])? in
          let own = times.filter(trial.seconds.contains)
          return own.isEmpty ? nil : (trial.seconds, own)
        }
        let early = seen.count { trial, own in
          own[0] - trial.lowerBound > longestWait && isAmid(trial.upperBound)
        }
        let late = seen.count { trial, own in
          trial.upperBound - own[own.count - 1] > longestWait && isAmid(trial.lowerBound)
        }
        guard seen.count >= fewestTrials, 2 * max(early, late) > seen.count else { return nil }
        return
          "\(table.file): most trials \(early > late ? "begin" : "end") more than 3 s "
          + "\(early > late ? "before the first" : "after the last") contact of \(system) in them and "
          + "\(early > late ? "end" : "begin") amid its contacts; if their clock is another one, give it a name of its own, "
          + "\"clock\", with its offset"
      }
    }
  }
}
