import ArgumentParser
import Foundation
import GaitModel

/// Looks at the command line before it is taken apart.
enum CommandLineCheck {
  /// - Throws: a sentence for an argument that Swift cannot take as it is, for a command that
  ///   there is not, behind `help` too, and for an option that has one value and is given twice.
  static func run() throws {
    try checkEncoding()
    try checkNames()
    let arguments = CommandLine.arguments.dropFirst()
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    // The words behind `help` are those of the command that it is about.
    let isHelp = first == "help"
    let words = isHelp ? arguments.dropFirst() : arguments
    let (command, rest) = RepeatedOptions.command(in: words)
    let known = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard isHelp || !known.isEmpty, let word = rest.first, !word.hasPrefix("-") else {
      return try RepeatedOptions.check(arguments)
    }
    let path = words.prefix(words.count - rest.count + 1).joined(separator: " ")
    throw ValidationError(
      "there is no command \(PrintableText.of(path))"
        + InvalidWord.question(of: word, among: known)
        + (known.isEmpty ? "" : "\nThere are \(known.joined(separator: ", "))."))
  }

  /// A file's name that begins with a dash would be taken apart into options; with an h in it, it would print help.
  private static func checkNames() throws {
    for argument in CommandLine.arguments.dropFirst() {
      if argument == "--" { return }
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2,
        Double(argument) == nil, argument.contains(where: { $0 == "." || $0 == "/" })
      else { continue }
      let name = PrintableText.of(argument)
      throw ValidationError(
        "\(name) begins with a dash, as options do; for a file of this name say ./\(name)")
    }
  }

  /// Names are kept as text. A name in another encoding would be changed on the way, and then looked for
  /// in vain.
  private static func checkEncoding() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { continue }
      let units = UnsafeBufferPointer(start: bytes, count: length(of: bytes))
      let isText =
        String(validating: units.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self) != nil
      guard isText else {
        throw ValidationError(
          """
          argument \(index), \(PrintableText.of(CommandLine.arguments[index])), is not UTF-8; rename \
          that file, or set a link to it and name the link
          """)
      }
    }
  }

  private static func length(of bytes: UnsafePointer<CChar>) -> Int {
    var count = 0
    while bytes[count] != 0 { count += 1 }
    return count
  }
}

/// What is said when the program is ended by a fault, most often because memory ran out.
///
/// The system gives no chance to go on from there; without these words it would end in silence.
enum CrashNotice {
  /// The words, made before they are needed: a program without memory cannot make any.
  private static let words: StaticString = """
    gait: stopped by a fault of the program, or because memory ran out (see ulimit -v; --jobs 1 takes \
    the least). What was reported as done is kept; nothing half done took its place.

    """

  /// Says so from now on, and then lets the system end the program as it would have.
  static func install() {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      signal(number) { number in
        _ = write(STDERR_FILENO, CrashNotice.words.utf8Start, CrashNotice.words.utf8CodeUnitCount)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

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

/// Whether the system lets the program have the threads that it stands on.
///
/// Workers that are never made would be waited for without end and without a word.
enum ThreadCheck {
  /// One for signals, a few that work, and those that the system's own libraries keep beside them.
  private static let needed = 8

  /// - Throws: what to do when the threads are not available.
  static func run() throws {
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    for _ in 0..<needed {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { _ in
          usleep(1000); return nil
        }, nil)
      guard code == 0 else {
        throw ResourceFailure(
          "the system allows no more threads (\(String(cString: strerror(code)))); raise its limits "
            + "for processes and memory, ulimit -u and ulimit -v, or end other programs")
      }
      threads.append(thread)
    }
  }
}

/// Whether the program may not have all the memory that there is.
enum MemoryLimit {
  /// Whether addresses are limited, as by `ulimit -v`.
  static var isSet: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
      && limit.rlim_cur < rlim_t.max
  }
}

/// Ends the program in words where it would wait without end: the system's libraries ask again and again for
/// a thread that they cannot have, most often because memory is limited.
enum StallWatch {
  /// How often it looks, seconds.
  private static let pause: UInt32 = 2
  /// So often in a row nothing moves and no thread can be had: that is no hiccup.
  private static let patience = 4
  /// The number of `M_ARENA_MAX` in malloc.h.
  private static let arenaLimit: Int32 = -8
  /// A program that works takes more than this share of a processor.
  private static let idleShare = 0.02

  private static let words: StaticString = """
    gait: stopped: the system gives no more threads or memory (see ulimit -v and ulimit -u; --jobs 1 takes \
    the least). What was reported as done is kept; nothing half done took its place.

    """

  /// Begins to watch; where memory is limited, lets all threads share what there is.
  static func start() {
    if MemoryLimit.isSet {
      // Each arena takes 64 MB of addresses, used or not. Glibc's header of it is not among Swift's.
      typealias Setting = @convention(c) (Int32, Int32) -> Int32
      if let mallopt = dlsym(nil, "mallopt") {
        _ = unsafeBitCast(mallopt, to: Setting.self)(arenaLimit, 1)
      }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 18)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    _ = pthread_create(&thread, &attributes, { _ in StallWatch.watch() }, nil)
  }

  private static func watch() -> Never {
    var stalls = 0
    var before = cpuSeconds
    while true {
      sleep(pause)
      let now = cpuSeconds
      let isIdle = now - before < idleShare * Double(pause)
      before = now
      stalls = isIdle && !canMakeThread() ? stalls + 1 : 0
      guard stalls >= patience else { continue }
      _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      PendingFiles.shared.abandon()
      _exit(InputOutcome.nothingRead.rawValue)
    }
  }

  private static func canMakeThread() -> Bool {
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
    pthread_join(thread, nil)
    return true
  }

  private static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The system does not give what every command needs.
struct ResourceFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
