import Fuzzing

@main enum Results {
  static func main() {
    let folder = Fuzzing.folder()
    Fuzzing.run { DamagedResults.breach($0, in: folder) }
  }
}
