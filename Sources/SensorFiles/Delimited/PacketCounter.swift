/// A column that numbers the packets of a sensor: where a table has no other clock, it tells where packets are missing.
struct PacketCounter {
  /// The counter of Xsens' sensors has two bytes.
  private static let modulus = 65_536.0
  /// More packets at once are not lost: the counter was set anew.
  static let mostLost = 32_768.0

  /// The greatest number so far, what it counts to, and by how much more than the one before.
  private var last: (read: Double, count: Double, step: Double)?

  /// The place of such a column, whose numbers rise by one from row to row in most of the first rows; `nil` where there is
  /// none.
  static func column(in header: TableHeader, of file: RecordingFile) -> Int? {
    let place = header.names.firstIndex {
      ["packetcounter", "packetnumber", "samplecounter"]
        .contains($0.lowercased().filter(\.isLetter))
    }
    guard let place else { return nil }
    let rows = header.rows(of: file)
    let numbers = rows.compactMap { place < $0.count ? header.number(in: $0[place]) : nil }
    let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
    return 2 * steps.count { $0 == 1 || $0 == 1 - modulus } > rows.count ? place : nil
  }

  /// Takes the number of the next row, and makes it one that goes on counting where the counter begins again. A number that
  /// was passed over by the row before comes late.
  mutating func unwrap(_ number: inout Double) {
    let read = number
    guard let before = last else {
      last = (read, read, 1)
      return
    }
    var step = read - before.read
    // A greater number is of a counter that has room for it, and does not begin again.
    if max(read, before.read) < Self.modulus {
      if step > Self.mostLost { step -= Self.modulus }
      if step <= -Self.mostLost { step += Self.modulus }
    }
    if step < 0, -step < before.step {
      number = before.count + step
      return
    }
    if step < 0 { step = 1 }
    number = before.count + step
    last = (read, number, max(step, 1))
  }
}
