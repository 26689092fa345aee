import Testing

@testable import GaitAnalysis

/// Chunks against one plain array.
struct GridChunksTests {
  @Test(arguments: [1, 7, 1000, 8192, 20_000])
  func `what is cut out is what was appended, forgotten or not`(_ length: Int) {
    let all = (0..<50_000).map(Double.init)
    let start = 123
    var chunks = GridChunks<Double>(from: start)
    var slices: [(Range<Int>, GridChunks<Double>)] = []
    for from in stride(from: 0, to: all.count, by: length) {
      chunks.append(contentsOf: Array(all[from..<min(from + length, all.count)]))
      guard from / length % 1000 == 0 else { continue }
      let first = max(chunks.startIndex, chunks.endIndex - 17_000)
      slices.append((first..<chunks.endIndex, chunks[first..<chunks.endIndex]))
      chunks.forget(before: first)
      #expect(chunks.startIndex == first)
    }
    #expect(chunks.endIndex == start + all.count)
    for (range, slice) in slices {
      #expect(slice.startIndex == range.lowerBound && slice.endIndex == range.upperBound)
      #expect(slice.values(in: range) == range.map { Double($0 - start) })
      let inner = range.lowerBound + range.count / 3..<range.upperBound - range.count / 4
      #expect(slice[inner].values(in: inner) == slice.values(in: inner))
    }
    #expect(chunks[start + 49_000..<start + 49_000].values(in: 0..<0).isEmpty)
  }
}
