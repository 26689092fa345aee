import Fuzzing

@main enum Reference {
  static func main() { Fuzzing.run(DamagedReference.breach) }
}
