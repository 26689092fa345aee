import Fuzzing

@main enum SensorLogger {
  static func main() { Fuzzing.run(.sensorLogger) }
}
