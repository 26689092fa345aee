import GaitModel

/// Puts samples of several pages into one block.
struct GENEActivSamples {
  /// Some samples of a page.
  struct Piece {
    let page: GENEActivPage
    let span: GENEActivClock.Span
    let samples: Range<Int>
  }

  private let pieces: [Piece]
  private let count: Int

  /// The pieces follow each other in time.
  init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.samples.count }
  }

  /// All samples; `origin` is that of the recording.
  func block(origin: GENEActivOrigin) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds(origin: origin), acceleration: Axes(x: axis(0), y: axis(1), z: axis(2)),
      side: side(origin: origin))
  }

  /// Counted from the page's first slot, so that cuts do not change them.
  private func seconds(origin: GENEActivOrigin) -> [Double] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        let (span, first) = (piece.span, piece.samples.lowerBound)
        if piece.page.slots.isEmpty {
          for place in 0..<piece.samples.count {
            target[place] = origin.seconds(span, slot: first &+ place)
          }
        } else {
          for place in 0..<piece.samples.count {
            target[place] = origin.seconds(span, slot: piece.page.slots[first + place])
          }
        }
        target += piece.samples.count
      }
      filled = count
    }
  }

  private func axis(_ axis: Int) -> [Float] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        piece.page.values.withUnsafeBufferPointer { values in
          guard let base = values.baseAddress else { return }
          let start = axis * piece.page.sampleCount + piece.samples.lowerBound
          target.initialize(from: base + start, count: piece.samples.count)
        }
        target += piece.samples.count
      }
      filled = count
    }
  }

  /// The page's temperature belongs to its first sample.
  private func side(origin: GENEActivOrigin) -> [SideChannel: SideSamples] {
    var temperature = SideSamples()
    for piece in pieces where piece.samples.lowerBound == 0 {
      guard let degrees = piece.page.temperatureCelsius else { continue }
      let second = origin.seconds(piece.span, slot: piece.page.slot(of: 0))
      temperature.append(seconds: second, Float(degrees))
    }
    return temperature.seconds.isEmpty ? [:] : [.temperature: temperature]
  }
}
