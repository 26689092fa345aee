import Foundation

/// How many files the program may hold open at once.
enum FileHandles {
  /// Tables of a folder are read side by side, several recordings at a time, beside the store: with
  /// fewer, some tables could not be opened and results would lack what they hold.
  private static let least: rlim_t = 64

  /// Takes as many as the system gives; throws when they are too few.
  static func take() throws {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { return }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = min(limit.rlim_max, 4096)
      if raised.rlim_cur > limit.rlim_cur, setrlimit(files, &raised) == 0 { limit = raised }
    }
    guard limit.rlim_cur < least else { return }
    throw ResourceFailure(
      "only \(limit.rlim_cur) files may be open at once and at least \(least) are needed; "
        + "raise the limit, as with ulimit -n 1024")
  }
}
