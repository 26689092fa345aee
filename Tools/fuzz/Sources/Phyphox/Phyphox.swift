import Fuzzing

@main enum Phyphox {
  static func main() { Fuzzing.run(.phyphox) }
}
