import Foundation
import GaitResults
import SensorFiles

/// Why an input gave no result, in words that name it.
struct InputFailure: Error, CustomStringConvertible, Sendable {
  /// The whole message.
  var description: String

  /// Names the input as it was given, once: some messages begin with its path or file name.
  init(_ input: RecordingInput, _ error: any Error) {
    let message = "\(error)" + OptionHint.of(error)
    // What lies inside a folder or zip file is named with it.
    if message.hasPrefix(input.path.hasSuffix("/") ? input.path : input.path + "/") {
      description = message
      return
    }
    let file = RecordingAddress(input.path).path
    let names = [
      input.path, file, URL(fileURLWithPath: file).path,
      file.split(separator: "/").last.map(String.init) ?? file, input.name,
    ]
    let named = names.first { message.hasPrefix($0 + ": ") }
    description = input.path + ": " + message.dropFirst(named.map { $0.count + 2 } ?? 0)
  }
}
