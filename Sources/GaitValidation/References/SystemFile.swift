/// A motion capture system as its file writes it.
struct SystemFile: Decodable {
  // Named as in the file: nothing but this type ever sees these names.
  var walking_bouts: [Bout]?
  var fs: Double?

  struct Bout: Decodable {
    var start_s: Double
    var end_s: Double
    var walking_speed_mps: Double?
    var stride_length_m: Double?
    var cadence_spm: Double?
    var initial_contacts_s: [Double?]?
    var initial_contacts_foot: [String]?
    var strides: [Stride]?
  }

  struct Stride: Decodable {
    var start_s: Double?
    var end_s: Double?
    var duration_s: Double?
    var length_m: Double?
  }
}

extension SystemReference {
  /// Turns what the file says into seconds from the first sample.
  init(name: String, file: SystemFile, samplingRateHertz rate: Double) {
    let listed = file.walking_bouts ?? []
    let fromZero = { (seconds: Double) in (seconds - 1 / rate).rounded(decimals: 4) }
    self.init(
      name: name, samplingRateHertz: rate,
      bouts: listed.map { Bout(file: $0, fromZero: fromZero) },
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
      for (time, word) in zip(bout.initial_contacts_s ?? [], bout.initial_contacts_foot ?? []) {
        guard let time, seen.insert(fromZero(time)).inserted else { continue }
        contacts.append(Contact(bout: index, seconds: fromZero(time), foot: Side(word: word)))
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
