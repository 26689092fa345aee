/// Which of several devices that a person wore at once counts, day by day.
///
/// On a day that begins at midnight of each device's own clock, the one at the site whose speed is known best counts where
/// it was worn; of the same site the one that was worn longer on that day, then that whose samples reach further over it,
/// then the one that began earlier. What the first leaves goes to the next. Then come samples that lie in no wear, in the
/// same order, so that all kinds prefer the same device; what is no recording comes last, by how long its samples of the
/// kind last on the day. A day is settled by itself: what is recorded later changes nothing of it.
struct DevicesAtOnce {
  /// Stretches that do not count, by source, in order, milliseconds since 1970 by the source's own times.
  private(set) var aside: [Int64: [CountedTime.AsideStretch]] = [:]

  /// Settles who counts among sources.
  init(_ sources: [WornSource]) {
    guard sources.count > 1 else { return }
    let pieces = Self.pieces(of: sources)
    var counted: [CountedTime.AsideStretch] = []
    var next = 0
    while next < pieces.count {
      let day = pieces[next].day
      let first = next
      while next < pieces.count, pieces[next].day == day { next += 1 }
      // Days of clocks that differ begin at other instants, less than two days apart.
      let begin = (day - 2) * DeviceClock.day
      counted.removeAll { $0.range.upperBound <= begin }
      settle(pieces[first..<next], sources, after: &counted)
    }
    aside = aside.mapValues(Self.joined)
  }

  /// What of a stretch lies on a day of its clock.
  private struct Piece {
    /// Days since 1970 by the clock.
    var day: Int64
    /// The place of the source.
    var place: Int
    var stretch: WornSource.Stretch
  }

  /// All of a source on a day that was moved alike.
  private struct Device {
    var source: WornSource
    var shift: Int64
    var worn: [Range<Int64>]
    var sampled: [Range<Int64>]
    /// What decides who counts, the first first.
    var order: (rank: Int, lessWorn: Int64, shorter: Int64, begin: Int64)
  }

  /// Stretches divided at midnight, by day, source and time.
  private static func pieces(of sources: [WornSource]) -> [Piece] {
    var pieces: [Piece] = []
    for (place, source) in sources.enumerated() {
      for stretch in source.stretches {
        for (day, range) in stretch.clock.days(of: stretch.range) {
          var stretch = stretch
          stretch.range = range
          pieces.append(Piece(day: day, place: place, stretch: stretch))
        }
      }
    }
    return pieces.sorted {
      ($0.day, $0.place, $0.stretch.shift, $0.stretch.range.lowerBound)
        < ($1.day, $1.place, $1.stretch.shift, $1.stretch.range.lowerBound)
    }
  }

  /// Settles a day after what counts already.
  private mutating func settle(
    _ pieces: ArraySlice<Piece>, _ sources: [WornSource],
    after counted: inout [CountedTime.AsideStretch]
  ) {
    var devices: [Device] = []
    var next = pieces.startIndex
    while next < pieces.endIndex {
      let (first, piece) = (next, pieces[next])
      while next < pieces.endIndex, pieces[next].place == piece.place,
        pieces[next].stretch.shift == piece.stretch.shift
      {
        next += 1
      }
      devices.append(Self.device(sources[piece.place], pieces[first..<next]))
    }
    devices.sort { a, b in
      a.order == b.order ? WornSource.isBefore(a.source, b.source) : a.order < b.order
    }
    for device in devices { settle(device, device.worn, after: &counted, isOfSamples: false) }
    for device in devices { settle(device, device.sampled, after: &counted, isOfSamples: true) }
  }

  private static func device(_ source: WornSource, _ pieces: ArraySlice<Piece>) -> Device {
    let first = pieces[pieces.startIndex]
    let worn = pieces.filter(\.stretch.isWear).map(\.stretch.range).united()
    let sampled = pieces.filter { !$0.stretch.isWear }.map(\.stretch.range).united()
    let wear = worn.reduce(0) { $0 + Int64($1.count) }
    var device = Device(
      source: source, shift: first.stretch.shift, worn: worn, sampled: sampled,
      order: (source.rank, -wear, 0, .max))
    if let starts = source.starts {
      let span = (starts.lowerBound..<starts.upperBound + 1).moved(by: device.shift)
      let day = first.stretch.clock.range(ofDay: first.day)
      device.order.shorter = -Int64(span.clamped(to: day).count)
      device.order.begin = span.lowerBound
    } else if source.recording == nil {
      device.order.shorter = -sampled.reduce(0) { $0 + Int64($1.count) }
      device.order.begin = first.stretch.range.lowerBound
    }
    return device
  }

  /// Adds a device in its turn: it counts where those before it left something.
  private mutating func settle(
    _ device: Device, _ own: [Range<Int64>],
    after counted: inout [CountedTime.AsideStretch], isOfSamples: Bool
  ) {
    guard !own.isEmpty else { return }
    // Where its clock was set back, a device lies over itself.
    let id = device.source.id
    let taken = Self.overlaps(of: own, with: counted.filter { $0.counting != id })
    if !taken.isEmpty {
      aside[id, default: []] += taken.map {
        CountedTime.AsideStretch(
          range: $0.range.moved(by: -device.shift), counting: $0.counting, isOfSamples: isOfSamples)
      }
    }
    let ranges = counted.map(\.range)
    counted += own.flatMap(ranges.rest).map {
      CountedTime.AsideStretch(range: $0, counting: id)
    }
    counted.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Where stretches lie in others; both are in order, and none lies over another.
  private static func overlaps(
    of stretches: [Range<Int64>], with others: [CountedTime.AsideStretch]
  ) -> [CountedTime.AsideStretch] {
    var found: [CountedTime.AsideStretch] = []
    var place = 0
    for stretch in stretches {
      while place < others.count, others[place].range.upperBound <= stretch.lowerBound {
        place += 1
      }
      var next = place
      while next < others.count, others[next].range.lowerBound < stretch.upperBound {
        found.append(
          CountedTime.AsideStretch(
            range: others[next].range.clamped(to: stretch), counting: others[next].counting))
        next += 1
      }
    }
    return found
  }

  /// Stretches in order, those that midnight alone divides put together again.
  private static func joined(
    _ stretches: [CountedTime.AsideStretch]
  ) -> [CountedTime.AsideStretch] {
    stretches.sorted { $0.range.lowerBound < $1.range.lowerBound }.reduce(into: []) {
      joined, stretch in
      if let last = joined.last, last.range.upperBound == stretch.range.lowerBound,
        last.counting == stretch.counting, last.isOfSamples == stretch.isOfSamples
      {
        joined[joined.count - 1].range = last.range.lowerBound..<stretch.range.upperBound
      } else {
        joined.append(stretch)
      }
    }
  }
}
