import FuzzedReaders

@main enum Phyphox {
  static func main() { FuzzedRecording.run(.phyphox) }
}
