import Fuzzing

@main enum StudyFiles {
  static func main() { Fuzzing.run(DamagedStudyFiles.breach) }
}
