import GaitAnalysis
import Testing

/// The file of settings as it is printed.
struct SettingsDocumentTests {
  @Test func `comments are broken before they are wider than a page`() {
    let lines = PipelineSettings.document().split(separator: "\n")
    // The head is written by hand; settings begin with the methods.
    let comments = lines.filter { $0.hasPrefix("      // ") }
    #expect(comments.count > 100)
    // 100 without the space before the last word.
    #expect(comments.allSatisfy { $0.count <= 101 || !$0.dropFirst(9).contains(" ") })
    // And not much before: a word more would not fit.
    #expect(comments.contains { $0.count > 95 })
  }
}
