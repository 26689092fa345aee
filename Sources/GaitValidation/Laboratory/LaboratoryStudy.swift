import Foundation
import GaitModel
import SensorFiles

/// Recordings with a laboratory's own tables as their truth.
struct LaboratoryStudy: Sendable, Hashable {
  /// Where the mapping lies; paths begin here.
  let folder: URL
  /// The file.
  let url: URL
  let mapping: LaboratoryMapping
  /// The clocks of an analysis with which others are compared; these take the place of what contacts say.
  var clocks: LaboratoryClocks?

  /// Reads a mapping.
  ///
  /// - Throws: ``ValidationError`` that names the file and what is wrong in it.
  init(_ url: URL) throws {
    self.url = url
    folder = url.deletingLastPathComponent()
    guard let json = FileManager.default.contents(atPath: url.path) else {
      throw ValidationError(
        "\(url.path): cannot be read; gait validate --make-mapping FOLDER drafts a mapping")
    }
    do {
      mapping = try LaboratoryMapping(json: json)
    } catch {
      throw ValidationError("\(url.path): \(error)")
    }
  }

  /// The recordings, by name.
  ///
  /// - Throws: ``ValidationError`` when one of the tables cannot be read.
  func recordings() throws -> [ValidationRecording] {
    for table in mapping.tables { _ = try LaboratoryRows(table, in: folder) }
    return try mapping.recordings.sorted { $0.name < $1.name }.map { recording in
      let file = folder.appending(path: recording.file)
      guard FileManager.default.fileExists(atPath: file.path) else {
        throw ValidationError("\(url.path): there is no recording \(recording.file)")
      }
      return ValidationRecording(
        dataset: mapping.dataset, name: recording.name, url: file, referenceURL: url,
        description: try description(of: recording, file: file),
        options: RecordingOptions(
          site: try site(of: recording),
          height: recording.heightMeters.map { Length(meters: $0) }))
    }
  }

  private func site(of recording: LaboratoryMapping.Recording) throws -> WearingSite? {
    guard let word = recording.site, !word.isEmpty else { return nil }
    if let site = WearingSite(rawValue: word) { return site }
    let known = WearingSite.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\(url.path): \(recording.name): no site \"\(word)\"; there are \(known)")
  }

  private func description(
    of recording: LaboratoryMapping.Recording, file: URL
  ) throws -> TrialDescription {
    var beside = TrialDescription(participant: recording.name)
    var name = file.lastPathComponent
    if name.hasSuffix(".gz") { name.removeLast(3) }
    let stem = (name as NSString).deletingPathExtension
    let describing = file.deletingLastPathComponent().appending(path: "\(stem).json")
    if let json = FileManager.default.contents(atPath: describing.path),
      var known = try? JSONDecoder().decode(TrialDescription.self, from: json)
    {
      if known.participant == TrialDescription.unknownParticipant {
        known.participant = recording.name
      }
      beside = known
    }
    if let participant = recording.participant { beside.participant = participant }
    if let site = recording.site { beside.site = site }
    if let cohort = recording.cohort { beside.cohort = cohort }
    return beside
  }

  /// The truth about a recording, on the recording's clock.
  ///
  /// - Parameters:
  ///   - name: the recording's.
  ///   - contacts: what was found, sorted in time: by these clocks are set.
  ///   - isAnalyzed: whether anything could be found; if not, no clock is needed.
  ///   - durationSeconds: how long the recording is; `nil` takes all that the tables say.
  /// - Returns: the truth, with what was noticed on the way.
  /// - Throws: ``ValidationError`` when a table cannot be read, or speaks of times at which the recording was not running
  ///   and that a clock which is right does not show; ``UnknownClock``.
  func reference(
    of name: String, contacts: [TimedFoot], isAnalyzed: Bool = true, within durationSeconds: Double?
  ) throws -> LabReference {
    let parts = try mapping.tables.filter { $0.mayTell(of: name) }
      .map { table in
        (table, try named(name) { try LaboratoryRows(table, in: folder).events(of: name) })
      }
    try Self.checkSystems(parts, of: name, isByOneClock: false)
    let digest = digest(of: name, parts)
    let known =
      clocks?.conversions(of: name, in: mapping.dataset, truthDigest: digest) ?? [:]
    let clocks = try Set(parts.map(\.0.clock)).sorted().map { clock in
      let own = parts.filter { $0.0.clock == clock }
      try Self.checkClock(clock, of: name, own)
      return self.clock(clock, of: name, truth(setting: own), contacts, known: known[clock])
    }
    var noticed = LaboratoryFinding(
      dataset: mapping.dataset, recording: name, clocks: clocks, sides: [])
    guard !isAnalyzed || clocks.allSatisfy({ $0.used != nil }) else {
      throw UnknownClock(finding: noticed)
    }
    let timed = parts.map { table, events in
      let used = clocks.first { $0.name == table.clock }?.used ?? ClockConversion()
      return (table, events.moved(by: used))
    }
    if clocks.allSatisfy({ $0.used != nil }) {
      try named(name) {
        try checkWalks(timed, of: name)
        try Self.checkCadence(timed)
        try Self.checkDistances(timed)
        try Self.checkSteps(timed)
        try Self.checkSpeeds(timed)
      }
    }
    let recorded = timed.map { RecordedPart(of: $1, in: $0, within: durationSeconds) }
    try check(recorded, of: name, by: clocks)
    let moved = recorded.map { ($0.table, $0.events) }
    try Self.checkSystems(moved, of: name, isByOneClock: true)
    noticed.sides = moved.compactMap { Self.sides(in: $0.0, $0.1.contacts, contacts) }
    var reference = LaboratoryTruth(moved, of: mapping).reference
    reference.finding = isAnalyzed ? noticed : nil
    reference.remarks =
      recorded.compactMap(\.remark) + Self.shiftedTrials(moved) + reference.remarks
    reference.digest = digest
    return reference
  }

  /// The contacts that set a clock, those of one system: two see a contact at two times.
  private func truth(
    setting parts: [(LaboratoryMapping.Table, LaboratoryEvents)]
  ) -> [TimedFoot] {
    let told = mapping.contactSystems.map { system in
      var own = LaboratoryEvents()
      for (table, events) in parts where table.system == system { own.add(events) }
      own.sort()
      return own.contacts
    }
    return told.first { $0.count >= ClockSearch.fewestContacts }
      ?? told.first { !$0.isEmpty } ?? []
  }

  /// Names the recording in what is wrong with a row of it.
  private func named<Result>(_ name: String, _ read: () throws -> Result) throws -> Result {
    do {
      return try read()
    } catch let error as ValidationError {
      throw ValidationError("\(name): left out, because of \(error)")
    }
  }

  private func clock(
    _ clock: String, of recording: String, _ truth: [TimedFoot], _ contacts: [TimedFoot],
    known: ClockConversion?
  ) -> LaboratoryFinding.Clock {
    let fit = ClockFit(truth: truth.map(\.seconds), found: contacts.map(\.seconds))
    func clocked(
      _ used: ClockConversion?, _ source: LaboratoryFinding.Clock.Source
    ) -> LaboratoryFinding.Clock { .init(name: clock, fit: fit, used: used, source: source) }
    guard clock != LaboratoryMapping.ownClock else { return clocked(ClockConversion(), .recording) }
    let said = mapping.said(of: clock, in: recording)
    if let offset = said?.offsetSeconds {
      return clocked(
        ClockConversion(offsetSeconds: offset, driftPPM: said?.driftPPM ?? 0), .mapping)
    }
    if let known { return clocked(known, .otherAnalysis) }
    guard let fit else { return clocked(nil, .none) }
    let used = said?.driftPPM.map { fit.conversion(driftPPM: $0) } ?? fit.conversion
    // A drift at the limit of the search was not measured.
    let isMeasured = said?.driftPPM != nil || !fit.isAtLimit
    if fit.isUnambiguous, isMeasured { return clocked(used, .fit) }
    return said?.usesAnyFit == true ? clocked(used, .ambiguousFit) : clocked(nil, .none)
  }

  private static func sides(
    in table: LaboratoryMapping.Table, _ truth: [TimedFoot], _ found: [TimedFoot]
  ) -> LaboratoryFinding.Sides? {
    let truth = truth.sorted()
    let score = LateralityScore(
      found: found, truth: truth, isLeftOut: truth.map { $0.foot == nil })
    guard score.labelled > 0 else { return nil }
    let isOneFoot = truth.allSatisfy { $0.foot != nil && $0.foot == truth[0].foot }
    return LaboratoryFinding.Sides(
      file: table.file, pairCount: score.labelled, sameCount: score.right,
      isOneFoot: isOneFoot ? true : nil,
      repeatedCount: table.holds == .contacts ? LaboratoryEvents.repeated(truth).count : nil)
  }
}

extension LaboratoryEvents {
  /// From each contact that one of the same foot follows within a walk to that one, seconds; contacts are sorted in time.
  static func repeated(_ contacts: [TimedFoot]) -> [ClosedRange<Double>] {
    let contacts = withoutDoubles(contacts)
    return zip(contacts, contacts.dropFirst()).filter { one, next in
      one.foot != nil && one.foot == next.foot
        && next.seconds - one.seconds < ClockSearch.pauseSeconds
    }.map { $0.seconds...$1.seconds }
  }
}

/// A clock of the laboratory could not be set, so that nothing can be compared.
struct UnknownClock: Error, CustomStringConvertible {
  var finding: LaboratoryFinding
  var description: String { finding.sentences.joined(separator: "; ") }
}

/// A laboratory's events as the truth about a recording.
struct LaboratoryTruth {
  private var systems: [String: LaboratoryEvents] = [:]
  /// The systems that saw passes only, or whose list of walks is not complete.
  private var walkways: Set<String>
  /// The systems that tell of contacts; events are those of the first.
  private let contactSystems: [String]

  /// Events by the recording's clock, with the tables that they come from.
  init(_ parts: [(LaboratoryMapping.Table, LaboratoryEvents)], of mapping: LaboratoryMapping) {
    contactSystems = mapping.contactSystems
    let tables = Dictionary(grouping: parts.map(\.0), by: \.system)
    walkways = Set(tables.filter { LaboratoryMapping.Table.seePasses($0.value) }.keys)
    for (table, events) in parts {
      systems[table.system, default: LaboratoryEvents()].add(events)
      // Of a walk of unknown limits nobody can say whether what is found is of it.
      if events.hasOpenBouts { walkways.insert(table.system) }
    }
    for name in systems.keys { systems[name]?.sort() }
    for (name, own) in systems {
      systems[name]?.bouts = own.bouts.with(WalksAtOnce.apart(own.bouts.map(\.seconds)))
    }
  }

  /// Contacts closer than this belong to one walk, seconds.
  private static let longestPause = ClockSearch.pauseSeconds
  /// On a walkway they are no more than so many times the middle interval apart: with one that was missed two, and what is
  /// more lies beside the walkway.
  private static let mostIntervals = 2.5
  /// Fewer in a row are no walk of a system that saw everything. Of a walkway or a force plate every pass is judged.
  private static let fewestContacts = 4
  /// Systems count in samples of this rate: fine enough for any.
  private static let gridHertz = 1000.0

  /// The truth: events of the first system, and every system with bouts or strides for itself; where several tell of
  /// contacts, each of these, too.
  var reference: LabReference {
    var all = LaboratoryEvents()
    for name in systems.keys.sorted() { all.trials += systems[name]?.trials ?? [] }
    let told = systems.sorted { $0.key < $1.key }
    var reference = LabReference(
      events: contactSystems.first.flatMap { name in systems[name].flatMap { events(name, $0) } },
      systems: told.compactMap { name, events in system(name, events) })
    all.sort()
    reference.events = reference.events ?? EventReference()
    reference.events?.trials = all.trials
    reference.remarks = contactSystems.compactMap { name in
      systems[name].flatMap { remark(on: name, $0) }
    }
    return reference
  }

  /// That contacts of a system lie in none of the walks that it lists, and are of no figure; `nil` where none does.
  private func remark(on name: String, _ own: LaboratoryEvents) -> String? {
    let seen = seen(name, walks(of: name, own))
    let count = own.contacts.count - own.judged(in: seen).contacts.count
    guard count > 0 else { return nil }
    return
      "\(count) of \(own.contacts.count.counted("contact")) of \(name) \(count.verb("lies", "lie")) in none of the walks "
      + "that it lists, and \(count.verb("was", "were")) left out: what is outside of these is neither right nor wrong"
  }

  private func events(_ name: String, _ own: LaboratoryEvents) -> EventReference? {
    guard !own.contacts.isEmpty else { return nil }
    var truth = EventReference()
    let walks = walks(of: name, own)
    truth.walkingBouts = walks.isEmpty ? nil : walks
    truth.seen = seen(name, walks)
    let judged = own.judged(in: truth.seen)
    (truth.initialContacts, truth.finalContacts) = (judged.contacts, judged.final)
    truth.outsideSeconds = Set(own.contacts).subtracting(judged.contacts).map(\.seconds).sorted()
    // Where nothing is judged, nobody said that no step was taken.
    truth.stepCount = judged.contacts.isEmpty ? nil : judged.contacts.count
    return truth
  }

  /// What a system that saw passes can judge: an engine may be early or late at their first and last contacts.
  private func seen(_ name: String, _ walks: [Range<Double>]) -> [ClosedRange<Double>]? {
    walkways.contains(name)
      ? walks.map {
        $0.lowerBound - EventReference.margin...$0.upperBound + EventReference.margin
      } : nil
  }

  /// The walks that are listed, or contacts that follow each other.
  private func walks(of name: String, _ own: LaboratoryEvents) -> [Range<Double>] {
    guard own.bouts.isEmpty else { return own.bouts.map(\.seconds) }
    let times = own.contacts.map(\.seconds)
    let middle = median(zip(times.dropFirst(), times).map { $0 - $1 })
    let longestPause =
      walkways.contains(name)
      ? min(Self.longestPause, middle.map { Self.mostIntervals * $0 } ?? .infinity)
      : Self.longestPause
    var walks: [[Double]] = []
    for time in times {
      if let last = walks.last?.last, time - last <= longestPause {
        walks[walks.count - 1].append(time)
      } else {
        walks.append([time])
      }
    }
    let fewest = walkways.contains(name) ? 1 : Self.fewestContacts
    return walks.filter { $0.count >= fewest }.compactMap { times in
      times.first.flatMap { first in times.last.map { first..<$0 } }
    }
  }

  private func system(_ name: String, _ own: LaboratoryEvents) -> SystemReference? {
    let isOneOfSeveral = contactSystems.count > 1 && !own.contacts.isEmpty
    guard !own.bouts.isEmpty || !own.strides.isEmpty || isOneOfSeveral else { return nil }
    let bouts =
      own.bouts.isEmpty
      ? walks(of: name, own).map { walk in
        SystemReference.Bout(seconds: walk, values: Self.values(of: own, in: walk))
      } : own.bouts
    let seen = seen(name, bouts.map(\.seconds))
    // What is judged is what is true there.
    let beyond = seen == nil ? 0.01 : EventReference.margin
    let contacts = own.contacts.compactMap { contact in
      bouts.firstIndex {
        $0.seconds.lowerBound - beyond <= contact.seconds
          && contact.seconds <= $0.seconds.upperBound + beyond
      }.map { SystemReference.Contact(bout: $0, seconds: contact.seconds, foot: contact.foot) }
    }
    return SystemReference(
      name: name, samplingRateHertz: Self.gridHertz, bouts: bouts, contacts: contacts,
      strides: own.judged(in: seen).strides, seen: seen)
  }

  /// Means over the strides of a walk.
  private static func values(of own: LaboratoryEvents, in walk: Range<Double>) -> BoutValues {
    let strides = own.strides.filter {
      walk.lowerBound - 0.01 <= $0.startSeconds && $0.endSeconds <= walk.upperBound + 0.01
    }
    let contacts = own.contacts.map(\.seconds).filter {
      walk.lowerBound <= $0 && $0 <= walk.upperBound
    }
    return BoutValues(
      speedMetersPerSecond: mean(strides.compactMap(\.speedMetersPerSecond)),
      strideLengthMeters: mean(strides.compactMap(\.lengthMeters)),
      stepsPerMinute: CadenceScore.stepsPerMinute(contacts))
  }
}
