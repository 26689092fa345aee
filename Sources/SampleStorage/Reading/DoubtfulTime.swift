import GaitModel

/// When samples may lie beside the wear of their recording while another one was made: after a deletion of wear, and where
/// a walk outlasts it. Few rows lie there, and no others need be looked at.
struct DoubtfulTime {
  private let sources: [WornSource]
  private let isMixing: Bool

  /// Makes the question.
  ///
  /// - Parameters:
  ///   - sources: all say when they were worn.
  ///   - isMixing: whether sources of different names are put together.
  init(_ sources: [WornSource], isMixing: Bool) {
    (self.sources, self.isMixing) = (sources, isMixing)
  }

  /// Scans of the rows of a series that may reach into that time.
  func scans(of series: Series) -> [SeriesScan] {
    // Wear lies in wear.
    guard series.kind != SampleKind.wearTime.erased else { return [] }
    let longest = series.longestMilliseconds
    let groups = Dictionary(grouping: sources) { isMixing ? "" : $0.source }
    return groups.values.flatMap { gaps(in: $0, longest: longest) }
      .map { $0.lowerBound - longest..<$0.upperBound }.united().map {
        SeriesScan(series: series.id, from: $0.lowerBound, to: $0.upperBound, columns: .values)
      }
  }

  /// Where one of some sources may have samples outside its wear, and another anything.
  private func gaps(in group: [WornSource], longest: Int64) -> [Range<Int64>] {
    let spans = group.map { ($0, span(of: $0, longest: longest)) }
    var shared: [Range<Int64>] = []
    var end = Int64.min
    for span in spans.map(\.1).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if span.lowerBound < end { shared.append(span.lowerBound..<min(end, span.upperBound)) }
      end = max(end, span.upperBound)
    }
    shared = shared.united()
    guard !shared.isEmpty else { return [] }
    return spans.flatMap { source, span -> [Range<Int64>] in
      let both = shared[shared.firstIndex(endingAfter: span.lowerBound)...].prefix {
        $0.lowerBound < span.upperBound
      }
      guard !both.isEmpty else { return [] }
      let worn = source.disjoint
      let shifts = source.shifts
      return both.flatMap { worn.rest(of: $0.clamped(to: span)) }.map {
        $0.lowerBound - shifts.upperBound..<$0.upperBound - shifts.lowerBound
      }
    }
  }

  /// Between which instants all that is kept of a source lies, moved as its stretches are.
  private func span(of source: WornSource, longest: Int64) -> Range<Int64> {
    let all = StoredRange.instants
    guard let starts = source.starts else { return all.lowerBound..<all.upperBound }
    let shifts = source.shifts
    let samples =
      starts.lowerBound + shifts.lowerBound..<starts.upperBound + longest + 1 + shifts.upperBound
    return source.stretches.reduce(samples) {
      min($0.lowerBound, $1.range.lowerBound)..<max($0.upperBound, $1.range.upperBound)
    }
  }
}

extension Range<Int64> {
  /// The same so much later.
  func moved(by shift: Int64) -> Range<Int64> { lowerBound + shift..<upperBound + shift }
}

extension [Range<Int64>] {
  /// The same time in order, none over another.
  func united() -> [Range<Int64>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { united, range in
      if let last = united.last, last.upperBound >= range.lowerBound {
        united[united.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        united.append(range)
      }
    }
  }
}

/// Ranges in order, none over another.
extension RandomAccessCollection<Range<Int64>> where Index == Int {
  /// The first that ends after an instant; the end where none does.
  func firstIndex(endingAfter instant: Int64) -> Int {
    partitioningIndex { $0.upperBound > instant }
  }

  /// Whether an instant lies in one.
  func holds(_ instant: Int64) -> Bool {
    let place = firstIndex(endingAfter: instant)
    return place < endIndex && self[place].lowerBound <= instant
  }

  /// What of a range lies in none.
  func rest(of whole: Range<Int64>) -> [Range<Int64>] {
    var rest: [Range<Int64>] = []
    var begin = whole.lowerBound
    var place = firstIndex(endingAfter: begin)
    while place < endIndex, self[place].lowerBound < whole.upperBound {
      if self[place].lowerBound > begin { rest.append(begin..<self[place].lowerBound) }
      begin = self[place].upperBound
      place += 1
    }
    if begin < whole.upperBound { rest.append(begin..<whole.upperBound) }
    return rest
  }
}
