import GaitModel

/// A figure: marks on two axes. It becomes a Vega specification, for a page and for a paper alike.
///
/// ```swift
/// Chart(x: .dates("day"), y: .numbers("walking speed (m/s)"), layers: [.line("7 days", …)])
/// ```
package struct Chart {
  /// The axis along the bottom.
  package var x: ChartAxis
  /// The axis along the left.
  package var y: ChartAxis
  /// What is drawn, the first at the back.
  package var layers: [ChartLayer]
  /// Height of the drawing without its axes, pixels.
  package var height: Int
  /// The largest width, pixels; `nil` takes what there is.
  package var mostWidth: Int?

  /// Makes a chart.
  package init(
    x: ChartAxis, y: ChartAxis, height: Int = 240, mostWidth: Int? = nil, layers: [ChartLayer]
  ) {
    self.x = x
    self.y = y
    self.height = height
    self.mostWidth = mostWidth
    self.layers = layers.filter { !$0.isEmpty }
  }

  /// Whether anything but lines of reference would be drawn.
  package var isEmpty: Bool { layers.allSatisfy(\.isReference) }
}

/// What an axis measures, and in which unit.
package struct ChartAxis {
  /// How values become places.
  package enum Scale {
    /// Numbers.
    case numbers
    /// Days or instants of a local clock, milliseconds since 1970 as if it were UTC.
    case dates
    /// Words, in this order.
    case words([String])
  }

  /// What is measured, with its unit.
  package var title: String
  /// How values become places.
  package var scale: Scale
  /// The ends; `nil` takes those of the values.
  package var ends: ClosedRange<Double>?
  /// Whether 0 is on the axis.
  package var includesZero: Bool
  /// Whether only whole numbers are marked; else a mark is written with as many decimals as marks are apart.
  package var isWhole: Bool

  /// Numbers with their unit.
  package static func numbers(
    _ title: String, ends: ClosedRange<Double>? = nil, includesZero: Bool = false
  ) -> ChartAxis {
    ChartAxis(
      title: title, scale: .numbers, ends: ends, includesZero: includesZero, isWhole: false)
  }

  /// How many there are.
  package static func counts(_ title: String, includesZero: Bool = true) -> ChartAxis {
    ChartAxis(title: title, scale: .numbers, ends: nil, includesZero: includesZero, isWhole: true)
  }

  /// Dates.
  package static func dates(_ title: String, ends: ClosedRange<Double>? = nil) -> ChartAxis {
    ChartAxis(title: title, scale: .dates, ends: ends, includesZero: false, isWhole: false)
  }

  /// Words in their order.
  package static func words(_ title: String, _ words: [String]) -> ChartAxis {
    ChartAxis(title: title, scale: .words(words), ends: nil, includesZero: false, isWhole: false)
  }
}

/// Colors that people with any kind of color vision tell apart: those of Okabe and Ito (2008), as
/// they stand
/// in the page's style; the raw value is the name there.
package enum ChartColor: String, CaseIterable {
  case blue, sky, orange, green, vermilion, purple, yellow
  /// The color of text.
  case ink
  /// A lighter color of text.
  case faint
}

/// One kind of mark for a list of values.
package struct ChartLayer {
  /// What is drawn.
  package enum Mark: Equatable {
    /// A surface from `y` to `y2`, interrupted where either is missing.
    case area
    /// A line, interrupted where `y` is missing.
    case line(isDashed: Bool = false)
    /// Points.
    case points(Shape)
    /// A rule from `y` to `y2` at each `x`, or from `x` to `x2` at each word of `y`.
    case ranges(width: Double)
    /// A bar from `x` to `x2`, or over the word of `x`, from `y2` (0 where missing) up to `y`.
    case columns
    /// A bar from 0 to `x` at each word of `y`.
    case bars
    /// A rule over the whole height at each `x`, with its words.
    case verticals
    /// A rule over the whole width at each `y`, with its words.
    case horizontals
    /// A stripe over the whole width from `y` to `y2`, with its words.
    case stripes
  }

  /// Shapes that are told apart without color.
  package enum Shape: String {
    case circle, square, diamond, cross
    case triangle = "triangle-up"
  }

  /// A list of values, one for each mark.
  package enum Column {
    /// Numbers with so many decimals; what is missing is not drawn.
    case numbers([Double?], decimals: Int)
    /// Words: categories, tips, links.
    case words([String?])
  }

  /// Name in the legend; `nil` where the drawing says it.
  package var name: String?
  /// What is drawn.
  package var mark: Mark
  /// In which color.
  package var color: ChartColor
  /// How much of it covers what lies behind, 0-1.
  package var opacity: Double
  /// The values: `x`, `y`, `x2`, `y2`, `label` (drawn), `tip` (shown under the pointer), `link`.
  package var columns: [String: Column]

  /// Makes a layer.
  package init(
    _ name: String?, _ mark: Mark, _ color: ChartColor, opacity: Double = 1,
    _ columns: [String: Column]
  ) {
    self.name = name
    self.mark = mark
    self.color = color
    self.opacity = opacity
    self.columns = columns
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { columns.values.allSatisfy { $0.count == 0 } }

  /// Whether it holds no values but what they are compared with.
  var isReference: Bool { [.verticals, .horizontals, .stripes].contains(mark) }

  /// The numbers of a column; words and absent columns have none.
  func numbers(_ key: String) -> [Double] {
    guard case .numbers(let values, _)? = columns[key] else { return [] }
    return values.compactMap(\.self).filter(\.isFinite)
  }
}

extension ChartLayer.Column {
  /// How many marks.
  var count: Int {
    switch self {
    case .numbers(let values, _): values.count
    case .words(let words): words.count
    }
  }

  /// The list as it stands in the specification.
  var value: JSONValue {
    switch self {
    case .numbers(let values, let decimals):
      .array(values.map { .optional($0, decimals: decimals) })
    case .words(let words): .array(words.map { .optional($0) })
    }
  }
}
