import Foundation
import GaitModel
import SampleStorage
import Testing

/// Exports whose end is missing.
struct ExportEndTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `a table that ends after its header is refused, and the file as it was is read`()
    async throws
  {
    let url = folder.url.appendingPathComponent("export.csv")
    let store = try await folder.filledStore()
    let settings = ExportSettings(format: .csv, seal: nil, code: nil)
    _ = try await store.export(SampleQuery(), to: url.path, settings)
    let whole = try String(contentsOf: url, encoding: .utf8)
    func read() throws -> Int {
      var reader = try ExportReader(url.path)
      var count = 0
      while let next = try reader.next() { count += next.count }
      return count
    }
    #expect(try read() > 0)
    let end = try #require(whole.firstIndex(of: "\n"))
    try Data(whole[...end].utf8).write(to: url)
    #expect {
      try read()
    } throws: {
      "\($0)".contains("no row below it")
    }
  }
}
