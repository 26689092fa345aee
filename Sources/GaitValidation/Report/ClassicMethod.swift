import GaitAnalysis
import GaitModel
import SensorFiles

/// A short method of the field's papers, put in place of ours for one question; all else stays.
///
/// ```swift
/// for classic in ClassicMethod.all {
///   report.add(classic, scores(with: classic.pipeline(GaitPipeline())))
/// }
/// ```
public struct ClassicMethod: Sendable {
  /// What it is called in tables. Its source stands with the method itself.
  public let name: String
  /// The places it is used at: those that its paper speaks of.
  private let places: Set<WearingPlace>
  /// Puts it in place of ours.
  private let replace: @Sendable (inout GaitMethods) -> Void
  /// Whether a figure judges the question that it answers.
  private let isJudged: @Sendable (ValidationStage, String) -> Bool

  /// The methods of a pipeline with this one in place of its own.
  public func pipeline(_ base: GaitPipeline) -> GaitPipeline {
    var pipeline = base
    for place in places { replace(&pipeline.presets[place]) }
    return pipeline
  }

  /// Whether it stands beside a figure of recordings from these sites.
  fileprivate func stands(beside row: ValidationRow, of sites: Set<String>) -> Bool {
    isJudged(row.stage, row.figure)
      && sites.contains { places.contains(WearingPlace(WearingSite(word: $0))) }
  }

  /// All of them, in the order of the questions.
  public static let all = [
    ClassicMethod(
      name: "autocorrelation", places: Set(WearingPlace.allCases),
      replace: { $0.gaitSequences = AutocorrelationGaitSequenceDetector() },
      isJudged: { stage, figure in
        [.gaitSequences, .walkingBouts, .activity].contains(stage)
          || stage == .trials && !isAboutLength(figure)
          || figure == "false steps where nobody walks"
      }),
    ClassicMethod(
      name: "wavelet", places: [.pelvis],
      replace: { $0.initialContacts = WaveletInitialContactDetector() }, isJudged: isAboutContacts),
    ClassicMethod(
      name: "zero crossings", places: Set(WearingPlace.allCases),
      replace: { $0.initialContacts = ZeroCrossingInitialContactDetector() },
      isJudged: isAboutContacts),
    ClassicMethod(
      name: "yaw sign", places: [.pelvis], replace: { $0.laterality = YawSignLaterality() },
      isJudged: { stage, _ in stage == .laterality }),
    ClassicMethod(
      name: "inverted pendulum", places: [.pelvis],
      replace: { $0.stepLength = InvertedPendulumStepLength() },
      isJudged: { stage, figure in
        // A device at another site keeps our step length.
        stage == .speed && !figure.contains("against waist")
          || stage == .strides && figure.hasPrefix("stride length")
          || stage == .trials && isAboutLength(figure)
      }),
    ClassicMethod(
      name: "wavelet", places: [.pelvis],
      replace: { $0.doubleSupport = WaveletDoubleSupport() },
      isJudged: { stage, figure in
        stage == .finalContacts || stage == .phases && !figure.hasPrefix("stride time")
      }),
  ]

  private static let isAboutContacts: @Sendable (ValidationStage, String) -> Bool = {
    [.initialContacts, .steps, .cadence].contains($0) && $1 != "false steps where nobody walks"
      || $0 == .phases && $1.hasPrefix("stride time")
  }

  private static func isAboutLength(_ figure: String) -> Bool {
    figure.hasPrefix("speed") || figure.hasPrefix("distance")
  }
}

extension ValidationReport {
  /// Puts what a classic method reached beside our figures for its question.
  ///
  /// - Parameters:
  ///   - classic: the method.
  ///   - scores: those of its pipeline, on the recordings of this report.
  public mutating func add(_ classic: ClassicMethod, _ scores: [RecordingScore]) {
    let found = Dictionary(
      RecordingGroup.groups(of: scores).flatMap(\.rows).map { ($0.key, $0.value) }
    ) { first, _ in first }
    for index in rows.indices {
      let row = rows[index]
      let own = recordings.filter {
        $0.dataset == row.dataset && (row.site == nil || $0.site == row.site)
      }
      guard classic.stands(beside: row, of: Set(own.map(\.site))), let value = found[row.key]
      else { continue }
      rows[index].classics = PeerSheet.sorted(
        row.classics + [PeerFigure(engine: classic.name, value: value)], by: row.ranking)
    }
  }
}

extension ValidationRow {
  fileprivate var key: [String] {
    [dataset, site ?? "", system ?? "", stage.rawValue, figure]
  }
}
