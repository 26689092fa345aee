import GaitModel
import Testing

@testable import MobilityEstimates

/// Events of weeks drawn as letters: `o` ok, `l` low, `v` very low, `n` near the limit of low but rather
/// above it, `m` low, near the limit of very low, `.` a week without a score.
struct SteadinessEventTests {
  private func weeks(_ drawing: String) -> [SteadinessWeek] {
    drawing.enumerated().compactMap { index, letter in
      let day = LocalDay(number: 7 * index)
      switch letter {
      case "o": return SteadinessWeek(lastDay: day, low: 0.01, veryLow: 0)
      case "n": return SteadinessWeek(lastDay: day, low: 0.4, veryLow: 0)
      case "l": return SteadinessWeek(lastDay: day, low: 0.95, veryLow: 0.02)
      case "m": return SteadinessWeek(lastDay: day, low: 1, veryLow: 0.25)
      case "v": return SteadinessWeek(lastDay: day, low: 1, veryLow: 0.95)
      default: return nil
      }
    }
  }

  /// The events, drawn under their weeks: `L`, `V` initial, `r`, `w` repeated.
  private func drawn(_ drawing: String) -> String {
    let letters: [SteadinessEvent: Character] = [
      .initialLow: "L", .initialVeryLow: "V", .repeatLow: "r", .repeatVeryLow: "w",
    ]
    var line = Array(repeating: Character(" "), count: drawing.count)
    for event in SteadinessEventRule().events(of: weeks(drawing)) {
      line[event.day.number / 7] = letters[event.event] ?? "?"
    }
    return String(line)
  }

  @Test func `whoever gets worse is not told later`() {
    #expect(drawn("oolllvvvvvv") == "      V    ", "very low after three low weeks: week 7, not 10")
  }

  @Test func `near the limit nothing begins and nothing ends`() {
    #expect(drawn("onnnnnnnnnn") == "           ")
    #expect(drawn("olnlnlnlnlnlnlnlnlnl") == "     L             r")
    #expect(drawn("llllllnnnnnnllll") == "    L           ")
  }

  @Test func `an event keeps its number when a late week moves it`() throws {
    let rule = SteadinessEventRule()
    let all = weeks("oolllllllll")
    let late = all.filter { $0.lastDay.number != 14 }
    let (before, after) = (rule.events(of: late), rule.events(of: all))
    #expect(before.map(\.number) == after.map(\.number) && before.map(\.day) != after.map(\.day))
    #expect(try #require(after.first).since == LocalDay(number: 14))
  }

  @Test func `the first event comes about a month after the drop`() {
    #expect(drawn("oolllllll") == "      L  ")
    #expect(drawn("oovvvvvvv") == "      V  ")
    #expect(drawn("oollllvvv") == "      V  ", "in the class of the day")
  }

  @Test func `it is repeated about every three months while it lasts`() {
    let drawing = "ol" + String(repeating: "l", count: 31)
    #expect(
      drawn(drawing) == "     L            r            r ",
      "28 days after the drop, then every 91 days")
  }

  @Test func `recovery resets it, and the next drop waits a month again`() {
    #expect(drawn("lllllooolllll") == "    L       L")
  }

  @Test func `two better weeks that are not in a row end nothing`() {
    #expect(
      drawn("lllllonollllll") == "    L         ", "a new spell would be told in its fifth week")
    #expect(drawn("lllllonolllllllllll") == "    L            r ", "13 weeks after the first")
    #expect(drawn("lllllo.olllll") == "    L       L", "a week without a score parts nothing")
  }

  @Test func `whether a spell goes on is known after all weeks`() {
    func standing(_ probabilities: [Double]) -> SteadinessStanding? {
      SteadinessEventRule().standing(
        after: probabilities.enumerated().map { index, low in
          SteadinessWeek(lastDay: LocalDay(number: 6 + 7 * index), low: low, veryLow: 0)
        })
    }
    #expect(standing([0, 0]) == nil)
    #expect(standing([0, 0.9, 0.9, 0.3]) == .low(since: LocalDay(number: 13)), "not clearly above")
    #expect(standing([0, 0.9, 0.9, 0, 0, 0]) == .over(since: LocalDay(number: 34)))
    #expect(standing([0, 0.9, 0, 0.3, 0]) == .low(since: LocalDay(number: 13)), "not in a row")
  }

  @Test func `one good week is no recovery and one bad week is no drop`() {
    #expect(drawn("lllolllll") == "    L    ")
    #expect(drawn("ooolooolooo") == "           ")
  }

  @Test func `falling from low to very low is told once more`() {
    #expect(drawn("lllllvvvvvv") == "    L    V ")
  }

  @Test func `an event names the class of its week`() {
    #expect(drawn("llvvvvmmm") == "    V    ", "after a month of being low, in a very low week")
    #expect(drawn("vvvvmmm") == "    L  ")
    #expect(
      drawn("lllllvvvvmmmm") == "    L        ", "very low for a month, and better when it is due")
    #expect(drawn("lllllvvvvmmvm") == "    L      V ")
    let repeated = "vvvvv" + String(repeating: "m", count: 12) + "mmv"
    #expect(drawn(repeated) == "    V            r  ", "what was told once is not told as new")
  }

  @Test func `rising from very low to low is not told as news`() {
    #expect(drawn("vvvvvlllll") == "    V     ")
  }

  @Test func `after six weeks without a score everything begins anew`() {
    #expect(drawn("lll......ll") == "           ")
    #expect(drawn("lll...lll") == "      L  ", "a shorter gap is waited out")
  }

  @Test func `weeks in any order, or twice, give the same events`() {
    let ordered = weeks("ooovvlvvvvlllllllllllllllllllooovvvvvvv")
    let expected = SteadinessEventRule().events(of: ordered)
    var dice = SystemDice(seed: 3)
    for _ in 0..<20 {
      let shuffled = (ordered + ordered.prefix(9)).shuffled(using: &dice)
      let events = SteadinessEventRule().events(of: shuffled)
      #expect(events == expected)
    }
    #expect(expected.count > 2)
  }

  @Test func `the waits are settings`() {
    var rule = SteadinessEventRule()
    rule.daysUntilInitial = 14
    #expect(rule.events(of: weeks("llll")).map(\.day.number) == [14])
  }
}
