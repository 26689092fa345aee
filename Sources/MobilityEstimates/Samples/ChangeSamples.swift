import Foundation
import GaitModel

/// Changes of a person's days as samples, and back.
struct ChangeSamples {
  let participant: String
  let calendar: DayCalendar
  let settings: EstimateSettings

  /// The change as a sample on its day.
  func sample(of change: WalkingChange) -> Sample {
    let start = calendar.start(of: change.day)
    var other = [
      Self.measuredFrom: calendar.text(of: change.firstMeasuredDay),
      Self.noticedOn: calendar.text(of: change.noticedOn),
      Self.measures: change.effects.map(\.measure.rawValue).joined(separator: " "),
    ]
    for effect in change.effects {
      other[effect.measure.rawValue] =
        "\(EstimateWords.decimal(effect.before)) \(EstimateWords.decimal(effect.since))"
    }
    return Sample(
      .walkingChange, .noticed, start: start, end: start, participant: participant,
      source: settings.estimateSource,
      metadata: calendar.clock.marked(
        SampleMetadata(
          method: settings.changes.provenance.method,
          revision: settings.changes.provenance.revision, other: other)))
  }

  /// The change that a sample holds; `nil` when it holds another thing.
  func change(_ sample: Sample) -> WalkingChange? {
    let other = sample.metadata.other
    guard sample.value(as: .walkingChange) != nil,
      let measured = other[Self.measuredFrom].flatMap(calendar.day(_:)),
      let noticed = other[Self.noticedOn].flatMap(calendar.day(_:))
    else { return nil }
    let effects = (other[Self.measures] ?? "").split(separator: " ").compactMap { name in
      DailyMeasure(rawValue: String(name)).flatMap { Self.effect($0, other[String(name)]) }
    }
    return WalkingChange(
      day: calendar.inZone(of: sample).day(containing: sample.start), firstMeasuredDay: measured,
      noticedOn: noticed,
      effects: effects)
  }

  private static func effect(_ measure: DailyMeasure, _ text: String?) -> WalkingChange.Effect? {
    let means = (text ?? "").split(separator: " ").compactMap { Double($0) }
    guard means.count == 2 else { return nil }
    return WalkingChange.Effect(measure: measure, before: means[0], since: means[1])
  }

  private static let measuredFrom = "measured_from"
  private static let noticedOn = "noticed_on"
  private static let measures = "measures"
}
