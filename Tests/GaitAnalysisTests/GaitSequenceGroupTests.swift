import Testing

@testable import GaitAnalysis

/// From decided frames to groups of gait sequences. In the drawings one character is a frame, `=` one of gait.
struct GaitSequenceGroupTests {
  private func groups(_ frames: [Bool]) -> [GaitSequenceGroup] {
    var gatherer = GaitSequenceGroups()
    return frames.compactMap { gatherer.append(isGait: $0) }
      + [gatherer.finish()].compactMap(\.self)
  }

  private func groups(_ drawing: String) -> [GaitSequenceGroup] {
    groups(drawing.map { $0 == "=" })
  }

  @Test func `a gait sequence is a group`() {
    #expect(groups("...=====....................").map(\.sequences) == [[3..<8]])
    #expect(groups("...=====").map(\.sequences) == [[3..<8]])
    #expect(groups("") == [])
    #expect(groups("........") == [])
  }

  @Test func `sequences close together are looked at together`() {
    #expect(groups("==....===..............").map(\.sequences) == [[0..<2, 6..<9]])
  }

  @Test func `sequences far apart are groups of their own`() {
    let pause = String(repeating: ".", count: GaitSequenceGroups.mergeFrames)
    #expect(groups("==\(pause).==").map(\.sequences) == [[0..<2], [19..<21]])
    #expect(groups("==\(pause.dropLast())==").map(\.sequences) == [[0..<2, 17..<19]])
  }

  @Test func `a group is handed out once, when nothing can join it`() {
    var gatherer = GaitSequenceGroups()
    #expect(gatherer.append(isGait: true) == nil)
    for _ in 1..<GaitSequenceGroups.mergeFrames { #expect(gatherer.append(isGait: false) == nil) }
    let later = (0..<100).compactMap { _ in gatherer.append(isGait: false) }
    #expect(later.map(\.sequences) == [[0..<1]])
    #expect(gatherer.open == nil)
    #expect(gatherer.finish() == nil)
  }

  @Test func `what a group to come may need is kept`() {
    var gatherer = GaitSequenceGroups()
    for _ in 0..<10 { _ = gatherer.append(isGait: false) }
    #expect(gatherer.firstNeeded == 10)
    for _ in 0..<3 { _ = gatherer.append(isGait: true) }
    #expect(gatherer.firstNeeded == 10)
  }

  @Test func `an endless walk is cut after half an hour, and every frame is in one group`() {
    let half = GaitSequenceGroups.longestGroup
    let found = groups(Array(repeating: true, count: 2 * half + 100))
    #expect(
      found.map(\.sequences) == [[0..<half], [half..<(2 * half)], [(2 * half)..<(2 * half + 100)]])
    #expect(found.map(\.isCut.before) == [false, true, true])
    #expect(found.map(\.isCut.after) == [true, true, false])
  }

  @Test func `a walk of exactly half an hour joins nothing that comes much later`() {
    let half = GaitSequenceGroups.longestGroup
    var frames = Array(repeating: true, count: half)
    frames += Array(repeating: false, count: 50)
    frames += Array(repeating: true, count: 10)
    let found = groups(frames)
    #expect(found.map(\.sequences) == [[0..<half], [(half + 50)..<(half + 60)]])
    #expect(found.last?.isCut.before == false)
  }
}
