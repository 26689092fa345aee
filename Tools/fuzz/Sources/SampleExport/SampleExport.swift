import Fuzzing

@main enum SampleExport {
  static func main() {
    let folder = Fuzzing.folder()
    Fuzzing.run { DamagedDoors.exportBreach($0, in: folder) }
  }
}
