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

  /// What is said of a name in bytes.
  private func refusal(
    of name: [UInt8], _ use: (UnsafePointer<CChar>) throws -> Void
  ) -> String? {
    let error = #expect(throws: UnreadableFile.self) {
      try (name + [0]).withUnsafeBytes {
        try use(#require($0.assumingMemoryBound(to: CChar.self).baseAddress))
      }
    }
    return error?.description
  }

  private let latin: [UInt8] = [0x4A, 0xE9, 0x2E, 0x63]

  @Test func `a settings file that is not there, or has a name that is not UTF-8, cannot be read`()
  {
    let read = { (name: UnsafePointer<CChar>) in
      var said = gait_default_options()
      said.settings = name
      _ = try withUnsafePointer(to: said) { try Options($0) }
    }
    let none = refusal(of: Array("none.json".utf8), read)
    #expect(none?.hasPrefix("settings none.json: no such file can be read; gait settings") == true)
    #expect(refusal(of: latin, read)?.contains("is not UTF-8; rename that file") == true)
  }

  @Test func `a path that is not UTF-8 is called so, and another is text`() throws {
    let path = "José.csv#b"
    #expect(try path.withCString { try Call.path($0) } == path)
    #expect(refusal(of: latin) { _ = try Call.path($0) }?.contains("set a link to it") == true)
  }

  @Test func `a sex has the words that descriptions of recordings may use`() throws {
    for word in ["f", "F", "female", "Female"] {
      #expect(try options(sex: word).recording.sex == .female, "\(word)")
    }
    for word in ["m", "M", "male"] { #expect(try options(sex: word).recording.sex == .male) }
    #expect(throws: BadArgument.self) { try options(sex: "x") }
  }
}
