import Testing

@testable import MobilityEstimates

struct BaselineTests {
  private let now = LocalWeek(number: 100)

  private func change(past: [Double], now value: Double, chance: Double = 0.01) -> BaselineChange? {
    var values: [LocalWeek: Double] = [now: value]
    for (index, past) in past.enumerated() { values[now.advanced(by: -5 - index)] = past }
    return BaselineRule().change(in: now, of: values, chanceError: chance)
  }

  @Test func `a change beyond the person's own scatter is detectable`() throws {
    let past = [1.20, 1.22, 1.19, 1.21, 1.20, 1.18, 1.21, 1.20]
    #expect(try #require(change(past: past, now: 1.05)).isDetectable)
    #expect(try !#require(change(past: past, now: 1.18)).isDetectable)
  }

  @Test func `the same change is chance in a person who varies more`() throws {
    let past = [1.30, 1.10, 1.25, 1.05, 1.22, 1.12, 1.30, 1.20]
    #expect(try !#require(change(past: past, now: 1.05)).isDetectable)
  }

  @Test func `a baseline that happens to be even does not make every change detectable`() throws {
    let past = [1.2, 1.2, 1.2, 1.2, 1.2]
    #expect(try !#require(change(past: past, now: 1.15, chance: 0.03)).isDetectable)
  }

  @Test func `three weeks make no baseline, and the last four weeks are not part of it`() {
    #expect(change(past: [1.2, 1.2, 1.2], now: 1) == nil)
    let recent = (0...4).map { (now.advanced(by: -$0), 1.0) }
    let values = Dictionary(uniqueKeysWithValues: recent)
    #expect(BaselineRule().change(in: now, of: values, chanceError: 0.01) == nil)
  }

  @Test func `without any change 5 of 100 weeks are flagged`() throws {
    var dice = SystemDice(seed: 17)
    func noise() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + dice.uniform() } * 0.05 + 1.2 }
    var flagged = 0
    for _ in 0..<4000 {
      let past = (0..<8).map { _ in noise() }
      if try #require(change(past: past, now: noise(), chance: 0)).isDetectable { flagged += 1 }
    }
    #expect((140...260).contains(flagged), "\(flagged) of 4000")
  }
}
