extension DescribedFiles {
  /// `bouts.csv`.
  static let bouts = DescribedFile(
    name: "bouts.csv", row: "one row for each walking or running bout",
    columns: place + measures + certainty + quality + origin)

  private static let place = [
    DescribedColumn("bout", "", "number of the bout in the recording, from 1"),
    DescribedColumn("start_s", "s", "first contact, from the first sample of the recording"),
    DescribedColumn("end_s", "s", "last contact, from the first sample"),
    DescribedColumn("start_time", "", "the same as ISO 8601; empty without a wall clock"),
    DescribedColumn("end_time", "", "the same as ISO 8601; empty without a wall clock"),
    DescribedColumn("activity", "", "walking or running"),
    DescribedColumn("terrain", "", "level, stairs_up, stairs_down, incline or unknown"),
    DescribedColumn("is_steady", "", "whether it counts as flat, steady walking"),
    DescribedColumn("n_steps", "", "steps"),
    DescribedColumn("n_strides", "", "strides that have both contacts of their foot"),
  ]

  private static let measures = [
    DescribedColumn(
      "walking_speed_mps", "m/s", "mean speed: length over time of all steps with a length"),
    DescribedColumn("walking_speed_se_mps", "m/s", "its standard error against the truth"),
    DescribedColumn("step_length_m", "m", "mean step length"),
    DescribedColumn("stride_length_m", "m", "twice the step length"),
    DescribedColumn(
      "cadence_spm", "steps/min", "cadence by the mean stride, pauses and slow ends left out"
    ),
    DescribedColumn("double_support_fraction", "", "share of the stride with both feet down, 0-1"),
    DescribedColumn(
      "asymmetry_fraction", "",
      "share of steps around which the feet differ by more than 10 % in time, 0-1: 0 in most healthy people"
    ),
    DescribedColumn(
      "step_time_asymmetry", "",
      "|ln(one foot's step time over the other's)|: about the share by which they differ"),
    DescribedColumn("distance_m", "m", "distance covered"),
    DescribedColumn("turn_count", "", "turns in the bout; empty without a gyroscope"),
    DescribedColumn(
      "left_out_reason", "", "why it does not count as flat, steady walking; empty where it does"),
  ]

  private static let certainty = [
    DescribedColumn(
      "walking_speed_own_past_se_mps", "m/s",
      "standard error of the speed against the person's other bouts"),
    DescribedColumn("double_support_se_fraction", "", "standard error of double support"),
    DescribedColumn(
      "double_support_expected_fraction", "", "what is expected of people at this speed"),
    DescribedColumn("double_support_observed_fraction", "", "what the motion alone says"),
    DescribedColumn(
      "step_length_asymmetry", "", "|ln(one foot's step length over the other's)|; no method yet"),
  ]

  private static let quality = [
    DescribedColumn("stride_time_sd_s", "s", "standard deviation of stride times"),
    DescribedColumn("stride_time_variation", "", "the same over their mean"),
    DescribedColumn(
      "step_time_sd_s", "s", "standard deviation of step times about the mean of their own foot"),
    DescribedColumn("step_time_variation", "", "the same over the mean step time"),
    DescribedColumn(
      "step_regularity", "",
      "autocorrelation of the vertical acceleration one step later, at most 1"),
    DescribedColumn(
      "stride_regularity", "", "the same one stride later, at most 1"),
    DescribedColumn("gait_symmetry", "", "step regularity over stride regularity: 1 is even"),
    DescribedColumn(
      "harmonic_ratio_vertical", "",
      "amplitude of what repeats with each step over what repeats only with each stride, vertical"),
    DescribedColumn(
      "harmonic_ratio_anteroposterior", "", "the same, forward"),
    DescribedColumn(
      "harmonic_ratio_mediolateral", "",
      "the inverse, sideways, where left and right mirror each other"),
    DescribedColumn(
      "improved_harmonic_ratio_vertical", "",
      "power of what repeats with each step as a share of all, vertical, 0-1"),
    DescribedColumn(
      "improved_harmonic_ratio_anteroposterior", "", "the same, forward"),
    DescribedColumn(
      "improved_harmonic_ratio_mediolateral", "", "the same of what mirrors, sideways"),
    DescribedColumn(
      "log_smoothness", "",
      "logarithm of the inverse mean square jerk, without unit: closer to 0 is smoother"),
    DescribedColumn("contact_time_s", "s", "how long a foot is on the ground in a step of a run"),
    DescribedColumn(
      "vertical_oscillation_m", "m", "how far the pelvis moves up and down in a step of a run"),
  ]

  private static let origin = [
    DescribedColumn("participant", "", "the study's name for the person; empty where nobody says"),
    DescribedColumn("site", "", "where the device was worn; empty where nobody says"),
    DescribedColumn("recording", "", "name of the recording"),
    DescribedColumn(
      "speed_difference", "",
      "why step length times cadence is not the speed: pauses, turns or uneven_steps; empty where they agree to 3 %"
    ),
    DescribedColumn(
      "step_time_asymmetry_own_past_se", "",
      "standard error of step_time_asymmetry against the person's other bouts"),
  ]
}
