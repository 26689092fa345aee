import GaitResults

extension DescribedFiles {
  /// What the commands of a store and of validation print with `--format csv` or write, by the name of the
  /// table.
  static let printed = [
    samples, statistics, activities, holdings, pairs, inspection, validation, agreement,
    validationPairs, trials, stages, comparison, cohort, bench, live,
  ]

  private static let person = DescribedColumn("participant", "", "the study's name for the person")
  private static let kind = DescribedColumn("kind", "", "what was measured, as walking-speed")
  private static let unit = DescribedColumn("unit", "", "the unit of the values")
  private static let from = DescribedColumn(
    "start_time", "", "beginning: ISO 8601 with its offset; a local clock of unknown zone has none")
  private static let to = DescribedColumn("end_time", "", "end, in the same way")
  private static let source = DescribedColumn(
    "source", "",
    "what wrote it: gait, gait estimate (of a phone's samples: gait estimate from and its name), person, or a phone's name"
  )

  private static let samples = DescribedFile(
    name: "samples.csv",
    row:
      "one row for each sample: what gait export writes, and gait query KIND, gait estimate and --list of gait event and gait recalibrate print",
    columns: [
      person, kind, DescribedColumn("value", "", "the value in its unit; words for categories"),
      unit, from, to,
      DescribedColumn(
        "standard_error", "", "standard error against the truth, in the unit; empty where not known"
      ),
      DescribedColumn(
        "standard_error_within_person", "",
        "standard error against the person's own past, in the unit; of a bout's cadence, double support and step-time asymmetry "
          + "that of walks of some 28 steps, and no more in shorter bouts, which scatter more"),
      source, DescribedColumn("device", "", "the device that measured it, in words"),
      DescribedColumn(
        "recording", "",
        "the recording that it was found in; a table to import needs recording_start_time with it"),
      DescribedColumn("recording_start_time", "", "when that recording began"),
      DescribedColumn("recording_content", "", "digest of the recording's samples: its identity"),
      DescribedColumn("is_entered_by_hand", "", "whether a person entered the value"),
      DescribedColumn(
        "is_calibrated", "", "whether the estimate was calibrated to the person; empty for others"),
      DescribedColumn(
        "earliest_data_time", "", "earliest date whose data the estimate used; empty for others"),
      DescribedColumn("method", "", "the method that gave the value"),
      DescribedColumn("revision", "", "the method's revision"),
      DescribedColumn("settings", "", "digest of the settings with which the method ran"),
      DescribedColumn(
        "left_out_reason", "", "why it does not count as flat, steady walking; empty where it does"),
      DescribedColumn("terrain", "", "level, stairs_up, stairs_down, incline or unknown"),
      DescribedColumn("site", "", "where the device was worn"),
      DescribedColumn("time_zone", "", "the person's time zone, as Europe/Berlin"),
      DescribedColumn(
        "utc_offset_s", "s",
        "how far the person's clock was ahead of UTC at start_time: by time_zone, where that is known"
      ),
      DescribedColumn("label", "", "what an activity or event is called, in somebody's own words"),
      DescribedColumn(
        "distinction", "", "tells apart samples that are alike in everything else; empty for most"),
      DescribedColumn(
        "other", "",
        "whatever else was said, as JSON; capped of an estimate, personal_factor of a length or speed by gait analyze "
          + "--calibration, height_assumed of stairs without air pressure"
      ),
      DescribedColumn(
        "stored_time", "", "when it was stored, or the analysis that it is of; in exports only"),
      DescribedColumn(
        "phone_export_time", "",
        "when the phone's export was written that says it; in exports only"),
      DescribedColumn(
        "superseded_time", "",
        "when it gave way to another sample; empty while it is valid; in exports and with --superseded"
      ),
      DescribedColumn("reason", "", "why it gave way"),
      DescribedColumn(
        "analysis_samples", "",
        "how many samples the analysis of the recording has, 0 where it was given up; empty where that is not known; in exports only"
      ),
      DescribedColumn(
        "rows_after", "",
        "how many rows follow, 0 in the last one: gait import sees by it that an end is missing"),
    ])

  private static let figures = DescribedColumn(
    "count", "",
    "and the other figures of --statistics: sum, mean, time_weighted_mean, min, max, seconds, per_sample_p50, time_weighted_p95 and other percentiles"
  )

  private static let statistics = DescribedFile(
    name: "statistics.csv",
    row: "one row for each day, week or month: gait query KIND --every day",
    columns: [person, kind, unit, from, to, figures, source])

  private static let activities = DescribedFile(
    name: "activities.csv",
    row: "one row for each labelled activity or imported workout: gait query KIND --by-activity",
    columns: [
      person, kind, unit, from, to, figures,
      DescribedColumn("label", "", "what the activity is called"), source,
    ])

  private static let holdings = DescribedFile(
    name: "holdings.csv", row: "one row for each person and kind: gait query",
    columns: [
      person, kind, DescribedColumn("samples", "", "how many there are"),
      DescribedColumn("first_start", "", "when the first began"),
      DescribedColumn("last_start", "", "when the last began"),
    ])

  private static let pairs = DescribedFile(
    name: "pairs.csv", row: "one row for each day, week or bout with both values: gait compare",
    columns: [
      person, from, to, DescribedColumn("ours", "", "our value in its unit"),
      DescribedColumn("theirs", "", "the other source's"),
      DescribedColumn("difference", "", "ours minus theirs"), unit,
      DescribedColumn("source", "", "the name of the other source"),
      DescribedColumn(
        "days", "",
        "days of a week on which both have a value, of which sums are made; empty by day, by bout, and of weekly "
          + "estimates"),
    ])

  private static let inspection = DescribedFile(
    name: "inspection.csv", row: "one row for each recording: gait inspect",
    columns: [
      DescribedColumn("recording", "", "the recording's name"),
      DescribedColumn("path", "", "the file"),
      DescribedColumn("format", "", "the format, in words"),
      DescribedColumn("device", "", "the device, in words"), person,
      DescribedColumn("site", "", "where the device was worn; empty where not known"),
      DescribedColumn("height_m", "m", "the person's height"),
      DescribedColumn("start_time", "", "wall clock at the first sample"),
      DescribedColumn("duration_s", "s", "from second 0, the first row, to the last sample"),
      DescribedColumn(
        "is_thinned", "", "whether only stretches were looked at; --complete reads everything"),
      DescribedColumn("sampled_s", "s", "time that was looked at"),
      DescribedColumn("samples", "", "samples that were looked at"),
      DescribedColumn("sampling_rate_hz", "Hz", "samples a second, by the stamps"),
      DescribedColumn("named_rate_hz", "Hz", "the rate that the file or its description names"),
      DescribedColumn("median_interval_s", "s", "the middle interval between samples"),
      DescribedColumn("has_gyroscope", "", "whether there is an angular rate"),
      DescribedColumn(
        "gaps", "",
        "pauses between usable samples that are too long to be bridged; as in summary.json"),
      DescribedColumn("gap_s", "s", "their total length"),
      DescribedColumn("longest_gap_s", "s", "the longest of them"),
      DescribedColumn("clipped_fraction", "", "share of values at the sensor's limit, 0-1"),
      DescribedColumn(
        "still_gravity_error_g", "g",
        "mean |a| at rest minus 1 g, as recorded; in summary.json after the calibration, where one was applied: what was "
          + "before it is there as calibration.error_before_g, the mean distance from 1 g"),
      DescribedColumn(
        "calibration_obstacle", "",
        "why the accelerometer could not be calibrated; empty where it was"),
      DescribedColumn("wear_time_s", "s", "time worn"),
      DescribedColumn("non_wear_s", "s", "time not worn"),
      DescribedColumn(
        "enough_for", "",
        "what the sampling rate, and the longest stretch without a gap where all was looked at, are enough for"
      ),
      DescribedColumn("remarks", "", "what was wrong with the file, in sentences"),
    ])

  private static let validation = DescribedFile(
    name: "validation.csv", row: "one row for each figure: gait validate",
    columns: [
      DescribedColumn("dataset", "", "the folder of the recordings"),
      DescribedColumn("site", "", "where the device was worn"),
      DescribedColumn(
        "system", "",
        "the laboratory system that the figure is against; empty for events, in a mapping those of its first system"
      ),
      DescribedColumn("stage", "", "what is judged: walking bouts, steps, speed, …"),
      DescribedColumn("figure", "", "the figure's name"),
      DescribedColumn("unit", "", "its unit; 1 for a share of 0-1"),
      DescribedColumn("value", "", "the figure over all recordings"),
      DescribedColumn("person_median", "", "the median over people"),
      DescribedColumn("person_worst", "", "the worst person's"),
      DescribedColumn("n_people", "", "people"), DescribedColumn("n_recordings", "", "recordings"),
      DescribedColumn("n_missing", "", "recordings without analysis, counted as nothing found"),
      DescribedColumn(
        "versus", "", "the best of the other engines; empty where none is known for the recordings"),
      DescribedColumn("versus_value", "", "its value"),
      DescribedColumn(
        "classic", "",
        "the best of the field's classic methods for the figure's question: --classics"
      ), DescribedColumn("classic_value", "", "its value"),
    ])
}
