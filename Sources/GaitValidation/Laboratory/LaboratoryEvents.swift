import Foundation
import GaitModel

/// What a laboratory's table says about one recording, by the table's own clock in seconds.
struct LaboratoryEvents {
  /// Contacts that a table lists.
  var initial: [TimedFoot] = []
  /// Contacts that strides begin and end with; used where no table lists contacts.
  var implied: [TimedFoot] = []
  var final: [TimedFoot] = []
  var strides: [SystemReference.Stride] = []
  var bouts: [SystemReference.Bout] = []
  var trials: [MarkedTrial] = []
  /// Whether there was a walk of which nobody knows when it began or ended.
  var hasOpenBouts = false

  /// The contacts: those that are listed, or else those of the strides.
  var contacts: [TimedFoot] { initial.isEmpty ? implied : initial }

  /// The same by another clock.
  func moved(by clock: ClockConversion) -> LaboratoryEvents {
    func moved(_ events: [TimedFoot]) -> [TimedFoot] {
      events.map { TimedFoot(seconds: clock.seconds($0.seconds), foot: $0.foot) }
    }
    func moved(_ range: Range<Double>) -> Range<Double> {
      clock.seconds(range.lowerBound)..<clock.seconds(range.upperBound)
    }
    var other = self
    (other.initial, other.implied) = (moved(initial), moved(implied))
    other.final = moved(final)
    for place in strides.indices {
      other.strides[place].startSeconds = clock.seconds(strides[place].startSeconds)
      other.strides[place].endSeconds = clock.seconds(strides[place].endSeconds)
    }
    for place in bouts.indices { other.bouts[place].seconds = moved(bouts[place].seconds) }
    for place in trials.indices { other.trials[place].seconds = moved(trials[place].seconds) }
    return other
  }

  /// Adds what another table says.
  mutating func add(_ other: LaboratoryEvents) {
    initial += other.initial
    implied += other.implied
    final += other.final
    strides += other.strides
    bouts += other.bouts
    trials += other.trials
    hasOpenBouts = hasOpenBouts || other.hasOpenBouts
  }

  /// Contacts without those that stand a few milliseconds from another of the same foot, or of a foot that is not known
  /// there: strides list each contact twice, as their end and as the next one's start.
  mutating func sort() {
    initial = Self.withoutDoubles(initial.sorted())
    implied = Self.withoutDoubles(implied.sorted())
    final = Self.withoutDoubles(final.sorted())
    strides = ListedOnce(strides).items.sorted { $0.startSeconds < $1.startSeconds }
    bouts = ListedOnce(bouts).items.sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
    trials = Self.each(trials).sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
  }

  /// How many contacts, strides, walks and trials are listed.
  var listedCount: Int { initial.count + strides.count + bouts.count + trials.count }

  /// What two tables say alike, once: same times, distance and speed are one trial whatever it is called, unless other steps
  /// were counted.
  private static func each(_ all: [MarkedTrial]) -> [MarkedTrial] {
    all.reduce(into: []) { kept, trial in
      guard let place = kept.firstIndex(where: trial.isSame) else { return kept.append(trial) }
      kept[place].stepCount = kept[place].stepCount ?? trial.stepCount
    }
  }

  /// Two events of one foot that are nearer are one event, seconds.
  static let sameSeconds = 0.01

  /// Events without those that stand a few milliseconds from one of the same foot; sorted in time. One whose foot is not
  /// known is any foot's, and takes it.
  static func withoutDoubles(_ events: [TimedFoot]) -> [TimedFoot] {
    var kept: [TimedFoot] = []
    for event in events {
      let near = kept.indices.reversed().prefix { event.seconds - kept[$0].seconds < sameSeconds }
      let known =
        near.first { kept[$0].foot == event.foot }
        ?? near.first { kept[$0].foot == nil || event.foot == nil }
      if let known {
        kept[known].foot = kept[known].foot ?? event.foot
      } else {
        kept.append(event)
      }
    }
    return kept
  }
}

extension LaboratoryMapping.Table {
  /// Whether rows of it may be of a recording.
  func mayTell(of recording: String) -> Bool {
    self.recording == recording || recordingColumn != nil
  }
}

/// Reads the rows of a table.
struct LaboratoryRows {
  let map: LaboratoryMapping.Table
  let table: LaboratoryTable
  private let units: LaboratoryUnits
  /// The numbers of each column that the mapping names, by the mapping's key.
  let numbers: [String: [Double?]]
  /// What its rows call events, each word once; none without a column of events.
  let eventWords: [String]

  /// - Throws: ``ValidationError`` when the file or a column of the mapping is not there.
  init(_ map: LaboratoryMapping.Table, in folder: URL) throws {
    let url = folder.appending(path: map.file)
    let wanted = map.columns.values + [map.recordingColumn].compactMap(\.self)
    self.map = map
    table = try LaboratoryTable(url, wanted: Array(wanted))
    units = LaboratoryUnits(map)
    numbers = map.columns.compactMapValues(table.numbers)
    eventWords = EventWord.words(in: map.columns["event"].flatMap(table.fields) ?? [])
    for name in wanted.sorted() where table.fields(name) == nil {
      throw ValidationError(
        "\(map.file): there is no column \"\(name)\"; there are "
          + table.names.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    try LaboratoryCells(map, table, numbers).check()
    try checkEvents()
  }

  /// What the table says about a recording.
  ///
  /// - Throws: ``ValidationError`` that names a row that cannot be.
  func events(of recording: String) throws -> LaboratoryEvents {
    let rows = try rows(of: recording).rows
    var events = LaboratoryEvents()
    switch map.holds {
    case .contacts:
      try addContacts(rows, to: &events)
      try checkFinals(events, of: recording)
      try checkSteps(events.initial, of: recording)
    case .strides:
      try addStrides(rows, to: &events)
      // Each is two contacts, the first of which begins it.
      try checkSteps(
        stride(from: 0, to: events.implied.count, by: 2).map { events.implied[$0] }, of: recording)
    case .bouts:
      events.bouts = try rows.compactMap(bout)
      events.hasOpenBouts = rows.contains(where: isOpen)
    case .trials: events.trials = try rows.compactMap(trial)
    }
    return events
  }

  /// The rows of a recording of which each stands for something of its own, and how many others there are.
  ///
  /// - Throws: ``ValidationError`` where two contradict each other.
  func rows(of recording: String) throws -> (rows: [Int], doubled: Int) {
    // Every column that is read has as many cells.
    let all = (map.columns.values.first.flatMap { table.fields($0)?.count }) ?? 0
    let named = map.recordingColumn.flatMap { table.fields($0) }
    return try distinct((0..<all).filter { named == nil || named?[$0] == recording })
  }

  /// The rows of a recording that are walks, in the order of its events.
  ///
  /// - Throws: ``ValidationError`` that names a row that cannot be.
  func walkRows(of recording: String) throws -> [Int] {
    try rows(of: recording).rows.filter { try bout($0) != nil }
  }

  /// Whether a row says anything: a title or a remark between rows does not.
  func hasValue(_ row: Int) -> Bool {
    numbers.values.contains { row < $0.count && $0[row] != nil }
  }

  /// Whether a row says that something was there and not when: its start or its end is missing, or the time of a contact.
  func isOpen(_ row: Int) -> Bool {
    guard map.holds != .contacts else {
      // Lists for each foot are of different lengths and end with empty cells, and some tables have a row for each event.
      return map.columns["time"] != nil && time("time", row) == nil && time("final", row) == nil
        && cell("side", row).map { !LaboratoryCells.isBlank($0) } == true
    }
    guard time("start", row) == nil || time("end", row) == nil && duration(row) == nil else {
      return false
    }
    return hasValue(row)
      || ["start", "end"].contains { cell($0, row).map(LaboratoryCells.isMissing) == true }
  }

  /// What stands in a column; `nil` where there is no such column.
  func cell(_ key: String, _ row: Int) -> String? {
    guard let fields = map.columns[key].flatMap(table.fields), row < fields.count else {
      return nil
    }
    return fields[row]
  }

  /// Where a row stands, as messages name it.
  func place(_ row: Int) -> String { "\(map.file), line \(table.line(of: row))" }

  /// A number for reading, without what a change of units leaves behind the sixth decimal.
  private static func text(_ number: Double) -> String {
    DecimalText.trimmed(number) ?? "\(number)"
  }

  private func value(_ key: String, _ row: Int, _ factor: Double) -> Double? {
    guard let numbers = numbers[key], row < numbers.count else { return nil }
    return numbers[row].map { $0 * factor }
  }

  /// A value of a kind, which must be one that can be. Walkways write 0 where they did not measure.
  private func value(
    _ key: String, _ row: Int, _ factor: Double, _ kind: AnySampleKind
  ) throws -> Double? {
    guard let value = value(key, row, factor), value != 0 else { return nil }
    guard let why = PossibleValues.impossibility(of: value, kind) else { return value }
    throw ValidationError(
      "\(place(row)): \(key) \(Self.text(value)) \(kind.baseUnit.symbol) cannot be: \(why); is the unit right? "
        + "\"units\" says what lengths, speeds and cadences are in")
  }

  private func time(_ key: String, _ row: Int) -> Double? { value(key, row, units.seconds) }

  /// A duration, seconds. Walkways write 0 where they did not measure.
  private func duration(_ row: Int) -> Double? {
    value("duration", row, units.durationSeconds).flatMap { $0 == 0 ? nil : $0 }
  }

  private func side(_ row: Int) throws -> Side? {
    guard let name = map.columns["side"], let words = table.fields(name), row < words.count else {
      return nil
    }
    let word = words[row]
    if let known = map.sides?[word] ?? Side(word: word) { return known }
    guard !LaboratoryCells.isBlank(word) else { return nil }
    let examples = (Side(guessedFrom: word).map { [$0] } ?? [.left, .right]).map {
      "{\"\(word)\": \"\($0.rawValue)\"}"
    }
    throw ValidationError(
      "\(place(row)): the side is \"\(word)\"; leave the cell empty if nobody knows it, or say in \"sides\" whether that "
        + "is left or right: "
        + examples.joined(separator: " or "))
  }

  private func addContacts(_ rows: [Int], to events: inout LaboratoryEvents) throws {
    for row in rows {
      let seconds = time("time", row)
      let event = try seconds.flatMap { _ in try self.event(row) }
      let foot = try side(row)
      if let seconds {
        let contact = TimedFoot(seconds: seconds, foot: foot ?? event?.foot)
        if event?.isFinal == true {
          events.final.append(contact)
        } else {
          events.initial.append(contact)
        }
      }
      if let seconds = time("final", row) {
        events.final.append(TimedFoot(seconds: seconds, foot: foot))
      }
    }
    for (key, foot) in [("left", Side.left), ("right", .right)] {
      events.initial += rows.compactMap { time(key, $0) }.map { TimedFoot(seconds: $0, foot: foot) }
      events.final += rows.compactMap { time("\(key)_final", $0) }
        .map { TimedFoot(seconds: $0, foot: foot) }
    }
  }

  /// Nothing walked is shorter, seconds: sprinters take 300 steps a minute.
  private static let shortestSeconds = 0.2

  /// From start to end; `nil` where one of them is missing.
  private func stretch(_ row: Int) throws -> Range<Double>? {
    guard let start = time("start", row) else { return nil }
    guard let end = time("end", row) ?? duration(row).map({ start + $0 }) else { return nil }
    guard end > start else {
      throw ValidationError(
        "\(place(row)): it ends (\(Self.text(end)) s) \(end < start ? "before" : "when") it starts (\(Self.text(start)) s); "
          + "are the columns and the unit of time right?")
    }
    guard end - start >= Self.shortestSeconds else {
      throw ValidationError(
        "\(place(row)): it lasts \(Self.text(end - start)) s, and no step is shorter than "
          + "\(Self.shortestSeconds) s; are the columns and the unit of time right? \"units\" says what times and, as "
          + "\"duration\", durations are in")
    }
    return start..<end
  }

  /// How far a stride's duration and the time from its start to its end may differ, seconds: two systems of one laboratory
  /// see each of the two contacts less than 0.1 s apart.
  private static let longestDifference = 0.2

  /// How long a stride lasted, seconds: its own duration, or else from its start to its end.
  private func strideDuration(_ row: Int, _ seconds: Range<Double>) throws -> Double {
    let span = seconds.upperBound - seconds.lowerBound
    guard let own = duration(row) else { return span }
    guard abs(own - span) <= Self.longestDifference else {
      throw ValidationError(
        "\(place(row)): a stride of \(Self.text(span)) s from start to end has the duration \(Self.text(own)) s; are the "
          + "columns and their units right? \"units\" says what times and, as \"duration\", durations are in"
      )
    }
    return own
  }

  private func addStrides(_ rows: [Int], to events: inout LaboratoryEvents) throws {
    for row in rows {
      guard let seconds = try stretch(row) else { continue }
      let duration = try strideDuration(row, seconds)
      let speed = try value(
        "speed", row, units.metersPerSecond, SampleKind.runningSpeed.erased)
      let length = try value(
        "length", row, units.meters, SampleKind.runningStrideLength.erased)
      try checkStride(row, speed: speed, meters: length, seconds: duration)
      events.strides.append(
        SystemReference.Stride(
          startSeconds: seconds.lowerBound, endSeconds: seconds.upperBound,
          durationSeconds: duration, lengthMeters: length ?? speed.map { $0 * duration }))
      let foot = try side(row)
      events.implied += [seconds.lowerBound, seconds.upperBound].map {
        TimedFoot(seconds: $0, foot: foot)
      }
    }
    try checkShort(rows.first, strides: events.strides.compactMap(\.lengthMeters))
  }

  private func bout(_ row: Int) throws -> SystemReference.Bout? {
    guard let seconds = try stretch(row) else { return nil }
    let values = BoutValues(
      speedMetersPerSecond: try value(
        "speed", row, units.metersPerSecond, SampleKind.runningSpeed.erased),
      strideLengthMeters: try value(
        "stride_length", row, units.meters, SampleKind.runningStrideLength.erased),
      stepsPerMinute: try value(
        "cadence", row, units.stepsPerMinute, SampleKind.cadence.erased))
    try checkSlow(row, speed: values.speedMetersPerSecond)
    try checkSlow(row, stepsPerMinute: values.stepsPerMinute)
    try checkShort(row, strides: [values.strideLengthMeters].compactMap(\.self))
    try checkStride(
      row, speed: values.speedMetersPerSecond, meters: values.strideLengthMeters,
      seconds: values.stepsPerMinute.map { 120 / $0 })
    return SystemReference.Bout(seconds: seconds, values: values)
  }

  private func trial(_ row: Int) throws -> MarkedTrial? {
    guard let seconds = try stretch(row) else { return nil }
    let duration = seconds.upperBound - seconds.lowerBound
    let distance = try value("distance", row, units.meters, SampleKind.distance.erased)
    if let distance,
      let why = MarkedTrial.impossibility(ofMeters: distance, inSeconds: duration)
    {
      throw ValidationError(
        "\(place(row)): \(why); is the unit right? \"units\" says what lengths and times are in"
      )
    }
    let speed = try value(
      "speed", row, units.metersPerSecond, SampleKind.runningSpeed.erased)
    let steps = try isUncounted(row) ? nil : stepCount(row, in: duration)
    if distance != nil {
      try checkSpeed(row, speed, of: distance, in: duration)
    } else {
      let strides = steps.flatMap { $0 > 0 ? $0 / 2 : nil }
      try checkStride(row, speed: speed, meters: nil, seconds: strides.map { duration / $0 })
    }
    try checkSlow(row, speed: speed ?? distance.map { $0 / duration })
    let name = cell("trial", row) ?? "trial \(row + 1)"
    return MarkedTrial(
      name: name, seconds: seconds, distanceMeters: distance,
      speedMetersPerSecond: speed ?? distance.map { $0 / duration }, stepCount: steps)
  }

  /// Nobody goes farther without a step, meters.
  private static let longestStepless = 1.0

  /// Whether the steps of a trial are 0 although somebody went somewhere: nobody counted them.
  func isUncounted(_ row: Int) -> Bool {
    guard value("steps", row, 1) == 0, let seconds = try? stretch(row) else { return false }
    let told = value("distance", row, units.meters).flatMap { $0 == 0 ? nil : $0 }
    let meters =
      told
      ?? value("speed", row, units.metersPerSecond).map {
        $0 * (seconds.upperBound - seconds.lowerBound)
      }
    return meters.map { $0 > Self.longestStepless } == true
  }

  /// Steps that somebody counted in a trial. Behind a mark three digits may be thousands: 1.834 is what some write for 1834.
  private func stepCount(_ row: Int, in seconds: Double) throws -> Double? {
    guard let number = value("steps", row, 1), let cell = cell("steps", row) else { return nil }
    guard let steps = CountedSteps.whole(number), cell.firstMatch(of: /[.,]\d{3}$/) == nil else {
      throw ValidationError("\(place(row)): steps: \(cell) \(CountedSteps.rule)")
    }
    if let why = CountedSteps.impossibility(of: steps, inSeconds: seconds) {
      throw ValidationError("\(place(row)): \(why); are the columns and the unit of time right?")
    }
    return Double(steps)
  }
}
