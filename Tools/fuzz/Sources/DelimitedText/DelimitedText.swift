import FuzzedReaders

@main enum DelimitedText {
  static func main() { FuzzedRecording.run(.delimitedText) }
}
