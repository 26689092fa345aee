import Testing

@testable import GaitAnalysis

/// From decided frames to regions. In the drawings one character is a frame, `=` one of gait.
struct GaitRegionTests {
  private func regions(_ frames: [Bool]) -> [GaitSequenceGroup] {
    var gatherer = GaitSequenceGroups()
    return frames.compactMap { gatherer.append(isGait: $0) }
      + [gatherer.finish()].compactMap(\.self)
  }

  private func regions(_ drawing: String) -> [GaitSequenceGroup] {
    regions(drawing.map { $0 == "=" })
  }

  @Test func `a stretch of gait is a region`() {
    #expect(regions("...=====....................").map(\.sequences) == [[3..<8]])
    #expect(regions("...=====").map(\.sequences) == [[3..<8]])
    #expect(regions("") == [])
    #expect(regions("........") == [])
  }

  @Test func `stretches close together are looked at together`() {
    #expect(regions("==....===..............").map(\.sequences) == [[0..<2, 6..<9]])
  }

  @Test func `stretches far apart are regions of their own`() {
    let pause = String(repeating: ".", count: GaitSequenceGroups.mergeFrames)
    #expect(regions("==\(pause).==").map(\.sequences) == [[0..<2], [19..<21]])
    #expect(regions("==\(pause.dropLast())==").map(\.sequences) == [[0..<2, 17..<19]])
  }

  @Test func `a region is handed out once, when nothing can join it`() {
    var gatherer = GaitSequenceGroups()
    #expect(gatherer.append(isGait: true) == nil)
    for _ in 1..<GaitSequenceGroups.mergeFrames { #expect(gatherer.append(isGait: false) == nil) }
    let later = (0..<100).compactMap { _ in gatherer.append(isGait: false) }
    #expect(later.map(\.sequences) == [[0..<1]])
    #expect(gatherer.open == nil)
    #expect(gatherer.finish() == nil)
  }

  @Test func `what a region to come may need is kept`() {
    var gatherer = GaitSequenceGroups()
    for _ in 0..<10 { _ = gatherer.append(isGait: false) }
    #expect(gatherer.firstNeeded == 10)
    for _ in 0..<3 { _ = gatherer.append(isGait: true) }
    #expect(gatherer.firstNeeded == 10)
  }

  @Test func `an endless walk is cut after half an hour, and every frame is in one piece`() {
    let half = GaitSequenceGroups.longestRegion
    let found = regions(Array(repeating: true, count: 2 * half + 100))
    #expect(
      found.map(\.sequences) == [[0..<half], [half..<(2 * half)], [(2 * half)..<(2 * half + 100)]])
    #expect(found.map(\.isCut.before) == [false, true, true])
    #expect(found.map(\.isCut.after) == [true, true, false])
  }

  @Test func `a walk of exactly half an hour joins nothing that comes much later`() {
    let half = GaitSequenceGroups.longestRegion
    var frames = Array(repeating: true, count: half)
    frames += Array(repeating: false, count: 50)
    frames += Array(repeating: true, count: 10)
    let found = regions(frames)
    #expect(found.map(\.sequences) == [[0..<half], [(half + 50)..<(half + 60)]])
    #expect(found.last?.isCut.before == false)
  }
}
