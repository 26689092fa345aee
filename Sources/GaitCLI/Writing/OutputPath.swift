import ArgumentParser
import Foundation

/// Where a command may write: somewhere, and not over what it reads.
enum OutputPath {
  /// Looks at a path before anything is read.
  ///
  /// - Parameters:
  ///   - path: the option's value; `nil` where it was not given.
  ///   - option: its name, for the sentence.
  ///   - inputs: the files that the command reads.
  /// - Throws: a sentence for an empty path, as an unset variable gives, and for a file that is read.
  static func check(_ path: String?, option: String = "--output", besides inputs: [String] = [])
    throws
  {
    guard let path else { return }
    guard !path.isEmpty else {
      throw ValidationError("\(option) is empty; give a name, or leave the option out")
    }
    let real = resolved(path)
    guard let input = inputs.first(where: { resolved($0) == real }) else { return }
    throw ValidationError(
      "\(option) \(path) would be written over \(input), which is read; give another name")
  }

  /// The same file has one name, whatever links and dots lead to it.
  private static func resolved(_ path: String) -> String {
    let file = path.prefix { $0 != "#" }
    return URL(fileURLWithPath: String(file)).resolvingSymlinksInPath().path
  }
}
