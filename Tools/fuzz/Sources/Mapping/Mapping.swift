import Fuzzing

@main enum Mapping {
  static func main() { Fuzzing.run(DamagedMapping.breach) }
}
