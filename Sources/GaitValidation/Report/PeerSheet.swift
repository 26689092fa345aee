/// The peers' figures on one dataset.
///
/// Releases: mobgap 1.2.0, KielMAT 0.0.5, GaitPy 1.6.1, skdh 0.17.18, oak (Straczkiewicz et al. 2023).
/// "norm + Ionescu" and "norm + Shin" are mobgap's contact detectors fed with the acceleration norm.
/// "best peer" and "worst peer" are the ends of what they reached where only these were kept, without the names.
/// "a constant" is the mean of all people, said of everybody. "cameras" is one lab system scored as if it were an engine: about as good as can be;
/// "insoles" is the other, against the cameras, on the same two people.
struct PeerSheet: Sendable {
  var dataset: String
  /// The wearing site that the figures are of; `nil` for all sites together.
  var site: String?
  var system: String?
  var engines: [String]
  var lines: [(ValidationStage, String, [Double?])]

  /// The figures, the best first; of equal ones the first by name, so that a report that is read back says the same.
  static func sorted(
    _ figures: [PeerFigure], by better: ValidationRow.Better
  ) -> [PeerFigure] {
    figures.sorted { a, b in
      let loss = better.loss(from: a.value, to: b.value)
      return loss == 0 ? a.engine < b.engine : loss > 0
    }
  }

  static let all =
    [
      lowerBack, lowerBackPhases, lab, labCameras, pockets, anywhere, shortWalksPocket,
      shortWalksWrist, wrist,
    ]
    + labels + further

  private static let lowerBack = PeerSheet(
    dataset: "voisard_ipol", system: nil,
    engines: ["mobgap", "norm + Ionescu", "norm + Shin", "KielMAT", "skdh"],
    lines: [
      (.initialContacts, "±0.5 s F1", [0.969, 0.970, 0.976, 0.912, 0.863]),
      (.initialContacts, "±0.1 s F1", [0.855, 0.941, 0.891, 0.885, 0.850]),
      (.initialContacts, "±0.05 s F1", [0.473, 0.703, 0.541, 0.708, 0.722]),
      (.initialContacts, "±0.25 s bias", [-52, -33, -46, -21, -25]),
      (.initialContacts, "±0.25 s MAE", [60, 41, 56, 34, 29]),
      (.initialContacts, "false contacts while standing", [8.2, 1.2, 1.7, 1.7, 0.1]),
      (.steps, "MAE", [3.6, 3.1, 3.2, 14.1, 23.9]),
      (.cadence, "MAE", [2.6, 2.5, 4.2, 3.1, 1.6]),
      (.laterality, "right foot", [0.936, nil, nil, nil, nil]),
      (.walkingBouts, "F1", [0.959, 0.979, 0.979, 0.917, 0.910]),
      (.speed, "10 m leg MAE", [0.120, nil, nil, nil, 0.091]),
      (.speed, "10 m leg r", [0.87, nil, nil, nil, 0.82]),
    ])

  private static let lowerBackPhases = PeerSheet(
    dataset: "voisard_ipol", system: nil, engines: ["best peer", "a constant"],
    lines: [
      (.phases, "double support MAE", [3.3, 2.9]),
      (.phases, "stance MAE", [1.7, 1.4]),
    ])

  private static let lab = PeerSheet(
    dataset: "mobgap", system: "INDIP",
    engines: ["mobgap", "KielMAT", "GaitPy", "skdh", "cameras"],
    lines: [
      (.gaitSequences, "precision", [0.65, 0.66, 0.69, 0.86, 0.87]),
      (.gaitSequences, "recall", [0.74, 0.77, 0.76, 0.30, 0.71]),
      (.gaitSequences, "F1", [0.69, 0.71, 0.72, 0.44, 0.78]),
      (.walkingBouts, "F1", [0.72, 0.71, 0.72, 0.23, 0.78]),
      (.initialContacts, "±0.5 s F1", [0.705, 0.731, 0.441, 0.142, 0.805]),
      (.initialContacts, "±0.1 s F1", [0.467, 0.567, 0.390, 0.118, 0.680]),
      (.initialContacts, "±0.5 s MAE", [92, 76, 67, 51, 52]),
      (.cadence, "trial median MAE", [2.3, 7.4, 2.4, 10.6, 3.1]),
      (.speed, "trial median stride length MAE", [0.109, nil, 0.209, 0.567, 0.087]),
      (.speed, "trial median speed MAE", [0.084, nil, 0.155, 0.328, 0.045]),
    ])

  private static let labCameras = PeerSheet(
    dataset: "mobgap", system: "Stereophoto", engines: ["insoles"],
    lines: [
      (.walkingBouts, "F1", [0.601]),
      (.initialContacts, "±0.5 s F1", [0.670]),
      (.initialContacts, "±0.1 s F1", [0.624]),
    ])

  private static let pockets = PeerSheet(
    dataset: "weallwalk", system: nil,
    engines: ["norm + Ionescu", "oak", "norm + Shin", "KielMAT", "skdh"],
    lines: [(.steps, "MAE", [3.2, 4.1, 3.4, 5.5, 38])])

  private static let anywhere = PeerSheet(
    dataset: "oxford_steps", system: nil,
    engines: ["norm + Ionescu", "oak", "norm + Shin", "KielMAT", "skdh"],
    lines: [(.steps, "MAE", [1.4, 1.7, 5.6, 6.1, 49])])

  /// Walks of 2-3 s.
  private static let shortWalksPocket = PeerSheet(
    dataset: "spsw_har", site: "pocket", system: nil, engines: ["best peer", "worst peer"],
    lines: [(.walkingBouts, "F1", [0.83, 0.80])])

  private static let shortWalksWrist = PeerSheet(
    dataset: "spsw_har", site: "wrist", system: nil, engines: ["best peer", "worst peer"],
    lines: [
      (.walkingBouts, "F1", [0.78, 0.75]),
      (.activity, "false walking outside walking", [5, nil]),
    ])

  /// Brushing, combing, clapping.
  private static let wrist = PeerSheet(
    dataset: "umafall", site: "wrist", system: nil, engines: ["best peer", "worst peer"],
    lines: [
      (.activity, "false walking without jumping and possible steps", [14, 25])
    ])

  /// Measured over the three labelled datasets together, waist and pocket.
  private static let labels = ["sisfall", "umafall", "mobifall"].map { dataset in
    PeerSheet(
      dataset: dataset, system: nil, engines: ["norm + Ionescu", "oak", "skdh"],
      lines: [
        (.activity, "walking found", [1.00, 0.86, 0.57]),
        (.activity, "false walking without jumping and possible steps", [1.8, 1.3, 0.8]),
        (.activity, "running taken for walking", [0.96, 0.57, 0.02]),
        (.activity, "false walking in jumping, recordings", [1.00, 0.71, 0]),
        (.activity, "stairs found as gait", [0.80, 0.53, 0]),
      ])
  }
}

extension ValidationRow {
  /// Which of two values of the figure is the better one.
  var ranking: Better { better ?? Better(figure: figure) }
}

extension ValidationRow.Better {
  /// By the words of a figure's name, where nothing else says it: of the time of a task, and in reports of earlier versions.
  init(figure: String) {
    let isShare = ["F1", "precision", "recall", "r"].contains {
      figure == $0 || figure.hasSuffix(" \($0)")
    }
    let isWalkFound =
      Self.walkingTasks.contains(where: figure.hasPrefix) && figure.hasSuffix(" found as walking")
    let isRight =
      ["right", "within"].contains(where: figure.hasPrefix) || figure.hasSuffix("found")
      || isWalkFound
    self = isShare || isRight ? .higher : .nearerZero
  }

  /// Tasks that are mostly walking: the more of their time is found, the better.
  private static let walkingTasks = ["TUG", "part of a 6-minute walk", "walk"].map {
    "time of \($0)"
  }

  /// How much worse the second of two values is; less than 0 where it is better.
  func loss(from first: Double, to second: Double) -> Double {
    switch self {
    case .higher: first - second
    case .lower: second - first
    case .nearerZero: abs(second) - abs(first)
    }
  }
}

/// What another engine reached on the same recordings, by the same figure.
///
/// The values were measured once, with the engines' releases of their day, on recordings that are
/// public. They are there to compare with, not a limit.
public struct PeerFigure: Sendable, Hashable {
  /// The engine and its release.
  public var engine: String
  /// Its figure, in the unit of the row it stands beside.
  public var value: Double

  /// The peers' figures for a row, in the order of the sheets; empty where none was measured.
  static func measured(
    dataset: String, site: String?, system: String?, stage: ValidationStage, figure: String
  ) -> [PeerFigure] {
    let key = Key(dataset: dataset, site: site, system: system, stage: stage, figure: figure)
    return table[key] ?? []
  }

  private struct Key: Hashable {
    var dataset: String
    var site: String?
    var system: String?
    var stage: ValidationStage
    var figure: String
  }

  private static let table: [Key: [PeerFigure]] = {
    var table: [Key: [PeerFigure]] = [:]
    for sheet in PeerSheet.all {
      for (stage, figure, values) in sheet.lines {
        let key = Key(
          dataset: sheet.dataset, site: sheet.site, system: sheet.system, stage: stage,
          figure: figure)
        table[key] = zip(sheet.engines, values).compactMap { engine, value in
          value.map { PeerFigure(engine: engine, value: $0) }
        }
      }
    }
    return table
  }()
}
