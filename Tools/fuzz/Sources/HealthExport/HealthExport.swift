import Fuzzing

@main enum HealthExport {
  static func main() { Fuzzing.run(DamagedDoors.healthBreach) }
}
