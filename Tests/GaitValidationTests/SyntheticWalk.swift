import Foundation

@testable import GaitValidation

/// Steps that follow each other, with their final contacts.
struct SyntheticWalk {
  var contacts: [TimedFoot] = []
  var finals: [TimedFoot] = []

  var start: Double { (contacts[0].seconds - 0.3).rounded(decimals: 2) }
  var end: Double { contacts[contacts.count - 1].seconds }
  var middle: Double { contacts[contacts.count / 2].seconds }

  init(start: Double, steps: Int, dice: inout Dice) {
    var time = start
    for index in 0..<steps {
      let foot: Side = index.isMultiple(of: 2) ? .left : .right
      contacts.append(TimedFoot(seconds: time.rounded(decimals: 2), foot: foot))
      // The other foot leaves the ground about 0.12 s after this one has touched it.
      let lifted = time + 0.12 + dice.error(0.02)
      finals.append(TimedFoot(seconds: lifted.rounded(decimals: 2), foot: foot.other))
      time += 0.55 + dice.error(0.04)
    }
  }

  /// What a careless engine finds: late, with contacts missed, made up and given to the wrong foot.
  func careless(_ dice: inout Dice, hasFeet: Bool) -> EngineOutput {
    let split = (middle + 0.2).rounded(decimals: 4)
    let values = BoutValues(
      speedMetersPerSecond: 1.05, strideLengthMeters: 1.2, stepsPerMinute: hasFeet ? 109.5 : nil)
    var output = EngineOutput(
      bouts: [
        .init(seconds: start + 0.25..<split, values: values, doubleSupportFraction: 0.23),
        .init(seconds: split + 0.5..<end + 0.75, values: BoutValues(), stepCount: 14),
      ],
      sequences: [start - 0.5..<end + 0.5],
      initialContacts: careless(contacts, &dice, hasFeet), finalContacts: [])
    output.finalContacts = careless(finals, &dice, hasFeet)
    output.strides = zip(contacts, contacts.dropFirst(2)).map { first, next in
      EngineOutput.Stride(
        startSeconds: (first.seconds + dice.error(0.1)).rounded(decimals: 4),
        endSeconds: (next.seconds + dice.error(0.1)).rounded(decimals: 4),
        speedMetersPerSecond: dice.happens(0.1)
          ? nil : (1.1 + dice.error(0.1)).rounded(decimals: 4),
        lengthMeters: dice.happens(0.1) ? nil : (1.2 + dice.error(0.1)).rounded(decimals: 4))
    }
    return output
  }

  private func careless(
    _ events: [TimedFoot], _ dice: inout Dice, _ hasFeet: Bool
  ) -> [TimedFoot] {
    var found: [TimedFoot] = []
    for event in events where !dice.happens(0.06) {
      let late = event.seconds + 0.02 + dice.error(0.05)
      let foot = dice.happens(0.08) ? event.foot?.other : event.foot
      found.append(TimedFoot(seconds: late.rounded(decimals: 4), foot: hasFeet ? foot : nil))
      if dice.happens(0.05) {
        found.append(TimedFoot(seconds: (late + 0.2).rounded(decimals: 4), foot: nil))
      }
    }
    found.append(TimedFoot(seconds: (end + 4.1).rounded(decimals: 4), foot: nil))
    found.append(TimedFoot(seconds: (end + 6.9).rounded(decimals: 4), foot: nil))
    return found.sorted()
  }
}
