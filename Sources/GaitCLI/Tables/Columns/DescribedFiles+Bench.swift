import GaitResults

extension DescribedFiles {
  /// What `gait bench --format csv` prints.
  static let bench = DescribedFile(
    name: "bench.csv",
    row: "one row for each stage of an analysis, the last for the whole: gait bench",
    columns: [
      recording, DescribedColumn("stage", "", "the stage; total for the whole"),
      DescribedColumn("cpu_s", "s", "processor time: the median of the runs"),
      DescribedColumn("share", "", "share of the whole, 0-1"),
      DescribedColumn(
        "times_real_time", "",
        "length of the recording over cpu_s; empty where the clock saw no time"),
      DescribedColumn("cpu_min_s", "s", "processor time of the fastest run"),
      DescribedColumn("cpu_max_s", "s", "processor time of the slowest run"),
      DescribedColumn(
        "ns_per_value", "ns",
        "cpu_s for each value of a channel; empty for a recording without samples"),
      DescribedColumn(
        "allocations", "",
        "how often memory was asked for, the median of the runs; empty where that is not counted"),
    ])

  /// What `gait bench --live --format csv` prints.
  static let live = DescribedFile(
    name: "live.csv",
    row: "one row for each of three times of an analysis second by second: gait bench --live",
    columns: [
      recording,
      DescribedColumn(
        "value", "",
        "append: what a second costs; delay: from a bout's end to its result, by the recording; result: from the append that "
          + "closes a walk to its result"),
      DescribedColumn("unit", "", "the unit of median, p95 and max"),
      DescribedColumn("count", "", "how many seconds or bouts"),
      DescribedColumn("median", "", "the middle one; empty where there is none"),
      DescribedColumn("p95", "", "the time within which 95 % lie"),
      DescribedColumn("max", "", "the longest"),
    ])

  private static let recording = DescribedColumn("recording", "", "the name of the recording")
}
