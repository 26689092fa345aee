/// Values with weights, put in order once and asked for quantiles.
struct WeightedQuantile {
  private let sorted: [(value: Double, weight: Double)]

  /// Puts the values in order.
  init(_ pairs: [(value: Double, weight: Double)]) {
    sorted = pairs.sorted { $0.value < $1.value }
  }

  /// The smallest value that, with all smaller ones, holds at least that share of the weight; `nil`
  /// when nothing has weight.
  ///
  /// It is always a value that occurred: with walks as values and their time as weight, "95 % of
  /// the time the person walked no faster than this".
  subscript(share: Double) -> Double? {
    Self.index(of: share, inOrder: sorted) { $0.weight }.map { sorted[$0].value }
  }

  /// Where that value stands among things that are in order of their values.
  static func index<Thing>(
    of share: Double, inOrder things: [Thing], weight: (Thing) -> Double
  ) -> Int? {
    let total = things.reduce(0) { $0 + max(weight($1), 0) }
    guard total > 0 else { return nil }
    // A share of a sum of rounded numbers may come out a bit too large.
    let sought = share * total * (1 - 1e-12)
    var sum = 0.0
    return things.firstIndex { thing in
      sum += max(weight(thing), 0)
      return sum >= sought && weight(thing) > 0
    }
  }
}
