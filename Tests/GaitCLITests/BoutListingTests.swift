import GaitModel
import Testing

@testable import GaitCLI

struct BoutListingTests {
  @Test func `a table has units in its header and the totals below it`() {
    let lines = BoutListing(SampleAnalysis.known, isWide: true).text(emphasized: false)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[2].contains("speed ± SE") && lines[3].contains("m/s"))
    #expect(lines[4].contains("1.20 ± 0.07") && lines[4].hasSuffix("unsteady"))
    #expect(lines.contains { $0.hasPrefix("1 bout, 3 steps, 3.9 m") })
  }

  @Test func `a distance that some bouts do not have says of how many it is`() {
    let known = SampleAnalysis.bout(speed: .known(Speed(metersPerSecond: 1.2)))
    var unknown = SampleAnalysis.bout(speed: .missing(.outOfRange))
    unknown.distance = .missing(.outOfRange)
    func last(_ bouts: [WalkingBout]) -> String {
      TotalsText.text(SampleAnalysis.recording(bouts).analysis.totals)
    }
    #expect(last([known, unknown]).contains(" m in 1 of 2 bouts, "))
    #expect(last([known, known]).contains(" m, ") && !last([known, known]).contains(" in "))
    #expect(!last([unknown]).contains(" of "))
  }

  @Test func `what is missing is a dash with a reason below the table`() {
    let bouts = [
      SampleAnalysis.bout(speed: .missing(.heightUnknown)),
      SampleAnalysis.bout(speed: .missing(.heightUnknown), double: .missing(.running)),
    ]
    let text = BoutListing(SampleAnalysis.recording(bouts)).text(emphasized: false)
    #expect(text.contains("– speed: the person's height is not known; give --height METERS"))
    #expect(text.contains("(bouts 1-2)"))
    #expect(text.contains("– double support: the walking model does not hold"))
    #expect(text.contains("(bout 2)"))
  }

  @Test func `a table fits a terminal of 80 columns, and says below it why bouts are left out`() {
    let text = BoutListing(SampleAnalysis.known).text(emphasized: false)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.contains("\n– not flat and steady: unsteady (bout 1)\n"))
  }

  @Test func `the asymmetry of times stands with its error beside that of steps`() {
    var bout = SampleAnalysis.bout(speed: .missing(.heightUnknown))
    bout.stepTimeAsymmetry = .known(0.013, standardError: 0.008)
    bout.withinPersonErrors.stepTimeAsymmetry = 0.002
    let text = BoutListing(SampleAnalysis.recording([bout])).text(emphasized: false)
    // As the speed's: against the truth.
    #expect(text.contains("2.0  1.3 ± 0.8"))
    bout.stepTimeAsymmetry = .known(0.013)
    let unknown = BoutListing(SampleAnalysis.recording([bout])).text(emphasized: false)
    #expect(unknown.contains("2.0       1.3") && !unknown.contains("1.3 ±"), "\(unknown)")
  }

  @Test func `a row that does not multiply says why`() {
    var bout = SampleAnalysis.bout(speed: .known(Speed(metersPerSecond: 1.0)))
    #expect(bout.speedDifference == .unevenSteps)
    bout.initialContacts.append(InitialContact(seconds: 4, foot: .left))
    #expect(bout.speedDifference == .pauses)
    let text = BoutListing(SampleAnalysis.recording([bout])).text(emphasized: false)
    #expect(text.contains("– step length times cadence is not the speed: pauses or missed steps"))
  }

  @Test func `names from files cannot command a terminal`() {
    var recording = SampleAnalysis.known
    recording.name = "w\u{1B}[31malk\u{202E}\n"
    let text = BoutListing(recording).text(emphasized: false)
    #expect(text.hasPrefix(#"w\u{1b}[31malk\u{202e}\n: "#))
  }

  @Test func `no walking is said in words`() {
    let text = BoutListing(SampleAnalysis.recording([])).text(emphasized: false)
    #expect(text.hasSuffix("no walking or running found\n"))
  }

  @Test func `columns line up`() {
    let grid = TextGrid(
      columns: [.init(heading: "a", unit: "m"), .init(heading: "bb", leansLeft: true)],
      rows: [["10.5", "x"], ["–", "yyy"]])
    #expect(grid.text(emphasized: false) == "   a  bb\n   m\n10.5  x\n   –  yyy\n")
  }

  @Test(arguments: [
    ([2], "bout 2"), ([1, 2, 3, 7], "bouts 1-3, 7"),
    (Array(stride(from: 1, to: 41, by: 2)), "20 bouts"),
  ])
  func `numbers of bouts are short to read`(numbers: [Int], text: String) {
    #expect(BoutNumbers.text(numbers) == text)
  }

  @Test func `cadence and pace of a recording are of its walks, and its sums of all bouts`() {
    let walk = SampleAnalysis.bout(speed: .missing(.heightUnknown))
    var run = walk
    (run.activity, run.cadence) = (.running, .known(Cadence(stepsPerMinute: 165)))
    run.distance = .known(Length(meters: 9.1))
    let totals = SampleAnalysis.recording([run, walk]).analysis.totals
    #expect(totals.cadence == .known(Cadence(stepsPerMinute: 109.09)))
    #expect(abs((totals.pace.value ?? 0) - 1000 * 3.25 / 3.9) < 1e-9)
    #expect(abs((totals.distance.value?.meters ?? 0) - 13) < 1e-9 && totals.stepCount == 6)
    #expect(totals.runningSeconds == 3.25 && totals.walkingSeconds == 3.25)
    let runs = SampleAnalysis.recording([run]).analysis.totals
    #expect(runs.cadence.missingReason == .running && runs.pace.missingReason == .running)
  }
}
