import Foundation
import GRDB
import GaitModel
import SampleStorage
import Testing

/// Rows that SQLite hands over in blocks are those that it gives one by one.
struct RowBlockTests {
  /// Around the sizes of the first blocks, which double, and of those after them.
  @Test(arguments: [0, 1, 2, 3, 7, 255, 256, 511, 512, 1100])
  func `a scan gives what a plain question gives`(_ count: Int) async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    try await store.save((0..<count).map(Self.heartRate))
    let plain = try await DatabaseQueue(path: folder.path).read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT start_ms, duration_ms, value, standard_error, standard_error_within_person
          FROM sample ORDER BY start_ms
          """
      ).map { row in
        SampleRow(
          start: row[0], duration: row[1], value: row[2], standardError: row[3],
          standardErrorWithinPerson: row[4])
      }
    }
    #expect(plain.count == count)
    let kind = SampleKind.heartRate.erased
    let found = try await store.rows(matching: SampleQuery(kinds: [kind], participant: "P01"))
    #expect(found[kind] ?? [] == plain)
    let latest = try await store.samples(
      matching: SampleQuery(kinds: [kind], order: .newestFirst, limit: 3))
    #expect(latest.map(\.value) == plain.suffix(3).reversed().map(\.value))
  }

  /// One in a series of heart rates, with and without errors, some of them 0.
  private static func heartRate(_ number: Int) -> Sample {
    let start = AnalyzedSamples.instant(day: 1) + Double(number) * 10
    let errors: [Double?] = [nil, 0, 2.5]
    return Sample(
      kind: SampleKind.heartRate.erased, value: 60 + Double(number % 37), start: start,
      end: start + Double(number % 5),
      origin: Sample.Origin(
        participant: "P01", source: SampleSource(name: "watch"), metadata: SampleMetadata()),
      standardError: errors[number % 3], standardErrorWithinPerson: errors[number / 3 % 3])
  }
}
