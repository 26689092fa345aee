import GaitModel

/// Nobody takes two walks at once: time that two walks of one system share would count twice.
enum WalksAtOnce {
  /// Two walks may share so much, seconds: an end and a start that are written with one decimal may each be 0.05 s off.
  private static let longestSlip = 0.1
  /// Of numbers near 10,000 s no more than this is lost in binary fractions.
  private static let rounding = 1e-9

  /// Two walks that share more than times with one decimal do, and one that lies within another, by their places.
  ///
  /// - Parameter walks: in any order, seconds.
  /// - Returns: the places and what the two share, seconds; `nil` where all lie one after the other.
  static func pair(
    in walks: [Range<Double>]
  ) -> (first: Int, second: Int, sharedSeconds: Double)? {
    let order = inTime(walks)
    guard var latest = order.first else { return nil }
    for place in order.dropFirst() {
      let (one, next) = (walks[latest], walks[place])
      let shared = min(one.upperBound, next.upperBound) - next.lowerBound
      if shared > longestSlip + rounding || (shared > 0 && next.upperBound <= one.upperBound) {
        return (latest, place, shared)
      }
      if next.upperBound >= one.upperBound { latest = place }
    }
    return nil
  }

  /// The walks one after the other: each begins where the one before ends, if it began earlier.
  static func apart(_ walks: [Range<Double>]) -> [Range<Double>] {
    var (apart, end) = (walks, -Double.infinity)
    for place in inTime(walks) {
      let walk = walks[place]
      apart[place] = min(max(walk.lowerBound, end), walk.upperBound)..<walk.upperBound
      end = max(end, walk.upperBound)
    }
    return apart
  }

  private static func inTime(_ walks: [Range<Double>]) -> [Int] {
    walks.indices.sorted {
      (walks[$0].lowerBound, walks[$0].upperBound) < (walks[$1].lowerBound, walks[$1].upperBound)
    }
  }

  /// The same for walks of a reference.
  ///
  /// - Parameters:
  ///   - walks: in any order, seconds.
  ///   - key: where the file lists them.
  /// - Returns: the walks one after the other, in the order in which they came.
  /// - Throws: ``ValidationError`` that names two which share more than rounding explains.
  static func checkedApart(_ walks: [Range<Double>], key: String) throws -> [Range<Double>] {
    guard let pair = pair(in: walks) else { return apart(walks) }
    func text(_ seconds: Double) -> String { DecimalText.trimmed(seconds) ?? "\(seconds)" }
    func words(_ place: Int) -> String {
      "\(text(walks[place].lowerBound)) to \(text(walks[place].upperBound)) s"
    }
    throw ValidationError(
      "\(key): the walks from \(words(pair.first)) and from \(words(pair.second)) share "
        + "\(text(pair.sharedSeconds)) s, which would count twice; make one of them, or leave one out"
    )
  }
}

extension [SystemReference.Bout] {
  /// The same walks with other times.
  func with(_ times: [Range<Double>]) -> Self {
    zip(self, times).map { SystemReference.Bout(seconds: $1, values: $0.values) }
  }
}

extension LaboratoryStudy {
  /// Looks whether tables list walks of one system that were taken at once.
  ///
  /// - Parameters:
  ///   - parts: what the tables say of a recording, by its clock.
  ///   - recording: its name.
  /// - Throws: ``ValidationError`` that names two rows of which the walks share more than rounding explains.
  func checkWalks(
    _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)], of recording: String
  ) throws {
    for system in Set(parts.map(\.0.system)).sorted() {
      // What is said once more counts once.
      var known: Set<SystemReference.Bout> = []
      let walks = parts.filter { $0.0.system == system }.flatMap { table, events in
        events.bouts.enumerated().map { (table: table, place: $0.offset, walk: $0.element) }
      }.filter { known.insert($0.walk).inserted }
      guard let pair = WalksAtOnce.pair(in: walks.map(\.walk.seconds)) else { continue }
      let rows = try [pair.first, pair.second].map { place in
        let rows = try LaboratoryRows(walks[place].table, in: folder)
        let row = try rows.walkRows(of: recording)[walks[place].place]
        return (file: walks[place].table.file, line: rows.table.line(of: row))
      }.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
      let isOneTable = walks[pair.first].table == walks[pair.second].table
      let places =
        isOneTable
        ? "\(rows[0].file), lines \(rows[0].line) and \(rows[1].line)"
        : rows.map { "\($0.file), line \($0.line)" }.joined(separator: " and ")
      let advice =
        isOneTable
        ? "keep one of them, or give each system's walks a table with a \"system\" of its own; where the rows are strides, "
          + "write strides in \"holds\""
        : "give each table a \"system\" of its own where two systems saw them, or leave one table out of the mapping"
      let seconds = DecimalText.trimmed(pair.sharedSeconds) ?? "\(pair.sharedSeconds)"
      throw ValidationError(
        "\(places): two walks of the system \"\(system)\" share \(seconds) s, which would count twice; \(advice)"
      )
    }
  }
}
