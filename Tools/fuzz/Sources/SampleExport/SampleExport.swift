import Fuzzing

@main enum SampleExport {
  static func main() { Fuzzing.run(FuzzedDoor.samples) }
}
