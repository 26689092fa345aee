import Foundation
import GaitModel

/// All settings of a pipeline as a file that people read, change, compare and give to others.
///
/// ```json
/// {
///   "presets": { "pelvis": { "stepLength": "InvertedPendulumStepLength" } },
///   "methods": { "RhythmWalkAssembler": { "longestPauseSeconds": 2.25 } }
/// }
/// ```
///
/// The file is JSON that may hold comments. What it does not name stays as it was measured best. `methods`
/// changes a method wherever it is used; `presets` says which method answers a question for a way of wearing,
/// with settings of its own where they are to differ there.
public enum PipelineSettings {
  /// The pipeline that a settings file describes.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - file: its name, for messages.
  /// - Returns: the pipeline that was measured best, with what the file changes.
  /// - Throws: `SettingsFileError`, which names file, key, what came and what is allowed.
  public static func pipeline(
    from data: Data, file: String
  ) throws(SettingsFileError) -> GaitPipeline {
    var reader = SettingsReader(file: file)
    return try reader.pipeline(from: try SettingsTree.read(data, file: file))
  }

  /// The pipeline that was measured best, with changes as ``changes(in:)`` gives them, so that what was found can be found
  /// again without the settings file.
  ///
  /// - Parameter changes: the settings that differ, as `key = value`.
  /// - Returns: the pipeline. Its ``GaitPipeline/settingsDigest`` is another than before where methods were revised since.
  /// - Throws: `SettingsFileError` where a change names no setting, or a value that is not allowed.
  public static func pipeline(
    changing changes: [String]
  ) throws(SettingsFileError) -> GaitPipeline {
    var tree = SettingsTree.object([:])
    let name = "changed settings"
    for change in changes {
      let sign = change.range(of: " = ")
      let parts = change[..<(sign?.lowerBound ?? change.startIndex)].split(separator: ".")
        .map(String.init)
      guard let sign, let first = parts.first else {
        throw SettingsFileError(
          file: name, key: "", problem: "came \(change); key = value is allowed")
      }
      let text = change[sign.upperBound...]
      // A key of a preset names the method of a question, all others a setting.
      let isPreset = first == "presets"
      let value =
        isPreset && parts.count == 3
        ? .word(String(text)) : try SettingsTree.read(Data(text.utf8), file: name)
      tree.set(
        value, at: isPreset ? parts : ["methods", Self.methodName(first)] + parts.dropFirst())
    }
    var reader = SettingsReader(file: name)
    return try reader.pipeline(from: tree)
  }

  /// The name by which a file knows a method that answers no question of a preset.
  private static func methodName(_ key: String) -> String {
    let usual = GaitPipeline()
    let methods: [String: any ConfigurableMethod] = [
      "calibration": usual.calibration, "nonWear": usual.nonWear, "wearing": usual.wearing,
      "knownDistances": usual.knownDistances,
    ]
    return methods[key]?.typeName ?? key
  }

  /// A settings file of a pipeline, with units and reasons as comments.
  ///
  /// - Parameter pipeline: the pipeline; every setting of every method that it uses is written.
  /// - Returns: JSON with comments.
  public static func document(of pipeline: GaitPipeline = GaitPipeline()) -> String {
    SettingsWriter(pipeline: pipeline).document
  }

  /// The settings that differ from those measured best, as `key = value`; empty when none does.
  public static func changes(in pipeline: GaitPipeline) -> [String] {
    let usual = GaitPipeline()
    guard usual.settingsDigest != pipeline.settingsDigest else { return [] }
    let (ours, theirs) = (usual.allSettings, pipeline.allSettings)
    return theirs.filter { entry in !ours.contains { $0 == entry } }.map {
      "\($0.key) = \($0.value)"
    }
  }
}

extension GaitPipeline {
  /// A digest of all methods and settings, 16 hexadecimal digits: another setting, another digest. A person's own
  /// factor is no setting, and how it is found is none of an analysis.
  public var settingsDigest: String {
    let whole = [calibration.identity, nonWear.identity, wearing.identity]
    let parts = WearingPlace.allCases.flatMap { place in
      MethodCatalog.questions.map { $0.method(presets[place]).identity }
    }
    func lines(_ identities: [MethodIdentity]) -> [String] {
      identities.map { "\($0.name) \($0.revision) \($0.settings)" }
    }
    return Digest.text(
      of: (lines(whole) + [Self.knownDistancesLine] + lines(parts)).joined(separator: "\n"))
  }

  /// Digests of before had the method of known distances, too. Its line stays as it was then, because a study is analyzed again
  /// where the digest is another.
  private static let knownDistancesLine =
    "KnownDistanceCalibration 2 \(KnownDistanceCalibration().identity.settings)"

  /// Every setting with its key, in the order of the figure.
  var allSettings: [(key: String, value: String)] {
    func lines(_ prefix: String, _ method: any ConfigurableMethod) -> [(String, String)] {
      [(prefix, method.typeName)]
        + method.listedSettings.map { ("\(prefix).\($0.name)", $0.value.text) }
    }
    let whole =
      lines("calibration", calibration) + lines("nonWear", nonWear) + lines("wearing", wearing)
      + lines("knownDistances", knownDistances)
    return whole
      + WearingPlace.allCases.flatMap { place in
        MethodCatalog.questions.flatMap {
          lines("presets.\(place.rawValue).\($0.name)", $0.method(presets[place]))
        }
      }
  }
}

/// Why a settings file cannot be used.
public struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The key, its parts joined by points; empty for the file as a whole.
  public var key: String
  /// What came, what is allowed, and what to do.
  public var problem: String

  /// File, key, what came and what is allowed.
  public var description: String {
    key.isEmpty ? "\(file): \(problem)" : "\(file): \(key): \(problem)"
  }
}

/// What a settings file holds, before anybody knows what it means.
indirect enum SettingsTree: Decodable {
  case object([String: SettingsTree])
  case value(SettingValue)
  case word(String)
  case other(String)

  static func read(_ data: Data, file: String) throws(SettingsFileError) -> SettingsTree {
    // Foundation's reader of JSON with comments ends the program at bytes that are no text.
    guard String(validating: data, as: UTF8.self) != nil else {
      throw SettingsFileError(
        file: file, key: "",
        problem: "is not text in UTF-8; gait settings prints a file to start from")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      // It also reads beyond a number of forty digits that is the whole file.
      return try decoder.decode(SettingsTree.self, from: data + Data("\n".utf8))
    } catch DecodingError.dataCorrupted(let context) {
      let why = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      throw SettingsFileError(
        file: file, key: "",
        problem:
          "is not JSON (\(why ?? context.debugDescription)); gait settings prints a file to start from"
      )
    } catch {
      throw SettingsFileError(file: file, key: "", problem: "cannot be read: \(error)")
    }
  }

  /// Puts a value where keys lead to. A word that is there already is the method that further settings are of.
  mutating func set(_ value: SettingsTree, at keys: [String]) {
    guard let first = keys.first else {
      self = value
      return
    }
    var object: [String: SettingsTree]
    switch self {
    case .object(let own): object = own
    case .word: object = ["method": self]
    default: object = [:]
    }
    object[first, default: .object([:])].set(value, at: Array(keys.dropFirst()))
    self = .object(object)
  }

  init(from decoder: any Decoder) throws {
    if let object = try? [String: SettingsTree](from: decoder) {
      self = .object(object)
      return
    }
    let single = try decoder.singleValueContainer()
    if let flag = try? single.decode(Bool.self) {
      self = .value(.flag(flag))
    } else if let count = try? single.decode(Int.self) {
      self = .value(.count(count))
    } else if let number = try? single.decode(Double.self) {
      self = .value(.number(number))
    } else if let word = try? single.decode(String.self) {
      self = .word(word)
    } else if let pair = try? single.decode([Double].self), pair.count == 2, pair[0] <= pair[1] {
      self = .value(.limits(pair[0]...pair[1]))
    } else if let list = try? single.decode([Double].self) {
      self = .other("\(list)")
    } else {
      let isList = (try? decoder.unkeyedContainer()) != nil
      self = .other(
        single.decodeNil() ? "null" : isList ? "a list" : "a number that is too large to hold")
    }
  }

  /// What came, in words.
  var text: String {
    switch self {
    case .object: "an object"
    case .value(let value): value.text
    case .word(let word): "\"\(word)\""
    case .other(let text): text
    }
  }
}
