import FuzzedReaders

@main enum SensorLogger {
  static func main() { FuzzedRecording.run(.sensorLogger) }
}
