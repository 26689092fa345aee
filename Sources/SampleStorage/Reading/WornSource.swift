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
  /// How well speed is known at the site where the device was worn, the best as 0.
  private(set) var rank: Int
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
    rank = recording == nil ? Self.lastRank : Self.rank(of: nil)
  }

  /// A stretch of time.
  struct Stretch {
    var range: Range<Int64>
    /// What the clock read there more than it says in UTC, milliseconds.
    var offset: Int64
    /// Whether it says that the device was worn; else there were samples.
    var isWear: Bool
  }

  /// What the details of a sample say of its device.
  struct Facts {
    var site: WearingSite?
    var clock = Clock.unknown
  }

  /// How a clock tells time.
  enum Clock {
    /// It reads so much more than UTC, milliseconds.
    case ahead(Int64)
    /// It does not say its offset.
    case local
    /// Nothing is known of it.
    case unknown

    /// What it reads more than the times of its samples, milliseconds: those of a local clock are its readings.
    var offset: Int64 {
      if case .ahead(let offset) = self { offset } else { 0 }
    }
  }

  /// Takes a stretch in which the device was worn.
  mutating func add(_ range: Range<Int64>, _ facts: Facts) {
    if stretches.isEmpty { take(facts) }
    stretches.append(Stretch(range: range, offset: facts.clock.offset, isWear: true))
  }

  /// Takes the time of samples outside the wear.
  mutating func addSampled(_ range: Range<Int64>) {
    stretches.append(Stretch(range: range, offset: clock.offset - shift, isWear: false))
  }

  /// Takes where a device was worn, and how its clock tells time.
  mutating func take(_ facts: Facts) {
    (clock, rank) = (facts.clock, Self.rank(of: facts.site))
    for place in stretches.indices { stretches[place].offset = clock.offset }
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
      stretches[place].offset = -shift
    }
  }

  private static func rank(of site: WearingSite?) -> Int {
    site.flatMap(Self.sites.firstIndex) ?? Self.sites.count
  }

  /// Of what is no recording.
  private static let lastRank = sites.count + 1

  /// The stretches in order, none over another.
  var disjoint: [Range<Int64>] { stretches.map(\.range).united() }

  /// An order of recordings and sources for when nothing else decides: not that in which they were added to the store.
  static func isBefore(_ a: WornSource, _ b: WornSource) -> Bool {
    (a.source, a.name, a.content) < (b.source, b.name, b.content)
  }

  /// Sites whose speed is known best first (the README's table of errors).
  private static let sites: [WearingSite] = [
    .lowerBack, .hip, .pocket, .bag, .neck, .arm, .hand, .wrist,
  ]
}
