import FuzzedReaders

@main enum GENEActiv {
  static func main() { FuzzedRecording.run(.geneActiv) }
}
