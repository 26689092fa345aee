import Foundation

/// The truth about one recording, from `NAME.reference.json`.
///
/// Two kinds of files exist. One lists what a person or a foot sensor saw: bouts, contacts, steps,
/// labels (``EventReference``). The other holds one or more motion capture systems, each with bouts,
/// contacts and strides of its own (``SystemReference``). Only this module opens such a file: an
/// analysis that reads it is worthless.
public struct LabReference: Sendable, Hashable {
  /// What was seen, when the file is of the first kind.
  public var events: EventReference?
  /// The motion capture systems, by name in alphabetical order; empty for the first kind.
  public var systems: [SystemReference]

  /// Makes a reference from its parts.
  public init(events: EventReference? = nil, systems: [SystemReference] = []) {
    self.events = events
    self.systems = systems
  }

  /// Reads a reference.
  ///
  /// - Parameters:
  ///   - json: the bytes of the file.
  ///   - description: what is known of the recording; motion capture systems need its sampling rate.
  /// - Throws: ``ValidationError`` when the bytes are not a reference.
  public init(json: Data, description: TrialDescription) throws {
    let decoder = JSONDecoder()
    do {
      guard Self.holdsSystems(json, decoder) else {
        self.init(events: try decoder.decode(EventReference.self, from: json))
        return
      }
      let systems = try decoder.decode([String: SystemFile].self, from: json)
      guard let rate = description.samplingRateHertz, rate > 0 else {
        throw ValidationError(
          "a motion capture reference counts samples: NAME.json must give sampling_rate_hz")
      }
      self.init(
        systems: systems.sorted { $0.key < $1.key }
          .map { SystemReference(name: $0.key, file: $0.value, samplingRateHertz: rate) })
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("not a reference: \(error)")
    }
  }

  /// Whether the file is an object of objects: one per motion capture system.
  private static func holdsSystems(_ json: Data, _ decoder: JSONDecoder) -> Bool {
    struct AnyObject: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: AnyKey.self)
      }
      private enum AnyKey: CodingKey {}
    }
    let systems = try? decoder.decode([String: AnyObject].self, from: json)
    return systems?.isEmpty == false
  }
}

/// Something about a folder or a reference that keeps a recording from being scored.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What came, what was allowed and what to do.
  public var description: String

  /// Makes an error that says what came and what to do.
  public init(_ description: String) { self.description = description }
}
