import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The first and the last contacts of a walk. In the drawings one character is a tenth of a second, `|` a contact, and a step
/// takes half a second.
struct WalkEndSearchTests {
  /// The contacts of a walk, tenths of a second, given those that were searched.
  private func ended(_ walk: String, searched: String) -> [Int] {
    WalkEndSearch().withSearchedEnds(
      TimeDrawing(walk).detected(), TimeDrawing(searched).detected()
    ).map { Int(($0.position / 10).rounded()) }
  }

  @Test func `the steps of starting and stopping are added`() {
    let found = ended(
      "..........|....|....|....|....|...........",
      searched: ".....|....|....|....|....|....|....|....|.")
    #expect(found == [5, 10, 15, 20, 25, 30, 35, 40])
  }

  @Test func `a step on which the wave rings on is taken away`() {
    let found = ended(
      "..|....|....|....|....|....|...",
      searched: ".......|....|....|....|........")
    #expect(found == [7, 12, 17, 22])
  }

  @Test func `where the search misses more than one step the rhythm is believed`() {
    let found = ended(
      "..|....|....|....|....|....|...",
      searched: "..|....|....|....|.............")
    #expect(found == [2, 7, 12, 17, 22, 27])
  }

  @Test func `mid-walk stays as the rhythm found it`() {
    let found = ended(
      "..|....|....|....|....|....|...",
      searched: "..|....|..|.........|.|....|...")
    #expect(found == [2, 7, 12, 17, 22, 27])
  }

  @Test func `a third step, and one after a pause, is not added`() {
    #expect(
      ended("|....|....|....|...............", searched: "|....|....|....|....|....|....|")
        == [0, 5, 10, 15, 20, 25])
    #expect(
      ended("|....|....|....|...............", searched: "|....|....|....|...........|...")
        == [0, 5, 10, 15])
  }

  @Test func `a contact that both found stays where the wave has it`() {
    #expect(
      ended("|....|....|....|.......", searched: "|....|....|.....|....|.") == [0, 5, 10, 15, 21])
  }

  /// By the wave alone four of the six walks lose a step.
  @Test(arguments: 1...6 as ClosedRange<UInt64>, [WearingSite.neck, .hand])
  func `no step of a slow walk is lost on the chest or in the hand`(
    seed: UInt64, site: WearingSite
  ) {
    let made = Scenario.slowAsymmetric.recording(seed: seed)
    var recording = TestRecording(made)
    recording.facts.site = site
    let found = recording.analyzed().bouts.flatMap(\.initialContacts)
    let truth = made.truth.initialContacts
    for contact in truth {
      #expect(found.contains { abs($0.seconds - contact.seconds) < 0.15 }, "\(contact.seconds)")
    }
    #expect(found.count <= truth.count + 1)
  }

  @Test func `nothing is searched where a limb swings with one leg`() {
    let presets = GaitPresets()
    for methods in [presets.hand, presets.trunk] {
      #expect(methods.initialContacts.identity.name == "WalkEndSearch")
    }
    for methods in [presets.thigh, presets.wrist, presets.anywhere] {
      #expect(methods.initialContacts.identity.name == "PhaseInitialContactDetector")
    }
  }
}
