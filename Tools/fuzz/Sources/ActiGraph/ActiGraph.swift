import FuzzedReaders

@main enum ActiGraph {
  static func main() { FuzzedRecording.run(.actiGraph) }
}
