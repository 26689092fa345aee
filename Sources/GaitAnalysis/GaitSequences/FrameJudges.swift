/// Those who say of a frame whether it is gait, and what ground it goes over.
struct FrameJudges: Sendable {
  let detector: any GaitSequenceDetector
  let ground: any FrameGroundReader

  /// What a frame says whose samples were read.
  ///
  /// - Parameters:
  ///   - reading: the frame.
  ///   - isSettled: whether a frame that says so much at most need not be looked at in full.
  /// - Returns: no walking and no running, not `isRead`, where that was so.
  func frame(
    of reading: inout FrameReading, unless isSettled: (FrameEvidence) -> Bool = { _ in false }
  ) -> GaitFrame {
    guard let gait = detector.evidence(of: &reading, unless: isSettled) else {
      return GaitFrame(gait: FrameEvidence(walking: -.infinity), isRead: false)
    }
    let (walk, run) = ground.evidence(of: &reading, gait: gait)
    return GaitFrame(
      gait: gait, ground: walk, groundOfRun: run, hasScores: reading.knownScores != nil)
  }
}
