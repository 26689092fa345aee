/// Work on several things at once, with the results handed out in the order of the things.
enum OrderedTasks {
  /// Does the work on every input, at most so many at once, and takes the results in input order.
  static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], atOnce: Int, work: @escaping @Sendable (Int, Input) async -> Output,
    take: (Int, Output) async -> Void
  ) async {
    await withTaskGroup(of: (Int, Output).self) { group in
      var waiting = inputs.enumerated().makeIterator()
      func startNext() {
        guard let (index, input) = waiting.next() else { return }
        group.addTask { (index, await work(index, input)) }
      }
      for _ in 0..<atOnce { startNext() }
      var finished: [Int: Output] = [:]
      var next = 0
      for await (index, output) in group {
        startNext()
        finished[index] = output
        while let output = finished.removeValue(forKey: next) {
          await take(next, output)
          next += 1
        }
      }
    }
  }
}
