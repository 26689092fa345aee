/// What another engine reached on the same recordings, by the same figure.
///
/// The values were measured once, with the engines' releases of their day, on recordings that are
/// public. They are there to compare with, not a limit.
public struct PeerFigure: Sendable, Hashable {
  /// The engine and its release.
  public var engine: String
  /// Its figure, in the unit of the row it stands beside.
  public var value: Double

  /// The peers' figures for a row, best first; empty where none was measured.
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
        }.sorted { PeerSheet.isBetter($0, $1, figure: figure) }
      }
    }
    return table
  }()
}
