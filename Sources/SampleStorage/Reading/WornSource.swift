import GRDB
import GaitModel

/// When a device was worn in a recording, or as far as its samples tell.
struct WornSource {
  let id: Int64
  let source: String
  /// The number of its recording; `nil` where it has none.
  let recording: Int64?
  private(set) var stretches: [Stretch] = []
  private let name: String
  private let content: String

  init(_ row: Row) throws {
    id = try row.integer(0)
    source = try row.word(1)
    name = try row.text(2) ?? ""
    content = try row.text(3) ?? ""
    recording = try row.text(2) == nil ? nil : row.integer(4)
  }

  /// A stretch of time, and how well speed is known at the site where the device was worn, the best as 0.
  struct Stretch {
    var range: Range<Int64>
    var rank: Int
  }

  mutating func add(_ stretch: Stretch) { stretches.append(stretch) }

  var withoutStretches: WornSource {
    var source = self
    source.stretches = []
    return source
  }

  static func rank(of site: WearingSite?) -> Int {
    site.flatMap(Self.sites.firstIndex) ?? Self.sites.count
  }

  /// Of what does not say where and when it was worn.
  static let lastRank = sites.count + 1

  private var rank: Int { stretches.first?.rank ?? Self.lastRank }

  /// The stretches in order, none over another.
  var disjoint: [Range<Int64>] {
    stretches.map(\.range).sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) {
      joined, stretch in
      if let last = joined.last, last.upperBound >= stretch.lowerBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        joined.append(stretch)
      }
    }
  }

  /// The order does not depend on that in which recordings were added to the store.
  static func counts(_ a: WornSource, before b: WornSource) -> Bool {
    if (a.rank, -a.length, a.start) != (b.rank, -b.length, b.start) {
      return (a.rank, -a.length, a.start) < (b.rank, -b.length, b.start)
    }
    return (a.source, a.name, a.content) < (b.source, b.name, b.content)
  }

  private var length: Int64 { stretches.reduce(0) { $0 + Int64($1.range.count) } }
  private var start: Int64 { stretches.first?.range.lowerBound ?? .max }

  /// Sites whose speed is known best first (the README's table of errors).
  private static let sites: [WearingSite] = [
    .lowerBack, .hip, .pocket, .bag, .neck, .arm, .hand, .wrist,
  ]
}
