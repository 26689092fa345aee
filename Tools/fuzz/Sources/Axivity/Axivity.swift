import FuzzedReaders

@main enum Axivity {
  static func main() { FuzzedRecording.run(.axivity) }
}
