import Testing

@testable import MobilityEstimates

struct WearRuleTests {
  private let window = LocalDay(number: 1)...LocalDay(number: 28)

  private func shortage(_ days: [Int], hours: Double = 9) -> WearShortage? {
    WearRule().shortage(
      worn: Dictionary(uniqueKeysWithValues: days.map { (LocalDay(number: $0), hours) }),
      in: window)
  }

  @Test func `8 hours on 3 of the last 7 days and on 10 of the last 28 are enough`() {
    #expect(shortage([1, 3, 5, 7, 9, 11, 13, 22, 24, 26]) == nil)
    #expect(shortage([1, 3, 5, 7, 9, 11, 13, 22, 24, 26], hours: 8) == nil)
    #expect(shortage([1, 3, 5, 7, 9, 11, 13, 22, 24, 26], hours: 7.9) != nil)
  }

  @Test func `what a store rounds does not shorten a day, and a second does`() {
    let days = [1, 3, 5, 7, 9, 11, 13, 22, 24, 26]
    #expect(shortage(days, hours: 28_799.999_976_037_743 / 3600) == nil)
    #expect(shortage(days, hours: 28_799.0 / 3600) != nil)
  }

  @Test func `two of the last seven days are too few`() {
    #expect(
      shortage([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 24, 26])?.description
        == "worn for 8 h or longer on 2 of the last 7 days (3 needed) and on 13 of the last 28 (10 needed)"
    )
  }

  @Test func `nine days of four weeks are too few`() {
    #expect(shortage([1, 2, 3, 4, 5, 6, 22, 24, 26])?.daysOfWindow == 9)
  }
}
