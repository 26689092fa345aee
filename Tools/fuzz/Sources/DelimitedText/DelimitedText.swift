import Fuzzing

@main enum DelimitedText {
  static func main() {
    Fuzzing.run { FuzzedRecording.read(["recording.csv": $0], recording: "recording.csv") }
  }
}
