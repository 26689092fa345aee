import GaitModel
import MobilityEstimates

extension PersonFigures {
  /// The greatest oxygen uptake week by week; `nil` without any.
  var cardioFitness: PageBlock? {
    let all = page.overview.cardioFitness
    guard !all.isEmpty else { return nil }
    let slowed = all.count { $0.metadata.other[EstimateWords.heartMedication] != nil }
    return .figure(
      PageFigure(
        "fitness", "Greatest oxygen uptake week by week",
        Chart(
          x: dates, y: .numbers("VO2max (mL/(kg·min))"), height: 200,
          layers: weeks("VO2max of a week", all, within: 0...Double.infinity, decimals: 1) + marks),
        caption: "From the heart rate on steady walks. "
          + (slowed > 0
            ? "\(slowed.counted("week")) under a medicine that slows the heart \(slowed.verb("is", "are")) too high. "
            : "") + "\(PageText.count(all.count, "week")) of one person.",
        table: PageTable(
          "VO2max, latest 26 weeks",
          [
            .word("week ending"), .number("VO2max (mL/(kg·min))"), .number("± SE"),
            .word("medicine"),
          ],
          all.suffix(26).map { sample in
            [
              .init(page.weekEnd(of: sample).words), .init(sample.value, 1),
              .init(sample.standardError, 1),
              .init(
                sample.metadata.other[EstimateWords.heartMedication]?.replacing("_", with: " ")
                  ?? "–"),
            ]
          })))
  }
}
