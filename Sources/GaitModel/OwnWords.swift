import Foundation

extension RecordingFacts {
  /// What to say where the recording's own clock begins before recorders of today were sold, as one that was never set does;
  /// `nil` for any other, and where somebody said when it began.
  package var unsetClock: String? {
    guard let start, !isStartDescribed,
      PossibleValues.isBeforeRecorders(Date(timeIntervalSince1970: start.secondsSince1970))
    else { return nil }
    return
      "its own clock begins at \(InstantText.text(start)), before recorders and phones of today were sold (from "
      + "\(PossibleValues.firstLikelyYear) on), as one that was never set does; if so, say when it began: --start "
      + "2026-05-04T09:30:00+02:00 --override-start (in a manifest the columns start and override_start)"
  }

  /// What to say where the recording's own clock contradicts the description; `nil` where it does not.
  package var startContradiction: String? {
    guard let start, let contradictedStart else { return nil }
    let remedy =
      "(--start with --override-start, or override_start in a manifest, says another one)"
    if let replacedStart {
      return
        "its own clock says \(InstantText.text(replacedStart)), which was kept, at the offset from UTC of the description's "
        + "start, \(InstantText.text(contradictedStart)); that start was not used otherwise \(remedy)"
    }
    return
      "its own clock says \(InstantText.text(start)), which was kept; the start of the description, "
      + "\(InstantText.text(contradictedStart)), was not used \(remedy)"
  }

  /// What to say where the recording's own clock tells UTC alone and its offset comes from a local time in the description;
  /// `nil` where it does not.
  package var offsetAssumption: String? {
    guard let start, hasDescribedOffset else { return nil }
    let own = WallClock(secondsSince1970: start.secondsSince1970, utcOffsetSeconds: 0)
    return
      "its own clock says \(InstantText.text(own)) and no zone; it counts as \(InstantText.text(start)), because the "
      + "description's start_local_datetime shows that time; where the person's clock had another offset, name the zone "
      + "(--time-zone, or time_zone in the description or a manifest)"
  }

  /// What to say where the description's start counts as if the recording's own clock ran in another zone than that of the
  /// description; `nil` where it does not.
  package var startAssumption: String? {
    guard let start, let replacedStart, contradictedStart == nil else { return nil }
    return
      "its own clock shows \(InstantText.text(replacedStart)) and names no zone; the start of the description, "
      + "\(InstantText.text(start)), was used, as if that clock ran in another zone than the description's; where it ran in "
      + "the person's, name that (--time-zone, or time_zone in the description or a manifest)"
  }

  /// What to say where the recording's own word is not the person that counts; `nil` where it is, or says nothing.
  package var participantContradiction: String? {
    guard let writtenParticipant, let name = participant.identifier,
      !writtenParticipant.isSame(as: name)
    else { return nil }
    return
      "\(writtenParticipant.place) says \"\(writtenParticipant.name)\"; the recording counts as one of \(name)"
  }
}
