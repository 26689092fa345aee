import GaitModel

/// Makes summaries of days from samples: walks and wear, and the heart where there is one.
struct DayMaker {
  let update: EstimateUpdate

  func summaries(
    of samples: [AnySampleKind: [Sample]], days: ClosedRange<LocalDay>
  ) -> [DailySummary] {
    let hearts = update.settings.heart.hearts(
      of: samples, calendar: update.calendar,
      ageYears: update.person.participant(on: days.upperBound).ageYears)
    return update.settings.daily
      .summaries(of: samples, days: days, calendar: update.calendar)
      .map { summary in
        var summary = summary
        summary.heart = hearts[summary.day]
        return summary
      }
  }
}
