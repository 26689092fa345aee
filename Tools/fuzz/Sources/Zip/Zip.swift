import FuzzedReaders

@main enum Zip {
  static func main() { FuzzedRecording.run(.zipFile) }
}
