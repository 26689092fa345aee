import Fuzzing

@main enum DelimitedText {
  static func main() { Fuzzing.run(.delimitedText) }
}
