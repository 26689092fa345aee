import GaitModel

/// Speeds beside lengths and times: what contradicts them is of another unit or another column.
extension LaboratoryRows {
  /// Speed and length over time differ by no more than this factor. Units do: miles an hour by 2.2, kilometers an hour by
  /// 3.6. The speed of the middle of a walk, or of a walk without its pauses, does not. Our choice.
  private static let greatestRatio = 2.0

  /// Holds a speed against a length and the time that it took.
  ///
  /// - Parameters:
  ///   - row: the row that says them.
  ///   - speed: m/s; `nil` where it says none.
  ///   - meters: the length; `nil` where it says none.
  ///   - seconds: the time.
  /// - Throws: ``ValidationError`` that names the row where they contradict each other.
  func checkSpeed(_ row: Int, _ speed: Double?, of meters: Double?, in seconds: Double) throws {
    guard let speed, let meters else { return }
    let other = meters / seconds
    guard max(speed / other, other / speed) > Self.greatestRatio else { return }
    throw ValidationError(
      "\(place(row)): the speed \(Self.short(speed)) m/s contradicts \(Self.short(meters)) m in \(Self.short(seconds)) s, "
        + "which is \(Self.short(other)) m/s; are the columns and their units right? \"units\" says what speeds, lengths and "
        + "times are in. If it is the speed of something else, take it out of \"columns\"")
  }

  /// Nobody runs with strides of this time or more, seconds: 133 steps a minute. Our choice.
  private static let shortestWalkingOnly = 0.9

  /// Why a stride of so many meters and seconds cannot be; `nil` where it can.
  static func impossibility(ofStride meters: Double, in seconds: Double) -> String? {
    PossibleValues.impossibility(
      of: meters,
      seconds < shortestWalkingOnly
        ? SampleKind.runningStrideLength.erased : SampleKind.strideLength.erased)
  }

  /// Holds a speed against the length and the time of a stride, or against what can be where there is no length.
  ///
  /// - Parameters:
  ///   - row: the row that says them.
  ///   - speed: m/s; `nil` where it says none.
  ///   - meters: the length of a stride; `nil` where it says none.
  ///   - seconds: the time of a stride; `nil` where it says none.
  /// - Throws: ``ValidationError`` that names the row where they contradict each other, or where nobody takes such a stride.
  func checkStride(_ row: Int, speed: Double?, meters: Double?, seconds: Double?) throws {
    guard let speed, let seconds else { return }
    guard meters == nil else { return try checkSpeed(row, speed, of: meters, in: seconds) }
    guard let why = Self.impossibility(ofStride: speed * seconds, in: seconds) else { return }
    throw ValidationError(
      "\(place(row)): at the speed \(Self.short(speed)) m/s a stride of \(Self.short(seconds)) s is "
        + "\(Self.short(speed * seconds)) m long, which cannot be: \(why); are the columns and their units right? \"units\" "
        + "says what speeds and times are in")
  }

  /// Whoever walks is faster, m/s: the slowest patients go 5 cm a second. Our choice.
  private static let slowestSpeed = 0.02
  /// Whoever walks takes more steps a minute: fewer are those of a second. Our choice.
  private static let slowestCadence = 8.0

  /// - Throws: ``ValidationError`` that names the row where a trial or a walk is slower than anybody walks.
  func checkSlow(_ row: Int, speed: Double?) throws {
    guard let speed, speed < Self.slowestSpeed else { return }
    throw ValidationError(
      "\(place(row)): a speed of \(DecimalText.text(speed, decimals: 4) ?? "\(speed)") m/s is slower than anybody walks "
        + "(\(Self.slowestSpeed) m/s); are the columns and their units right? \"units\" says what speeds, lengths and times "
        + "are in")
  }

  /// - Throws: ``ValidationError`` that names the row where a walk has fewer steps a minute than anybody takes.
  func checkSlow(_ row: Int, stepsPerMinute: Double?) throws {
    guard let cadence = stepsPerMinute, cadence < Self.slowestCadence else { return }
    throw ValidationError(
      "\(place(row)): a cadence of \(Self.short(cadence)) steps/min is slower than anybody walks "
        + "(\(Self.short(Self.slowestCadence)) steps/min); is the unit right? \"units\" says what \"cadence\" is in: one of "
        + LaboratoryQuantity.cadence.symbols)
  }

  /// Whoever walks takes longer strides on average, meters: those of slow shuffling are 0.2 m and more. Our choice.
  private static let shortestStrides = 0.05

  /// - Throws: ``ValidationError`` that names the row, the first of the strides or the mean of a walk, where strides are
  ///   shorter than anybody takes; a single one may be, as on a spot.
  func checkShort(_ row: Int?, strides meters: [Double]) throws {
    guard let row, let middle = median(meters), middle < Self.shortestStrides else { return }
    throw ValidationError(
      "\(place(row)): strides of \(DecimalText.text(middle, decimals: 4) ?? "\(middle)") m are shorter than anybody takes "
        + "(\(Self.shortestStrides) m); is the unit right? \"units\" says what \"length\" is in: one of "
        + LaboratoryQuantity.length.symbols)
  }

  static func short(_ number: Double) -> String {
    DecimalText.trimmed((number * 1000).rounded() / 1000) ?? "\(number)"
  }
}

extension LaboratoryStudy {
  /// The cadence of a walk and that of its contacts differ by no more than this factor: strides and steps by 2. Our choice.
  private static let greatestCadenceRatio = 1.5

  /// Holds the cadence of walks against the contacts in them, whatever table and system list these.
  ///
  /// - Parameter parts: what each table says, by the recording's clock.
  /// - Throws: ``ValidationError`` that names the table of which most walks contradict a system's contacts.
  static func checkCadence(_ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]) throws {
    for (system, times) in steps(parts) {
      for (table, events) in parts {
        let pairs = events.bouts.compactMap { bout -> (said: Double, counted: Double)? in
          guard let said = bout.values.stepsPerMinute,
            let counted = CadenceScore.stepsPerMinute(times.filter(bout.seconds.contains))
          else { return nil }
          return (said, counted)
        }
        guard let ratio = median(pairs.map { $0.said / $0.counted }),
          max(ratio, 1 / ratio) > greatestCadenceRatio, let pair = pairs.first
        else { continue }
        func text(_ number: Double) -> String {
          DecimalText.text(number, decimals: 1) ?? "\(number)"
        }
        throw ValidationError(
          "\(table.file): the cadence of walks contradicts the contacts of \(system) in them: it is "
            + "\(text(pair.said)) steps/min in the first one, and the contacts make \(text(pair.counted)); is its unit right? "
            + "\"units\" says what \"cadence\" is in: one of \(LaboratoryQuantity.cadence.symbols)")
      }
    }
  }

  /// Contacts that follow each other more slowly, a minute, may be those of passes over one plate. Our choice.
  private static let slowestSteps = 40.0

  /// Holds the distances of trials against the contacts in them, whatever table and system list these: what is in feet and
  /// read in meters has strides that nobody takes.
  ///
  /// - Parameter parts: what each table says, by the recording's clock.
  /// - Throws: ``ValidationError`` that names the table of which most trials contradict a system's contacts.
  static func checkDistances(_ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]) throws {
    for (system, times) in steps(parts) {
      for (table, events) in parts {
        let strides = events.trials.compactMap { trial -> (seconds: Double, meters: Double)? in
          guard let meters = trial.distanceMeters,
            let cadence = CadenceScore.stepsPerMinute(times.filter(trial.seconds.contains)),
            cadence >= slowestSteps
          else { return nil }
          let seconds = 120 / cadence
          return (seconds, meters * seconds / (trial.seconds.upperBound - trial.seconds.lowerBound))
        }
        guard let seconds = median(strides.map(\.seconds)),
          let meters = median(strides.map(\.meters)),
          let why = LaboratoryRows.impossibility(ofStride: meters, in: seconds)
        else { continue }
        throw ValidationError(
          "\(table.file): the distances of trials contradict the contacts of \(system) in them: a stride of "
            + "\(LaboratoryRows.short(seconds)) s would be \(LaboratoryRows.short(meters)) m long, which cannot be: \(why); is "
            + "the unit right? \"units\" says what \"length\" is in: one of \(LaboratoryQuantity.length.symbols)"
        )
      }
    }
  }

  /// The instants of the contacts of each system, in the order of their names; one that lists one foot has strides in the place
  /// of steps and is left out.
  static func steps(
    _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]
  ) -> [(system: String, seconds: [Double])] {
    Dictionary(grouping: parts, by: \.0.system).sorted { $0.key < $1.key }.compactMap {
      system, tables in
      var told = LaboratoryEvents()
      for (_, events) in tables { told.add(events) }
      told.sort()
      let feet = Set(told.contacts.map(\.foot))
      return feet == [.left] || feet == [.right] ? nil : (system, told.contacts.map(\.seconds))
    }
  }
}
