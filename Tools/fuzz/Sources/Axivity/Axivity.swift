import Fuzzing

@main enum Axivity {
  static func main() {
    Fuzzing.run { FuzzedRecording.read(["recording.cwa": $0], recording: "recording.cwa") }
  }
}
