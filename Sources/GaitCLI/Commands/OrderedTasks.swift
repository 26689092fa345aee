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

  /// Does the work on every input, at most so many at once, and takes each result as soon as it is there: nothing
  /// waits for a long one before it.
  ///
  /// - Parameters:
  ///   - inputs: What to work on, in the order in which it is begun.
  ///   - atOnce: How many at once.
  ///   - work: Done on each.
  ///   - take: Called with the results one after the other; `false` starts nothing more.
  static func runAsCompleted<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], atOnce: Int, work: @escaping @Sendable (Input) async -> Output,
    take: (Output) async -> Bool
  ) async {
    await withTaskGroup(of: Output.self) { group in
      var waiting = inputs.makeIterator()
      var goesOn = true
      for _ in 0..<atOnce {
        if let input = waiting.next() { group.addTask { await work(input) } }
      }
      for await output in group {
        if goesOn, let input = waiting.next() { group.addTask { await work(input) } }
        if await !take(output) { goesOn = false }
      }
    }
  }
}
