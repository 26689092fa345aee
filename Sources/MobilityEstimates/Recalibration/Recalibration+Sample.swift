import Foundation
import GaitModel

extension Recalibration {
  /// The wish as a sample that a person entered, so that a store keeps, lists and deletes it.
  public func sample(participant: String, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    var metadata = SampleMetadata(
      isEnteredByHand: true, timeZoneIdentifier: calendar.calendar.timeZone.identifier)
    metadata.other[EstimateWords.storedThrough] = storedThrough.map(calendar.text(of:))
    metadata.other[EstimateWords.askedAt] = askedAt.map { String($0.millisecondsSince1970) }
    metadata.label = reason
    return Sample(
      .recalibration, .sixMinuteWalkDistance, start: date, end: date, participant: participant,
      metadata: metadata)
  }

  /// The wish that a sample holds; `nil` when it holds another thing.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard sample.value(as: .recalibration) == .sixMinuteWalkDistance else { return nil }
    let stored = sample.metadata.other[EstimateWords.storedThrough]
    guard
      let wish = try? Recalibration(
        .sixMinuteWalkDistance, from: calendar.day(containing: sample.start),
        storedThrough: stored.flatMap(calendar.day(_:)), reason: sample.metadata.label,
        askedAt: sample.metadata.other[EstimateWords.askedAt].flatMap { Int64($0) }.map {
          Date(millisecondsSince1970: $0)
        })
    else { return nil }
    self = wish
  }
}

extension ClinicTest {
  /// The test as a sample that a person entered: kept apart from estimates, and beside them.
  /// - Parameters:
  ///   - participant: The study's name for the person.
  ///   - calibrates: Whether it is to calibrate the person's estimates.
  ///   - calendar: The person's calendar.
  /// - Returns: The sample.
  public func sample(participant: String, calibrates: Bool, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    var metadata = SampleMetadata(
      isEnteredByHand: true, timeZoneIdentifier: calendar.calendar.timeZone.identifier)
    if calibrates { metadata.other[EstimateWords.calibrates] = "true" }
    return Sample(
      .sixMinuteWalkDistance, Length(meters: meters), start: date, end: date,
      participant: participant, metadata: metadata)
  }

  /// The test that a sample holds; `nil` when none was entered.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard sample.metadata.isEnteredByHand, let distance = sample.value(as: .sixMinuteWalkDistance)
    else { return nil }
    self.init(day: calendar.day(containing: sample.start), meters: distance.meters)
  }
}
