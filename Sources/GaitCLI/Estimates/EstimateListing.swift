import Foundation
import GaitModel
import MobilityEstimates

/// People and their latest weeks as a physiotherapist reads them.
struct EstimateListing {
  /// The store, as it is named in commands that the listing suggests.
  let store: String
  private var paragraphs: [String] = []

  init(store: String) { self.store = store }

  /// Everything, one paragraph for each person.
  var text: String {
    paragraphs.isEmpty
      ? "The store holds nobody's samples.\n" : paragraphs.joined(separator: "\n")
  }

  /// Adds a person.
  mutating func add(
    _ overview: EstimateOverview, update: EstimateUpdate, revised: [String] = []
  ) {
    let person = PersonText(overview: overview, update: update, store: store)
    let parts: [(title: String, lines: [String])] = [
      ("Six-minute walk", person.sixMinuteWalk + line(of: overview.sixMinuteWalks, 0, " m")),
      ("Clinic", person.clinic), ("What changed", person.changes),
      ("Steadiness", person.steadiness + line(of: overview.steadiness, 2, "")),
      ("Fitness", person.fitness), ("Since the event", person.comparisons),
      ("Against the person's own past", person.past), ("Said anew", revised),
      ("Missing", person.missing),
    ]
    var lines = ["\(update.person.identifier), through \(overview.lastDay.words)"]
    for part in parts where !part.lines.isEmpty {
      lines.append("  \(part.title)")
      lines += part.lines.map { line in
        Terminal.outputIsRead ? WrappedText.text("    \(line)", indent: 6) : "    \(line)"
      }
    }
    paragraphs.append(lines.joined(separator: "\n") + "\n")
  }
}
