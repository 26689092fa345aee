import Signals
import Testing

private struct CurveGolden: Decodable {
  var times, values, queries, akima, notAKnot, natural: [Double]
}

struct CurveTests {
  // The same polynomials written about another point, and another way to solve for the slopes.
  @Test func `curves are those of SciPy`() throws {
    for item in try Golden.read("Curves", as: [CurveGolden].self) {
      let (times, values, queries) = (item.times, item.values, item.queries)
      let akima = Interpolation.akima(times: times, values: values, at: queries)
      #expect(relativeError(akima, item.akima) < 1e-12)
      let knots = Interpolation.cubicSpline(times: times, values: values, at: queries)
      #expect(relativeError(knots, item.notAKnot) < 1e-12)
      let natural = Interpolation.cubicSpline(
        times: times, values: values, at: queries, ends: .natural)
      #expect(relativeError(natural, item.natural) < 1e-12)
    }
  }

  @Test func `the order of the questions does not matter`() {
    let times = (0..<200).map { Double($0) * 1.5 }
    let values = Noise.doubles(200)
    let queries = Noise.doubles(500, seed: 2).map { 150 + 160 * $0 }
    let inOrder = Interpolation.akima(times: times, values: values, at: queries.sorted())
    let asked = Interpolation.akima(times: times, values: values, at: queries)
    #expect(asked.sorted() == inOrder.sorted())
    for (query, value) in zip(queries, asked) {
      #expect(Interpolation.akima(times: times, values: values, at: [query]) == [value])
    }
  }

  @Test func `curves pass through their samples and hold their ends`() {
    let (times, values) = ([0.0, 1, 3, 4, 7], [2.0, -1, 5, 5, 0])
    #expect(Interpolation.akima(times: times, values: values, at: times) == values)
    #expect(Interpolation.cubicSpline(times: times, values: values, at: times) == values)
    #expect(Interpolation.akima(times: times, values: values, at: [-9, 99]) == [2, 0])
  }

  @Test func `curves through nothing, one and two samples`() {
    let nowhere = Interpolation.akima(times: [], values: [Double](), at: [1])
    #expect(nowhere.count == 1 && nowhere[0].isNaN)
    #expect(Interpolation.akima(times: [5], values: [3.0], at: [1, 9]) == [3, 3])
    #expect(Interpolation.akima(times: [0, 2], values: [1.0, 2], at: [1]) == [1.5])
    #expect(Interpolation.cubicSpline(times: [0, 2], values: [1, 2], at: [1]) == [1.5])
    #expect(
      Interpolation.cubicSpline(times: [0, 2], values: [1, 2], at: [1], ends: .natural) == [1.5])
    #expect(
      Interpolation.akima(times: [0, 2], values: [Float](arrayLiteral: 1, 2), at: [1]) == [1.5])
  }

  @Test func `a straight line is held at its ends`() {
    #expect(Interpolation.linear([1, 3], at: 0.25) == 1.5)
    #expect(Interpolation.linear([1, 3], at: -1) == 1)
    #expect(Interpolation.linear([1, 3], at: 7) == 3)
    #expect(Interpolation.linear([4], at: 0.5) == 4)
    #expect(Interpolation.linear([], at: 0).isNaN)
  }
}
