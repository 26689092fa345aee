import Foundation

/// A row of numbers as one line of blocks: what rises and falls is seen without a page.
enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// Whether a person reads standard output on a terminal that shows such blocks.
  static var isShown: Bool {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let isUnicode = locale.map { $0.uppercased().replacing("-", with: "").contains("UTF8") }
    return Terminal.outputIsRead && isUnicode == true && environment["TERM"] != "dumb"
  }

  /// The line: one block for each value between the least and the greatest, a space where there is none.
  ///
  /// - Parameter values: In their order.
  /// - Returns: As many characters as values; empty where fewer than two are known.
  static func text(_ values: [Double?]) -> String {
    let known = values.compactMap(\.self)
    guard known.count > 1, let least = known.min(), let most = known.max() else { return "" }
    let step = max(most - least, 1e-9) / Double(blocks.count)
    return String(
      values.map { value in
        value.map { blocks[min(blocks.count - 1, Int(($0 - least) / step))] } ?? " "
      })
  }
}
