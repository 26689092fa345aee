import GaitModel
import SensorFiles

/// The figures of devices that a person wore at once: the speed at another site beside that at the waist.
///
/// No truth of the speed is needed: both devices saw the same walk.
enum AtOnceFigures {
  /// One family for each site, of the recordings whose walk was recorded at the waist, too.
  static func all(of scores: [RecordingScore]) -> [Figure] {
    let waist = Dictionary(
      scores.filter(isAtWaist).compactMap { score in speed(score).map { (walk(score), $0) } }
    ) { first, _ in first }
    let sites = Set(scores.filter { !isAtWaist($0) }.map(\.recording.description.site))
    return sites.sorted().flatMap { site in
      Figure.errors(.speed, "\(site) against waist ", "%", isHeadline: true) { score in
        guard score.recording.description.site == site, let own = speed(score),
          let other = waist[walk(score)]
        else { return [] }
        return [100 * (own / other - 1)]
      }
    }
  }

  private static func isAtWaist(_ score: RecordingScore) -> Bool {
    WearingSite(word: score.recording.description.site)?.isPelvis == true
  }

  /// Speed of level walking; `nil` where the recording shows something else.
  private static func speed(_ score: RecordingScore) -> Double? {
    score.label == nil || score.label == "walking" ? score.walkingSpeed : nil
  }

  /// What the recordings of one walk have in common: the person, and the name without the site.
  private static func walk(_ score: RecordingScore) -> [String] {
    let (name, about) = (score.recording.name, score.recording.description)
    return [about.participant, name.replacing("_\(about.site)", with: "")]
  }
}
