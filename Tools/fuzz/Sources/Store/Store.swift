import Fuzzing

@main enum Store {
  static func main() {
    let folder = Fuzzing.folder()
    Fuzzing.run { bytes in Fuzzing.waiting { await DamagedStore.breach(bytes, in: folder) } }
  }
}
