import Foundation
import GaitValidation

/// What a damaged mapping of a laboratory may do: be read, or be refused in words. `Tools/fuzz` links this file.
enum DamagedMapping {
  /// Reads bytes as a mapping; which promise was broken, or `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    do {
      let mapping = try LaboratoryMapping(json: Data(bytes))
      return try LaboratoryMapping(json: mapping.document()) == mapping
        ? nil : "written and read again it is another"
    } catch {
      return error is ValidationError && "\(error)".count > 10 ? nil : "no words: \(error)"
    }
  }
}
