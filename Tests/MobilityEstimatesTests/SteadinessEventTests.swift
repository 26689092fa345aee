import GaitModel
import Testing

@testable import MobilityEstimates

/// Events of weeks drawn as letters: `o` ok, `l` low, `v` very low, `.` a week without a score.
struct SteadinessEventTests {
  private func weeks(_ drawing: String) -> [(lastDay: LocalDay, classification: SteadinessClass)] {
    drawing.enumerated().compactMap { index, letter in
      let day = LocalDay(number: 7 * index)
      switch letter {
      case "o": return (day, .ok)
      case "l": return (day, .low)
      case "v": return (day, .veryLow)
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
    for (day, event) in SteadinessEventRule().events(of: weeks(drawing)) {
      line[day.number / 7] = letters[event] ?? "?"
    }
    return String(line)
  }

  @Test func `the first event comes about a month after the drop`() {
    #expect(drawn("oolllllll") == "      L  ")
    #expect(drawn("oovvvvvvv") == "      V  ")
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

  @Test func `one good week is no recovery and one bad week is no drop`() {
    #expect(drawn("lllolllll") == "    L    ")
    #expect(drawn("ooolooolooo") == "           ")
  }

  @Test func `falling from low to very low is told once more`() {
    #expect(drawn("lllllvvvvvv") == "    L    V ")
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
      #expect(events.map(\.day) == expected.map(\.day))
      #expect(events.map(\.event) == expected.map(\.event))
    }
    #expect(expected.count > 2)
  }

  @Test func `the waits are settings`() {
    var rule = SteadinessEventRule()
    rule.daysUntilInitial = 14
    #expect(rule.events(of: weeks("llll")).map(\.day.number) == [14])
  }
}
