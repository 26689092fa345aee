import GaitModel

/// A page to look at: one file for a browser that needs nothing else.
package struct Page {
  /// The pages that there are; the raw value is the word of the command.
  package enum Kind: String, CaseIterable {
    case recording, person, study, validation
  }

  /// What it is about.
  package var kind: Kind
  /// The headline.
  package var title: String
  /// What a reader must know first, in sentences; the first is set large.
  package var lead: [String]
  /// What is known of the subject.
  package var facts: [PageFact]
  /// The numbers that are looked for first.
  package var tiles: [PageTile]
  /// The parts of the page.
  package var sections: [PageSection]
  /// Which program made it.
  package var program: String

  /// Makes a page.
  package init(
    _ kind: Kind, title: String, lead: [String] = [], facts: [PageFact] = [],
    tiles: [PageTile] = [], sections: [PageSection] = [], program: String
  ) {
    self.kind = kind
    self.title = title
    self.lead = lead
    self.facts = facts
    self.tiles = tiles
    self.sections = sections.filter { !$0.blocks.isEmpty }
    self.program = program
  }

  /// The figures of the page, in their order.
  package var figures: [PageFigure] {
    sections.flatMap(\.blocks).compactMap { block in
      if case .figure(let figure) = block { figure } else { nil }
    }
  }
}

/// Something that is known, with its name.
package struct PageFact {
  /// What it is.
  package var name: String
  /// What is known, with its unit.
  package var value: String

  /// Makes a fact.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A number that is set large.
package struct PageTile {
  /// What it is.
  package var name: String
  /// The number with its unit.
  package var value: String
  /// How sure it is, or what it stands on.
  package var note: String

  /// Makes a tile.
  package init(_ name: String, _ value: String, note: String = "") {
    (self.name, self.value, self.note) = (name, value, note)
  }
}

/// A part of a page.
package struct PageSection {
  /// Its name in addresses.
  package var identifier: String
  /// Its heading.
  package var title: String
  /// What it holds.
  package var blocks: [PageBlock]

  /// Makes a section; one without blocks is not shown.
  package init(_ identifier: String, _ title: String, _ blocks: [PageBlock?]) {
    self.identifier = identifier
    self.title = title
    self.blocks = blocks.compactMap(\.self)
  }
}

/// What a section holds.
package enum PageBlock {
  /// A figure.
  case figure(PageFigure)
  /// A table.
  case table(PageTable)
  /// Sentences, one below the other.
  case sentences([String])
  /// Sentences with a heading.
  case notes(String, [String])
  /// A recording's signal with what was found in it.
  case signal(SignalDocument)

  /// Sentences, or nothing where there are none.
  package static func unlessEmpty(_ title: String, _ lines: [String]) -> PageBlock? {
    lines.isEmpty ? nil : .notes(title, lines)
  }
}

/// A chart with the sentence below it.
package struct PageFigure {
  /// Its name, as `--figure` takes it.
  package var name: String
  /// Its heading.
  package var title: String
  /// What is drawn.
  package var chart: Chart
  /// What there is to see, and on how many people, days or recordings it stands.
  package var caption: String
  /// The same in numbers, for those who do not see it; `nil` where the caption says it.
  package var table: PageTable?

  /// Makes a figure.
  package init(
    _ name: String, _ title: String, _ chart: Chart, caption: String, table: PageTable? = nil
  ) {
    self.name = name
    self.title = title
    self.chart = chart
    self.caption = caption
    self.table = table
  }

  /// The figure as a block, or a sentence that says why it is not there.
  package func block(orElse sentence: String) -> PageBlock {
    chart.isEmpty ? .notes(title, [sentence]) : .figure(self)
  }
}

/// A table.
package struct PageTable {
  /// A column's heading.
  package struct Column {
    /// The heading, with its unit.
    package var title: String
    /// Whether it holds numbers, which stand at the right.
    package var isNumber: Bool

    /// A column of words.
    package static func word(_ title: String) -> Column { Column(title: title, isNumber: false) }
    /// A column of numbers.
    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  /// A cell.
  package struct Cell: ExpressibleByStringLiteral {
    /// What stands in it.
    package var text: String
    /// A page that it leads to: a relative address.
    package var link: String?

    /// Makes a cell.
    package init(_ text: String, link: String? = nil) { (self.text, self.link) = (text, link) }
    /// Makes a cell of a word.
    package init(stringLiteral value: String) { self.init(value) }
    /// A number, or a dash where it is not known.
    package init(_ value: Double?, _ decimals: Int, unit: String = "") {
      self.init(PageText.decimal(value, decimals) + (value == nil ? "" : unit))
    }
  }

  /// What it is about.
  package var caption: String
  /// The headings.
  package var columns: [Column]
  /// The rows, each as long as the headings.
  package var rows: [[Cell]]

  /// Makes a table.
  package init(_ caption: String, _ columns: [Column], _ rows: [[Cell]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }
}
