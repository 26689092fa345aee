extension TablePlan {
  /// Whether each row says its time by itself, so that rows between may be left out.
  var isClocked: Bool { hasTime && !expectation.countsPackets }

  /// Whether of a long file that is looked at in passing only parts are read: not where rows are their own clock and must all be
  /// counted, nor where a counter begins again, because nobody can tell how often it did between two parts.
  func isThinned(_ file: RecordingFile) -> Bool {
    file.isThinned && isClocked && (times != .numbers || !beginsAgain(in: file))
  }

  /// Whether the times fall from one part of a long file to the next as those of a counter do.
  private func beginsAgain(in file: RecordingFile) -> Bool {
    guard let parts = try? file.excerpts(), let rows = try? rows(of: parts, in: file) else {
      return false
    }
    var last = -Double.infinity
    while let line = try? rows.next(), line != .end {
      guard line == .row else { continue }
      let time = rows.raw[Channel.time.rawValue]
      if CounterWrap.isFall(from: last, to: time) { return true }
      last = time
    }
    return false
  }
}
