/// How much of what one table says another says once more, at instants of its own: two systems that saw the same walks do.
///
/// What lies at one instant in both is there once, whoever lists it, and is not counted.
struct ToldTwice {
  /// Contacts of the table that has fewer, or else ends of its strides or walks, that lie nearer to one of the other table
  /// than two of one system do.
  let count: Int
  /// Of so many.
  let total: Int

  /// Whether it is more than a contact at the seam of two parts of a walk: more than one in fifty.
  var isTold: Bool { 50 * count > total }

  /// Compares the same kind of rows of two tables.
  init(_ one: LaboratoryEvents, _ other: LaboratoryEvents) {
    let kinds = [
      Self.contacts(one.initial, other.initial), Self.contacts(one.implied, other.implied),
      Self.walks(one.bouts, other.bouts),
    ]
    (count, total) = kinds.max { $0.0 < $1.0 } ?? (0, 0)
  }

  private static func contacts(_ one: [TimedFoot], _ other: [TimedFoot]) -> (Int, Int) {
    let lists = [one, other].map { LaboratoryEvents.withoutDoubles($0.sorted()) }
      .sorted { $0.count < $1.count }
    let (own, others) = (lists[0], lists[1])
    let times = others.map(\.seconds)
    let count = own.count { contact in
      let first = times.firstIndex(notBefore: contact.seconds - GaitPhases.shortestStride)
      let last = times.firstIndex(after: contact.seconds + GaitPhases.shortestStride)
      let near = others[first..<last].filter { isOneContact($0, contact) }
      return !near.isEmpty
        && near.allSatisfy {
          abs($0.seconds - contact.seconds) >= LaboratoryEvents.sameSeconds
        }
    }
    return (count, own.count)
  }

  /// Whether two contacts are nearer than two strides of a foot begin, or than two steps where one's foot is not known.
  private static func isOneContact(_ one: TimedFoot, _ other: TimedFoot) -> Bool {
    let isKnown = one.foot != nil && other.foot != nil
    return (one.foot == other.foot || !isKnown)
      && abs(one.seconds - other.seconds)
        < (isKnown ? GaitPhases.shortestStride : CadenceScore.shortestStep)
  }

  /// Walks that share more than half of the shorter one's time with one of the other table, and are not the same.
  private static func walks(
    _ one: [SystemReference.Bout], _ other: [SystemReference.Bout]
  ) -> (Int, Int) {
    let lists = [one, other].map { $0.map(\.seconds) }.sorted { $0.count < $1.count }
    let (own, others) = (lists[0], lists[1])
    let count = own.count { walk in
      !others.contains(walk)
        && others.contains { other in
          let shorter = min(
            walk.upperBound - walk.lowerBound, other.upperBound - other.lowerBound)
          return 2 * walk.overlap(with: other.lowerBound...other.upperBound) > shorter
        }
    }
    return (count, own.count)
  }
}

extension LaboratoryStudy {
  /// Looks whether tables of one system tell the same contacts of a recording, each in its own way, which would all count.
  ///
  /// - Parameters:
  ///   - parts: tables with what they say of the recording.
  ///   - recording: its name.
  ///   - isByOneClock: whether all times are the recording's already; if not, only tables of one clock are compared.
  /// - Throws: ``ValidationError`` that names two such tables.
  static func checkSystems(
    _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)], of recording: String,
    isByOneClock: Bool
  ) throws {
    for (place, (table, events)) in parts.enumerated() {
      for (other, others) in parts[..<place]
      where other.system == table.system && (isByOneClock || other.clock == table.clock) {
        // Walks that lie over each other are told elsewhere.
        let told = ToldTwice(others.withoutWalks, events.withoutWalks)
        guard told.isTold else { continue }
        throw ValidationError(
          "\(other.file) and \(table.file) are both of the system \"\(table.system)\" and tell the same "
            + "contacts of \(recording): \(told.count) of \(told.total) lie nearer to one of the other table than two of one "
            + "system can, and all would count; if two systems saw them, give each a \"system\" of its own in the mapping, "
            + "and if not, keep one of the tables")
      }
    }
  }
}

extension LaboratoryEvents {
  fileprivate var withoutWalks: LaboratoryEvents {
    var other = self
    other.bouts = []
    return other
  }
}
