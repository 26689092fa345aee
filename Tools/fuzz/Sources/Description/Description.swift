import FuzzedReaders

@main enum Description {
  static func main() { FuzzedRecording.run(.description) }
}
