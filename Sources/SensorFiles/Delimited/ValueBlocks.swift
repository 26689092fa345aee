import GaitModel

/// The values of a column while each stays for long and none comes back: those of recordings that were put behind each other.
struct ValueBlocks {
  /// A value that stays for fewer rows marks an instant or numbers something. Our choice.
  private static let leastHeld = 1000
  private static let valueLimit = 100

  private var values: [[UInt8]] = []
  private var heldCount = 0
  private var isScattered = false

  /// Takes the cell of the next row.
  mutating func take(_ cell: UnsafeBufferPointer<UInt8>) {
    guard !isScattered else { return }
    if let last = values.last, last.count == cell.count, cell.elementsEqual(last) {
      heldCount += 1
      return
    }
    isScattered =
      cell.isEmpty || values.count == Self.valueLimit
      || !values.isEmpty && heldCount < Self.leastHeld
      || values.contains { cell.elementsEqual($0) }
    values.append(Array(cell))
    heldCount = 1
  }

  /// The values in their order, so far; `nil` where there is one, or where they do not come in such blocks.
  var all: [String]? {
    guard !isScattered, values.count > 1, heldCount >= Self.leastHeld else { return nil }
    return values.map { String(TextEncoding.readable($0).prefix(60)) }
  }
}
