import Fuzzing

@main enum Axivity {
  static func main() { Fuzzing.run(.axivity) }
}
