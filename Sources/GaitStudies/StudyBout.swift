import Foundation
import GaitModel

/// A bout as it stands in a recording's `bouts.csv`, as far as a study adds it up.
///
/// The numbers are those of the file, so that a person who has the files gets the same sums.
public struct StudyBout: Hashable, Sendable {
  /// Seconds from the first sample of the recording.
  public var start: Double
  /// Length, seconds.
  public var seconds: Double
  /// Whether it is walking; running otherwise.
  public var isWalking: Bool
  /// Whether it is flat, steady walking, of which speeds can be compared.
  public var isSteady: Bool
  /// Steps; a part of a bout has a share of them.
  public var stepCount: Double
  /// Distance, meters; `nil` where it is not known.
  public var meters: Double?
  /// Whether its steps are a share of the person's height and none was measured: so are its speed and distance, then.
  public var isStepLengthAssumed = false
  /// Its steps and strides; `nil` where they were not read.
  public var contents: BoutContents?
  /// What is measured in it; missing values are not there.
  public var values: BoutValues

  /// Makes a bout; see the properties for units.
  public init(
    start: Double, seconds: Double, isWalking: Bool, isSteady: Bool, stepCount: Double,
    meters: Double?, values: [BoutMeasure: Double]
  ) {
    (self.start, self.seconds) = (start, seconds)
    (self.isWalking, self.isSteady) = (isWalking, isSteady)
    (self.stepCount, self.meters) = (stepCount, meters)
    self.values = BoutValues(values)
  }

  /// What of the bout lies in a part of its time: its steps, and the share of the distance by its strides; where they
  /// were not read, the share by time.
  ///
  /// - Parameters:
  ///   - begin: from here, seconds from the first sample of the recording.
  ///   - end: up to here.
  ///   - isFirst: whether it is the first part, which holds whatever comes before its end.
  ///   - isLast: whether it is the last one.
  /// - Returns: the part.
  func part(from begin: Double, to end: Double, isFirst: Bool, isLast: Bool) -> StudyBout {
    let share = seconds > 0 ? (end - begin) / seconds : 1
    var part = self
    (part.start, part.seconds) = (begin, end - begin)
    let range = (isFirst ? -Double.infinity : begin)..<(isLast ? .infinity : end)
    let isCounted = contents.map { Double($0.contacts.count) == stepCount } ?? false
    part.stepCount =
      isCounted ? Double(contents?.steps(within: range) ?? 0) : stepCount * share
    part.meters = meters.map { $0 * (contents?.lengthShare(within: range) ?? share) }
    return part
  }
}

/// What was measured in a bout, without room for more: a month of walking has a hundred thousand bouts.
public struct BoutValues: Hashable, Sendable {
  /// Stands for a value that is missing: no number of a file is so large.
  private static let missing = Double.infinity

  private var walkingSpeed = missing
  private var stepLength = missing
  private var cadence = missing
  private var doubleSupport = missing
  private var asymmetry = missing
  private var strideTimeVariation = missing

  /// Takes values; those that are not there are missing.
  public init(_ values: [BoutMeasure: Double] = [:]) {
    for (measure, value) in values { self[measure] = value }
  }

  /// A value; `nil` where it is missing.
  public subscript(measure: BoutMeasure) -> Double? {
    get {
      let value = self[keyPath: Self.place(of: measure)]
      return value == Self.missing ? nil : value
    }
    set { self[keyPath: Self.place(of: measure)] = newValue ?? Self.missing }
  }

  private static func place(of measure: BoutMeasure) -> WritableKeyPath<BoutValues, Double> {
    switch measure {
    case .walkingSpeed: \.walkingSpeed
    case .stepLength: \.stepLength
    case .cadence: \.cadence
    case .doubleSupport: \.doubleSupport
    case .asymmetry: \.asymmetry
    case .strideTimeVariation: \.strideTimeVariation
    }
  }
}

/// The rows of a recording's `bouts.csv`.
public struct StudyBoutFile: Hashable, Sendable {
  /// The columns, in the order of the file.
  public private(set) var columns: [String] = []
  /// The bouts, in time order.
  public private(set) var bouts: [StudyBout] = []

  /// Reads the file; `nil` for what is none, as a damaged one: a column that is there twice, a bout that ends before
  /// it starts, a number that no recording gives.
  public init?(_ text: some Sequence<UInt8>) {
    var rest = Array(text)
    func next() -> [UInt8] {
      defer { rest = [] }
      return rest
    }
    do { try self.init(reading: next) { _, _ in } } catch { return nil }
  }

  /// Reads the file piece by piece.
  ///
  /// - Parameters:
  ///   - next: gives its next bytes; none after the last.
  ///   - eachRow: is handed the fields of each row as it is read, and the columns.
  /// - Throws: what they throw. The initializer gives `nil` for what is no such file.
  public init?(
    reading next: () throws -> [UInt8],
    eachRow: (_ fields: [String], _ columns: [String]) throws -> Void
  ) throws {
    var splitter = CSVSplitter()
    var places: [String: Int]?
    var isFirst = true
    func take(_ fields: [String], into file: inout StudyBoutFile) throws -> Bool {
      guard let known = places else {
        file.columns = fields
        let own = Dictionary(zip(fields, fields.indices)) { first, _ in first }
        places = own
        return own.count == fields.count && Self.needed.allSatisfy { own[$0] != nil }
      }
      guard let bout = StudyBout(fields, known) else { return false }
      file.bouts.append(bout)
      try eachRow(fields, file.columns)
      return true
    }
    var isMore = true
    while isMore {
      var piece = try next()
      if !piece.isEmpty {
        if isFirst, piece.starts(with: CSVLine.byteOrderMark) { piece.removeFirst(3) }
        isFirst = false
        splitter.append(piece)
      } else {
        splitter.finish()
        isMore = false
      }
      while let line = splitter.next()?.line {
        if !line.isEmpty, try !take(CSVLine.fields(line), into: &self) { return nil }
      }
    }
    if places == nil { return nil }
  }

  private static let needed =
    ["start_s", "end_s", "activity", "n_steps", "left_out_reason", "distance_m"]
    + BoutMeasure.allCases.map(\.column)
}

extension StudyBout {
  /// No number of a bout is larger: sums of them stay numbers.
  private static let largestNumber = 1e12

  /// Reads a row; `nil` for what is none.
  fileprivate init?(_ row: [String], _ places: [String: Int]) {
    guard row.count == places.count else { return nil }
    func field(_ name: String) -> String { places[name].map { row[$0] } ?? "" }
    func isNumberOrEmpty(_ name: String) -> Bool {
      field(name).isEmpty || Double(field(name)).map { abs($0) <= Self.largestNumber } == true
    }
    let measures = BoutMeasure.allCases
    guard let start = Double(field("start_s")), let end = Double(field("end_s")),
      abs(start) <= StudyRecordResult.longestSeconds,
      start <= end, end <= StudyRecordResult.longestSeconds,
      let steps = Int(field("n_steps")), (0...Int(Self.largestNumber)).contains(steps),
      isNumberOrEmpty("distance_m"), measures.allSatisfy({ isNumberOrEmpty($0.column) })
    else { return nil }
    let isWalking = field("activity") == Activity.walking.rawValue
    self.init(
      start: start, seconds: end - start, isWalking: isWalking,
      isSteady: isWalking && field("left_out_reason").isEmpty, stepCount: Double(steps),
      meters: Double(field("distance_m")),
      values: measures.reduce(into: [:]) { $0[$1] = Double(field($1.column)) })
    // A share of the height is no measured length: it would only say how tall people are.
    isStepLengthAssumed = field("is_step_length_assumed") == "true"
    if isStepLengthAssumed { values[.stepLength] = nil }
  }
}

/// A recording of a study: where it lies, and what the study knows of it. What is not said here is left to the
/// file and its description.
public struct StudyRow: Hashable, Sendable {
  /// The path, relative to the root of the study or absolute.
  public var path: String
  /// The study's name for the person.
  public var participant: String?
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature, meters.
  public var heightMeters: Double?
  /// Body mass, kilograms.
  public var massKilograms: Double?
  /// Age at the time of the recording, years.
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// When the recording began, as it was written: ISO 8601, with an offset or with a time zone beside it. A
  /// device's own clock wins, unless ``overridesStart``.
  public var start: String?
  /// Whether ``start`` counts where the device's own clock says another time, as after a reset; `nil`, as `false`,
  /// where nothing was said.
  public var overridesStart: Bool?
  /// The person's time zone, as the tz database names it.
  public var timeZone: String?
  /// A file of methods and settings, relative to the root of the study or absolute.
  public var settings: String?
  /// The name of the recording in the study; `nil` for that of its file.
  public var recording: String?

  /// Makes a row that says nothing but where the recording lies.
  public init(path: String, participant: String? = nil) {
    self.path = path
    self.participant = participant
  }

  /// What the row says of recording and person, as words by column: what a result depends on besides the
  /// bytes. Empty fields are left out.
  public var facts: [String: String] {
    let fields = zip(StudyManifest.columns, fields).filter { column, value in
      !["path", "settings", "recording"].contains(column) && !value.isEmpty
    }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0, $1) })
  }

  /// Makes the row that says ``facts`` of a recording. What no row can say is left out.
  public init(path: String, facts: [String: String]) {
    self.init(path: path, participant: facts["participant"])
    func number(_ column: String) -> Double? { facts[column].flatMap { Double($0) } }
    site = facts["site"].flatMap(WearingSite.init(rawValue:))
    (heightMeters, massKilograms) = (number("height_m"), number("mass_kg"))
    (ageYears, sex) = (number("age_years"), facts["sex"].flatMap(Sex.init(rawValue:)))
    (start, timeZone) = (facts["start"], facts["time_zone"])
    overridesStart = facts["override_start"].map { $0 == "yes" }
  }

  /// The fields in the order of ``StudyManifest/columns``.
  var fields: [String] {
    [
      path, participant ?? "", site?.rawValue ?? "", Self.text(heightMeters),
      Self.text(massKilograms), Self.text(ageYears), sex?.rawValue ?? "", start ?? "",
      overridesStart.map { $0 ? "yes" : "no" } ?? "", timeZone ?? "", settings ?? "",
      recording ?? "",
    ]
  }

  private static func text(_ value: Double?) -> String {
    guard let value else { return "" }
    return value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : "\(value)"
  }
}
