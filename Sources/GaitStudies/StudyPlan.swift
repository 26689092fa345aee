import Foundation
import GaitModel
import SensorFiles

/// A recording of a study with its place in it: whose it is, what it is called, where it lies.
public struct StudyRecording: Hashable, Sendable {
  /// Its place in the study, from 0.
  public var index: Int
  /// What the study says of it; the person is filled in.
  public var row: StudyRow
  /// The study's name for the person.
  public var participant: String
  /// The recording's name, which no other of the person's has.
  public var name: String
  /// The path from where the program stands.
  public var path: String
  /// The settings file from where the program stands; `nil` for the study's own.
  public var settings: String?
  /// What the `.json` beside the recording says of the person, where the study does not.
  var description = RecordingDescription()

  var sex: Sex? { row.sex ?? description.sex }
  var heightMeters: Double? { row.heightMeters ?? description.height?.meters }
  var massKilograms: Double? { row.massKilograms ?? description.mass?.kilograms }
  var ageYears: Double? { row.ageYears ?? description.ageYears }

  /// What the row says otherwise than the `.json` beside the recording, which then does not count, in the order of the manifest's
  /// columns: `participant P07 (.json: P08)`. A start is left out: the recording's own clock counts before both.
  package var overruled: [String] {
    var said = RecordingDescription()
    (said.participant, said.site, said.sex) = (row.participant, row.site, row.sex)
    said.height = row.heightMeters.map { Length(meters: $0) }
    said.mass = row.massKilograms.map { Mass(kilograms: $0) }
    said.ageYears = row.ageYears
    said.timeZone = row.timeZone.flatMap(TimeZone.init(named:))
    return description.overruled(by: said)
  }

  /// The folder of results below that of the study: participant and recording, so that both can be file names.
  public var folder: String { Self.folder(of: name, participant) }

  /// The same of any recording of a person.
  public static func folder(of name: String, _ participant: String) -> String {
    fileName(participant) + "/" + fileName(name)
  }

  /// A name as a file can have it: `/` and what hides a file are written as `%2F` is in addresses.
  public static func fileName(_ name: String) -> String {
    var safe = ""
    for scalar in name.unicodeScalars {
      let isUnsafe = scalar == "/" || scalar == "%" || scalar.value < 0x20
      if isUnsafe || (scalar == "." && safe.isEmpty) {
        safe += "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16).uppercased()
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// The name that ``fileName(_:)`` wrote so.
  public static func name(ofFile name: some StringProtocol) -> String {
    name.removingPercentEncoding ?? String(name)
  }
}

/// A recording that gave no result, and why.
public struct StudyFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The recording's place in the study, from 0.
  public var index: Int
  /// The path as the study has it.
  public var path: String
  /// The person; empty where nobody says.
  public var participant: String
  /// What kind of failure, in a word with `_`: failures are grouped by it.
  public var reason: String
  /// The whole story: what came, what was allowed, what to do.
  public var message: String

  /// Makes a failure.
  public init(
    index: Int, path: String, participant: String, reason: String, message: String
  ) {
    (self.index, self.path, self.participant) = (index, path, participant)
    (self.reason, self.message) = (reason, message)
  }

  /// Path and message.
  public var description: String { "\(path): \(message)" }
}

/// The recordings of a study with people and names, and those of which no person is known or whose people
/// contradict themselves.
public struct StudyPlan: Hashable, Sendable {
  /// What can be analyzed, in the order of the study.
  public private(set) var recordings: [StudyRecording] = []
  /// What cannot, and why.
  public private(set) var failures: [StudyFailure] = []
  /// What a person should look at and what was done all the same.
  public private(set) var remarks: [String] = []
  /// Where the recordings of all rows lie from where the program stands, by their place in the study.
  public let paths: [String]

  /// Finds people and names.
  ///
  /// A person is whom the manifest names, then whom the description beside the recording names, then what the rule
  /// finds in the path, then whom the device's own file names. A recording whose file is gone keeps the person whom only the
  /// description or the file named, and the name under which an earlier run found it.
  ///
  /// - Parameters:
  ///   - manifest: the recordings.
  ///   - root: the folder that paths are relative to; empty for that in which the program stands.
  ///   - rule: how a path names a person, where nothing else does.
  ///   - earlier: what earlier runs found in files that are gone.
  public init(
    _ manifest: StudyManifest, root: String, rule: ParticipantRule,
    earlier: EarlierRecordings = EarlierRecordings()
  ) {
    paths = manifest.rows.map { Self.joined(root, $0.path) }
    for (index, row) in manifest.rows.enumerated() {
      do {
        try add(row, index, root, rule, earlier)
      } catch {
        failures.append(
          StudyFailure(
            index: index, path: row.path, participant: row.participant ?? "",
            reason: error.reason, message: error.message))
      }
    }
    setAsideContradictions()
    setAsideDoubleNames()
    tellNamesApart()
    keepNames(of: earlier)
    setAsideLongNames()
    remarkOnFacts()
    remarks += AlikeNames.sentences(among: recordings.map(\.participant))
  }

  private mutating func add(
    _ row: StudyRow, _ index: Int, _ root: String, _ rule: ParticipantRule,
    _ earlier: EarlierRecordings
  ) throws(Refusal) {
    var row = row
    let path = Self.joined(root, row.path)
    var description = RecordingDescription()
    do throws(SensorFileError) {
      description = try .beside(RecordingAddress(path).path)
    } catch {
      throw Refusal(reason: "bad_description", message: "\(error)")
    }
    row.participant =
      row.participant ?? description.participant ?? earlier.describedPerson(of: path)
    row.timeZone = row.timeZone ?? description.timeZone?.identifier
    // What stands behind # is a place inside the file, and no folder.
    let part = RecordingAddress(path).part.map { $0.utf8.count + 1 } ?? 0
    let file = String(decoding: row.path.utf8.dropLast(part), as: UTF8.self)
    guard
      let person = row.participant ?? rule.participant(of: file) ?? earlier.person(of: path)
        ?? Self.person(in: path)
    else {
      throw Refusal(
        reason: "no_participant",
        message: "nobody said who was recorded; name the participant in a manifest (gait batch "
          + "FOLDER --make-manifest FILE) or in the .json beside it, or let a path say it "
          + "(--participant-rule folder or name)")
    }
    if let why = PossibleValues.impossibility(ofName: person) {
      throw Refusal(
        reason: "bad_participant",
        message: "the participant \"\(person)\" cannot be: \(why). Mend the folder's name, the "
          + "manifest or the .json beside the recording")
    }
    row.participant = person
    recordings.append(
      StudyRecording(
        index: index, row: row, participant: person,
        name: row.recording ?? RecordingAddress(path).name, path: path,
        settings: row.settings.map { Self.joined(root, $0) }, description: description))
  }

  /// Whom the device's own file names. People often set up a device under any code, so that all else counts before it.
  private static func person(in path: String) -> String? {
    (try? SensorFile.open(path))?.facts.participant.identifier
  }

  private struct Refusal: Error {
    var reason: String
    var message: String
  }

  /// Where a path leads that is relative to a folder, unless it is absolute.
  package static func joined(_ root: String, _ path: String) -> String {
    path.hasPrefix("/") || root.isEmpty
      ? path : root.hasSuffix("/") ? root + path : "\(root)/\(path)"
  }
}

extension StudyPlan {
  /// Stature differs by so much between people, and not within a grown one, meters. Children grow: the ages of
  /// both recordings tell.
  public static let heightOfAnother = 0.1
  /// Who is so old grows no more, years.
  public static let grownYears = 20.0

  /// Two people under one name would be taken for one: their recordings are not touched until somebody says who is
  /// who.
  private mutating func setAsideContradictions() {
    for own in Dictionary(grouping: recordings, by: \.participant).values {
      let sexes = Set(own.compactMap { $0.sex?.rawValue }).sorted()
      let heights = Self.grownValues(of: \.heightMeters, own)
      if sexes.count > 1 {
        refuse(own, "the sexes \(sexes.joined(separator: " and "))")
      } else if let least = heights.first, let most = heights.last,
        most - least > Self.heightOfAnother
      {
        refuse(own, "the heights \(Self.text(least)) and \(Self.text(most)) m")
      }
    }
  }

  /// Says what differs among the recordings of a person that are analyzed, and may be so.
  private mutating func remarkOnFacts() {
    for (person, own) in Dictionary(grouping: recordings, by: \.participant).sorted(by: {
      $0.key < $1.key
    }) {
      let masses = Self.grownValues(of: \.massKilograms, own)
      if let least = masses.first, let most = masses.last,
        most > Participant.greatestMassRatio * least
      {
        remarks.append(
          "\(person) has the masses \(Self.text(least)) and \(Self.text(most)) kg: one of them may be a slip; each recording is "
            + "analyzed with its own")
      }
      let heights = Self.grownValues(of: \.heightMeters, own)
      if heights.count > 1 {
        remarks.append(
          "\(person) has the heights \(heights.map(Self.text).joined(separator: ", ")) m; each "
            + "recording is analyzed with its own")
      }
    }
  }

  /// What recordings say of somebody who grows no more, each value once, in order.
  private static func grownValues(
    of fact: (StudyRecording) -> Double?, _ own: [StudyRecording]
  ) -> [Double] {
    Set(own.filter { $0.ageYears ?? grownYears >= grownYears }.compactMap(fact)).sorted()
  }

  private static func text(_ value: Double) -> String {
    DecimalText.trimmed(value) ?? "\(value)"
  }

  /// Whoever gives a name means one recording by it.
  private mutating func setAsideDoubleNames() {
    let named = recordings.filter { $0.row.recording != nil }
    let doubles = Dictionary(grouping: named) { $0.folder.lowercased() }.values
      .filter { $0.count > 1 }.flatMap(\.self)
    refuse(doubles, because: "same_name") { recording in
      "another recording of participant \(recording.participant) is called \"\(recording.name)\", too; give each a name of "
        + "its own in the manifest's column recording, or leave it empty"
    }
  }

  private mutating func refuse(_ own: [StudyRecording], _ what: String) {
    refuse(own, because: "conflicting_facts") { recording in
      "participant \(recording.participant) has \(what), so two people may be under one name; correct the "
        + "manifest or the .json beside the recording, or name two participants"
    }
  }

  /// Takes recordings out of the study, with a message for each.
  private mutating func refuse(
    _ own: [StudyRecording], because reason: String, _ message: (StudyRecording) -> String
  ) {
    failures += own.map { recording in
      StudyFailure(
        index: recording.index, path: recording.row.path, participant: recording.participant,
        reason: reason, message: message(recording))
    }
    failures.sort { $0.index < $1.index }
    let refused = Set(own.map(\.index))
    recordings.removeAll { refused.contains($0.index) }
  }

  /// Loggers give every recording the same file name: folders, from the nearest one up, are put before it until a
  /// person's recordings have names of their own.
  private mutating func tellNamesApart() {
    var depth = 1
    while depth < 12 {
      let places = Dictionary(grouping: recordings.indices) {
        recordings[$0].folder.lowercased()
      }
      let clashes = places.values.filter { $0.count > 1 }.flatMap(\.self)
      if clashes.isEmpty { return }
      for place in clashes where recordings[place].row.recording == nil {
        recordings[place].name = name(of: recordings[place], depth: depth)
      }
      depth += 1
    }
  }

  /// What is gone cannot be analyzed under another name: it keeps that of its results, whatever joins or leaves the study.
  private mutating func keepNames(of earlier: EarlierRecordings) {
    guard !earlier.isEmpty else { return }
    var taken = Set(recordings.map { $0.folder.lowercased() })
    for place in recordings.indices where recordings[place].row.recording == nil {
      var recording = recordings[place]
      guard let name = earlier.name(of: recording.path, of: recording.participant) else { continue }
      recording.name = name
      guard taken.insert(recording.folder.lowercased()).inserted else { continue }
      taken.remove(recordings[place].folder.lowercased())
      recordings[place] = recording
    }
  }

  /// Results stand in a folder of the recording's name, and what was done in a file of it that ends in `.json`.
  private mutating func setAsideLongNames() {
    let most = PossibleValues.longestFileName - ".json".utf8.count
    func bytes(_ recording: StudyRecording) -> Int {
      StudyRecording.fileName(recording.name).utf8.count
    }
    refuse(recordings.filter { bytes($0) > most }, because: "bad_recording") { recording in
      "the recording's name \"\(recording.name)\" has \(bytes(recording)) bytes as the name of a folder, and may have \(most); "
        + "give it a shorter one in the column recording of a manifest"
    }
  }

  private func name(of recording: StudyRecording, depth: Int) -> String {
    let parts = recording.row.path.split(separator: "/").map(String.init)
    if depth > parts.count { return recording.name + "_\(recording.index + 1)" }
    return parts.suffix(depth).joined(separator: "_").replacing("#", with: "_")
  }
}

extension StudyPlan {
  /// The recordings of one of several shards: every so-manieth of the study. Names and people are those of the
  /// whole.
  ///
  /// - Parameters:
  ///   - number: which shard, from 1.
  ///   - count: how many there are.
  /// - Returns: the part of the plan.
  public func shard(_ number: Int, of count: Int) -> StudyPlan {
    var part = self
    part.recordings.removeAll { $0.index % count != number - 1 }
    part.failures.removeAll { $0.index % count != number - 1 }
    return part
  }
}
