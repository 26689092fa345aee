/// How many walks begin and end where they did, to the step.
///
/// A true walk is the contacts of one walking bout of the reference, from the first to the last; its step is their mean
/// interval. It begins rightly when the earliest found bout in it begins within one such step of its first contact, and ends
/// rightly in the same way. A walk in which nothing was found does neither.
struct EdgeScore: Sendable, Hashable {
  /// True walks of at least two contacts.
  var count = 0
  /// Of these, how many begin within a step of the truth.
  var starts = 0
  /// Of these, how many end within a step of the truth.
  var ends = 0

  /// Scores found walks; `nil` where the reference has no walking bouts with contacts, or where it saw passes only: nobody
  /// knows then whether a walk begins where a pass does.
  init?(found: [Range<Double>], reference: EventReference) {
    guard let bouts = reference.walkingBouts, reference.seen == nil else { return nil }
    for bout in bouts {
      let contacts = reference.initialContacts.map(\.seconds).filter {
        (bout.lowerBound - Self.slack...bout.upperBound + Self.slack).contains($0)
      }
      guard let first = contacts.first, let last = contacts.last, first < last else { continue }
      count += 1
      let step = (last - first) / Double(contacts.count - 1)
      let inside = found.filter { $0.upperBound > first && $0.lowerBound < last }
      guard let start = inside.map(\.lowerBound).min(), let end = inside.map(\.upperBound).max()
      else { continue }
      if abs(start - first) <= step { starts += 1 }
      if abs(end - last) <= step { ends += 1 }
    }
    if count == 0 { return nil }
  }

  /// Bouts are written with fewer digits than contacts, seconds.
  private static let slack = 0.02
}
