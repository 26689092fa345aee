import Fuzzing

@main enum Laboratory {
  static func main() {
    let folder = Fuzzing.folder()
    Fuzzing.run { DamagedLaboratory.breach($0, in: folder) }
  }
}
