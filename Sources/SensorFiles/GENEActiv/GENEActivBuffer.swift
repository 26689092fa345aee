import Foundation

/// The bytes of a file from where it was read on, some pages of them at once.
final class GENEActivBuffer {
  /// Bytes in memory at once: a good part of a processor's cache.
  private static let capacity = 1 << 18
  /// A page has about 3,840 bytes. A stretch without an end after four times as many is not a page.
  private static let longestPage = 1 << 14

  /// A line without its end.
  struct Line {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where the line begins and the next one does.
    let start: Int
    let next: Int
    /// Whether there is a line end.
    let hasEnd: Bool
  }

  private let stream: any ByteStream
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var memoryOffset = 0
  private var hasEnded = false
  /// The first byte that was not used yet, as a place in memory.
  var start = 0
  /// Behind the last byte, as a place in memory.
  private(set) var end = 0

  /// Reads from the beginning of a file.
  init(_ stream: any ByteStream) { self.stream = stream }

  deinit { memory.deallocate() }

  /// What is wrong with the stream itself.
  var streamDamage: String? { stream.damage }

  /// Whether nothing follows `end`.
  var isAtEnd: Bool { hasEnded }

  /// Where a place in memory lies in the file.
  func fileOffset(of place: Int) -> Int { stream.fileOffset(of: memoryOffset + place) }

  /// A byte; the place lies before `end`.
  subscript(place: Int) -> UInt8 { memory[place] }

  /// The text from a place on.
  func text(from place: Int) -> UnsafePointer<UInt8> { UnsafePointer(memory) + place }

  /// Behind the last byte that a page beginning at `start` may have.
  var limit: Int { min(end, start + Self.longestPage) }

  /// Gets as many bytes behind `start` as the longest page has, unless the file ends before.
  func refill() throws(SensorFileError) {
    guard !hasEnded, end - start < Self.longestPage else { return }
    memory.update(from: memory + start, count: end - start)
    memoryOffset += start
    end -= start
    start = 0
    while end < Self.capacity, !hasEnded {
      let room = UnsafeMutableRawBufferPointer(start: memory + end, count: Self.capacity - end)
      let count = try stream.read(into: room)
      end += count
      hasEnded = count == 0
    }
  }

  /// Where the next page begins, or `nil` when none does between the two places. The samples' digits have no R.
  func placeOfMark(from first: Int, to end: Int) -> Int? {
    place(of: GENEActivBIN.pageMark, from: first, to: end)
  }

  /// Where a word begins, or `nil` when it does not lie between the two places.
  func place(of word: [UInt8], from first: Int, to end: Int) -> Int? {
    var place = first
    while place + word.count <= end {
      let rest = end - word.count + 1 - place
      guard let found = memchr(memory + place, Int32(word[0]), rest) else { return nil }
      place = found.assumingMemoryBound(to: UInt8.self) - memory
      if memcmp(memory + place, word, word.count) == 0 { return place }
      place += 1
    }
    return nil
  }

  /// Whether these bytes lie at a place, as far as they are in memory; some must be.
  func lies(_ expected: some Collection<UInt8>, at place: Int) -> Bool {
    UnsafeBufferPointer(start: memory + place, count: min(end - place, expected.count))
      .elementsEqual(expected.prefix(end - place))
  }

  /// The line that begins at a place, or `nil` at the limit.
  func line(at place: Int, limit: Int) -> Line? {
    guard place < limit else { return nil }
    let found = memchr(memory + place, Int32(UInt8(ascii: "\n")), limit - place)
    let lineEnd = found.map { $0.assumingMemoryBound(to: UInt8.self) - memory } ?? limit
    var length = lineEnd - place
    while length > 0, memory[place + length - 1] == 13 || memory[place + length - 1] == 32 {
      length -= 1
    }
    return Line(
      bytes: UnsafeBufferPointer(start: memory + place, count: length), start: place,
      next: found == nil ? limit : lineEnd + 1, hasEnd: found != nil)
  }
}
