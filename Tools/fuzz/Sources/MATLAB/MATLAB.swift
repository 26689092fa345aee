import FuzzedReaders

@main enum MATLAB {
  static func main() { FuzzedRecording.run(.matlab) }
}
