import Fuzzing

@main enum Settings {
  static func main() { Fuzzing.run(DamagedSettings.breach) }
}
