import GaitModel

/// The marks of one layer in Vega's words.
struct ChartMarks {
  let chart: Chart
  let index: Int

  private var layer: ChartLayer { chart.layers[index] }

  /// The marks, the one at the back first.
  var marks: [JSONValue] {
    switch layer.mark {
    case .area: [mark("area", area, isSeries: true)]
    case .line(let isDashed): [mark("line", line(isDashed), isSeries: true)]
    case .points(let shape): [mark("symbol", points(shape))]
    case .ranges(let width): [mark("rule", ranges(width))]
    case .columns: [mark("rect", columns)]
    case .bars: [mark("rect", bars)]
    case .verticals: [mark("rule", vertical), mark("text", verticalLabel)]
    case .horizontals: [mark("rule", horizontal), mark("text", rightLabel(atMiddle: false))]
    case .stripes: [mark("rect", stripe), mark("text", rightLabel(atMiddle: true))]
    }
  }

  private typealias Channels = [(String, JSONValue)]

  private func mark(_ type: String, _ channels: Channels, isSeries: Bool = false) -> JSONValue {
    var all = channels
    if !isSeries, layer.columns["tip"] != nil { all.append(("tooltip", field("tip"))) }
    if !isSeries, layer.columns["link"] != nil {
      all += [("href", field("link")), ("cursor", value("pointer"))]
    }
    return .members([
      "type": .string(type), "from": .members(["data": .string("layer\(index)")]),
      "clip": .flag(type != "text" && type != "symbol"), "interactive": .flag(!layer.isReference),
      "encode": .members([
        "update": .object(all.map { .init(key: $0.0, value: $0.1) })
      ]),
    ])
  }

  // MARK: - Channels

  private func field(_ name: String) -> JSONValue { .members(["field": .string(name)]) }
  private func value(_ word: String) -> JSONValue { .members(["value": .string(word)]) }
  private func value(_ number: Double) -> JSONValue { .members(["value": .exact(number)]) }
  private func signal(_ text: String) -> JSONValue { .members(["signal": .string(text)]) }
  private var color: JSONValue { value("@" + layer.color.rawValue) }
  private var opacity: JSONValue { value(layer.opacity) }

  /// A value on an axis; a word has its band's middle.
  private func place(_ axis: String, _ key: String) -> JSONValue {
    guard isWords(axis) else {
      return .members(["scale": .string(axis), "field": .string(key)])
    }
    return .members([
      "scale": .string(axis), "field": .string(key), "band": .number(0.5, decimals: 1),
    ])
  }

  private func isWords(_ axis: String) -> Bool {
    if case .words = (axis == "x" ? chart.x : chart.y).scale { true } else { false }
  }

  private func isKnown(_ keys: String...) -> JSONValue {
    signal(keys.map { "isValid(datum.\($0))" }.joined(separator: " && "))
  }

  private var area: Channels {
    [
      ("x", place("x", "x")), ("y", place("y", "y")), ("y2", place("y", "y2")), ("fill", color),
      ("fillOpacity", opacity), ("defined", isKnown("y", "y2")),
    ]
  }

  private func line(_ isDashed: Bool) -> Channels {
    [
      ("x", place("x", "x")), ("y", place("y", "y")), ("stroke", color),
      ("strokeWidth", value(2.25)), ("strokeOpacity", opacity), ("defined", isKnown("y")),
      ("strokeJoin", value("round")),
    ] + (isDashed ? [("strokeDash", .members(["value": .array([6, 4])]))] : [])
  }

  private func points(_ shape: ChartLayer.Shape) -> Channels {
    [
      ("x", place("x", "x")), ("y", place("y", "y")), ("fill", color), ("fillOpacity", opacity),
      ("stroke", value("@page")), ("strokeWidth", value(0.75)), ("shape", value(shape.rawValue)),
      ("size", value(layer.columns["x"].map { $0.count > 400 ? 22.0 : 56 } ?? 56)),
      ("opacity", signal("isValid(datum.x) && isValid(datum.y) ? 1 : 0")),
    ]
  }

  private func ranges(_ width: Double) -> Channels {
    let ends: Channels =
      isWords("y")
      ? [("x", place("x", "x")), ("x2", place("x", "x2")), ("y", place("y", "y"))]
      : [("x", place("x", "x")), ("y", place("y", "y")), ("y2", place("y", "y2"))]
    let known =
      isWords("y")
      ? "isValid(datum.x) && isValid(datum.x2) ? 1 : 0"
      : "isValid(datum.y) && isValid(datum.y2) ? 1 : 0"
    return ends + [
      ("stroke", color), ("strokeWidth", value(width)), ("strokeOpacity", opacity),
      ("opacity", signal(known)),
    ]
  }

  private var columns: Channels {
    let sides: Channels =
      isWords("x")
      ? [
        ("x", .members(["scale": "x", "field": "x"])),
        ("width", .members(["scale": "x", "band": .integer(1)])),
      ]
      : [
        ("x", .members(["scale": "x", "field": "x", "offset": .number(0.5, decimals: 1)])),
        ("x2", .members(["scale": "x", "field": "x2", "offset": .number(-0.5, decimals: 1)])),
      ]
    let foot: JSONValue =
      layer.columns["y2"] == nil
      ? .members(["scale": "y", "value": .integer(0)]) : place("y", "y2")
    return sides + [
      ("y", place("y", "y")), ("y2", foot), ("fill", color), ("fillOpacity", opacity),
    ]
  }

  private var bars: Channels {
    [
      ("y", .members(["scale": "y", "field": "y"])),
      ("height", .members(["scale": "y", "band": .integer(1)])),
      ("x", .members(["scale": "x", "value": .integer(0)])), ("x2", place("x", "x")),
      ("fill", color), ("fillOpacity", opacity),
    ]
  }

  private var vertical: Channels {
    [
      ("x", place("x", "x")), ("y", value(0)), ("y2", signal("height")), ("stroke", color),
      ("strokeWidth", value(1.5)), ("strokeDash", .members(["value": .array([5, 3])])),
    ]
  }

  /// Words beside a rule; those of neighbors stand one below the other.
  private var verticalLabel: Channels {
    let isRight = "scale('x', datum.x) > width * 0.62"
    return [
      ("x", place("x", "x")), ("dx", signal("\(isRight) ? -5 : 5")),
      ("align", signal("\(isRight) ? 'right' : 'left'")), ("baseline", value("top")),
      ("y", signal("2 + 14 * (isValid(datum.row) ? datum.row : 0)")), ("text", field("label")),
      ("fill", value("@ink")), ("fontSize", value(11)),
      ("limit", signal("width * 0.6")),
    ]
  }

  private var horizontal: Channels {
    [
      ("x", value(0)), ("x2", signal("width")), ("y", place("y", "y")), ("stroke", color),
      ("strokeWidth", value(1.25)), ("strokeDash", .members(["value": .array([4, 3])])),
    ]
  }

  private func rightLabel(atMiddle: Bool) -> Channels {
    let y: JSONValue =
      atMiddle
      ? signal("(scale('y', datum.y) + scale('y', datum.y2)) / 2") : place("y", "y")
    return [
      ("x", signal("width - 4")), ("align", value("right")),
      ("baseline", value(atMiddle ? "middle" : "bottom")), ("y", y),
      ("dy", value(atMiddle ? 0 : -2)), ("text", field("label")), ("fill", value("@faint")),
      ("fontSize", value(11)),
    ]
  }

  private var stripe: Channels {
    [
      ("x", value(0)), ("x2", signal("width")), ("y", place("y", "y")), ("y2", place("y", "y2")),
      ("fill", color), ("fillOpacity", opacity),
    ]
  }
}
