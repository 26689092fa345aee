import Foundation

extension TimeZone {
  /// The zone that the tz database knows by a name, links and the old names without a stroke included; an offset as
  /// `UTC+2` or `GMT-03:30` is one, too.
  ///
  /// Foundation also takes abbreviations, each for one of the countries that use it: `BST` for Bangladesh, `AST` for Alaska.
  /// People mean another one by them, so none is accepted but those that are names of the database, as `CET`. A name that a
  /// store holds is read by `init(identifier:)`: it stays what it was when it was kept.
  ///
  /// - Parameter name: as the database spells it, `Europe/Berlin`; `nil` comes of any other word.
  package init?(named name: String) {
    let isName =
      name.contains("/") && !name.hasPrefix("SystemV/") || Self.shortNames.contains(name)
      || (name.hasPrefix("GMT") || name.hasPrefix("UTC")) && name.contains { "+-".contains($0) }
    guard isName else { return nil }
    self.init(identifier: name)
  }

  /// All names of the tz database without a stroke (2025b), but `Factory`, which is no place.
  private static let shortNames = Set(
    """
    CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan \
    Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal \
    W-SU WET Zulu
    """.split(separator: " ").map(String.init))
}
