import GaitResults

extension DescribedFiles {
  /// How well each measure agrees with the truth.
  static let agreement = DescribedFile(
    name: "agreement.csv",
    row: "one row for each measure, level and part of the people: gait validate --output",
    columns: [
      DescribedColumn("dataset", "", "the folder of the recordings"),
      DescribedColumn("system", "", "the laboratory system that is the truth"),
      DescribedColumn("measure", "", "walking speed, stride length, cadence, …"),
      DescribedColumn("unit", "", "unit of the measure and of its errors"),
      DescribedColumn("level", "", "what the pairs are of: stride, bout, recording, day, person"),
      DescribedColumn("part", "", "all, or what the pairs are told apart by: speed, site, cohort"),
      DescribedColumn("part_name", "", "the speed class, site or cohort; empty for all"),
      DescribedColumn("n_pairs", "", "pairs of a found and a true value"),
      DescribedColumn("n_people", "", "people that they come from"),
      DescribedColumn("true_mean", "", "mean of the true values"),
    ]
      + estimates("bias", "mean of found − true")
      + estimates("lower_limit", "bias − 1.959964 SD: limit of agreement")
      + estimates("upper_limit", "bias + 1.959964 SD: limit of agreement")
      + estimates("mae", "mean of |found − true|")
      + estimates("relative_error_percent", "mean of |found − true| in percent of true")
      + estimates("rmse", "root mean square of found − true")
      + estimates("icc_a1", "ICC(A,1), absolute agreement")
      + estimates("icc_c1", "ICC(C,1), consistency") + estimates("r", "Pearson's correlation")
      + estimates("coverage_68", "share of errors within one standard error of ours, 0-1")
      + estimates("coverage_95", "share of errors within 1.959964 of them, 0-1") + [
        DescribedColumn(
          "sd", "",
          "standard deviation of found − true; where people have several pairs, that between people and within them "
            + "together (Bland and Altman 2007, true values that vary)"),
        DescribedColumn("within_person_sd", "", "that within a person alone"),
        DescribedColumn("mdc", "", "minimal detectable change, 95 %"),
        DescribedColumn("n_covered", "", "pairs with a standard error of ours"),
        DescribedColumn(
          "intervals", "",
          "where those of bias, limits, ICC and r come from: classical, people, none; all others "
            + "are bootstrapped over people"),
      ])

  private static func estimates(_ name: String, _ meaning: String) -> [DescribedColumn] {
    [
      DescribedColumn(name, "", meaning),
      DescribedColumn("\(name)_low", "", "lower end of its 95 % interval"),
      DescribedColumn("\(name)_high", "", "upper end"),
    ]
  }

  /// The found and true values behind the agreement.
  static let validationPairs = DescribedFile(
    name: "validation_pairs.csv",
    row: "one row for each found value beside a true one: gait validate --output",
    columns: [
      DescribedColumn("dataset", "", "the folder of the recordings"),
      DescribedColumn("system", "", "the laboratory system that is the truth"),
      DescribedColumn("measure", "", "walking speed, stride length, cadence, …"),
      DescribedColumn("unit", "", "its unit"),
      DescribedColumn("level", "", "what the values are of: stride, bout, recording, day, person"),
      DescribedColumn("participant", "", "the study's name for the person"),
      DescribedColumn("recording", "", "the recording; empty for days and persons"),
      DescribedColumn("day", "", "the date, where it is known"),
      DescribedColumn("site", "", "where the device was worn"),
      DescribedColumn("cohort", "", "the cohort in the study's word"),
      DescribedColumn("speed_class", "", "by true speed: slow, medium, fast"),
      DescribedColumn("found", "", "the found value"),
      DescribedColumn("true", "", "the true value"),
      DescribedColumn("standard_error", "", "the standard error that comes with the found value"),
    ])

  /// Trials beside their truth.
  static let trials = DescribedFile(
    name: "trials.csv", row: "one row for each trial that the truth marks: gait validate --output",
    columns: [
      DescribedColumn("dataset", "", "the folder of the recordings"),
      DescribedColumn("recording", "", "the recording"),
      DescribedColumn("participant", "", "the study's name for the person"),
      DescribedColumn("site", "", "where the device was worn"),
      DescribedColumn("trial", "", "what was done, in the study's word"),
      DescribedColumn("start_s", "s", "start, from the first sample of the recording"),
      DescribedColumn("end_s", "s", "end, from the first sample of the recording"),
      DescribedColumn("walking_s", "s", "time found as walking"),
      DescribedColumn("n_turns", "", "turns of at least 90° found"),
      DescribedColumn("speed_mps", "m/s", "mean speed of the strides found"),
      DescribedColumn("speed_se_mps", "m/s", "its standard error"),
      DescribedColumn("true_speed_mps", "m/s", "the true speed"),
      DescribedColumn("distance_m", "m", "distance of the strides found"),
      DescribedColumn("true_distance_m", "m", "the true distance"),
      DescribedColumn("n_steps", "", "steps found"),
      DescribedColumn("n_true_steps", "", "steps that were counted"),
    ])

  /// How a cohort's tests and falls agree with estimates.
  static let cohort = DescribedFile(
    name: "cohort.csv",
    row:
      "one row for each part of the tests and each group of people: gait validate --cohort FILE --format csv",
    columns: [
      DescribedColumn("figure", "", "six_minute_walk or steadiness"),
      DescribedColumn("part", "", "which tests, or people who fell and who did not"),
      DescribedColumn("n_tests", "", "tests beside an estimate; empty for steadiness"),
      DescribedColumn("n_people", "", "people that they come from"),
      DescribedColumn("bias_m", "m", "mean of estimated − walked"),
      DescribedColumn("limits_low_m", "m", "bias − 1.959964 SD: limit of agreement"),
      DescribedColumn("limits_high_m", "m", "bias + 1.959964 SD: limit of agreement"),
      DescribedColumn(
        "within_68_fraction", "", "share of tests in the estimate's interval of 68 %, 0-1"),
      DescribedColumn("within_95_fraction", "", "share of tests in that of 95 %, 0-1"),
      DescribedColumn("mean_score", "", "mean score of walking steadiness, 0-1"),
      DescribedColumn(
        "area", "", "share of pairs in which who fell has the lower score, 0.5 by chance"),
      DescribedColumn("area_se", "", "its standard error"),
    ])

  /// The figures of two ways of analyzing, or of two runs.
  static let comparison = DescribedFile(
    name: "comparison.csv",
    row:
      "one row for each figure that both have: gait validate --output with --against or two --settings",
    columns: [
      DescribedColumn("group", "", "the dataset, with its site or laboratory system"),
      DescribedColumn("stage", "", "what is judged: initial contacts, laterality, speed, …"),
      DescribedColumn("figure", "", "the figure's name"),
      DescribedColumn("unit", "", "its unit; 1 for a share of 0-1 and for correlations"),
      DescribedColumn("first", "", "the figure of the earlier run, or by the first --settings"),
      DescribedColumn("second", "", "that of this run, or by the second --settings"),
      DescribedColumn("difference", "", "mean over people of second − first; empty for counts"),
      DescribedColumn(
        "interval_low", "",
        "lower end of the 95 % interval of that mean, bootstrapped over people; empty for fewer than three"
      ),
      DescribedColumn("interval_high", "", "upper end"),
      DescribedColumn("people", "", "people who have the figure under both"),
      DescribedColumn(
        "second_is", "",
        "better or worse; empty where the interval holds 0 or is not known, and for times of contacts where contacts have set the laboratory's clock"
      ),
    ])

  /// Figures with stages taken from the truth.
  static let stages = DescribedFile(
    name: "stages.csv", row: "one row for each figure: gait validate --stages --output",
    columns: [
      DescribedColumn("dataset", "", "the folder of the recordings"),
      DescribedColumn("system", "", "the laboratory system that is the truth"),
      DescribedColumn("stage", "", "what is judged: initial contacts, laterality, speed, …"),
      DescribedColumn("figure", "", "the figure's name"),
      DescribedColumn("unit", "", "its unit; 1 for a share of 0-1 and for correlations"),
      DescribedColumn("end_to_end", "", "the figure when everything is ours"),
      DescribedColumn("bouts_given", "", "with the true walks"),
      DescribedColumn("contacts_given", "", "with the true contacts, too"),
      DescribedColumn("sides_given", "", "with the true feet, too"),
      DescribedColumn("n_recordings", "", "recordings behind it"),
    ])
}
