import GaitModel

/// Puts the pages in order and gives them their times, some dozens at once.
final class GENEActivWindow {
  /// A page and its times.
  struct Placed {
    let page: GENEActivPage
    let span: GENEActivClock.Span
  }

  /// Pages in memory at once: four minutes at 100 Hz.
  private static let capacity = 80
  /// Pages that wait for those after them, which tell whether they are in order.
  private static let waitingCount = 16

  let scanner: GENEActivScanner
  private let isThinned: Bool
  private var waiting: [GENEActivPage] = []
  private var clock = GENEActivClock()
  private var lastPlaced: GENEActivPage?
  /// The numbers of the last pages with one, and where these lie in the file.
  private var numbers: [(number: Int, fileOffset: Int)] = []
  private var hasEnded = false
  private var misplaced = DamageLog<GENEActivDamage>()

  /// Reads from the beginning of a file.
  init(_ stream: any ByteStream, _ setting: GENEActivScanner.Setting) {
    scanner = GENEActivScanner(stream, setting)
    isThinned = setting.isThinned
  }

  /// What was lost so far.
  var remarks: [RecordingRemark] { scanner.damage.remarks + misplaced.remarks }

  /// The next pages in order of time, or `nil` at the end. The list may be empty.
  func next() throws(SensorFileError) -> [Placed]? {
    if hasEnded { return nil }
    var pages = waiting
    while pages.count < Self.capacity, !hasEnded {
      if let page = try scanner.next() { pages.append(page) } else { hasEnded = true }
    }
    return place(ordered(pages))
  }

  private func ordered(_ pages: [GENEActivPage]) -> ArraySlice<GENEActivPage> {
    let order = BlockOrder(starts: pages.map(\.start), durations: pages.map(\.duration))
    for place in order.dropped { noteMisfit(pages[place], among: pages) }
    for place in order.moved {
      misplaced.note(
        .displaced, at: pages[place].fileOffset, samples: pages[place].sampleCount,
        Self.number(pages[place]))
    }
    let used = order.kept.map { pages[$0] }
    let ready = hasEnded ? used.count : max(used.count - Self.waitingCount, 0)
    waiting = Array(used[ready...])
    return used[..<ready]
  }

  private func noteMisfit(_ page: GENEActivPage, among others: [GENEActivPage]) {
    let isRepeated = others.contains { other in
      other.fileOffset != page.fileOffset && other.sequence == page.sequence
        && other.start == page.start
    }
    misplaced.note(
      isRepeated ? .duplicate : .outOfOrder, at: page.fileOffset, samples: page.sampleCount,
      Self.number(page))
  }

  private func place(_ ready: ArraySlice<GENEActivPage>) -> [Placed] {
    var placed: [Placed] = []
    placed.reserveCapacity(ready.count)
    for index in ready.indices {
      let page = ready[index]
      let next = index + 1 < ready.endIndex ? ready[index + 1] : waiting.first
      guard let span = clock.place(page, before: next) else {
        misplaced.note(
          .outOfOrder, at: page.fileOffset, samples: page.sampleCount, Self.number(page))
        continue
      }
      noteChange(to: page)
      noteRestart(page)
      placed.append(Placed(page: page, span: span))
      lastPlaced = page
    }
    return placed
  }

  /// Pages that the numbers name and the file does not hold; those that it holds damaged have a
  /// remark already.
  private func noteChange(to page: GENEActivPage) {
    guard let last = lastPlaced else { return }
    let between = max(page.ordinal - last.ordinal - 1, 0)
    if !isThinned, let numbers = last.numbers(to: page), numbers - 1 > between {
      let lost = numbers - 1 - between
      misplaced.note(
        .missing, at: page.fileOffset, samples: lost * GENEActivPage.fullCount,
        "\(Self.number(page)), \(lost.counted("page"))")
    }
    if last.rateHertz != page.rateHertz {
      misplaced.note(
        .rate, at: page.fileOffset, samples: 0,
        "\(Self.number(page)), \(last.rateHertz) to \(page.rateHertz) Hz")
    }
  }

  /// Numbers that begin again are those of another recording, whose header is not there or lies between the runs of a thinned
  /// file. Two rise on either side, so that one that was misread is none.
  private func noteRestart(_ page: GENEActivPage) {
    guard let number = page.sequence else { return }
    numbers = numbers.suffix(3) + [(number, page.fileOffset)]
    guard numbers.count == 4, numbers[0].number < numbers[1].number,
      numbers[2].number < number, number < numbers[0].number
    else { return }
    misplaced.note(
      .restart, at: numbers[2].fileOffset, samples: 0,
      "number \(numbers[2].number) behind \(numbers[1].number)")
  }

  private static func number(_ page: GENEActivPage) -> String {
    page.sequence.map { "number \($0)" } ?? "number unknown"
  }
}
