import FuzzedReaders

@main enum BIDSMotion {
  static func main() { FuzzedRecording.run(.bidsMotion) }
}
