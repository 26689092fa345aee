import GRDB
import GaitModel

/// When a device was worn in a recording, or as far as its samples tell.
struct WornSource {
  let id: Int64
  let source: String
  /// The number of its recording; `nil` where it has none.
  let recording: Int64?
  private(set) var stretches: [Stretch] = []
  /// How its clock tells time.
  private(set) var clock = Clock.unknown
  /// What its times are moved by, so that those of a local clock lie beside the others', milliseconds.
  private(set) var shift: Int64 = 0
  /// Between which instants the samples of its analysis start, milliseconds since 1970; `nil` where that is not known.
  let starts: ClosedRange<Int64>?
  private let name: String
  private let content: String

  init(_ row: Row) throws {
    id = try row.integer(0)
    source = try row.word(1)
    name = try row.text(2) ?? ""
    content = try row.text(3) ?? ""
    recording = try row.text(2) == nil ? nil : row.integer(4)
    if source == SampleSource.analysisName, let first = try row.optionalInteger(5),
      let last = try row.optionalInteger(6), first <= last
    {
      starts = first...last
    } else {
      starts = nil
    }
  }

  /// A stretch of time, and how well speed is known at the site where the device was worn, the best as 0.
  struct Stretch {
    var range: Range<Int64>
    var rank: Int

    /// Whether it says that the device was worn; else there were samples.
    var isWear: Bool { rank < WornSource.lastRank }
  }

  /// How a clock tells time.
  enum Clock {
    /// It reads so much more than UTC, milliseconds.
    case ahead(Int64)
    /// It does not say its offset.
    case local
    /// Nothing is known of it.
    case unknown
  }

  mutating func add(_ stretch: Stretch) { stretches.append(stretch) }

  /// Takes a stretch, and how the clock tells time there.
  mutating func add(_ stretch: Stretch, _ clock: Clock) {
    if stretches.isEmpty { self.clock = clock }
    add(stretch)
  }

  /// Sets a local clock by that of the nearest source that says its offset: people wear several devices in one place. The
  /// difference is that of what the clocks read.
  mutating func set(by others: some Sequence<WornSource>) {
    guard case .local = clock, let start = stretches.first?.range.lowerBound else { return }
    func difference(_ other: WornSource) -> (Int64, Int64)? {
      guard case .ahead(let offset) = other.clock, let first = other.stretches.first else {
        return nil
      }
      return (abs(first.range.lowerBound + offset - start), offset)
    }
    guard let nearest = others.compactMap(difference).min(by: { $0 < $1 }) else { return }
    shift = -nearest.1
    for place in stretches.indices {
      stretches[place].range = stretches[place].range.moved(by: shift)
    }
  }

  var withoutStretches: WornSource { with([]) }

  /// Itself with other stretches.
  func with(_ stretches: [Stretch]) -> WornSource {
    var source = self
    source.stretches = stretches
    return source
  }

  /// Itself with the stretches of its wear alone.
  var asWorn: WornSource { with(stretches.filter(\.isWear)) }

  /// Itself with the stretches of samples outside its wear alone.
  var asSampled: WornSource { with(stretches.filter { !$0.isWear }) }

  static func rank(of site: WearingSite?) -> Int {
    site.flatMap(Self.sites.firstIndex) ?? Self.sites.count
  }

  /// Of what does not say where and when it was worn.
  static let lastRank = sites.count + 1

  private var rank: Int { stretches.first?.rank ?? Self.lastRank }

  /// The stretches in order, none over another.
  var disjoint: [Range<Int64>] { stretches.map(\.range).united() }

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
