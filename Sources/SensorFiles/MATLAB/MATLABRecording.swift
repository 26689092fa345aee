import GaitModel
import MATLABFiles

/// One recording of a MATLAB file: the devices worn at the same time, and what is said of them.
struct MATLABRecording {
  /// Where Mobilise-D files keep what reference systems measured.
  static let referenceName = "Standards"
  /// Where Mobilise-D files keep the devices of a trial.
  static let systemName = "SU"

  /// A device of the recording.
  struct Device {
    /// The name of its structure; empty when it has none.
    let name: String
    /// What the structure holds.
    let fields: [MATLABVariable]

    /// Where it was worn, as far as its name tells.
    var site: WearingSite? { WearingSite(within: name) }

    /// How names write sides of the body.
    private static let sides: [(word: String, side: Character)] = [
      ("left", "l"), ("right", "r"), ("lt", "l"), ("rt", "r"), ("sx", "l"), ("dx", "r"),
      ("l", "l"), ("r", "r"),
    ]

    /// The side of the body that its name tells, as `LeftWrist`, `wrist_l`, `lwrist` and `hipright` do: `l`, `r`, or nothing.
    private var side: Character? {
      for word in ColumnName.words(of: name) {
        let told = Self.sides.first { side in
          let count = side.word.count
          return word == side.word
            || word.hasPrefix(side.word) && WearingSite(word: String(word.dropFirst(count))) != nil
            || word.hasSuffix(side.word) && WearingSite(word: String(word.dropLast(count))) != nil
        }
        if let told { return told.side }
      }
      return nil
    }

    /// The words of its name that tell the place, with and without a number.
    private var placeWords: Set<String> {
      let words = ColumnName.words(of: name)
      return Set(words + words.map { $0.filter(\.isLetter) }).filter {
        WearingSite(within: $0) != nil
      }
    }

    /// Whether another one is called after the same place by the same word, as `waist_T2` beside `waist_T1`: `Pelvis` and `L5` are
    /// two segments.
    func isAtPlace(of other: Device) -> Bool {
      site != nil && site == other.site && (side == nil || side == other.side)
        && !placeWords.isDisjoint(with: other.placeWords)
    }

    /// The lower sees more of the steps: the lower back first, names that say nothing last.
    var rank: Int {
      let order: [WearingSite] = [.lowerBack, .hip, .wrist, .pocket, .arm, .hand, .neck, .bag]
      return site.flatMap { order.firstIndex(of: $0) } ?? order.count
    }
  }

  /// Names of the structures around the devices, outermost first.
  let names: [String]
  /// The devices in the order of the file, at least one.
  private(set) var devices: [Device]
  /// What stands beside the devices: start and time zone of a Mobilise-D trial.
  let notes: [MATLABVariable]
  /// Whether it is laid out as Mobilise-D says.
  let isMobilised: Bool

  /// The device that is read: the first at the site that is given, or the one that sees most.
  func chosen(at site: WearingSite?) -> Device? {
    devices.first { site != nil && $0.site == site }
      ?? devices.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?
      .element
  }

  /// The recordings among the variables of a file, in the order of the file.
  static func all(in variables: [MATLABVariable]) -> [MATLABRecording] {
    var recordings: [MATLABRecording] = []
    if MATLABDevice.isNamed(in: variables) {
      let device = Device(name: "", fields: variables)
      recordings = [
        MATLABRecording(names: [], devices: [device], notes: [], isMobilised: false)
      ]
    } else {
      for variable in variables { collect(variable, [variable.name], variables, &recordings) }
    }
    return recordings
  }

  /// Structures side by side that are called like places of the body are worn at the same time;
  /// others are recordings of their own.
  private static func collect(
    _ variable: MATLABVariable, _ names: [String], _ siblings: [MATLABVariable],
    _ found: inout [MATLABRecording]
  ) {
    if let system = system(of: variable) {
      let devices = system.fields.filter { MATLABDevice.isNamed(in: $0.fields) }
        .map { Device(name: $0.name, fields: $0.fields) }
      guard !devices.isEmpty else { return }
      found.append(
        MATLABRecording(names: names, devices: devices, notes: variable.fields, isMobilised: true))
    } else if MATLABDevice.isNamed(in: variable.fields) {
      let device = Device(name: variable.name, fields: variable.fields)
      let around = Array(names.dropLast())
      if device.site != nil, let last = found.indices.last, found[last].names == around,
        !found[last].isMobilised
      {
        found[last].devices.append(device)
      } else {
        found.append(
          MATLABRecording(
            names: device.site == nil ? names : around, devices: [device], notes: siblings,
            isMobilised: false))
      }
    } else {
      for field in variable.fields {
        collect(field, names + [field.name], variable.fields, &found)
      }
    }
  }

  /// The devices of a trial: `SU`, or another system's where there is no `SU`.
  private static func system(of variable: MATLABVariable) -> MATLABVariable? {
    variable.fields.first { $0.name == systemName }
      ?? variable.fields.first { $0.name.hasPrefix(systemName + "_") }
  }

  /// The names by which the recordings of a file are told apart. Where all lie in one variable, its
  /// name is left out.
  static func parts(_ recordings: [MATLABRecording]) -> [String] {
    let isOneVariable = Set(recordings.map { $0.names.first }).count == 1
    return recordings.map { recording in
      let names = isOneVariable ? recording.names.dropFirst() : recording.names[...]
      return names.isEmpty ? recording.names.joined(separator: "/") : names.joined(separator: "/")
    }
  }
}

/// What `infoForAlgo.mat` beside a Mobilise-D file says about the person.
///
/// Layout: mobgap's loader (github.com/mobilise-d/mobgap, `mobgap/data/_mobilised_matlab_loader.py`):
/// one structure for each time measure, with lengths in centimeters.
struct MobiliseParticipant {
  private static let fileName = "infoForAlgo.mat"

  private let facts: MATLABVariable

  /// Looks for the file; `nil` when it is not there, cannot be read, or says nothing about this
  /// time measure.
  init?(besides file: RecordingFile, timeMeasure: String) {
    guard let plain = file.plainPath else { return nil }
    let path = RecordingPath(plain).folder + Self.fileName
    guard (try? PathKind(of: path)) == .regularFile,
      let info = try? RecordingFile(path: path), MATLABFormat.recognizes(info),
      let variables = try? MATLABFormat.variables(of: info).variables,
      let facts = variables.lazy.compactMap({ $0[timeMeasure] }).first
    else { return nil }
    self.facts = facts
  }

  /// Adds what the description does not say. Values that no person has are left out.
  func complete(_ description: inout RecordingDescription) {
    description.height =
      description.height
      ?? number("Height", in: Participant.possibleHeightMeters, unit: 0.01).map(
        Length.init(meters:))
    description.sensorHeight =
      description.sensorHeight
      ?? number("SensorHeight", in: 0.1...Participant.possibleHeightMeters.upperBound, unit: 0.01)
      .map(Length.init(meters:))
    description.mass =
      description.mass
      ?? number("Weight", in: Participant.possibleMassKilograms, unit: 1)
      .map(Mass.init(kilograms:))
    description.ageYears =
      description.ageYears ?? number("Age", in: Participant.possibleAgeYears, unit: 1)
  }

  private func number(
    _ name: String, in possible: ClosedRange<Double>, unit: Double
  ) -> Double? {
    facts[name]?.matrix?.scalar.map { $0 * unit }.flatMap { possible.contains($0) ? $0 : nil }
  }
}
