import Foundation

/// A sample as plain numbers, without what it is, whose it is and where it comes from: whoever reads
/// years of one kind reads these.
public struct SampleRow: Hashable, Sendable, Comparable {
  /// When it began, milliseconds since 1970 UTC.
  public var start: Int64
  /// How long it lasted, milliseconds.
  public var duration: Int64
  /// The value in the kind's base unit.
  public var value: Double
  /// Standard error against the truth, in the base unit; `nil` where it is not known.
  public var standardError: Double?
  /// Standard error against the person's own past, in the base unit; `nil` where it is not known.
  public var standardErrorWithinPerson: Double?

  /// Makes a row; see the properties for units.
  public init(
    start: Int64, duration: Int64, value: Double, standardError: Double? = nil,
    standardErrorWithinPerson: Double? = nil
  ) {
    self.start = start
    self.duration = duration
    self.value = value
    self.standardError = standardError
    self.standardErrorWithinPerson = standardErrorWithinPerson
  }

  /// How long it lasted, seconds.
  public var seconds: Double { Double(duration) / 1000 }

  /// When it ended, milliseconds since 1970 UTC.
  public var end: Int64 { start + duration }

  /// In the order of their starts. What is equal in this order is equal in everything, so that a sum
  /// does not depend on the order in which samples were added.
  public static func < (a: SampleRow, b: SampleRow) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.duration != b.duration { return a.duration < b.duration }
    if a.value != b.value { return a.value < b.value }
    if a.standardError != b.standardError {
      return (a.standardError ?? -1) < (b.standardError ?? -1)
    }
    return (a.standardErrorWithinPerson ?? -1) < (b.standardErrorWithinPerson ?? -1)
  }
}

extension Sample {
  /// The sample as plain numbers.
  public var row: SampleRow {
    let begin = start.millisecondsSince1970
    return SampleRow(
      start: begin, duration: end.millisecondsSince1970 - begin, value: value,
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson)
  }
}
