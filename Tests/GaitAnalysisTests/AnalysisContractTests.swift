import GaitAnalysis
import GaitModel
import GaitSimulation
import TestSupport
import Testing

/// What every analysis promises, on recordings of every kind.
struct AnalysisContractTests {
  @Test(arguments: AnalyzedRecording.all)
  func `an analysis keeps its promises`(_ made: AnalyzedRecording) {
    let breaches = RecordingAnalysisContract.breaches(
      of: made.analysis, seconds: made.recording.span)
    #expect(breaches == [])
  }

  @Test(arguments: AnalyzedRecording.all)
  func `a recording that begins and ends in mid-step keeps them too`(_ made: AnalyzedRecording) {
    guard let bout = made.analysis.bouts.max(by: { $0.stepCount < $1.stepCount }) else { return }
    let seconds = bout.seconds
    let third = (seconds.upperBound - seconds.lowerBound) / 3
    for shift in [0.0, 0.23] {
      let inner = (seconds.lowerBound + third + shift)..<(seconds.upperBound - third - shift)
      let cut = made.recording.cut(to: inner)
      #expect(RecordingAnalysisContract.breaches(of: cut.analyzed(), seconds: cut.span) == [])
    }
  }

  @Test(arguments: AnalyzedRecording.all)
  func `without height a length is missing or less certain`(_ made: AnalyzedRecording) {
    var recording = made.recording
    recording.facts.participant.height = nil
    let analysis = recording.analyzed()
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: recording.span) == [])
    #expect(analysis.bouts.map(\.initialContacts) == made.analysis.bouts.map(\.initialContacts))
    for (bout, known) in zip(analysis.bouts, made.analysis.bouts) {
      switch bout.walkingSpeed {
      case .missing(let reason):
        // On stairs a length is missing whoever walks.
        let usual: MissingReason = bout.activity == .running ? .running : .heightUnknown
        #expect(reason == (bout.leftOutReason == .stairs ? .outOfRange : usual))
        #expect(bout.strides.allSatisfy { $0.length == .missing(reason) })
      case .known(let speed, let error, _):
        let isSurer = made.recording.facts.participant.height != nil
        let usual = known.walkingSpeed
        #expect(analysis.remarks.contains { $0.kind == .assumed })
        #expect(!isSurer || Self.share(speed, error) > Self.share(usual.value, usual.standardError))
      }
    }
  }

  /// The standard error as a share of the value.
  private static func share(_ speed: Speed?, _ error: Speed?) -> Double {
    (error?.metersPerSecond ?? 0) / (speed?.metersPerSecond ?? 1)
  }

  @Test(arguments: AnalyzedRecording.all)
  func `a recording without gyroscope has bouts, but no turns`(_ made: AnalyzedRecording) {
    var recording = made.recording
    recording.facts.hasAngularRate = false
    recording.block.angularRate = nil
    let analysis = recording.analyzed()
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: recording.span) == [])
    #expect(analysis.turns == .missing(.noGyroscope))
    // The same bouts: a gyroscope moves contacts in turns, by less than a contact counts as found.
    #expect(analysis.bouts.count == made.analysis.bouts.count)
    for (bout, known) in zip(analysis.bouts.map(\.seconds), made.analysis.bouts.map(\.seconds)) {
      #expect(abs(bout.lowerBound - known.lowerBound) < 0.1, "\(bout) \(known)")
      #expect(abs(bout.upperBound - known.upperBound) < 0.1, "\(bout) \(known)")
    }
    #expect(analysis.bouts.allSatisfy { $0.turnCount == .missing(.noGyroscope) })
  }

  @Test(arguments: AnalyzedRecording.simulated)
  func `where neither anybody nor the walks say where the sensor was, no foot is named`(
    _ made: AnalyzedRecording
  ) {
    var recording = made.recording
    recording.facts.site = nil
    // Without a gyroscope the walks name no pelvis and no pocket.
    recording.facts.hasAngularRate = false
    recording.block.angularRate = nil
    let analysis = recording.analyzed()
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: recording.span) == [])
    #expect(analysis.bouts.isEmpty == made.analysis.bouts.isEmpty)
    for bout in analysis.bouts {
      #expect(bout.initialContacts.allSatisfy { $0.foot == .unknown })
      let reason: MissingReason = bout.activity == .running ? .running : .siteNotSupported
      #expect(bout.doubleSupportFraction == .missing(reason))
      #expect(bout.finalContacts.isEmpty)
    }
  }
}
