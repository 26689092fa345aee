extension RecordingFacts {
  /// What to say where the recording's own clock contradicts the description; `nil` where it does not.
  package var startContradiction: String? {
    guard let start, let contradictedStart else { return nil }
    return
      "its own clock says \(InstantText.text(start)), which was kept; the start of the description, "
      + "\(InstantText.text(contradictedStart)), was not used (--start with --override-start, or override_start in a manifest, says another one)"
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
