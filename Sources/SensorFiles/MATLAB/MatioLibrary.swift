import CMatio
import Foundation
import Synchronization

/// matio and the HDF5 library below it, which know one thread only.
enum MatioLibrary {
  private static let lock = NSLock()
  private static let messages = Mutex<[String]>([])

  /// What matio says goes here and not to standard error.
  private static let takesMessages: Bool =
    Mat_LogInitFunc("gait") { _, message in
      guard let message else { return }
      let text = String(cString: message)
      MatioLibrary.messages.withLock { $0.append(text) }
    } == 0

  /// Does something with the library while nobody else does.
  static func alone<Result>(_ work: () -> Result) -> Result {
    lock.withLock {
      _ = takesMessages
      // Each time, because matio starts HDF5 anew after its last file, and that prints errors.
      _ = H5Eset_auto2(0, nil, nil)
      return work()
    }
  }

  /// What the library has said since it was last asked, the first of it.
  static func takeComplaint() -> String? {
    messages.withLock { messages in
      defer { messages = [] }
      return messages.first?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
