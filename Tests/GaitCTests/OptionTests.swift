import CGaitKit
import GaitModel
import Testing

@testable import GaitC

/// What callers say of a recording.
struct OptionTests {
  private func options(site: String? = nil, sex: String? = nil) throws -> Options {
    func withText<Result>(
      _ text: String?, _ use: (UnsafePointer<CChar>?) throws -> Result
    ) rethrows -> Result {
      guard let text else { return try use(nil) }
      return try text.withCString { try use($0) }
    }
    return try withText(site) { site in
      try withText(sex) { sex in
        var said = gait_default_options()
        (said.site, said.sex) = (site, sex)
        return try withUnsafePointer(to: said) { try Options($0) }
      }
    }
  }

  @Test func `sites have the words that descriptions of recordings may use`() throws {
    for (word, site) in [
      ("waist", WearingSite.hip), ("belt", .hip), ("back", .lowerBack), ("Sacrum", .lowerBack),
      ("L5", .lowerBack), ("chest", .neck), ("upper_arm", .arm), ("lower_back", .lowerBack),
    ] {
      #expect(try options(site: word).recording.site == site, "\(word)")
    }
    #expect(throws: BadArgument.self) { try options(site: "wast") }
  }

  @Test func `a sex has the words that descriptions of recordings may use`() throws {
    for word in ["f", "F", "female", "Female"] {
      #expect(try options(sex: word).recording.sex == .female, "\(word)")
    }
    for word in ["m", "M", "male"] { #expect(try options(sex: word).recording.sex == .male) }
    #expect(throws: BadArgument.self) { try options(sex: "x") }
  }
}
