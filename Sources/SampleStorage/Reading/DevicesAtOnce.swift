/// Which of several devices that a person wore at once counts, day by day.
///
/// The one at the site whose speed is known best counts where it was worn; of the same site, on a day that begins at midnight of
/// each device's own clock, the one that was worn longer on that day, then that whose samples reach further over it,
/// then the one that began earlier. What the first leaves goes to the next. Then come samples that lie in no wear, in the
/// same order, so that all kinds prefer the same device; what is no recording comes last, by how long its samples of the
/// kind last on the day. A day is settled by itself, but where clocks differ: there a better site has its time also on what
/// the other clock calls the day before or after.
struct DevicesAtOnce {
  /// Stretches that do not count, by source, in order, milliseconds since 1970 by the source's own times.
  private(set) var aside: [Int64: [CountedTime.AsideStretch]] = [:]

  /// Settles who counts among sources.
  init(_ sources: [WornSource]) {
    guard sources.count > 1 else { return }
    let devices = Self.devices(of: sources)
    var counted = CountedStretches()
    for device in devices { settle(device, device.worn, after: &counted, isOfSamples: false) }
    for device in devices { settle(device, device.sampled, after: &counted, isOfSamples: true) }
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
    var order: (rank: Int, day: Int64, lessWorn: Int64, shorter: Int64, begin: Int64)
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

  /// What was worn on the days, in the order in which it counts.
  private static func devices(of sources: [WornSource]) -> [Device] {
    let pieces = pieces(of: sources)
    var devices: [Device] = []
    var next = 0
    while next < pieces.count {
      let (first, piece) = (next, pieces[next])
      while next < pieces.count, pieces[next].day == piece.day, pieces[next].place == piece.place,
        pieces[next].stretch.shift == piece.stretch.shift
      {
        next += 1
      }
      devices.append(device(sources[piece.place], pieces[first..<next]))
    }
    return devices.sorted { a, b in
      a.order == b.order ? WornSource.isBefore(a.source, b.source) : a.order < b.order
    }
  }

  private static func device(_ source: WornSource, _ pieces: ArraySlice<Piece>) -> Device {
    let first = pieces[pieces.startIndex]
    let worn = pieces.filter(\.stretch.isWear).map(\.stretch.range).united()
    let sampled = pieces.filter { !$0.stretch.isWear }.map(\.stretch.range).united()
    let wear = worn.reduce(0) { $0 + Int64($1.count) }
    var device = Device(
      source: source, shift: first.stretch.shift, worn: worn, sampled: sampled,
      order: (source.rank, first.day, -wear, 0, .max))
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
    _ device: Device, _ own: [Range<Int64>], after counted: inout CountedStretches,
    isOfSamples: Bool
  ) {
    guard let first = own.first, let last = own.last else { return }
    let near = counted.stretches(about: first.lowerBound..<last.upperBound)
    // Where its clock was set back, a device lies over itself.
    let id = device.source.id
    let taken = Self.overlaps(of: own, with: near.filter { $0.counting != id })
    if !taken.isEmpty {
      aside[id, default: []] += taken.map {
        CountedTime.AsideStretch(
          range: $0.range.moved(by: -device.shift), counting: $0.counting, isOfSamples: isOfSamples)
      }
    }
    let ranges = near.map(\.range)
    for rest in own.flatMap(ranges.rest) { counted.add(rest, of: id) }
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

/// Stretches that count already, none over another, by the days of UTC so that those about one are found without all others.
private struct CountedStretches {
  private var byDay: [Int64: [CountedTime.AsideStretch]] = [:]

  /// What lies on the days of a stretch, in order.
  func stretches(about range: Range<Int64>) -> [CountedTime.AsideStretch] {
    DeviceClock.unknown.days(of: range).flatMap { byDay[$0.day] ?? [] }
  }

  /// Adds a stretch that lies over none of them.
  mutating func add(_ range: Range<Int64>, of id: Int64) {
    for (day, part) in DeviceClock.unknown.days(of: range) {
      let place =
        byDay[day]?.partitioningIndex { $0.range.lowerBound >= part.upperBound } ?? 0
      byDay[day, default: []].insert(
        CountedTime.AsideStretch(range: part, counting: id), at: place)
    }
  }
}
