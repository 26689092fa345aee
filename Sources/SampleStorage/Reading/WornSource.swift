import GRDB
import GaitModel

/// When a device was worn in a recording, or as far as its samples tell.
struct WornSource {
  let id: Int64
  let source: String
  /// The number of its recording; `nil` where it has none.
  let recording: Int64?
  private(set) var stretches: [Stretch] = []
  /// Whether its clock does not say its offset from UTC.
  private(set) var isLocal = false
  /// How well speed is known at the site where the device was worn, the best as 0.
  private(set) var rank: Int
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
    /// How the device's clock told time in it.
    var clock: DeviceClock
    /// Whether it says that the device was worn; else there were samples.
    var isWear: Bool
    /// What its time was moved by, so that a local clock lies beside the others, milliseconds.
    var shift: Int64 = 0
  }

  /// What the details of a sample say of its device.
  struct Facts {
    var site: WearingSite?
    var clock: DeviceClock
  }

  /// Takes a stretch in which the device was worn, or samples outside of those.
  mutating func add(_ range: Range<Int64>, _ facts: Facts, isWear: Bool) {
    if stretches.isEmpty, isWear || recording != nil { rank = Self.rank(of: facts.site) }
    isLocal = isLocal || facts.clock.isLocal
    stretches.append(Stretch(range: range, clock: facts.clock, isWear: isWear))
  }

  /// Puts a local clock, day by day, beside the clock of that device which was worn nearest by what both clocks read:
  /// people wear several devices in one place. Where no device says its offset, the times stay as they read.
  ///
  /// - Parameter others: the clocks of all sources that say their offset.
  mutating func setClock(by others: KnownClocks) {
    stretches = stretches.flatMap { stretch -> [Stretch] in
      guard stretch.clock.isLocal else { return [stretch] }
      return stretch.clock.days(of: stretch.range).map { _, range in
        let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
        let shift = others.nearest(to: range).instant(of: middle) - middle
        return Stretch(
          range: range.moved(by: shift), clock: .ahead(-shift), isWear: stretch.isWear, shift: shift
        )
      }
    }
  }

  /// By how much its stretches were moved, from the least to the most, milliseconds.
  var shifts: ClosedRange<Int64> {
    let all = stretches.map(\.shift)
    return min(0, all.min() ?? 0)...max(0, all.max() ?? 0)
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
