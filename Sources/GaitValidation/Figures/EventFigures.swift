/// The figures of references that list events.
enum EventFigures {
  /// All of them, stage by stage.
  static let all: [Figure] =
    detection + contacts + laterality + finalContacts + steps + cadence + phases + speed + turns

  private static let detection: [Figure] =
    Figure.rates(.gaitSequences, "") { $0.sequences }
    + Figure.rates(.walkingBouts, "", isHeadline: true) { $0.walking }
    + [
      .quotient(.walkingBouts, "starts within a step", "1", worst: .lowest, isHeadline: true) {
        $0.edges.map { (Double($0.starts), Double($0.count)) }
      },
      .quotient(.walkingBouts, "ends within a step", "1", worst: .lowest, isHeadline: true) {
        $0.edges.map { (Double($0.ends), Double($0.count)) }
      },
      .quotient(
        .walkingBouts, "false walking where nobody walks", "s/min", worst: .highest,
        isHeadline: true, scale: 60
      ) { score in
        score.reference.events?.isWithoutWalking == true
          ? score.walking.map { ($0.falseAlarms, score.durationSeconds) } : nil
      },
    ]

  private static let contacts: [Figure] =
    ContactMatching.tolerances.indices.flatMap(contacts(at:)) + [
      .total(.initialContacts, "true contacts", "count") {
        $0.contacts.map { Double($0.truthCount) }
      },
      .total(.initialContacts, "true contacts in gaps", "count") {
        $0.contacts.map { Double($0.inGapCount) }
      },
      .quotient(
        .initialContacts, "false contacts while standing", "1/min", worst: .highest,
        isHeadline: true, scale: 60
      ) { $0.contacts.map { (Double($0.falseOutside), $0.outsideSeconds) } },
    ]

  private static func contacts(at index: Int) -> [Figure] {
    let tolerance = ContactMatching.tolerances[index]
    let prefix = "±\(tolerance) s "
    return Figure.rates(.initialContacts, prefix, isHeadline: true) {
      $0.contacts?.matches[index].tally
    }
      + Figure.errors(
        .initialContacts, prefix, "ms", scale: 1000, isHeadline: tolerance == 0.25,
        isPerRecording: false
      ) { $0.contacts?.matches[index].errors ?? [] }
  }

  private static let laterality: [Figure] = [
    .quotient(.laterality, "right foot", "1", worst: .lowest, isHeadline: true) {
      $0.contacts?.laterality.map { (Double($0.right), Double($0.labelled)) }
    },
    .quotient(.laterality, "right change of foot", "1", worst: .lowest) {
      $0.contacts?.laterality.map { (Double($0.rightSuccessions), Double($0.successions)) }
    },
    .total(.laterality, "labelled contacts", "count") {
      $0.contacts?.laterality.map { Double($0.labelled) }
    },
    .share(.laterality, "carrying leg found", worst: .lowest, isHeadline: true) {
      $0.carryingLeg.map { $0.found != nil }
    },
    .share(.laterality, "right carrying leg", worst: .lowest, isHeadline: true) {
      $0.carryingLeg.flatMap { leg in leg.found.map { $0 == leg.truth } }
    },
  ]

  private static let finalContacts: [Figure] =
    Figure.rates(.finalContacts, "±0.1 s ", isHeadline: true) { $0.phases?.finalContacts }
    + Figure.errors(.finalContacts, "±0.25 s ", "ms", scale: 1000, isPerRecording: false) {
      $0.phases?.finalContactErrors ?? []
    }

  private static let steps: [Figure] =
    Figure.errors(.steps, "", "%", isHeadline: true) { $0.steps.map { [$0.errorPercent] } ?? [] }
    + [
      Figure(.steps, "median absolute error", "%", worst: .highest) {
        median($0.compactMap(\.steps).map { abs($0.errorPercent) })
      },
      .quotient(.steps, "error of the sum", "%", worst: .farthest, scale: 100) {
        $0.steps.map { ($0.counted - $0.truth, $0.truth) }
      },
      Figure(.steps, "whole recording MAE", "%", worst: .highest) {
        mean($0.compactMap(\.steps).map { abs($0.totalErrorPercent) })
      },
      .share(.steps, "within 5 %", worst: .lowest) { $0.steps.map { abs($0.errorPercent) <= 5 } },
      .total(.steps, "true steps", "count") { $0.steps?.truth },
      .total(.steps, "counted steps", "count") { $0.steps?.counted },
    ]

  private static let cadence: [Figure] =
    Figure.errors(.cadence, "", "steps/min", isHeadline: true) {
      $0.cadence?.error.map { [$0] } ?? []
    } + [
      Figure(.cadence, "MAPE", "%", worst: .highest) {
        mean(
          $0.compactMap { score in
            score.cadence.flatMap { cadence in
              cadence.error.flatMap { ratio(100 * abs($0), cadence.truth ?? 0) }
            }
          })
      }
    ]
}
