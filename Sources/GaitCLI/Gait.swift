@main
struct Gait {
  static func main() {}
}
