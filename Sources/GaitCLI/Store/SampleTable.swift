import Foundation
import GaitModel
import SampleStorage

/// Samples and figures as tables.
enum SampleTable {
  /// A row for each sample, values in a unit where one is asked for.
  static func table(of samples: [Sample], unit: SampleUnit?, in zone: TimeZone) -> Table {
    Table(
      "samples",
      columns: [
        "participant", "kind", "value", "unit", "start_time", "end_time", "standard_error",
        "standard_error_within_person", "source", "recording", "entered_by_hand", "terrain",
        "left_out_reason", "method", "revision", "label",
      ], of: samples
    ) { sample in
      let metadata = sample.metadata
      return [
        .word(sample.participant), .word(sample.kind.name), value(of: sample, unit),
        .word(metadata.unit ?? unit?.symbol ?? sample.kind.baseUnit.symbol),
        .word(instant(sample.start, in: zone)), .word(instant(sample.end, in: zone)),
        error(sample.standardError, unit), error(sample.standardErrorWithinPerson, unit),
        .word(sample.source.name), optional(sample.source.recording?.name),
        .flag(metadata.isEnteredByHand), optional(metadata.terrain?.rawValue),
        optional(metadata.leftOutReason?.rawValue), optional(metadata.method),
        metadata.revision.map { .count($0) } ?? .blank, optional(metadata.label),
      ]
    }
  }

  /// A row for each interval.
  static func table(
    of intervals: [IntervalStatistics], _ kind: AnySampleKind, _ figures: [FigureArgument],
    unit: SampleUnit?, in zone: TimeZone
  ) -> Table {
    Table(
      "statistics",
      columns: ["participant", "kind", "unit", "start_time", "end_time"] + figures.map(\.column)
        + ["source"],
      of: intervals
    ) { interval in
      let converted = unit.map(interval.converted(to:)) ?? interval
      return [
        optional(interval.participant), .word(kind.name),
        .word(unit?.symbol ?? kind.baseUnit.symbol),
        .word(instant(interval.interval.start, in: zone)),
        .word(instant(interval.interval.end, in: zone)),
      ] + figures.map { $0.field(converted) } + [optional(interval.source)]
    }
  }

  /// A row for each activity.
  static func table(
    of activities: [ActivityStatistics], _ kind: AnySampleKind, _ figures: [FigureArgument],
    unit: SampleUnit?, in zone: TimeZone
  ) -> Table {
    Table(
      "activities",
      columns: ["participant", "kind", "unit", "start_time", "end_time"] + figures.map(\.column)
        + ["label", "source"],
      of: activities
    ) { activity in
      let statistics = activity.statistics.map { statistics in
        unit.map(statistics.converted(to:)) ?? statistics
      }
      return [
        .word(activity.activity.participant), .word(kind.name),
        .word(unit?.symbol ?? kind.baseUnit.symbol),
        .word(instant(activity.activity.start, in: zone)),
        .word(instant(activity.activity.end, in: zone)),
      ] + figures.map { figure in statistics.map(figure.field) ?? .blank } + [
        .word(activity.label), optional(activity.source),
      ]
    }
  }

  /// A row for each person and kind.
  static func table(of holdings: [SampleHolding], in zone: TimeZone) -> Table {
    Table(
      "holdings", columns: ["participant", "kind", "samples", "first_start", "last_start"],
      of: holdings
    ) {
      [
        .word($0.participant), .word($0.kind.name), .count($0.count),
        .word(instant($0.first, in: zone)), .word(instant($0.last, in: zone)),
      ]
    }
  }

  /// ISO 8601 with the offset of the zone.
  static func instant(_ date: Date, in zone: TimeZone) -> String {
    InstantText.text(
      WallClock(
        secondsSince1970: date.timeIntervalSince1970,
        utcOffsetSeconds: zone.secondsFromGMT(for: date)))
  }

  private static func value(of sample: Sample, _ unit: SampleUnit?) -> Field {
    .number(unit?.value(fromBase: sample.value) ?? sample.value)
  }

  private static func error(_ error: Double?, _ unit: SampleUnit?) -> Field {
    error.map { .number(unit?.value(fromBase: $0) ?? $0) } ?? .blank
  }

  private static func optional(_ word: String?) -> Field { word.map { .word($0) } ?? .blank }
}

extension Table {
  /// The table as it is asked for: to read, for other programs, or as JSON.
  func text(_ format: OutputFormat) -> String {
    switch format {
    case .csv: return csv
    case .json:
      let rows = rows.map { row in
        JSONValue.object(zip(columns, row).map { .init(key: $0, value: $1.json) })
      }
      return JSONValue.array(rows).document
    case .table where rows.isEmpty: return "nothing found\n"
    case .table:
      // A column that is empty everywhere says nothing to a reader.
      let shown = columns.indices.filter { column in
        rows.contains { !$0[column].text.isEmpty && $0[column] != .flag(false) }
      }
      let grid = TextGrid(
        columns: shown.map { column in
          .init(
            heading: columns[column].replacing("_", with: " "),
            leansLeft: rows.contains { if case .word = $0[column] { true } else { false } })
        },
        rows: rows.map { row in shown.map { row[$0].text } })
      return grid.text(emphasized: Terminal.colorsOutput)
    }
  }
}
