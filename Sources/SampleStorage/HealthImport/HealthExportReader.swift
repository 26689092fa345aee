import Foundation
import GaitModel

/// Reads a phone's health export (`export.xml`) as its bytes come: gigabytes in a few megabytes of
/// memory. Every record becomes a sample; kinds that are ours come in our units, all others keep
/// their name, value and unit.
///
/// Date of birth, sex and medicines that slow the heart become facts of the person. Records within a
/// correlation stand in the list of records too and are taken from there; what is no sample (daily
/// rings, clinical documents) is counted. Where bytes are missing in the middle, elements do not close as they opened or
/// something stands between them: that is refused.
public struct HealthExportReader {
  /// Elements that are no samples, by name.
  public private(set) var passedOver: [String: Int] = [:]
  /// Those of them that no phone's declaration has, as far as it is known here: a misspelled Record is one.
  public var unknown: [String: Int] { passedOver.filter { !Self.declared.contains($0.key) } }
  /// Records whose times or values could not be read.
  public private(set) var unreadable = 0
  /// Records whose values cannot be, or are no numbers where they must be, by the reason. Of those with one fault it names
  /// the first.
  public private(set) var impossible: [String: Int] = [:]
  /// Records of kinds that are ours in units that are not, which keep the phone's name, by kind and unit: `body-mass in lbs`.
  public private(set) var foreignUnits: [String: Int] = [:]
  /// Records that name a time zone that is not known here, by its name: they count by the offset of their times.
  public private(set) var unknownZones: [String: Int] = [:]
  /// The elements that become samples.
  public static let sampleElements = ["Record", "Workout", "WorkoutActivity"]
  /// When the export was written, once that was read; `nil` where it does not say, or names a time that is to come.
  public private(set) var written: Date?
  /// The reason that names the first record, by the fault.
  private var reasons: [String: String] = [:]
  private var scanner: MarkupScanner
  private let participant: String
  private let path: String
  private var open: [HealthElement] = []
  private var names: [String] = []
  private var isHealthData = false
  private var isEnded = false
  private let now: Date?

  /// Samples that are handed out at once.
  private static let samplesAtOnce = 5000

  /// Whether a file begins as an export does, as far as its first bytes say.
  public static func isHealthExport(firstBytes bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData")
  }

  /// Reads an export.
  ///
  /// - Parameters:
  ///   - participant: the study's name for the person; the export does not know it.
  ///   - path: how errors name the file.
  ///   - now: what begins later than a day after this cannot be; `nil` does not look at values.
  ///   - bytes: hands out the file piece by piece; `nil` is the end.
  public init(
    participant: String, path: String, now: Date? = nil,
    _ bytes: @escaping () throws -> [UInt8]?
  ) {
    self.participant = participant
    self.now = now
    self.path = path
    scanner = MarkupScanner(bytes)
  }

  /// The next samples, or `nil` after the last one. Throws ``ImportError`` when the file is no
  /// export or is cut off; what came before is good.
  public mutating func next() throws -> [Sample]? {
    var samples: [Sample] = []
    do {
      while samples.count < Self.samplesAtOnce {
        guard let event = try scanner.nextEvent() else {
          try checkEnd()
          break
        }
        samples += try take(event)
      }
    } catch let error as MarkupError {
      throw ImportError(path, nil, "\(error); export it again")
    }
    return samples.isEmpty ? nil : samples
  }

  /// Whether the document is whole.
  private func checkEnd() throws {
    guard isHealthData else {
      throw ImportError(path, nil, "there is no HealthData in it; give export.xml or its zip")
    }
    guard isEnded else {
      throw ImportError(
        path, nil,
        "the file ends at byte \(scanner.position), before </HealthData>: the rest is missing; export it "
          + "again")
    }
  }

  /// No export has elements within elements beyond this.
  private static let deepest = 100

  private mutating func take(_ event: MarkupScanner.Event) throws -> [Sample] {
    switch event {
    case .text:
      // Before the document a mark of its encoding may stand.
      guard names.isEmpty, !isEnded else {
        throw gap("there is text \(isEnded ? "behind </HealthData>" : "between elements")")
      }
      return []
    case .start(let name, let attributes):
      if isEnded { throw gap("\(name) begins behind </HealthData>") }
      if let outer = names.last, Self.lists.contains(name), Self.lone.contains(outer) {
        throw gap("\(name) begins within \(outer)")
      }
      if name == "MetadataEntry", let key = attributes["key"], !open.isEmpty {
        open[open.count - 1].metadata[key] = attributes["value"]
      }
      if name == "WorkoutStatistics", !open.isEmpty { open[open.count - 1].addFigures(attributes) }
      if name == "HealthData" { isHealthData = true }
      if name == "ExportDate" { written = attributes["value"].flatMap(instant) }
      guard names.count < Self.deepest else {
        throw ImportError(
          path, nil, "elements stand in one another \(Self.deepest) deep; export it again")
      }
      let element = HealthElement(attributes: attributes)
      if name == "Record", let missing = element.missing {
        throw gap("\(name) has no \(missing)")
      }
      names.append(name)
      open.append(element)
      return []
    case .end(let name):
      guard names.last == name, let element = open.popLast() else {
        throw gap("\(name) ends, and \(names.last.map { "\($0) is" } ?? "nothing is") open")
      }
      names.removeLast()
      if name == "HealthData", names.isEmpty { isEnded = true }
      if name == "Me" {
        let facts = HealthPerson(attributes: element.attributes, participant: participant).samples
        return facts.filter { isPossible($0) }
      }
      return sample(of: element, name).map { [$0] } ?? []
    }
  }

  /// That a document is not what a phone writes: most often a stretch of it is missing.
  private func gap(_ what: String) -> ImportError {
    ImportError(
      path, scanner.line,
      "\(what), as in no whole export; bytes may be missing there; export it again")
  }

  /// What stands in the list of the document or of a correlation.
  private static let lists: Set<String> = ["Record", "Workout", "Correlation"]
  /// What holds none of those.
  private static let lone: Set<String> = ["Record", "Workout"]

  /// The elements that phones declare at the head of their exports, up to version 14.
  private static let declared: Set<String> = [
    "HealthData", "ExportDate", "Me", "Record", "Correlation", "Workout", "WorkoutActivity",
    "WorkoutEvent", "WorkoutStatistics", "WorkoutRoute", "FileReference", "ActivitySummary",
    "ClinicalRecord", "Audiogram", "SensitivityPoint", "VisionPrescription", "RightEye",
    "LeftEye", "Attachment", "MetadataEntry", "HeartRateVariabilityMetadataList",
    "InstantaneousBeatsPerMinute",
  ]

  private func instant(_ text: String) -> Date? {
    guard let date = DateTime(text).map({ Date(timeIntervalSince1970: $0.secondsSince1970) })
    else { return nil }
    return now.map { date > $0.addingTimeInterval(Self.dayAhead) } == true ? nil : date
  }

  /// A clock may be ahead of this one by a zone, seconds.
  private static let dayAhead = 86_400.0

  private mutating func sample(of element: HealthElement, _ name: String) -> Sample? {
    guard !names.contains("Correlation") else { return nil }
    let sample: Sample?
    switch name {
    case "Record":
      if let fault = element.fault {
        count(fault.reason, as: fault.beginning)
        return nil
      }
      sample = element.record(of: participant)
      if let sample, let unit = element.foreignUnit(of: sample) {
        foreignUnits[unit, default: 0] += 1
      }
    case "Workout": sample = element.mark(of: participant, .workout)
    case "WorkoutActivity":
      sample = element.within(open.last).mark(of: participant, .activity)
    case "HealthData", "MetadataEntry", "WorkoutStatistics": return nil
    default:
      passedOver[name, default: 0] += 1
      return nil
    }
    guard let sample else {
      if let fault = element.timeFault {
        count(fault.reason, as: fault.beginning)
      } else {
        unreadable += 1
      }
      return nil
    }
    guard isPossible(sample) else { return nil }
    if let zone = element.unknownZone { unknownZones[zone, default: 0] += 1 }
    return sample
  }

  /// Whether a value can be; counts it when it cannot.
  private mutating func isPossible(_ sample: Sample) -> Bool {
    guard let now, let reason = sample.impossibility(now: now) else { return true }
    // But for its numbers, a reason says what is wrong.
    let fault = reason.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
    count(reason, as: fault.joined(separator: " "))
    return false
  }

  /// One sentence for each fault: the first record stands for the others.
  private mutating func count(_ reason: String, as fault: String) {
    let first = reasons[fault] ?? reason
    reasons[fault] = first
    impossible[first, default: 0] += 1
  }
}
