import Foundation
import GaitModel
import SampleStorage

// StoreWriter STORE PARTICIPANT FIRST COUNT [--limit BYTES] [--nobody] [--again]
// Saves recordings one by one, a line "NUMBER ROUND" for each once it is committed; every fifth is
// saved again in a newer round, every seventh deleted and saved again. With a limit, files cannot
// grow beyond it; as nobody, files of others cannot be written.

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments
if let place = words.firstIndex(of: "--limit"), let bytes = UInt(words[place + 1]) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
if words.contains("--nobody") {
  guard setgid(65534) == 0, setuid(65534) == 0 else { exit(77) }
}
guard words.count >= 5, let first = Int(words[3]), let count = Int(words[4]) else { exit(64) }
do {
  let store = try SampleStore.open(words[1], access: .everything)
  for number in first..<first + count {
    try await store.save([WriterLoad.recording(number, of: words[2], round: 1)])
    say("\(number) 1")
    if number % 5 == 0 {
      try await store.save([WriterLoad.recording(number, of: words[2], round: 2)])
      say("\(number) 2")
    }
    if number % 7 == 0 {
      let query = SampleQuery(participant: words[2], recording: "recording-\(number)")
      try await store.delete(matching: query)
      try await store.save([WriterLoad.recording(number, of: words[2], round: 3)])
      say("\(number) 3")
    }
  }
} catch {
  say("error: \(error)")
  exit(1)
}
