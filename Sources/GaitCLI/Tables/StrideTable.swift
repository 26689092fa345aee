import GaitModel

/// `strides.csv`: one row per stride, with the number of its bout.
enum StrideTable {
  /// The columns of the contract, in order.
  static let columns = [
    "bout", "side", "start_s", "end_s", "length_m", "speed_mps", "stance_s", "swing_s",
    "double_support_s", "is_turning", "left_out_reason", "single_support_s",
  ]

  /// The strides of all bouts, in the order of the bouts.
  static func table(of analysis: RecordingAnalysis) -> Table {
    let all = analysis.bouts.enumerated().flatMap { index, bout in
      bout.strides.map { (stride: $0, bout: index + 1) }
    }
    return Table("strides", columns: columns, of: all) { row(of: $0.stride, bout: $0.bout) }
  }

  private static func row(of stride: Stride, bout: Int) -> [Field] {
    [
      .count(bout), .word(stride.foot.rawValue), .number(stride.seconds.lowerBound),
      .number(stride.seconds.upperBound), .measured(stride.length) { $0.meters },
      speed(of: stride), .number(stride.stanceSeconds, orMissing: .eventNotFound),
      .number(stride.swingSeconds, orMissing: .eventNotFound),
      .number(stride.doubleSupportSeconds, orMissing: .eventNotFound), .flag(stride.isTurning),
      stride.leftOutReason.map { .word($0.rawValue) } ?? .blank,
      .number(stride.singleSupportSeconds, orMissing: .eventNotFound),
    ]
  }

  private static func speed(of stride: Stride) -> Field {
    .number(
      stride.speed?.metersPerSecond, orMissing: stride.length.missingReason ?? .eventNotFound)
  }
}
