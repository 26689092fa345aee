/// Keeps bouts as they close, and hands them out in time order when the recording has ended.
///
/// ```swift
/// var kept = KeptBouts(in: "/var/tmp")
/// kept.append(bout)
/// let list = kept.takeList(in: [0], turnCounts: [2])
/// ```
///
/// They are packed; beyond some kilobytes they go to a file without a name. So a minute makes no file, and a month
/// takes 16 bytes of memory a bout, and 16 more while they are handed out.
public struct KeptBouts: Sendable {
  /// Bytes that are held before any are written, and between two writes: some fifty bouts.
  private static let bufferByteCount = 1 << 16

  private let folder: String
  private var writer = BoutWriter()
  private var places: [Place] = []
  private var file: UnnamedFile?
  /// Bytes that are in the file.
  private var written = 0
  /// Why what came since is in memory; `nil` where all is well.
  public private(set) var failure: KeptBoutsError?

  /// Where a bout lies among the bytes.
  struct Place: Sendable {
    var offset: Int
    var byteCount: Int32
    /// How many turns begin in it.
    var turns: Int32 = 0
  }

  /// Keeps nothing yet; the file, if there is to be one, lies in this folder.
  public init(in folder: String) { self.folder = folder }

  /// How many there are.
  public var count: Int { places.count }

  /// How many bytes they have.
  public var byteCount: Int { written + writer.bytes.count }

  /// How many of them are in memory, with what finds them.
  public var heldByteCount: Int {
    writer.bytes.capacity + places.capacity * MemoryLayout<Place>.stride
  }

  /// Takes a bout.
  public mutating func append(_ bout: WalkingBout) {
    let start = writer.bytes.count
    writer.add(bout)
    places.append(
      Place(offset: written + start, byteCount: Int32(writer.bytes.count - start)))
    if writer.bytes.count > Self.bufferByteCount, failure == nil { flush() }
  }

  /// The bouts at these places, in this order, each with the number of turns in it where it counts turns at all; keeps
  /// none.
  public mutating func takeList(in order: [Int], turnCounts: [Int]) -> BoutList {
    let ordered = zip(order, turnCounts).map { number, turns in
      var place = places[number]
      place.turns = Int32(turns)
      return place
    }
    defer { self = KeptBouts(in: folder) }
    return BoutList(
      Packed(
        places: ordered, methods: writer.methods, file: file, written: written,
        bytes: writer.bytes))
  }

  private mutating func flush() {
    do throws(KeptBoutsError) {
      if file == nil { file = try UnnamedFile(in: folder) }
      if let number = file?.write(writer.bytes, at: written) {
        throw KeptBoutsError(folder: folder, number: number)
      }
      written += writer.bytes.count
      writer.forgetBytes()
    } catch { failure = error }
  }

  /// Bouts that were kept, to be read as often as they are needed.
  struct Packed: Sendable {
    let places: [Place]
    let methods: [MethodIdentity]
    /// Where the first bytes are.
    let file: UnnamedFile?
    /// How many those are.
    let written: Int
    /// Those after them.
    let bytes: [UInt8]
  }

  /// Goes from bout to bout.
  struct Iterator {
    private let packed: Packed
    private var following = 0
    /// A piece of the file, and where it begins.
    private var piece: [UInt8] = []
    private var pieceStart = 0

    /// Bytes that are read at once.
    private static let pieceByteCount = 1 << 18

    init(_ packed: Packed) { self.packed = packed }

    mutating func next() -> WalkingBout? {
      guard following < packed.places.count else { return nil }
      let place = packed.places[following]
      following += 1
      guard let file = packed.file, place.offset < packed.written else {
        return bout(at: place, in: packed.bytes, from: packed.written)
      }
      load(place, from: file)
      return bout(at: place, in: piece, from: pieceStart)
    }

    private func bout(at place: Place, in bytes: [UInt8], from start: Int) -> WalkingBout {
      let first = place.offset - start
      return bytes.withUnsafeBytes { bytes in
        let own = UnsafeRawBufferPointer(rebasing: bytes[first..<first + Int(place.byteCount)])
        var reader = BoutReader(own, methods: packed.methods)
        return reader.bout().withTurns(Int(place.turns))
      }
    }

    /// Bouts lie nearly in their order, so that most are in the piece already.
    private mutating func load(_ place: Place, from file: UnnamedFile) {
      let end = place.offset + Int(place.byteCount)
      if place.offset >= pieceStart, end <= pieceStart + piece.count { return }
      let count = max(Int(place.byteCount), Self.pieceByteCount)
      pieceStart = place.offset
      file.read(min(count, packed.written - pieceStart), at: pieceStart, into: &piece)
    }
  }
}
