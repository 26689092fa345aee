import GaitModel
import GaitResults
import GaitStudies

/// A column of a study's table: what stands in it, of what type, and how it is got.
struct StudyColumn<Row>: Sendable {
  /// Name, unit, meaning and type.
  var description: DescribedColumn
  /// The field of a row.
  var field: @Sendable (Row) -> Field

  /// Describes a column.
  init(
    _ name: String, _ kind: ColumnKind, unit: String = "", _ meaning: String,
    _ field: @escaping @Sendable (Row) -> Field
  ) {
    description = DescribedColumn(name, kind, unit, meaning)
    self.field = field
  }

  private init(_ description: DescribedColumn, _ field: @escaping @Sendable (Row) -> Field) {
    self.description = description
    self.field = field
  }

  /// The same column of rows that hold these.
  func of<Outer>(_ part: @escaping @Sendable (Outer) -> Row) -> StudyColumn<Outer> {
    StudyColumn<Outer>(description) { [field] in field(part($0)) }
  }
}

extension Field {
  /// A number of a study's sums, or nothing.
  static func optional(_ value: Double?) -> Field { value.map { .number($0) } ?? .blank }
  /// A count, or nothing.
  static func optional(_ count: Int?) -> Field { count.map { .count($0) } ?? .blank }
  /// A word, or nothing.
  static func optional(_ word: String?) -> Field { word.map { .word($0) } ?? .blank }
}

/// What the figures of a table are of, which its columns say.
enum FigureScope {
  /// A recording by itself, whatever else was worn.
  case recording
  /// A day or week of a person: what counts of the recordings.
  case days
  /// A person: the same, and recordings without a wall clock.
  case person

  fileprivate var wornWords: String {
    switch self {
    case .recording:
      "time worn, gaps taken out; all of it, also where another recording was made at once"
    case .days: "time worn, gaps and overlapping recordings taken out"
    case .person: Self.days.wornWords + clocklessWords
    }
  }

  fileprivate var stepWords: String {
    switch self {
    case .recording: "steps in all bouts, also where another recording was made at once"
    case .days:
      "steps in all bouts that count: where recordings were made at once, those of one; a bout across midnight, or across "
        + "the beginning or end of the other recording, is divided, each step and stride where it was made"
    case .person: Self.days.stepWords + clocklessWords
    }
  }

  private var clocklessWords: String {
    "; recordings without a wall clock are added whole, as nobody can tell which were made at once"
  }

  /// `walking` with how its time is divided.
  fileprivate func timeWords(_ activity: String, divided: String) -> String {
    "time in \(activity) bouts" + (self == .recording ? "" : ", divided \(divided)")
  }

  fileprivate var groupTimeWords: String {
    self == .recording
      ? "time in them"
      : "time in them, of each bout the whole where it is counted: on the day on which it begins; walking_s is divided"
  }
}

/// The columns of sums and distributions, which all tables of a study share.
enum FigureColumns {
  /// Counts and sums of all bouts.
  static func sums(_ scope: FigureScope) -> [StudyColumn<StudyFigures>] {
    [
      StudyColumn("worn_h", .number, unit: "h", scope.wornWords) { .number($0.wornSeconds / 3600) },
      StudyColumn(
        "n_walking_bouts", .integer, "walking bouts, also those that are not flat and steady"
      ) {
        .count($0.walkingBoutCount)
      },
      StudyColumn("n_running_bouts", .integer, "running bouts") { .count($0.runningBoutCount) },
      StudyColumn("n_steps", .integer, scope.stepWords) { .count(Int($0.stepCount.rounded())) },
      StudyColumn(
        "distance_m", .number, unit: "m",
        "distance of the bouts whose distance is known, also of assumed step lengths (assumed_distance_m); 0 without bouts, empty where "
          + "there are bouts and none is known"
      ) { .optional($0.meters) },
      StudyColumn(
        "walking_s", .number, unit: "s", scope.timeWords("walking", divided: "as the steps are")
      ) { .number($0.walkingSeconds) },
      StudyColumn(
        "running_s", .number, unit: "s", scope.timeWords("running", divided: "in the same way")
      ) { .number($0.runningSeconds) },
    ]
  }

  /// Flat, steady walking bouts by their length: mean, median, P95 and coefficient of variation of each measure.
  static func groups(_ scope: FigureScope) -> [StudyColumn<StudyFigures>] {
    BoutGroup.allCases.flatMap { group in
      let counts = [
        StudyColumn<StudyFigures>(
          "\(group.name)_n_bouts", .integer, "flat, steady walking: number of \(group.words)"
        ) { .count($0.groups[group]?.count ?? 0) },
        StudyColumn<StudyFigures>(
          "\(group.name)_walking_s", .number, unit: "s", scope.groupTimeWords
        ) { .number($0.groups[group]?.seconds ?? 0) },
      ]
      return counts + BoutMeasure.allCases.flatMap { columns(group, $0) }
    }
  }

  /// What of these is made of steps whose length was assumed and not measured. They stand at the end: the others kept their
  /// places.
  static func assumed(_ scope: FigureScope) -> [StudyColumn<StudyFigures>] {
    let distance = StudyColumn<StudyFigures>(
      "assumed_distance_m", .number, unit: "m",
      "what of distance_m is made of step lengths that are assumed from the person's height (is_step_length_assumed in bouts.csv); 0 where "
        + "all were measured"
    ) { $0.meters == nil ? .blank : .number($0.assumedMeters) }
    return [distance] + assumedGroups
  }

  /// Of the bouts in ``groups(_:)`` those whose speed is not measured.
  static let assumedGroups = BoutGroup.allCases.map { group in
    StudyColumn<StudyFigures>(
      "\(group.name)_n_assumed_bouts", .integer, assumedWords(of: group.name)
    ) { .count($0.groups[group]?.assumedCount ?? 0) }
  }

  private static func assumedWords(of group: String) -> String {
    "how many of \(group)_n_bouts have a walking speed made of step lengths that are assumed from the person's height "
      + "(is_step_length_assumed in bouts.csv): where these are some and not all, the statistics of walking speed mix both"
  }

  /// The same in a few lines, for people.
  static func patterns(_ scope: FigureScope) -> [DescribedColumn] {
    let groups = BoutGroup.allCases.map(\.name).joined(separator: ", ")
    let counts = [
      DescribedColumn("GROUP_n_bouts", "", "flat, steady walking bouts; GROUP is one of \(groups)"),
      DescribedColumn("GROUP_walking_s", "s", scope.groupTimeWords),
    ]
    return counts
      + BoutMeasure.allCases.map {
        DescribedColumn(
          "GROUP_STATISTIC_\($0.column)", $0.unit,
          "\($0.plainName) over these bouts\($0.assumedWords(of: "GROUP")); STATISTIC is one of mean, median, p95, and cv, which has no unit "
            + "in its name; empty where no bout has it, and cv also of one bout and where the mean is 0"
        )
      } + [DescribedColumn("GROUP_n_assumed_bouts", "", assumedWords(of: "GROUP"))]
  }

  private static func columns(
    _ group: BoutGroup, _ measure: BoutMeasure
  ) -> [StudyColumn<StudyFigures>] {
    func column(
      _ statistic: String, _ words: String, _ read: @escaping @Sendable (Distribution) -> Double?
    ) -> StudyColumn<StudyFigures> {
      let isShare = statistic == "cv"
      return StudyColumn(
        "\(group.name)_\(statistic)_\(isShare ? measure.plainName : measure.column)", .number,
        unit: isShare ? "" : measure.unit,
        "\(words) of \(measure.plainName) in \(group.words)\(measure.assumedWords(of: group.name)); empty where no bout has it"
          + (isShare ? ", of one bout, and where the mean is 0" : "")
      ) { .optional($0.groups[group]?.measures[measure].flatMap(read)) }
    }
    return [
      column("mean", "mean") { $0.mean }, column("median", "median") { $0.median },
      column("p95", "95th percentile") { $0.percentile95 },
      column("cv", "coefficient of variation (standard deviation over mean)") { $0.variation },
    ]
  }

  /// Averages over days that were worn long enough.
  static let perDay: [StudyColumn<PersonTables.Stretch>] = [
    perDay("walking_bouts_per_day", "", "walking bouts") { Double($0.walkingBoutCount) },
    perDay("steps_per_day", "", "steps") { $0.stepCount },
    perDay("walking_s_per_day", "s", "time in walking bouts") { $0.walkingSeconds },
    perDay("worn_h_per_day", "h", "time worn") { $0.wornSeconds / 3600 },
  ]

  private static func perDay(
    _ name: String, _ unit: String, _ words: String,
    _ read: @escaping @Sendable (StudyFigures) -> Double
  ) -> StudyColumn<PersonTables.Stretch> {
    StudyColumn(
      name, .number, unit: unit, "\(words) on an average valid day; empty without a valid day"
    ) {
      $0.validDayCount > 0 ? .number(read($0.validFigures) / Double($0.validDayCount)) : .blank
    }
  }
}

extension BoutMeasure {
  /// What becomes of step lengths that are assumed from the person's height; empty for what does not depend on them.
  fileprivate func assumedWords(of group: String) -> String {
    switch self {
    case .stepLength: ", without lengths that are assumed from the person's height"
    case .walkingSpeed:
      ", also of assumed step lengths, which \(group)_n_assumed_bouts counts"
    default: ""
    }
  }
}
