import Fuzzing

@main enum Manifest {
  static func main() { Fuzzing.run(DamagedManifest.breach) }
}
