import Foundation
import GaitModel
import Mustache

/// Turns a page into HTML. Everything that comes from outside is escaped: words by the template
/// library, data as
/// JSON in which no tag can begin.
package struct PageRenderer {
  /// The installed libraries that are put into the page.
  package let libraries: ScriptLibraries

  /// Makes a renderer.
  package init(libraries: ScriptLibraries) { self.libraries = libraries }

  /// How a page of ours begins, by which the command knows it again.
  package static let beginning = "<!DOCTYPE html>\n<!-- made by gait report -->\n"

  /// The whole file.
  /// - Throws: what is missing of the libraries, or a fault of the template.
  package func html(_ page: Page) throws -> String {
    var templates = MustacheLibrary()
    for (name, text) in Asset.templates {
      templates.register(try MustacheTemplate(string: text), named: name)
    }
    let scripts = try scripts(for: page)
    let policy = [
      "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:",
      "script-src " + scripts.map { "'sha256-\(ScriptDigest.base64($0))'" }.joined(separator: " "),
      "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
    var members: [String: Any] = [
      "policy": policy, "scripts": scripts, "title": page.title, "kind": page.kind.rawValue,
      "style": try page.hasSignal ? libraries.dygraphsStyle() + Asset.style : Asset.style,
      "program": page.program, "leads": Array(page.lead.dropFirst()),
      "facts": page.facts.map { ["name": $0.name, "value": $0.value] },
      "tiles": page.tiles.map(tile), "sections": page.sections.map(section),
      "licenses": libraries.licenses(hasSignal: page.hasSignal),
    ]
    members["lead"] = page.lead.first
    return Self.beginning + (templates.render(members, withTemplate: "page") ?? "")
  }

  private func tile(_ tile: PageTile) -> [String: Any] {
    var members: [String: Any] = ["name": tile.name, "value": tile.value]
    if !tile.note.isEmpty { members["note"] = tile.note }
    return members
  }

  private func scripts(for page: Page) throws -> [String] {
    let own = [Asset.charts] + (page.hasSignal ? [Asset.signal, Asset.bouts] : []) + [Asset.start]
    return try libraries.scripts(hasSignal: page.hasSignal) + own.map(Self.safe)
  }

  /// A tag in a script's string must not end the script.
  static func safe(_ script: String) -> String {
    "\n" + script.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--") + "\n"
  }

  private func section(_ section: PageSection) -> [String: Any] {
    [
      "id": section.identifier, "title": section.title,
      "blocks": section.blocks.map(block),
    ]
  }

  private func block(_ block: PageBlock) -> [String: Any] {
    switch block {
    case .figure(let figure): ["figure": self.figure(figure)]
    case .table(let table): ["table": self.table(table)]
    case .sentences(let lines): ["sentences": lines.map { ["line": $0] }]
    case .notes(let title, let lines):
      ["notes": ["title": title, "lines": lines.map { ["line": $0] }] as [String: Any]]
    case .signal(let document):
      ["signal": ["data": Self.data(document.value), "caption": document.caption]]
    }
  }

  private func figure(_ figure: PageFigure) -> [String: Any] {
    var members: [String: Any] = [
      "name": figure.name, "title": figure.title, "caption": figure.caption,
      "height": figure.chart.height + 70,
      "specification": Self.data(ChartSpecification(chart: figure.chart).value),
    ]
    if let table = figure.table { members["table"] = self.table(table) }
    return members
  }

  private func table(_ table: PageTable) -> [String: Any] {
    [
      "caption": table.caption,
      "columns": table.columns.map { ["title": $0.title, "class": $0.isNumber ? "number" : ""] },
      "rows": table.rows.map { row in
        [
          "cells": zip(row, table.columns).enumerated().map { place, cell in
            Self.cell(cell.0, isHead: place == 0, isNumber: cell.1.isNumber)
          }
        ]
      },
    ]
  }

  private static func cell(
    _ cell: PageTable.Cell, isHead: Bool, isNumber: Bool
  ) -> [String: Any] {
    var members: [String: Any] = ["text": cell.text, "class": isNumber ? "number" : ""]
    if isHead { members["head"] = true }
    if let link = cell.link { members["link"] = ["address": link] }
    return members
  }

  /// JSON as it may stand in a page: no tag can begin in it.
  static func data(_ value: JSONValue) -> String {
    value.compact.replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
  }
}

extension Page {
  /// Whether a recording's signal is part of it.
  fileprivate var hasSignal: Bool {
    sections.contains { section in
      section.blocks.contains { if case .signal = $0 { true } else { false } }
    }
  }
}

/// Our own templates, styles and scripts, which are part of the program.
enum Asset {
  static let templates = [
    ("page", text(PackageResources.page_mustache)),
    ("table", text(PackageResources.table_mustache)),
    ("signal", text(PackageResources.signal_mustache)),
  ]
  static let style = text(PackageResources.page_css)
  static let measure = text(PackageResources.measure_js)
  static let charts = text(PackageResources.charts_js)
  static let signal = text(PackageResources.signal_js)
  static let bouts = text(PackageResources.bouts_js)
  static let start = text(PackageResources.start_js)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PageRenderer {
  /// A script that prints a figure as SVG.
  ///
  /// - Parameters:
  ///   - figure: The figure.
  ///   - vega: The scripts of Vega.
  /// - Returns: What Node is to run.
  package static func figureScript(_ figure: PageFigure, vega: String) -> String {
    """
    \(Asset.measure)
    \(vega)
    delete globalThis.document;
    \(Asset.charts)
    GaitCharts.svg(\(data(ChartSpecification(chart: figure.chart).value)))
      .then(function (svg) { process.stdout.write(svg + "\\n"); })
      .catch(function (error) { console.error(String(error)); process.exit(1); });
    """
  }
}
