import GaitModel

/// Makes summaries of days from rows of samples: walks and wear, and the heart where there is one.
struct DayMaker {
  let update: EstimateUpdate

  func summaries(
    of rows: [AnySampleKind: [SampleRow]], days: ClosedRange<LocalDay>
  ) -> [DailySummary] {
    let hearts = update.settings.heart.hearts(
      of: rows, calendar: update.calendar,
      ageYears: update.person.participant(on: days.upperBound).ageYears)
    return update.settings.daily
      .summaries(of: rows, days: days, calendar: update.calendar)
      .map { summary in
        var summary = summary
        summary.heart = hearts[summary.day]
        return summary
      }
  }
}
