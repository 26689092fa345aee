extension DescribedFiles {
  /// `bouts.csv`.
  package static let bouts = DescribedFile(
    name: "bouts.csv", row: "one row for each walking or running bout",
    columns: place + measures + certainty + quality + origin)

  private static let place = [
    DescribedColumn("bout", .integer, "", "number of the bout in the recording, from 1"),
    DescribedColumn(
      "start_s", .number, "s", "first contact, from the first sample of the recording"),
    DescribedColumn("end_s", .number, "s", "last contact, from the first sample"),
    DescribedColumn("start_time", .time, "", "the same as ISO 8601; empty without a wall clock"),
    DescribedColumn("end_time", .time, "", "the same as ISO 8601; empty without a wall clock"),
    DescribedColumn("activity", .text, "", "walking or running"),
    DescribedColumn("terrain", .text, "", "level, stairs_up, stairs_down, incline or unknown"),
    DescribedColumn("is_steady", .flag, "", "whether it counts as flat, steady walking"),
    DescribedColumn("n_steps", .integer, "", "steps"),
    DescribedColumn("n_strides", .integer, "", "strides that have both contacts of their foot"),
  ]

  private static let measures = [
    DescribedColumn(
      "walking_speed_mps", .number, "m/s", "mean speed: length over time of all steps with a length"
    ),
    DescribedColumn("walking_speed_se_mps", .number, "m/s", "its standard error against the truth"),
    DescribedColumn("step_length_m", .number, "m", "mean step length"),
    DescribedColumn("stride_length_m", .number, "m", "twice the step length"),
    DescribedColumn(
      "cadence_spm", .number, "steps/min",
      "cadence by the mean stride, pauses and slow ends left out; cadence_spm in summary.json is the mean over walking "
        + "bouts, weighted by their time"
    ),
    DescribedColumn(
      "double_support_fraction", .number, "",
      "share of the stride with both feet down, 0-1; one value for the whole walk"),
    DescribedColumn(
      "asymmetry_fraction", .number, "",
      "share of steps around which the feet differ by more than 10 % in time, 0-1: 0 in most healthy people"
    ),
    DescribedColumn(
      "step_time_asymmetry", .number, "",
      "|ln(one foot's step time over the other's)|: about the share by which they differ"),
    DescribedColumn(
      "distance_m", .number, "m",
      "length of all steps with a length; pauses and the step that closes a walk have none, so that speed times end_s − "
        + "start_s can be more; pace_s_per_km in summary.json is end_s − start_s over it, of walking bouts"
    ),
    DescribedColumn(
      "turn_count", .integer, "",
      "turns that begin between the first and the last contact, so that those outside bouts, as just before a walk, are "
        + "in turns.csv alone; turns are sought in walks and 2 s around them; empty without a gyroscope"
    ),
    DescribedColumn(
      "left_out_reason", .text, "",
      "why it does not count as flat, steady walking; empty where it does"),
  ]

  private static let certainty = [
    DescribedColumn(
      "walking_speed_own_past_se_mps", .number, "m/s",
      "standard error of the speed against the person's other bouts"),
    DescribedColumn("double_support_se_fraction", .number, "", "standard error of double support"),
    DescribedColumn(
      "double_support_expected_fraction", .number, "", "what is expected of people at this speed"),
    DescribedColumn("double_support_observed_fraction", .number, "", "what the motion alone says"),
    DescribedColumn(
      "step_length_asymmetry", .number, "",
      "|ln(one foot's step length over the other's)|; no method yet"),
  ]

  private static let quality = [
    DescribedColumn("stride_time_sd_s", .number, "s", "standard deviation of stride times"),
    DescribedColumn("stride_time_variation", .number, "", "the same over their mean"),
    DescribedColumn(
      "step_time_sd_s", .number, "s",
      "standard deviation of step times about the mean of their own foot"),
    DescribedColumn("step_time_variation", .number, "", "the same over the mean step time"),
    DescribedColumn(
      "step_regularity", .number, "",
      "autocorrelation of the vertical acceleration one step later: 1 where all steps are alike; above 1 by chance in a short walk"
    ),
    DescribedColumn(
      "stride_regularity", .number, "",
      "the same one stride later: 1 where all strides are alike; above 1 by chance in a short walk"),
    DescribedColumn(
      "gait_symmetry", .number, "", "step regularity over stride regularity: 1 is even"),
    DescribedColumn(
      "harmonic_ratio_vertical", .number, "",
      "amplitude of what repeats with each step over what repeats only with each stride, vertical"),
    DescribedColumn(
      "harmonic_ratio_anteroposterior", .number, "", "the same, forward"),
    DescribedColumn(
      "harmonic_ratio_mediolateral", .number, "",
      "the inverse, sideways, where left and right mirror each other"),
    DescribedColumn(
      "improved_harmonic_ratio_vertical", .number, "",
      "power of what repeats with each step as a share of all, vertical, 0-1"),
    DescribedColumn(
      "improved_harmonic_ratio_anteroposterior", .number, "", "the same, forward"),
    DescribedColumn(
      "improved_harmonic_ratio_mediolateral", .number, "", "the same of what mirrors, sideways"),
    DescribedColumn(
      "log_smoothness", .number, "",
      "logarithm of the inverse mean square jerk, without unit: closer to 0 is smoother"),
    DescribedColumn(
      "contact_time_s", .number, "s", "how long a foot is on the ground in a step of a run"),
    DescribedColumn(
      "vertical_oscillation_m", .number, "m",
      "how far the pelvis moves up and down in a step of a run"),
  ]

  private static let origin = [
    DescribedColumn(
      "participant", .text, "", "the study's name for the person; empty where nobody says"),
    DescribedColumn(
      "site", .text, "",
      "where the device was worn, neck also for the chest; empty where nobody says"),
    DescribedColumn(
      "recording", .text, "",
      "name of the recording; its path where gait analyze prints several of one name"),
    DescribedColumn(
      "speed_difference", .text, "",
      "why step length times cadence is not the speed: pauses, turns or uneven_steps; empty where they agree to 3 %"
    ),
    DescribedColumn(
      "step_time_asymmetry_own_past_se", .number, "",
      "standard error against the person's other bouts, of step_time_asymmetry, as walks of some 28 steps have it: shorter bouts "
        + "scatter more; in a pocket, of pocket_step_time_asymmetry"
    ),
    DescribedColumn(
      "pocket_leg", .text, "",
      "the leg that carries the device: left or right; empty where that cannot be told"),
    DescribedColumn(
      "pocket_step_time_asymmetry", .number, "",
      "ln(the left foot's step time over the right's) by a device on a thigh: its level is the pocket's, only its change between bouts with the same pocket_leg is the person's"
    ),
    DescribedColumn(
      "is_step_length_assumed", .flag, "",
      "whether every step is the same share of the height and none was measured; empty without a step length"
    ),
    DescribedColumn(
      "step_rate_confidence", .number, "",
      "how likely the rate of the steps is not that of the strides, nor twice its own, 0-1; empty where no method asks, as at the lower back and hip"
    ),
    DescribedColumn(
      "likely_place", .text, "",
      "where the device is worn, most likely, by the walks: pelvis, pocket, hand or wrist; empty where a site is given"
    ),
    DescribedColumn(
      "likely_place_probability", .number, "", "how likely that place is, 0-1"),
    DescribedColumn(
      "n_steps_se", .number, "",
      "standard error of n_steps; empty for walking without rhythm and for runs, also those called walking because they are "
        + "short or up stairs"),
    DescribedColumn("step_length_se_m", .number, "m", "standard error of step_length_m"),
    DescribedColumn("stride_length_se_m", .number, "m", "standard error of stride_length_m"),
    DescribedColumn(
      "cadence_se_spm", .number, "steps/min",
      "standard error of cadence_spm; empty for runs, also those called walking because they are short or up stairs"
    ),
    DescribedColumn("distance_se_m", .number, "m", "standard error of distance_m"),
    DescribedColumn(
      "step_time_asymmetry_se", .number, "",
      "standard error of step_time_asymmetry against the truth"),
  ]
}
