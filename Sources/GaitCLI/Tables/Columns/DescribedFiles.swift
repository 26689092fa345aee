/// Every file of `gait analyze --output`, column by column: the one place where columns are described.
enum DescribedFiles {
  /// The files, in the order in which they are written.
  static let all = [
    bouts,
    DescribedFile(
      name: "gait_sequences.csv", row: "one row for each stretch in which gait was detected at all",
      columns: [start, end]),
    DescribedFile(
      name: "initial_contacts.csv", row: "one row for each time that a foot touched the ground",
      columns: contact("touched the ground")),
    DescribedFile(
      name: "final_contacts.csv", row: "one row for each time that a foot left the ground",
      columns: contact("left the ground")),
    strides, stairs,
    DescribedFile(
      name: "turns.csv", row: "one row for each change of walking direction",
      columns: [
        start, end,
        DescribedColumn(
          "angle_deg", "°", "by how much the direction changed; positive to the left"),
      ]),
  ]

  private static let start = DescribedColumn(
    "start_s", "s", "beginning, from the first sample of the recording")
  private static let end = DescribedColumn("end_s", "s", "end, from the first sample")
  private static let bout = DescribedColumn(
    "bout", "", "number of the bout in bouts.csv, from 1")
  private static let leftOut = DescribedColumn(
    "left_out_reason", "", "why it does not count as flat, steady walking; empty where it does")

  private static func contact(_ what: String) -> [DescribedColumn] {
    [
      DescribedColumn("time_s", "s", "when the foot \(what), from the first sample"),
      DescribedColumn("side", "", "left, right or unknown"), bout,
    ]
  }

  private static let strides = DescribedFile(
    name: "strides.csv",
    row: "one row for each stride: from a contact to the next of the same foot",
    columns: [
      bout, DescribedColumn("side", "", "the foot: left, right or unknown"), start, end,
      DescribedColumn("length_m", "m", "stride length"),
      DescribedColumn("speed_mps", "m/s", "stride length over stride time"),
      DescribedColumn("stance_s", "s", "time on the ground"),
      DescribedColumn("swing_s", "s", "time in the air"),
      DescribedColumn("double_support_s", "s", "time with both feet on the ground"),
      DescribedColumn("is_turning", "", "whether the person turned meanwhile"), leftOut,
      DescribedColumn("single_support_s", "s", "time with the foot alone on the ground"),
    ])

  private static let stairs = DescribedFile(
    name: "stairs.csv", row: "one row for each climb or descent of a staircase",
    columns: [
      start, end, DescribedColumn("direction", "", "up or down"),
      DescribedColumn("n_steps", "", "steps"),
      DescribedColumn("height_m", "m", "height, without its sign"),
      DescribedColumn("vertical_speed_mps", "m/s", "height over time"),
      DescribedColumn("height_se_m", "m", "standard error of the height"),
      DescribedColumn("vertical_speed_se_mps", "m/s", "standard error of the vertical speed"),
      DescribedColumn(
        "is_counted", "", "whether it is high enough (3 m) to count as a flight in the totals"),
    ])
}

/// A column of a file: its name, its unit and what stands in it.
struct DescribedColumn: Equatable, Sendable {
  /// The name in the header row.
  var name: String
  /// The unit; empty for words, counts, flags and shares.
  var unit: String
  /// What stands in it, in a sentence without a full stop.
  var meaning: String

  /// Describes a column.
  init(_ name: String, _ unit: String = "", _ meaning: String) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
  }
}

/// A file that the program writes: what a row is, and its columns in order.
struct DescribedFile: Equatable, Sendable {
  /// The name with its extension.
  var name: String
  /// What one row stands for.
  var row: String
  /// The columns, in the order of the file.
  var columns: [DescribedColumn]
  /// The columns as a page shows them, where hundreds follow one pattern; `nil` where they are the same.
  var pageColumns: [DescribedColumn]?

  /// The columns as a table.
  var table: Table {
    Table("columns", columns: ["file", "column", "unit", "meaning"], of: columns) {
      [.word(name), .word($0.name), .word($0.unit), .word($0.meaning)]
    }
  }

  /// The columns as a person reads them.
  var listing: String {
    let lines = columns.map { column in
      let unit = column.unit.isEmpty ? "" : " (\(column.unit))"
      return column.name + unit + "\n"
        + WrappedText.text("    " + column.meaning, indent: 4) + "\n"
    }
    return "\(name): \(row)\n\n" + lines.joined()
  }

  /// The columns as a table of a page in Markdown.
  var markdown: String {
    let lines = (pageColumns ?? columns).map { "| `\($0.name)` | \($0.unit) | \($0.meaning) |\n" }
    return "## `\(name)`\n\n\(row).\n\n| column | unit | meaning |\n|---|---|---|\n"
      + lines.joined()
  }
}
