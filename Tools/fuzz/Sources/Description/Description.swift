import Fuzzing

@main enum Description {
  static func main() { Fuzzing.run(.description) }
}
