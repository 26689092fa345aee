import GaitModel

/// A column that is not read and may tell the time, beside samples that are placed at a rate that was given: where it is
/// the clock of the device, gaps are lost in silence, and so is a wrong rate.
struct UnreadClock {
  /// Its name, as the file has it.
  let name: String

  private let stamps: [Double]
  private let isDates: Bool
  private let unit: ColumnUnit?
  /// Whether each stamp is that of a row.
  private var hasRowsAlone = true

  /// Fewer values do not tell a clock from anything that happens to rise. Our choice.
  private static let leastCount = 20
  /// Share of the rows that have a value, and of the steps that rise where the name says nothing of time. Our choice.
  private static let leastShare = 0.9
  /// What one step may count, in seconds: loggers count seconds, ms, 0.1 ms (Xsens), µs, 100 ns (Windows) and ns.
  private static let counts = [1, 1e-3, 1e-4, 1e-6, 1e-7, 1e-9]
  /// Words for a clock, in names that are not known.
  private static let wordsOfTime = ["time", "clock", "zeit", "uhr", "temps", "tiempo", "tijd"]

  /// Takes the first values of a column that no channel is read from; `nil` where they are those of no clock: they do not
  /// rise from row to row, are measured in another unit, or count rows and leave none out.
  init?(name text: String, values: [Double?], isDates: Bool = false) {
    let name = ColumnName(text)
    let letters = text.lowercased().filter(\.isLetter)
    let unit = name.unit ?? ColumnUnit(letters: letters)
    if let unit, !unit.measures(.time) { return nil }
    if unit == nil, let other = name.otherUnit ?? Self.lastWord(of: text),
      ColumnName.isOfAnotherQuantity(other)
    {
      return nil
    }
    let stamps = values.compactMap(\.self).filter(\.isFinite)
    guard stamps.count >= Self.leastCount,
      Double(stamps.count) >= Self.leastShare * Double(values.count)
    else { return nil }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
    let isNamed = isDates || unit != nil || Self.wordsOfTime.contains(where: letters.contains)
    let rising = steps.count { $0 > 0 }
    guard !steps.contains(where: { $0 < 0 }), rising > 0,
      isNamed || Double(rising) >= Self.leastShare * Double(steps.count)
    else { return nil }
    // The number of a row, as many tables have it.
    if unit == nil, !isDates, steps.allSatisfy({ $0 == 1 }) { return nil }
    (self.name, self.stamps, self.isDates, self.unit) = (text, stamps, isDates, unit)
  }

  private static func lastWord(of text: String) -> String? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.count > 1 ? words.last.map(String.init) : nil
  }

  /// What is to be said of it beside samples at a rate, with what makes it the clock.
  func sentence(at rateHertz: Double, advice: String) -> String {
    let rate = "\(Self.short(rateHertz)) Hz"
    let words =
      [unevenWords, rateWords(at: rateHertz)].compactMap(\.self).joined(separator: ", and ")
    return "clock: \"\(name)\" rises from row to row and is not read"
      + (words.isEmpty
        ? "; the samples follow each other evenly at \(rate)"
        : ": \(words), while the samples follow each other evenly at \(rate)")
      + "; if it tells the time, \(advice), and it counts before the rate"
  }

  /// Whether it makes another rate.
  func contradicts(_ rateHertz: Double) -> Bool { rateWords(at: rateHertz) != nil }

  /// The longest of its steps, where it is that of a gap.
  private var unevenWords: String? {
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
    let middle = steps.sorted()[steps.count / 2]
    guard hasRowsAlone, middle > 0, let longest = steps.max(),
      longest > SamplingClock().gapFactor * middle,
      let place = steps.firstIndex(of: longest)
    else { return nil }
    return
      "behind row \((place + 1).grouped) it leaps by \(Self.short(longest / middle)) of its steps"
  }

  /// The rate that it makes, where that is more than 5 % off.
  private func rateWords(at rateHertz: Double) -> String? {
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
    let middle = steps.sorted()[steps.count / 2]
    // Of stamps that most rows share, as whole seconds are, the first rows tell no rate.
    guard middle > 0 else { return nil }
    func rate(_ secondsPerUnit: Double) -> Double? {
      let first = stamps[0]
      return SamplingClock().regularity(of: stamps.map { ($0 - first) * secondsPerUnit })?
        .samplingRateHertz
    }
    func isOff(_ own: Double) -> Bool {
      abs(own / rateHertz - 1) > TableUnits.largestRateDifference
    }
    if let known = unit?.factor ?? (isDates ? 1 : nil) {
      return rate(known).flatMap { isOff($0) ? "it makes \(Self.short($0)) samples a second" : nil }
    }
    let told = TimeScale(named: nil, stamps: stamps)
    let units = told?.epoch == nil ? Self.counts : [told?.secondsPerUnit ?? 1]
    // Whole steps of one count rows, and what is missing between them.
    guard middle != 1, units.compactMap(rate).allSatisfy(isOff) else { return nil }
    guard let told, let own = rate(told.secondsPerUnit) else {
      return "its steps make that rate in no unit of time"
    }
    return "it makes \(Self.short(own)) samples a second in \(told.words)"
  }

  private static func short(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

extension UnreadClock {
  /// The columns of a table that may be its clock; looks at the first rows.
  static func all(
    in header: TableHeader, besides columns: ColumnLayout, of file: RecordingFile,
    countsPackets: Bool = false
  ) -> [UnreadClock] {
    let counter = countsPackets ? columns.column(.time)?.place : nil
    let read = Set(columns.columns.map(\.place))
    let rows = header.rows(of: file)
    return header.names.indices.filter { place in
      guard !read.contains(place) else { return false }
      switch ColumnName(header.names[place]).quantity {
      case nil, .time: return true
      default: return false
      }
    }.compactMap { place in
      let cells = rows.map { place < $0.count ? $0[place] : "" }
      let isDates = cells.first { !$0.isEmpty }.map { DateTime($0) != nil } ?? false
      let values = cells.map {
        isDates ? DateTime($0)?.secondsSince1970 : header.number(in: $0)
      }
      let numbers = counter.map { counter in
        rows.map { counter < $0.count ? header.number(in: $0[counter]) : nil }
      }
      let filled = numbers.map { Self.filled(values, between: $0) } ?? values
      var clock = UnreadClock(name: header.names[place], values: filled, isDates: isDates)
      clock?.hasRowsAlone = filled.count == values.count
      return clock
    }
  }

  /// More packets than so many are a gap.
  private static let mostFilled = 1000.0

  /// The values of a clock with those of the packets that a counter says are missing: then its steps are those from packet to
  /// packet.
  private static func filled(_ values: [Double?], between numbers: [Double?]) -> [Double?] {
    var counter = PacketCounter()
    var filled: [Double?] = []
    var last: (number: Double, value: Double)?
    for (value, number) in zip(values, numbers) {
      guard let value, var number else {
        filled.append(value)
        continue
      }
      counter.unwrap(&number)
      if let last, number - last.number > 1, number - last.number <= mostFilled {
        let step = (value - last.value) / (number - last.number)
        for count in 1..<Int(number - last.number) {
          filled.append(last.value + step * Double(count))
        }
      }
      filled.append(value)
      last = (number, value)
    }
    return filled
  }
}
