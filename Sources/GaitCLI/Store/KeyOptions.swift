import ArgumentParser
import Foundation
import SampleStorage

/// What an export is sealed with.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of at least 32 random bytes: head -c 32 /dev/urandom > study.key",
      valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp("A file whose first line is a passphrase.", valueName: "file"))
  var passphraseFile: String?

  func validate() throws {
    if key != nil, passphraseFile != nil {
      throw ValidationError("give --key or --passphrase-file, not both")
    }
  }

  /// The key, or `nil` when none was given.
  func exportKey() throws -> ExportKey? {
    do {
      if let key { return try ExportKey(fileBytes: try bytes(key)) }
      guard let passphraseFile else { return nil }
      let text = String(decoding: try bytes(passphraseFile), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return try ExportKey(passphrase: line)
    } catch let error as SealError {
      throw StoreFailure.message("\(key ?? passphraseFile ?? ""): \(error)")
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreFailure.message("\(path): the file cannot be read")
    }
    return Array(data)
  }
}
