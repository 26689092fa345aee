import GaitAnalysis
import GaitModel
import SampleStorage

extension MergeOutcome {
  /// What deletions and clocks did, in words.
  var deletions: [String] {
    var sentences: [String] = []
    if deletedHere > 0 {
      sentences.append(
        deletedHere == 1
          ? "1 sample was deleted here, and is not taken over; --with-deleted takes it"
          : "\(StudyText.grouped(deletedHere)) samples were deleted here, and are not taken over; --with-deleted takes them"
      )
    }
    if condensedHere > 0 {
      let (lies, them) = (condensedHere.verb("lies", "lie"), condensedHere.verb("it", "them"))
      sentences.append(
        "\(StudyText.count(condensedHere, "sample")) that \(condensedHere.verb("is", "are")) not here \(lies) on days of which samples of the same source "
          + "were deleted here, which the phone may have condensed, and \(condensedHere.verb("is", "are")) not taken over; "
          + "--with-deleted takes \(them)"
      )
    }
    if cameBack > 0 {
      let (was, stands) = (cameBack.verb("was", "were"), cameBack.verb("is", "are"))
      sentences.append(
        "\(StudyText.count(cameBack, "sample")) \(was) deleted here, \(was) stored anew there since, as by another analysis, and "
          + "\(stands) here again; gait delete takes \(cameBack.verb("it", "them")) away here, and there with a merge"
      )
    }
    if mayHoldDeleted > 0 {
      sentences.append(
        "\(StudyText.count(mayHoldDeleted, "sample")) of recordings of which samples were deleted here \(mayHoldDeleted.verb("comes", "come")) from a "
          + "later analysis, with another start, person or length or other walks, and \(mayHoldDeleted.verb("holds", "hold")) what was deleted, or may: "
          + "gait delete takes \(mayHoldDeleted.verb("it", "them")) away here, and there with a merge"
      )
    }
    if deletedThere > 0 {
      sentences.append(
        deletedThere == 1
          ? "1 sample was deleted there after it was stored here, and is deleted here, too"
          : "\(StudyText.grouped(deletedThere)) samples were deleted there after they were stored here, and are deleted "
            + "here, too"
      )
    }
    if condensedThere > 0 {
      let lies = condensedThere.verb("lies", "lie")
      sentences.append(
        "\(StudyText.count(condensedThere, "sample")) that \(condensedThere.verb("is", "are")) not there \(lies) on days of which samples of the same "
          + "source were deleted there since, which the phone may have condensed, and \(condensedThere.verb("is", "are")) deleted here, too"
      )
    }
    if otherClocks > 0 {
      let (has, lies) = (otherClocks.verb("has", "have"), otherClocks.verb("lies", "lie"))
      sentences.append(
        "\(StudyText.count(otherClocks, "sample")) of a phone \(otherClocks.verb("is", "are")) here and there by different clocks, \(has) that of the "
          + "phone's earlier export from now on, and perhaps \(lies) on another day"
      )
    }
    return sentences
  }
}

extension MergeOutcome {
  /// What came of stops of collection, in words.
  var collection: [String] {
    let kept = stopped.sorted { $0.key < $1.key }.map { kind, count in
      let (was, it) = count == 1 ? ("was", "it is") : ("were", "they are")
      return
        "\(StudyText.count(count, "sample")) of \(kind.name) \(was) stored after the kind's collection had been stopped, "
        + "and \(it) kept aside (gait query --superseded)"
    }
    // Where nothing gave way now, it was said before.
    let isNew = saved.superseded > 0 || !stopped.isEmpty
    let gaveWay = (isNew ? gaveWayStopped : [:]).sorted { $0.key < $1.key }.map { kind, count in
      "\(StudyText.count(count, "sample")) of \(kind.name) \(count.verb("was", "were")) stored before the kind's collection was stopped, "
        + "and \(count.verb("is", "are")) kept aside with the former analysis: the later one, made after the stop, has none of it. "
        + "Collect the kind again (gait delete --resume-collecting \(kind.name)) and analyze the recording again for it to count"
    }
    return stops.map {
      "\($0.kind.name) of \($0.participant) is not collected there, and not here from now on"
    }
      + resumed.map {
        "\($0.kind.name) of \($0.participant) is collected again there since, and here, too"
      } + kept + gaveWay
  }
}

extension SaveOutcome {
  /// What was deleted here of a recording and stays so, in words; `nil` for nothing.
  var stayingDeleted: String? {
    guard stayDeleted > 0 else { return nil }
    return
      "\(StudyText.count(stayDeleted, "sample")) of it \(stayDeleted.verb("was", "were")) deleted in the store and "
      + "\(stayDeleted.verb("stays", "stay")) so; --with-deleted brings \(stayDeleted.verb("it", "them")) back"
  }

  /// That something was deleted of a longer or shorter file of the recording, in words; `nil` where nothing was.
  var besideDeleted: String? {
    guard isBesideDeleted else { return nil }
    return
      "samples of another recording of this name and start were deleted in the store; of this one, as of a file that was cut or "
      + "grew, everything is kept: gait delete takes away what is to stay deleted"
  }

  /// Whether lengths and speeds were measured with the person's own factor before, and are not now.
  var leavesCalibration: Bool {
    leftMethods.contains(KnownDistanceCalibration().provenance.method)
  }

  /// What was not kept because its collection is stopped, and what is kept because it is stopped for somebody else only; a
  /// sentence for each kind.
  var notCollected: [String] {
    stopped.sorted { $0.key < $1.key }.map { kind, count in
      "\(StudyText.grouped(count)) of \(kind.name) not kept: its collection is stopped"
    }
      + stopsLeftBehind.sorted().map {
        "\($0.kind.name) is not collected of \($0.participant), of whom this was before; that holds for \($0.participant) "
          + "only: gait delete --stop-collecting \($0.kind.name) stops it for somebody else"
      }
  }

  /// The outcome in words.
  var sentence: String {
    var parts = [
      "\(StudyText.count(written, "sample")) written",
      "\(StudyText.grouped(unchanged)) \(unchanged == 1 ? "was" : "were") there already",
    ]
    if superseded > 0 {
      parts.append(
        "\(StudyText.count(superseded, "other sample")) gave way and "
          + "\(superseded == 1 ? "is" : "are") kept aside (gait query --superseded)")
    }
    if !older.isEmpty {
      parts.append(
        "of \(Set(older.map(\.name)).sorted().prefix(5).joined(separator: ", ")) a later analysis is kept already"
      )
    }
    parts += [stayingDeleted].compactMap(\.self) + notCollected
    for old in replaced {
      parts.append(
        "the same recording as \(old.recording.name) of \(old.participant) from \(old.start), which it replaces"
      )
    }
    if historyLeft > 0 {
      parts.append(
        "\(StudyText.count(historyLeft, "sample")) that gave way there not taken, because what they gave way to is not here"
      )
    }
    for recording in olderRecordings {
      parts.append("\(recording.name) is kept from newer methods already")
    }
    return parts.joined(separator: ", ")
  }
}

extension RecordingReplacement {
  /// Its start by the clock with which it was kept; by UTC where only the instant is known.
  fileprivate var start: String {
    InstantText.text(
      WallClock(
        secondsSince1970: recording.start.timeIntervalSince1970,
        utcOffsetSeconds: isLocalClock ? 0 : utcOffsetSeconds ?? 0, isLocal: isLocalClock))
  }
}
