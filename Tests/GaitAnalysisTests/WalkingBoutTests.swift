import GaitModel
import Testing

@testable import GaitAnalysis

/// From contacts to walks. In the drawings one character is a tenth of a second, `|` a contact and
/// `+` a weak one; `=` marks where gait was detected.
struct WalkingBoutTests {
  /// The walks in a drawing, each as its contact times in tenths of a second.
  private func walks(_ drawing: String, detected: String) -> [[Int]] {
    let found = TimeDrawing(drawing).detected()
    let seconds = Double(max(drawing.count, detected.count)) / 10
    let recording = SequenceRecording.made(
      Array(repeating: [0, 0, 9.81], count: Int(seconds * 100)), sequences: Self.sequences(detected)
    )
    return RhythmWalkAssembler().walks(of: DetectedContacts(found), in: recording).map { walk in
      walk.positions.map { Int(($0 / 10).rounded()) }
    }
  }

  private static func sequences(_ drawing: String) -> [Range<Double>] {
    var sequences: [Range<Double>] = []
    for (place, mark) in drawing.enumerated() where mark == "=" {
      let (start, end) = (Double(place) / 10, Double(place + 1) / 10)
      if let last = sequences.last, last.upperBound > start - 0.05 {
        sequences[sequences.count - 1] = last.lowerBound..<end
      } else {
        sequences.append(start..<end)
      }
    }
    return sequences
  }

  @Test func `contacts in a detected stretch are a walk`() {
    let found = walks(
      "....|....|....|....|....|....",
      detected: "...=======================...")
    #expect(found == [[4, 9, 14, 19, 24]])
  }

  @Test func `a walk grows a little beyond the stretch while the rhythm holds`() {
    let found = walks(
      "....|....|....|....|....|....|....",
      detected: "........=================.........")
    #expect(found == [[4, 9, 14, 19, 24, 29]])
  }

  @Test func `a walk does not grow across a break in the rhythm`() {
    let found = walks(
      "|.........|....|....|....|....",
      detected: "........=================.....")
    #expect(found == [[10, 15, 20, 25]])
  }

  @Test func `nothing far from a detected stretch is a walk`() {
    let found = walks(
      "|....|....|....|...............................",
      detected: "...................................======......")
    #expect(found == [])
  }

  @Test func `a pause of less than three seconds does not end a walk`() {
    let found = walks(
      "|....|....|....|........................|....|....|....|",
      detected: "================........................================")
    #expect(found == [[0, 5, 10, 15, 40, 45, 50, 55]])
  }

  @Test func `a longer pause does`() {
    let found = walks(
      "|....|....|....|................................|....|....|....|",
      detected: "================................................================"
    )
    #expect(found == [[0, 5, 10, 15], [48, 53, 58, 63]])
  }

  @Test func `three contacts are not a walk`() {
    #expect(walks("..|....|....|..", detected: "===============") == [])
  }

  @Test func `a weak contact between strong ones is no step`() {
    let drawing = "|....|....|....|....+....|....|....|....|"
    let detected = "========================================="
    #expect(walks(drawing, detected: detected)[0].contains(20) == false)
  }

  @Test func `a sequence that was sought as one is only cut at its pauses`() {
    let found = TimeDrawing("+....|....|....+....................................|....|....+")
      .detected()
    let recording = SequenceRecording.made(Array(repeating: [0, 0, 9.81], count: 620))
    let walks = RhythmWalkAssembler().walks(
      of: DetectedContacts(found, areChosen: true), in: recording)
    #expect(walks.map { $0.contacts.count } == [4])
  }

  @Test func `of two contacts closer than steps can be one goes`() {
    let found = walks(
      "|....|....|.|..|....|....|....|",
      detected: "===============================")
    #expect(found.first?.count == 7)
  }

  @Test func `contacts of a run are not those of a walk`() {
    let found = TimeDrawing("|....|....|....|....|....|....|....|....|").detected()
    var recording = SequenceRecording.made(Array(repeating: [0, 0, 9.81], count: 410))
    recording.runs = [1.8..<4.2]
    let walks = RhythmWalkAssembler().walks(of: DetectedContacts(found), in: recording)
    #expect(walks.map(\.positions) == [[0, 50, 100, 150]])
  }

  @Test func `walks before and after a short run are two`() {
    let found = TimeDrawing("|....|....|....|..........|....|....|....|").detected()
    var recording = SequenceRecording.made(Array(repeating: [0, 0, 9.81], count: 420))
    let assembler = RhythmWalkAssembler()
    #expect(assembler.walks(of: DetectedContacts(found), in: recording).count == 1)
    recording.runs = [1.8..<2.2]
    #expect(
      assembler.walks(of: DetectedContacts(found), in: recording).map(\.contacts.count) == [4, 4])
    #expect(
      assembler.walks(of: DetectedContacts(found, areChosen: true), in: recording).map(
        \.contacts.count) == [4, 4])
  }

  @Test func `a walk reaches beyond what was detected, a run does not`() throws {
    let found = TimeDrawing("|....|....|....|....|....|....|....|....|").detected()
    var recording = SequenceRecording.made(
      Array(repeating: [0, 0, 9.81], count: 410), sequences: [0.9..<3.1])
    let assembler = RhythmWalkAssembler()
    #expect(
      assembler.walks(of: DetectedContacts(found), in: recording).first?.positions.first == 50)
    let whole = try #require(assembler.walks(of: DetectedContacts(found), in: recording).first)
    recording.activity = .running
    #expect(
      assembler.withinSequences(whole, in: recording).map(\.positions) == [
        [100, 150, 200, 250, 300]
      ])
    recording.sequences = [0.9..<2.1]
    #expect(assembler.withinSequences(whole, in: recording).isEmpty)
  }

  @Test func `a run is two where the steps between its sequences are a walk's`() {
    let whole = Walk(contacts: TimeDrawing(String(repeating: "|....", count: 15)).detected())
    for (second, counts) in [(4.9, [4, 5]), (3.4, [12])] {
      var recording = SequenceRecording.made(
        Array(repeating: [0, 0, 9.81], count: 710), sequences: [0..<1.6, second..<7.1])
      recording.activity = .running
      let runs = RhythmWalkAssembler().withinSequences(whole, in: recording)
      #expect(runs.map(\.contacts.count) == counts)
    }
  }

  @Test func `a walk cut for its length shares no contact with its continuation`() {
    let found = TimeDrawing("|....|....|....|....|....|....|....|....|....|").detected()
    var first = SequenceRecording.made(
      Array(repeating: [0, 0, 9.81], count: 500), sequences: [0..<2.2])
    first.isCut.after = true
    var second = first
    second.isCut = (true, false)
    second.sequences = [2.2..<4.6]
    let assembler = RhythmWalkAssembler()
    let both = [first, second].flatMap { recording in
      assembler.walks(of: DetectedContacts(found), in: recording).flatMap(\.positions)
    }
    #expect(both == found.map(\.position))
  }
}
