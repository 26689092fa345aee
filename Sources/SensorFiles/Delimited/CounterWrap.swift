import GaitModel

/// Carries on times whose counter begins again because it is full: one of 32 bits that counts microseconds, as that of many
/// small boards, every 71.6 minutes, one of 16 bits that counts milliseconds every 65.5 s.
struct CounterWrap {
  private static let moduli = [65_536.0, 4_294_967_296.0]
  /// The first value of the next round lies no more than so many steps behind the last one: a recording that begins again is
  /// so near by chance alone, once in thousands. Our choice.
  private static let mostSteps = 3.0

  private var last = Double.nan
  private var step = 0.0
  private var carried = 0.0
  private var count = 0
  private var first: (line: Int, modulus: Double)?

  /// Takes the time of the next row as it was read, and makes it one that goes on.
  @inline(__always)
  mutating func carryOn(_ stamp: inout Double, line: Int) {
    let read = stamp
    if read > last { step = read - last } else { turn(at: read, line: line) }
    last = read
    stamp = read + carried
  }

  @inline(never)
  private mutating func turn(at read: Double, line: Int) {
    guard read >= 0, read.rounded() == read, last.rounded() == last,
      let modulus = Self.moduli.first(where: {
        last < $0 && read + $0 - last <= Self.mostSteps * step
      })
    else { return }
    carried += modulus
    count += 1
    first = first ?? (line, modulus)
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
