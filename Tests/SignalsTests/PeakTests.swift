import Signals
import Testing

private struct PeakGolden: Decodable {
  var x: [Double]
  var arguments: [String: Double]
  var indices: [Int]
  var prominences: [Double]
}

struct PeakTests {
  @Test func `peaks are those of SciPy, plateaus, ties and all`() throws {
    for item in try Golden.read("Peaks", as: [PeakGolden].self) {
      let peaks = Peaks.maxima(
        in: item.x, minimumHeight: item.arguments["height"],
        minimumProminence: item.arguments["prominence"],
        minimumDistance: item.arguments["distance"].map { Int($0) })
      #expect(peaks.map(\.index) == item.indices, "\(item.arguments)")
      #expect(peaks.map(\.prominence) == item.prominences, "\(item.arguments)")
      if item.arguments["prominence"] == nil, item.arguments["distance"] == nil {
        #expect(
          Peaks.indices(of: item.x, minimumHeight: item.arguments["height"]) == item.indices)
      }
      #expect(peaks.map(\.height) == item.indices.map { item.x[$0] })
    }
  }

  @Test func `of two equal peaks that are too close the later one stays`() {
    let x = [0.0, 2, 0, 2, 0, 1, 0, 0, 2, 0]
    #expect(Peaks.maxima(in: x, minimumDistance: 3).map(\.index) == [3, 8])
    #expect(Peaks.maxima(in: x, minimumDistance: 2).map(\.index) == [1, 3, 5, 8])
  }

  @Test func `the top of a parabola is found between samples`() {
    let x = (0..<9).map { k -> Double in
      let distance = Double(k) - 4.3
      return -distance * distance
    }
    let peaks = Peaks.maxima(in: x)
    #expect(peaks.map(\.index) == [4])
    #expect(abs((peaks.first?.position ?? 0) - 4.3) < 1e-12)
  }

  @Test func `no peak in too little, in a constant, at an end`() {
    for x in [[], [1], [1, 2], [2, 1], [1, 1, 1, 1], [1, 2, 3], [3, 2, 1], [1, 2, 2]] {
      #expect(Peaks.maxima(in: x.map { Double($0) }).isEmpty)
    }
  }
}
