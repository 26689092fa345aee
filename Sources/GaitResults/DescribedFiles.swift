/// Every file of `gait analyze --output`, column by column: the one place where columns are described.
package enum DescribedFiles {
  /// The files, in the order in which they are written.
  package static let all = [
    bouts,
    DescribedFile(
      name: "gait_sequences.csv",
      row:
        "one row for each stretch in which gait was detected, before contacts say where bouts begin and end: they may reach beyond it",
      columns: [start, end]),
    DescribedFile(
      name: "initial_contacts.csv", row: "one row for each time that a foot touched the ground",
      columns: contact("touched the ground")),
    DescribedFile(
      name: "final_contacts.csv",
      row:
        "one row for each time that a foot left the ground, as the bout's double support places it, or as its speed lets expect where it has none; none on stairs",
      columns: contact("left the ground")),
    strides, stairs,
    DescribedFile(
      name: "turns.csv", row: "one row for each change of walking direction",
      columns: [
        start, end,
        DescribedColumn(
          "angle_deg", .number, "°", "by how much the direction changed; positive to the left"),
      ]),
  ]

  private static let start = DescribedColumn(
    "start_s", .number, "s", "beginning, from the first sample of the recording")
  private static let end = DescribedColumn("end_s", .number, "s", "end, from the first sample")
  private static let bout = DescribedColumn(
    "bout", .integer, "", "number of the bout in bouts.csv, from 1")
  private static let leftOut = DescribedColumn(
    "left_out_reason", .text, "",
    "implausible_duration or implausible_length where it does not say whether its bout is flat and steady; its steps are in the "
      + "bout's speed, lengths and distance all the same, as far as each takes the time of a step; see left_out_reason and "
      + "activity of the bout and is_turning"
  )

  private static func contact(_ what: String) -> [DescribedColumn] {
    [
      DescribedColumn("time_s", .number, "s", "when the foot \(what), from the first sample"),
      DescribedColumn("side", .text, "", "left, right or unknown"), bout,
    ]
  }

  private static let strides = DescribedFile(
    name: "strides.csv",
    row:
      "one row for each stride: from a contact, over one of the other foot, to the next of the same foot",
    columns: [
      bout, DescribedColumn("side", .text, "", "the foot: left, right or unknown"), start, end,
      DescribedColumn(
        "length_m", .number, "m",
        "stride length: its two steps, also the short one that closes a walk, which the bout's lengths, distance and speed "
          + "leave out"),
      DescribedColumn("speed_mps", .number, "m/s", "stride length over stride time"),
      DescribedColumn(
        "stance_s", .number, "s",
        "time on the ground, by the bout's double support and not from the times of contacts; empty where the bout has none, as on stairs"
      ),
      DescribedColumn("swing_s", .number, "s", "time in the air, in the same way"),
      DescribedColumn(
        "double_support_s", .number, "s",
        "time with both feet on the ground: double_support_fraction of the bout times the time of the stride, in turns as "
          + "between them"),
      DescribedColumn(
        "is_turning", .flag, "",
        "whether the person turned meanwhile; empty where turns are not known, as without a gyroscope"
      ), leftOut,
      DescribedColumn(
        "single_support_s", .number, "s",
        "time with the foot alone on the ground, in the same way"),
    ])

  private static let stairs = DescribedFile(
    name: "stairs.csv", row: "one row for each climb or descent of a staircase",
    columns: [
      start, end, DescribedColumn("direction", .text, "", "up or down"),
      DescribedColumn("n_steps", .integer, "", "steps"),
      DescribedColumn(
        "height_m", .number, "m",
        "height, without its sign: by air pressure, or a usual riser for every step (is_height_assumed)"
      ),
      DescribedColumn(
        "vertical_speed_mps", .number, "m/s",
        "height over the time of its steps: with the step to the first contact, which end_s − start_s leaves out, and without "
          + "landings, of which each counts as a step and a half where no air pressure tells it"),
      DescribedColumn("height_se_m", .number, "m", "standard error of the height"),
      DescribedColumn(
        "vertical_speed_se_mps", .number, "m/s", "standard error of the vertical speed"),
      DescribedColumn(
        "is_counted", .flag, "",
        "whether it is high enough (3 m) to count as a flight in the totals"),
      DescribedColumn(
        "is_height_assumed", .flag, "",
        "whether every step is taken as a usual riser and the height was not measured, so that height, speed and is_counted "
          + "follow from the steps; empty without a height"),
    ])
}

/// A column of a file: its name, its unit and what stands in it.
package struct DescribedColumn: Equatable, Sendable {
  /// The name in the header row.
  package var name: String
  /// The unit; empty for words, counts, flags and shares.
  package var unit: String
  /// What stands in it, in a sentence without a full stop.
  package var meaning: String
  /// What its values are; `nil` in tables that are only printed.
  package var kind: ColumnKind?

  /// Describes a column of a table that is only printed.
  package init(_ name: String, _ unit: String = "", _ meaning: String) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
  }

  /// Describes a column whose values other programs read.
  package init(_ name: String, _ kind: ColumnKind, _ unit: String, _ meaning: String) {
    self.init(name, unit, meaning)
    self.kind = kind
  }
}

/// The type of a column's values, as programs that read it need it.
package enum ColumnKind: String, Sendable {
  /// Words.
  case text
  /// Whole numbers.
  case integer
  /// Numbers.
  case number
  /// `true` or `false`.
  case flag
  /// A day, `2026-05-04`.
  case date
  /// A date and time, ISO 8601.
  case time
}

/// A file that the program writes: what a row is, and its columns in order.
package struct DescribedFile: Equatable, Sendable {
  /// The name with its extension.
  package var name: String
  /// What one row stands for.
  package var row: String
  /// The columns, in the order of the file.
  package var columns: [DescribedColumn]
  /// The columns as a page shows them, where hundreds follow one pattern; `nil` where they are the same.
  package var pageColumns: [DescribedColumn]?

  /// Describes a file.
  package init(
    name: String, row: String, columns: [DescribedColumn], pageColumns: [DescribedColumn]? = nil
  ) {
    self.name = name
    self.row = row
    self.columns = columns
    self.pageColumns = pageColumns
  }

  /// The columns as a table.
  package var table: Table {
    Table("columns", columns: ["file", "column", "unit", "meaning"], of: columns) {
      [.word(name), .word($0.name), .word($0.unit), .word($0.meaning)]
    }
  }

  /// The columns as a table of a page in Markdown.
  package var markdown: String {
    // A bar would end the cell.
    let lines = (pageColumns ?? columns).map { column in
      let cells = [column.unit, column.meaning].map { $0.replacing("|", with: "\\|") }
      return "| `\(column.name)` | \(cells[0]) | \(cells[1]) |\n"
    }
    return "## `\(name)`\n\n\(row).\n\n| column | unit | meaning |\n|---|---|---|\n"
      + lines.joined()
  }
}
