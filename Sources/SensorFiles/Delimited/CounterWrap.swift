import GaitModel

/// Carries on times whose counter begins again because it is full: one of 32 bits that counts microseconds, as that of many
/// small boards, every 71.6 minutes, one of 16 bits that counts milliseconds every 65.5 s.
///
/// Such a counter falls, by more than half of what it counts to. A time that is that of the row before is a row that is there
/// twice, and a small step back is a row that came late.
struct CounterWrap {
  private static let moduli = [65_536.0, 4_294_967_296.0]
  /// The first value of the next round lies no more than so many steps behind the last one: a recording that begins again is
  /// so near by chance alone, once in thousands. Our choice.
  private static let mostSteps = 3.0
  /// It lies no more than this share of a round behind the last one, too: three steps behind a pause may be a whole round.
  /// Our choice.
  private static let largestShare = 0.5

  private var last = Double.nan
  private var step = 0.0
  private var carried = 0.0
  private var count = 0
  private var first: (line: Int, modulus: Double)?

  /// Whether a time is so far behind an earlier one as only that of a counter that was full, or of another recording, is.
  static func isFall(from last: Double, to next: Double) -> Bool {
    last < moduli[1] && last - next > largestShare * moduli[0]
  }

  /// Takes the time of the next row as it was read, and makes it one that goes on.
  @inline(__always)
  mutating func carryOn(_ stamp: inout Double, line: Int) {
    let read = stamp
    var late = 0.0
    if read < last {
      turn(at: read, line: line)
    } else if read - last > Self.largestShare * Self.moduli[0] {
      late = round(before: read)
    }
    stamp = read + carried - late
    guard late == 0 else { return }
    if read > last { step = read - last }
    last = read
  }

  @inline(never)
  private mutating func turn(at read: Double, line: Int) {
    guard read >= 0, read.rounded() == read, last.rounded() == last,
      let modulus = Self.moduli.first(where: { last < $0 && follows(read + $0, last, $0) })
    else { return }
    carried += modulus
    count += 1
    first = first ?? (line, modulus)
  }

  /// What the counter counts to where a row of the round before comes behind the first one of the next; 0 for other rows.
  @inline(never)
  private func round(before read: Double) -> Double {
    guard let modulus = first?.modulus, read < modulus, follows(last + modulus, read, modulus)
    else { return 0 }
    return modulus
  }

  /// Whether a value is so little behind another one that the counter can have gone on from that.
  private func follows(_ next: Double, _ last: Double, _ modulus: Double) -> Bool {
    next - last <= min(Self.mostSteps * step, Self.largestShare * modulus)
  }

  /// Takes the names of the columns once more: what is below is not told by being near.
  mutating func takeHeader() { step = 0 }

  /// That times were carried on; `nil` where the counter never began again.
  var note: String? {
    first.map {
      "clock: the time begins again at line \($0.line)"
        + (count > 1 ? ", and \((count - 1).counted("time")) behind it" : "")
        + ", as a counter of \($0.modulus == Self.moduli[0] ? 16 : 32) bits does when it is full; it was carried on"
    }
  }
}
