import GaitModel

extension LaboratoryMapping {
  /// The systems that tell of contacts, those that list them before those that list strides alone, each in the order of
  /// `tables`. Events are those of the first: it is the same in every recording, however many contacts a system finds.
  var contactSystems: [String] { systems(that: [.contacts, .strides]) }

  /// The systems with tables of some kinds, in the order of the kinds and then in that of `tables`.
  func systems(that hold: [Rows]) -> [String] {
    hold.flatMap { kind in tables.filter { $0.holds == kind }.map(\.system) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// By which system events are judged, where several tell of contacts; `nil` where one does.
  var systemRemark: String? {
    let systems = contactSystems
    guard let first = systems.first, systems.count > 1 else { return nil }
    let others = systems.dropFirst().joined(separator: ", ")
    return
      "figures without a system's name are those of \(first), also where it has no contacts; \(first) and \(others) each have "
      + "a block of their own. The first system with contacts in \"tables\" is taken, and sets the clocks that it shares"
  }

  /// What is said of a clock in a recording: what names the recording goes before what holds for all.
  func said(of clock: String, in recording: String) -> Clock? {
    let said = clocks.filter { $0.name == clock }
    return said.first { $0.recording == recording } ?? said.first { $0.recording == nil }
  }
}

extension LaboratoryMapping.Table {
  /// Whether the system of some tables saw passes only: by what is said of contacts, or else of walks, or else of strides.
  /// Where nothing is said, contacts and strides are those of a walkway, and walks are all that there were.
  static func seePasses(_ tables: [Self]) -> Bool {
    for kind in [LaboratoryMapping.Rows.contacts, .bouts, .strides] {
      if let said = tables.first(where: { $0.holds == kind && $0.sees != nil })?.sees {
        return said == .passes
      }
    }
    return tables.contains { $0.holds == .contacts || $0.holds == .strides }
  }
}

extension LaboratoryMapping {
  /// - Throws: ``ValidationError`` for tables of one system and recording of which one cannot hold beside the other.
  ///   Strides are judged with the contacts, where their system lists some.
  func checkSights() throws {
    for system in Set(tables.map(\.system)).sorted() {
      for recording in recordings.map(\.name) {
        let own = tables.filter { $0.system == system && $0.mayTell(of: recording) }
        let hasContacts = own.contains { $0.holds == .contacts }
        let said = own.filter {
          $0.sees != nil && $0.holds != .trials && !(hasContacts && $0.holds == .strides)
        }
        guard let first = said.first, let other = said.first(where: { $0.sees != first.sees })
        else { continue }
        throw ValidationError(
          "\(other.file): \"sees\" is \(other.sees?.rawValue ?? ""), and in \(first.file) it is "
            + "\(first.sees?.rawValue ?? ""), which is of the same system \"\(system)\"; say the same in both, or give one of "
            + "them a \"system\" of its own")
      }
    }
  }

  /// - Throws: ``ValidationError`` for what is said of a clock and holds for no table, is said twice, or says nothing.
  func checkClocks() throws {
    var known: Set<[String?]> = []
    for clock in clocks {
      func wrong(_ text: String) -> ValidationError { ValidationError("clocks: \(text)") }
      guard clock.name != Self.ownClock else {
        throw wrong(
          "times of the clock \"\(clock.name)\" are the recording's own; where they are not, give their tables another "
            + "\"clock\" and say it of that")
      }
      let own = tables.filter { $0.clock == clock.name }
      guard !own.isEmpty else {
        let names = Set(tables.map(\.clock)).subtracting([Self.ownClock]).sorted()
        throw wrong(
          "no table has the clock \"\(clock.name)\"; "
            + (names.isEmpty
              ? "all have the recording's own" : "there are \(names.joined(separator: ", "))"))
      }
      let whose = clock.recording.map { "the recording \"\($0)\"" } ?? "all recordings"
      if let name = clock.recording {
        let names = recordings.map(\.name)
        guard names.contains(name) else {
          throw wrong(
            "there is no recording \"\(name)\"; there are \(names.joined(separator: ", "))")
        }
        guard own.contains(where: { $0.mayTell(of: name) }) else {
          throw wrong("no table of \(whose) has the clock \"\(clock.name)\"; take the entry out")
        }
      }
      guard known.insert([clock.name, clock.recording]).inserted else {
        throw wrong("\"\(clock.name)\" is there twice for \(whose); leave one out")
      }
      try checkEffects(of: clock)
    }
  }
}
