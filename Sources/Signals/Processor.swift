#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The processor this runs on, as far as it decides which plan is fastest.
enum Processor {
  /// A name fit for a file name: the model, and a number made of everything that tells it apart.
  static let name: String = {
    let lines = description()
    let model = lines.first { $0.hasPrefix("model name") }
    let words = model.flatMap { $0.split(separator: ":").last } ?? "processor"
    let readable = words.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return readable.joined(separator: "-") + "-" + String(fingerprint(of: lines), radix: 16)
  }()

  /// The lines about the first processor that stay the same from boot to boot.
  private static func description() -> [Substring] {
    let kept = [
      "vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU implementer",
      "CPU architecture", "CPU variant", "CPU part", "CPU revision",
    ]
    let first = systemText().split(separator: "\n\n", maxSplits: 1).first ?? ""
    return first.split(separator: "\n").filter { line in kept.contains { line.hasPrefix($0) } }
  }

  #if canImport(Darwin)
    private static func systemText() -> String {
      var bytes = [UInt8](repeating: 0, count: 256)
      var size = bytes.count
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return "" }
      return "model name: " + String(decoding: bytes[..<max(0, size - 1)], as: UTF8.self)
    }
  #else
    private static func systemText() -> String {
      let file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return "" }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = read(file, &bytes, bytes.count)
      return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }
  #endif

  /// Fowler, Noll and Vo's hash (FNV-1a): the same in every run, unlike Swift's.
  private static func fingerprint(of lines: [Substring]) -> UInt64 {
    lines.flatMap(\.utf8).reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
