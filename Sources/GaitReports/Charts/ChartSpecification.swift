import GaitModel

/// A chart in Vega's words (https://doi.org/10.1109/TVCG.2015.2467091).
///
/// Colors are written `@name` and values column by column: `chart.js` puts in the page's colors,
/// and rows.
struct ChartSpecification {
  let chart: Chart

  /// The specification.
  var value: JSONValue {
    .members([
      "height": .integer(chart.height), "width": .integer(640),
      "most_width": .optional(chart.mostWidth),
      "padding": .members([
        "left": 4, "right": 12, "top": 6, "bottom": 4,
      ]),
      "autosize": .members(["type": "fit-x", "contains": "padding"]),
      "data": .array(chart.layers.indices.map(data)),
      "scales": .array([x, y] + legendScales),
      "axes": .array([xAxis, yAxis]),
      "legends": .array(legends),
      "marks": .array(chart.layers.indices.flatMap { ChartMarks(chart: chart, index: $0).marks }),
    ])
  }

  private func data(_ index: Int) -> JSONValue {
    let columns = chart.layers[index].columns.sorted { $0.key < $1.key }
    return .members([
      "name": .string("layer\(index)"),
      "columns": .object(columns.map { .init(key: $0.key, value: $0.value.value) }),
    ])
  }

  private var x: JSONValue { scale("x", chart.x, keys: ["x", "x2"], range: "width") }
  private var y: JSONValue { scale("y", chart.y, keys: ["y", "y2"], range: "height") }

  private func scale(_ name: String, _ axis: ChartAxis, keys: [String], range: String) -> JSONValue
  {
    if case .words(let words) = axis.scale {
      return .members([
        "name": .string(name), "type": "band", "padding": .number(0.25, decimals: 2),
        "domain": .array(words.map { .string($0) }), "range": .string(range),
      ])
    }
    let ends = ends(of: axis, keys)
    let domain = JSONValue.array([.exact(ends.lowerBound), .exact(ends.upperBound)])
    guard case .numbers = axis.scale else {
      return .members([
        "name": .string(name), "type": "utc", "domain": domain, "range": .string(range),
      ])
    }
    return .members([
      "name": .string(name), "type": "linear", "domain": domain, "range": .string(range),
      "nice": .flag(axis.ends == nil), "zero": .flag(axis.includesZero),
    ])
  }

  /// The ends of the values, with a little room where nobody set them.
  private func ends(of axis: ChartAxis, _ keys: [String]) -> ClosedRange<Double> {
    if let ends = axis.ends { return ends }
    let values = chart.layers.flatMap { layer in keys.flatMap(layer.numbers) }
    guard let low = values.min(), let high = values.max() else { return 0...1 }
    guard case .numbers = axis.scale else {
      // A single day is a day wide.
      let room = max((high - low) * 0.01, 43_200_000)
      return low - room...high + room
    }
    // Nothing but zeros is drawn up to 1, not to a millionth.
    let room = low == 0 && high == 0 ? 1 : max((high - low) * 0.03, abs(high) * 0.01, 1e-6)
    let from = axis.includesZero ? min(0, low) : low - room
    return from...max(high + room, from + room)
  }

  private var xAxis: JSONValue {
    axis(chart.x, scale: "x", orient: "bottom").adding([
      "labelOverlap": .flag(true), "labelFlush": .flag(true), "labelFlushOffset": .integer(2),
      "titleLimit": .members(["signal": "width + 60"]),
      "tickCount": .members(["signal": "max(2, floor(width / 90))"]),
      "grid": .flag(false),
    ])
  }

  private var yAxis: JSONValue {
    let isWords = if case .words = chart.y.scale { true } else { false }
    return axis(chart.y, scale: "y", orient: "left").adding([
      "tickCount": .integer(5), "grid": .flag(!isWords), "domain": .flag(false),
      "ticks": .flag(false),
    ])
  }

  private func axis(_ axis: ChartAxis, scale: String, orient: String) -> JSONValue {
    let members = JSONValue.members([
      "scale": .string(scale), "orient": .string(orient), "title": .string(axis.title),
    ])
    return axis.isWhole ? members.adding(["tickMinStep": .integer(1)]) : members
  }

  // MARK: - Legend

  private var named: [ChartLayer] {
    var seen: Set<String> = []
    return chart.layers.filter { layer in layer.name.map { seen.insert($0).inserted } ?? false }
  }

  private var legendScales: [JSONValue] {
    let names = JSONValue.array(named.map { .optional($0.name) })
    func scale(_ name: String, _ range: [JSONValue]) -> JSONValue {
      .members([
        "name": .string(name), "type": "ordinal", "domain": names, "range": .array(range),
      ])
    }
    return [
      scale("legend-color", named.map { .string("@" + $0.color.rawValue) }),
      scale("legend-shape", named.map { .string($0.symbol) }),
    ]
  }

  /// About how wide a name of the legend is with its mark, pixels: a letter of DejaVu Sans is 0.57 em of 12.5 px wide on
  /// average, and mark and distance take 36.
  private static func legendWidth(_ name: String) -> Int { 36 + 7 * name.count }

  private var legends: [JSONValue] {
    let widths = named.map { Self.legendWidth($0.name ?? "") }
    guard let widest = widths.max() else { return [] }
    return [
      .members([
        "fill": "legend-color", "stroke": "legend-color", "shape": "legend-shape",
        "orient": "top", "direction": "horizontal", "symbolSize": .integer(90),
        "symbolStrokeWidth": .integer(2), "labelLimit": .integer(320),
        "columns": .members([
          "signal": .string(
            "width > \(widths.reduce(0, +)) ? \(min(named.count, 4)) : max(1, floor(width / \(widest)))"
          )
        ]),
      ])
    ]
  }
}

extension ChartLayer {
  /// The mark in the legend.
  fileprivate var symbol: String {
    switch mark {
    case .points(let shape): shape.rawValue
    case .line, .horizontals, .verticals: "stroke"
    case .ranges: "M0,-1L0,1"
    case .area, .columns, .bars, .stripes: "square"
    }
  }
}
