import Foundation

/// The libraries that draw, as they are installed on this machine: Vega for figures, dygraphs for
/// the signal.
///
/// Debian has them in `libjs-vega` and `libjs-dygraphs`. They are put into each page with their
/// licenses, and are no
/// part of this package.
package struct ScriptLibraries {
  /// Where Debian puts JavaScript libraries.
  package static let usualFolder = "/usr/share/javascript"
  /// The Debian packages that hold them.
  package static let packages = ["libjs-vega", "libjs-dygraphs"]

  /// Where they are.
  package let folder: String

  /// Takes the libraries in a folder.
  package init(folder: String = ScriptLibraries.usualFolder) { self.folder = folder }

  /// A library is not there.
  package struct Missing: Error, CustomStringConvertible {
    /// The file that was looked for.
    package var path: String
    /// What is missing and how to get it.
    package var description: String {
      """
      \(path) is not there: pages are drawn with the Debian packages \
      \(ScriptLibraries.packages.joined(separator: " and ")); install them with: \
      sudo apt-get install -y \
      \(ScriptLibraries.packages.joined(separator: " "))
      """
    }
  }

  /// The parts of Vega that our charts use, each after those that it needs.
  private static let vegaParts = [
    "util", "time", "format", "loader", "dataflow", "statistics", "scale", "canvas", "scenegraph",
    "encode", "expression", "event-selector", "selections", "functions", "runtime", "transforms",
    "view-transforms", "view", "parser", "interpreter",
  ]

  /// The scripts of the libraries, ready to stand in a page.
  package func scripts(hasSignal: Bool) throws -> [String] {
    let charts = try PageRenderer.safe(vega())
    return hasSignal ? [charts, try PageRenderer.safe(dygraphs())] : [charts]
  }

  /// Vega in one script: Debian has it in parts, which ask for each other by name.
  package func vega() throws -> String {
    let parts = try Self.vegaParts.map { part in
      let file = part == "selections" ? "selection" : part
      return """
        parts["vega-\(part)"] = function (module, exports, require) {
        \(try source("vega/vega-\(file).min.js"))
        };
        """
    }
    return """
      "use strict";
      var vega = (function () {
      var parts = {}, made = {"topojson-client": {}};
      function need(name) {
        if (!made[name]) {
          var module = {exports: {}};
          made[name] = module.exports;
          parts[name].call(globalThis, module, module.exports, need);
          made[name] = module.exports;
        }
        return made[name];
      }
      \(parts.joined(separator: "\n"))
      Object.assign(need("vega-dataflow").transforms, need("vega-transforms"),
        need("vega-view-transforms"), need("vega-encode"));
      return {View: need("vega-view").View, parse: need("vega-parser").parse,
        expressionInterpreter: need("vega-interpreter").expressionInterpreter};
      })();
      """
  }

  private func dygraphs() throws -> String { try source("dygraphs/dygraph.min.js") }

  /// The style sheet of dygraphs.
  package func dygraphsStyle() throws -> String { try source("dygraphs/dygraph.min.css") }

  private func source(_ name: String) throws -> String {
    let path = folder + "/" + name
    guard let data = FileManager.default.contents(atPath: path) else { throw Missing(path: path) }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("//# sourceMappingURL") }.joined(separator: "\n")
  }

  /// The terms under which the libraries are used, for a reader of the page.
  func licenses(hasSignal: Bool) -> [[String: String]] {
    (hasSignal ? Self.packages : ["libjs-vega"]).map { name in
      let text =
        FileManager.default.contents(atPath: "/usr/share/doc/\(name)/copyright")
        .map { String(decoding: $0, as: UTF8.self) }
        ?? Self.terms[name] ?? ""
      return ["name": String(name.dropFirst("libjs-".count)), "text": text]
    }
  }

  /// Where a machine keeps no documentation.
  private static let terms = [
    "libjs-vega": "Copyright UW Interactive Data Lab; BSD 3-Clause License.",
    "libjs-dygraphs": "Copyright Dan Vanderkam and others; MIT License.",
  ]
}
