/// What one motion capture system measured: bouts, contacts and strides.
///
/// Starts and contacts in these files count samples from 1, so they lie one sample late; they are
/// moved back by one sample here. Ends are half-open and stay. A contact that is listed twice, at the
/// seam of two bouts, counts once, for the first of them.
public struct SystemReference: Sendable, Hashable {
  /// The system's name, for example `INDIP`.
  public var name: String
  /// Samples per second of the recording that the times refer to.
  public var samplingRateHertz: Double
  /// The walking bouts, in the order of the file.
  public var bouts: [Bout]
  /// The initial contacts, in the order of the file.
  public var contacts: [Contact]
  /// The strides with a start and an end, in the order of the file.
  public var strides: [Stride]
  /// The passes that the system saw, seconds, in time order: what was found elsewhere is neither right nor wrong. `nil`
  /// for the whole recording.
  public var seen: [ClosedRange<Double>]?

  /// A walking bout.
  public struct Bout: Sendable, Hashable {
    /// From start to end, seconds.
    public var seconds: Range<Double>
    /// Mean speed, stride length and cadence; `nil` where the system has none.
    public var values: BoutValues
  }

  /// An initial contact.
  public struct Contact: Sendable, Hashable {
    /// Index of the bout that it belongs to.
    public var bout: Int
    /// Seconds from the first sample.
    public var seconds: Double
    /// Which foot.
    public var foot: Side?
  }

  /// A stride.
  public struct Stride: Sendable, Hashable {
    /// Start, seconds.
    public var startSeconds: Double
    /// End, seconds.
    public var endSeconds: Double
    /// The system's own stride time, seconds.
    public var durationSeconds: Double?
    /// Length, meters.
    public var lengthMeters: Double?
  }
}

/// The three values by which bouts are compared.
public struct BoutValues: Sendable, Hashable {
  /// Mean walking speed, m/s.
  public var speedMetersPerSecond: Double?
  /// Mean stride length, meters.
  public var strideLengthMeters: Double?
  /// Mean cadence, steps per minute.
  public var stepsPerMinute: Double?

  /// Makes the values of a bout; what is not known is `nil`.
  public init(
    speedMetersPerSecond: Double? = nil, strideLengthMeters: Double? = nil,
    stepsPerMinute: Double? = nil
  ) {
    self.speedMetersPerSecond = speedMetersPerSecond
    self.strideLengthMeters = strideLengthMeters
    self.stepsPerMinute = stepsPerMinute
  }
}

/// A motion capture system as its file writes it.
struct SystemFile: Decodable {
  // Named as in the file: nothing but this type ever sees these names.
  var walking_bouts: [Bout]?
  var fs: Double?

  /// The bouts, each once.
  var bouts: ListedOnce<Bout> { ListedOnce(walking_bouts ?? []) }

  /// - Throws: ``ValidationError`` where a walk has feet, and not one for each contact.
  func checkFeet(of name: String) throws {
    for bout in walking_bouts ?? [] {
      let (times, words) = (bout.initial_contacts_s ?? [], bout.initial_contacts_foot ?? [])
      guard words.isEmpty || words.count == times.count else {
        throw ValidationError(
          "\(name): initial_contacts_foot has \(words.count) words and initial_contacts_s \(times.count) times in the walk "
            + "from \(bout.start_s) s; give each a foot, or leave the feet out")
      }
    }
  }

  struct Bout: Decodable, Hashable {
    var start_s: Double
    var end_s: Double
    var walking_speed_mps: Double?
    var stride_length_m: Double?
    var cadence_spm: Double?
    var initial_contacts_s: [Double?]?
    var initial_contacts_foot: [String]?
    var strides: [Stride]?
  }

  struct Stride: Decodable, Hashable {
    var start_s: Double?
    var end_s: Double?
    var duration_s: Double?
    var length_m: Double?
  }
}

extension SystemReference {
  /// Turns what the file says into seconds from the first sample.
  ///
  /// - Throws: ``ValidationError`` where two bouts share more than rounding explains.
  init(name: String, file: SystemFile, samplingRateHertz rate: Double) throws {
    let listed = file.bouts.items
    let fromZero = { (seconds: Double) in (seconds - 1 / rate).rounded(decimals: 4) }
    let bouts = listed.map { Bout(file: $0, fromZero: fromZero) }
    self.init(
      name: name, samplingRateHertz: rate,
      bouts: bouts.with(
        try WalksAtOnce.checkedApart(bouts.map(\.seconds), key: "\(name).walking_bouts")),
      contacts: Self.contacts(of: listed, fromZero: fromZero),
      strides: listed.flatMap { $0.strides ?? [] }.compactMap {
        Stride(file: $0, fromZero: fromZero)
      })
  }

  private static func contacts(
    of bouts: [SystemFile.Bout], fromZero: (Double) -> Double
  ) -> [Contact] {
    var seen: Set<Double> = []
    var contacts: [Contact] = []
    for (index, bout) in bouts.enumerated() {
      let words = bout.initial_contacts_foot ?? []
      for (place, time) in (bout.initial_contacts_s ?? []).enumerated() {
        guard let time, seen.insert(fromZero(time)).inserted else { continue }
        let foot = place < words.count ? Side(word: words[place]) : nil
        contacts.append(Contact(bout: index, seconds: fromZero(time), foot: foot))
      }
    }
    return contacts
  }
}

extension SystemReference.Bout {
  fileprivate init(file: SystemFile.Bout, fromZero: (Double) -> Double) {
    let start = fromZero(file.start_s)
    self.init(
      seconds: start..<max(start, file.end_s),
      values: BoutValues(
        speedMetersPerSecond: file.walking_speed_mps, strideLengthMeters: file.stride_length_m,
        stepsPerMinute: file.cadence_spm))
  }
}

extension SystemReference.Stride {
  fileprivate init?(file: SystemFile.Stride, fromZero: (Double) -> Double) {
    guard let start = file.start_s, let end = file.end_s else { return nil }
    self.init(
      startSeconds: fromZero(start), endSeconds: end, durationSeconds: file.duration_s,
      lengthMeters: file.length_m)
  }
}

extension Double {
  /// The nearest number with so many decimals, as a text file would hold it.
  func rounded(decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded(.toNearestOrEven) / scale
  }
}
