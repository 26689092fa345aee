import Foundation
import GaitModel
import Testing

@testable import GaitReports

/// What comes from outside stays words, wherever it stands.
struct PageTests {
  private static let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"

  private func html(_ page: Page) throws -> String {
    try PageRenderer(libraries: ScriptLibraries()).html(page)
  }

  private var page: Page {
    let chart = Chart(
      x: .words("", [Self.hostile]), y: .numbers("steps"),
      layers: [
        ChartLayer(
          Self.hostile, .columns, .blue,
          [
            "x": .words([Self.hostile]), "y": .numbers([1], decimals: 0),
            "tip": .words([Self.hostile]),
          ])
      ])
    return Page(
      .study, title: Self.hostile, lead: [Self.hostile, Self.hostile],
      facts: [PageFact(Self.hostile, Self.hostile)],
      tiles: [PageTile("a", Self.hostile, note: Self.hostile)],
      sections: [
        PageSection(
          "one", Self.hostile,
          [
            .figure(PageFigure("steps", Self.hostile, chart, caption: Self.hostile)),
            .table(
              PageTable(Self.hostile, [.word("a")], [[.init(Self.hostile, link: "a\"b.html")]])),
            .sentences([Self.hostile]), .notes(Self.hostile, [Self.hostile]),
          ])
      ], program: "gait")
  }

  /// What a library that draws the chart is told of an axis.
  private func specification(_ x: ChartAxis, _ values: [Double]) -> String {
    ChartSpecification(
      chart: Chart(
        x: x, y: .words("", values.map { "\($0)" }),
        layers: [
          ChartLayer(
            nil, .bars, .blue,
            ["x": .numbers(values, decimals: 2), "y": .words(values.map { "\($0)" })])
        ])
    ).value.document
  }

  @Test func `marks of an axis are written as they stand, and those of counts are whole`() {
    for values in [[1.0], [3, 2, 1], [0, 0]] {
      let counts = specification(.counts("bouts"), values)
      #expect(counts.contains("\"tickMinStep\": 1") && !counts.contains("\"format\""), "\(counts)")
      let numbers = specification(.numbers("walking speed (m/s)"), values)
      #expect(!numbers.contains("tickMinStep") && !numbers.contains("\"format\""), "\(numbers)")
    }
    #expect(
      specification(.counts("bouts"), [0, 0]).split(whereSeparator: \.isWhitespace).joined()
        .contains("\"domain\":[0.0,1.0]"))
  }

  @Test func `tags in names are words in the page`() throws {
    let html = try html(page)
    #expect(!html.contains("<script>alert") && !html.contains("<img src=x"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("href=\"a&quot;b.html\""))
  }

  @Test func `only the page's own scripts may run, and nothing is loaded`() throws {
    let html = try html(page)
    let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    #expect(policy.contains("default-src &#39;none&#39;"))
    let script = try #require(policy.firstMatch(of: /script-src ([^;]*);?/))
    _ = script
    #expect(!policy.contains("unsafe-eval") && !policy.contains("script-src &#39;unsafe"))
    let count = html.components(separatedBy: "<script>").count - 1
    #expect(policy.components(separatedBy: "sha256-").count - 1 == count && count == 3)
    #expect(!html.contains("src=\"http") && !html.contains("<link"))
  }

  @Test func `the same page has the same bytes`() throws {
    #expect(try html(page) == html(page))
  }

  @Test func `what is missing of the libraries is named with the packages that have it`() {
    let renderer = PageRenderer(libraries: ScriptLibraries(folder: "/nowhere"))
    #expect(throws: ScriptLibraries.Missing.self) { try renderer.html(page) }
    #expect(ScriptLibraries.Missing(path: "/nowhere").description.contains("libjs-vega"))
  }

  @Test func `numbers are written for people`() {
    #expect(PageText.grouped(1_234_567) == "1,234,567" && PageText.grouped(-12) == "-12")
    #expect(PageText.decimal(12_345, 0) == "12,345" && PageText.decimal(nil, 2) == "–")
    #expect(PageText.time(90) == "90 s" && PageText.time(5400) == "90 min")
    #expect(PageText.time(604_800) == "7.0 days")
    #expect(
      PageText.count(1, "bout") == "1 bout"
        && PageText.count(2, "person", "people") == "2 people"
    )
  }
}
