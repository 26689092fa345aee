import GaitModel

/// Leaves out samples in which one axis of the accelerometer is dead: one value for a second or more, to the last bit,
/// while another axis moves by much more than the steps in which it is counted.
///
/// Of a run of equal values every stretch of a second is judged by itself, and what is left at its end like the stretch
/// before it. Once an axis is dead, it stays so until it gives another value, except while the device rests: then no
/// axis says anything. However the input is cut, the same samples are left out.
///
/// Limits are our choice. Of 1,143 real recordings none has one value for so long while another axis moves by more than
/// 0.4 m/s², or 4 of its steps, in each third of that time.
struct DeadAxes: Sendable {
  typealias Samples = BrokenSamples.Samples

  /// A stretch of a run, seconds: a working axis never has one value so long in motion.
  static let stretchSeconds = 1.0
  /// A stretch of a slow sensor has more seconds, so that chance alone makes no values equal.
  static let leastCount = 50
  /// Another axis moves by this in each third of a stretch, m/s²: what is less may be rest.
  static let leastMotion: Float = 1.5
  /// Another axis that moves by so much shows that a device with a dead axis does not rest, m/s².
  static let leastMotionOnceDead: Float = 0.5
  /// It moves by so many of its own steps: along an axis on which a coarse sensor hardly moves it gives one value, too.
  static let leastSteps: Float = 20

  /// Samples that were left out.
  private(set) var count = 0
  /// What was found since it was taken last.
  private var findings: [(axis: Int, stretch: BrokenStretch)] = []
  private var held: Samples
  private var axes = [Axis](repeating: Axis(), count: 3)
  /// What is dead of the samples that are held.
  private var dead: [Range<Int>] = []

  /// The run of equal values that an axis is in.
  private struct Axis: Sendable {
    /// Where the stretch that is not judged yet begins, a place among the samples that are held.
    var start = 0
    /// Whether the stretch before it, of the same run, was dead.
    var isDead = false
    /// Whether any stretch before it, of the same run, was dead.
    var wasDead = false
    /// Whether the axis has never given another value.
    var isFirstRun = true
  }

  /// Makes a filter that has seen nothing.
  init(channelCount: Int) { held = Samples(columns: Array(repeating: [], count: channelCount)) }

  /// Takes samples and returns those that are decided and whole.
  mutating func append(_ new: Samples) -> Samples {
    let known = held.seconds.count
    held.append(new, new.seconds.indices)
    let isQuick = dead.isEmpty && !axes.contains(where: \.isDead)
    let places = isQuick ? evenPlaces() : nil
    for axis in axes.indices {
      if let places, !mayHoldLongRun(axis, places) {
        let start = startOfLastRun(axis)
        if start > axes[axis].start { axes[axis] = Axis(start: start, isFirstRun: false) }
      } else {
        follow(axis, from: known)
      }
    }
    return decided(before: axes.map(\.start).min() ?? 0)
  }

  /// Whether a run of equal values may last for a stretch: it holds two neighbors of places less than half of that apart,
  /// and all between them, of which a few are compared.
  private func mayHoldLongRun(_ number: Int, _ places: [Int]) -> Bool {
    guard held.seconds.count > Self.leastCount else { return false }
    return held.columns[number].withUnsafeBufferPointer { values in
      zip(places, places.dropFirst()).contains { from, to in
        (0...8).allSatisfy { values[from + (to - from) * $0 / 8] == values[from] }
      }
    }
  }

  /// Places among the samples that are held, less than half of a stretch apart in time; `nil` where a pause is too long
  /// for that.
  private func evenPlaces() -> [Int]? {
    let seconds = held.seconds
    guard var place = seconds.indices.first else { return [] }
    var places = [place]
    while let next = seconds.firstIndex(
      after: place, atLeast: seconds[place] + 0.4 * Self.stretchSeconds)
    {
      guard seconds[next] - seconds[place] <= 0.5 * Self.stretchSeconds else { return nil }
      places.append(next)
      place = next
    }
    return places
  }

  /// Where the run of equal values begins that goes on.
  private func startOfLastRun(_ number: Int) -> Int {
    let values = held.columns[number]
    var start = max(0, values.count - 1)
    while start > 0, values[start - 1] == values[start] { start -= 1 }
    return start
  }

  /// Ends the recording and returns what was held back and is whole.
  mutating func finish() -> Samples {
    let end = held.seconds.count
    for number in axes.indices where axes[number].isDead { note(number, axes[number].start..<end) }
    return decided(before: end)
  }

  /// Whether an axis was dead and has never given another value.
  var isAxisDeadThroughout: Bool { axes.contains { $0.isFirstRun && $0.wasDead } }

  /// Hands out what was found.
  mutating func takeFindings() -> [(axis: Int, stretch: BrokenStretch)] {
    defer { findings = [] }
    return findings
  }

  /// Follows the runs of an axis through new samples.
  private mutating func follow(_ number: Int, from known: Int) {
    var axis = axes[number]
    let values = held.columns[number]
    for i in max(known, 1)..<max(known, 1, values.count) {
      if values[i] != values[i - 1] {
        if axis.isDead { note(number, axis.start..<i) }
        axis = Axis(start: i, isFirstRun: false)
      } else if i - axis.start >= Self.leastCount,
        held.seconds[i] - held.seconds[axis.start] >= Self.stretchSeconds
      {
        let stretch = axis.start..<i
        axis.isDead = isDead(number, stretch, was: axis.wasDead)
        if axis.isDead {
          note(number, stretch)
          axis.wasDead = true
        }
        axis.start = i
      }
    }
    axes[number] = axis
  }

  /// Whether an axis that has one value in a stretch cannot be at rest in it. At a sensor's limit it clips, which is said
  /// by itself.
  private func isDead(_ axis: Int, _ stretch: Range<Int>, was wasDead: Bool) -> Bool {
    guard abs(Double(held.columns[axis][stretch.lowerBound])) <= ClippingWatch.leastForce else {
      return false
    }
    // In every part of it: the last motion before a rest, or a change of posture, does not last so long.
    let parts = wasDead ? [stretch] : parts(of: stretch)
    let least = wasDead ? Self.leastMotionOnceDead : Self.leastMotion
    return parts.allSatisfy { part in
      (0..<3).contains { other in
        guard other != axis else { return false }
        let reach = range(held.columns[other][part])
        // As a rule the device rests, and nothing more is looked at.
        return reach >= least && reach >= Self.leastSteps * leastStep(held.columns[other][stretch])
      }
    }
  }

  /// The smallest difference of neighbors that differ; infinite where none do.
  private func leastStep(_ values: ArraySlice<Float>) -> Float {
    zip(values, values.dropFirst()).lazy.map { abs($1 - $0) }.filter { $0 > 0 }.min() ?? .infinity
  }

  /// How far values reach.
  private func range(_ values: ArraySlice<Float>) -> Float {
    guard var least = values.first else { return 0 }
    var greatest = least
    for value in values {
      least = min(least, value)
      greatest = max(greatest, value)
    }
    return greatest - least
  }

  /// A stretch in three parts.
  private func parts(of stretch: Range<Int>) -> [Range<Int>] {
    (0..<3).map { third in
      (stretch.lowerBound + third * stretch.count / 3)..<(stretch.lowerBound
        + (third + 1) * stretch.count / 3)
    }
  }

  private mutating func note(_ axis: Int, _ stretch: Range<Int>) {
    guard !stretch.isEmpty else { return }
    dead.append(stretch)
    let seconds = held.seconds[stretch.lowerBound]...held.seconds[stretch.upperBound - 1]
    findings.append(
      (axis, BrokenStretch(kind: .deadAxis, seconds: seconds, sampleCount: stretch.count)))
  }

  /// Takes out what lies before a place and is whole.
  private mutating func decided(before end: Int) -> Samples {
    var whole = Samples(columns: Array(repeating: [], count: held.columns.count))
    if dead.isEmpty {
      // As a rule: all but the last few are handed on as they are.
      var rest = whole
      rest.append(held, end..<held.seconds.count)
      swap(&whole, &held)
      whole.removeLast(rest.seconds.count)
      held = rest
      for axis in axes.indices { axes[axis].start -= end }
      return whole
    }
    var from = 0
    for stretch in dead.sorted(by: { $0.lowerBound < $1.lowerBound }) where stretch.lowerBound < end
    {
      if stretch.lowerBound > from { whole.append(held, from..<stretch.lowerBound) }
      from = max(from, stretch.upperBound)
    }
    if from < end { whole.append(held, from..<end) }
    count += end - whole.seconds.count
    held.removeFirst(end)
    dead = dead.compactMap {
      $0.upperBound > end ? max(0, $0.lowerBound - end)..<$0.upperBound - end : nil
    }
    for axis in axes.indices { axes[axis].start -= end }
    return whole
  }
}

extension [Double] {
  /// The first index behind one at which rising values reach a limit; `nil` where none does. It is near, so that ever
  /// longer steps find it.
  fileprivate func firstIndex(after start: Int, atLeast limit: Double) -> Int? {
    guard let last, last >= limit, start + 1 < count else { return nil }
    var (low, high) = (start, start + 1)
    while self[high] < limit { (low, high) = (high, Swift.min(2 * high - start, count - 1)) }
    while low + 1 < high {
      let middle = (low + high) / 2
      if self[middle] >= limit { high = middle } else { low = middle }
    }
    return high
  }
}
