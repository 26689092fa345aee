import CGaitKit
import GaitAnalysis
import GaitModel
import SensorFiles

/// An argument that cannot be, in words.
struct BadArgument: Error, CustomStringConvertible {
  /// Which, what came and what is allowed.
  var description: String

  init(_ description: String) { self.description = description }
}

/// A file that cannot be read, in words.
struct UnreadableFile: Error, CustomStringConvertible {
  /// Which, why and what to do.
  var description: String

  init(_ description: String) { self.description = description }
}

/// That walking cannot be looked for in samples, with what was noticed of their clock and of what was refused.
struct UnusableStream: Error, CustomStringConvertible {
  let obstacle: SearchObstacle
  let remarks: [RecordingRemark]

  /// Both, in words.
  var description: String {
    ([obstacle.description] + remarks.map(\.message)).joined(separator: "; ")
  }
}

/// Calls that can fail: the one place where an error becomes a status and a message.
enum Call {
  /// Does the work of a call that gives a handle.
  ///
  /// - Parameters:
  ///   - place: where the caller wants to read what went wrong; `nil` for nowhere.
  ///   - work: makes the object behind the handle.
  /// - Returns: the handle, or `nil` after a failure.
  static func handle(
    _ place: UnsafeMutablePointer<gait_error>?, _ work: () throws -> AnyObject
  ) -> OpaquePointer? {
    var made: AnyObject?
    _ = status(place) {
      made = try work()
      return GAIT_OK
    }
    return made.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
  }

  /// Does the work of a call that gives a status.
  static func status(
    _ place: UnsafeMutablePointer<gait_error>?, _ work: () throws -> gait_status
  ) -> gait_status {
    do {
      let status = try work()
      write(status, "", to: place)
      return status
    } catch {
      let status = status(of: error)
      write(status, "\(error)", to: place)
      return status
    }
  }

  /// A path as text, as the command has it: a name in another encoding would be changed on the way, and then looked for in vain.
  ///
  /// - Throws: `UnreadableFile` for such a name.
  static func path(_ bytes: UnsafePointer<CChar>) throws(UnreadableFile) -> String {
    if let path = String(validatingCString: bytes) { return path }
    throw UnreadableFile(
      "\(String(cString: bytes)) is not UTF-8; rename that file, or set a link to it and name the link"
    )
  }

  /// The object behind a handle, which stays open.
  static func object<Object: AnyObject>(
    behind handle: OpaquePointer, as type: Object.Type = Object.self
  ) -> Object {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Closes a handle; nothing for none.
  static func close<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
    guard let handle else { return }
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  }

  private static func status(of error: any Error) -> gait_status {
    switch error {
    case is BadArgument: GAIT_BAD_ARGUMENT
    case is SearchObstacle, is UnusableStream, is NoAcceleration: GAIT_NOT_ANALYZED
    default: GAIT_NOT_READ
    }
  }

  /// Writes what came of a call where the caller wants to read it.
  static func write(
    _ status: gait_status, _ message: String, to place: UnsafeMutablePointer<gait_error>?
  ) {
    guard let place else { return }
    place.pointee.status = status
    withUnsafeMutableBytes(of: &place.pointee.message) { room in
      let bytes = Array(message.utf8)
      var end = min(bytes.count, room.count - 1)
      // A letter of several bytes that does not fit is left out as a whole.
      while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      room.copyBytes(from: bytes[..<end] + [0])
    }
  }
}

/// Texts that are handed out to C; they live as long as this does, and equal ones have one address.
final class Texts {
  private var known: [String: UnsafeMutablePointer<CChar>] = [:]

  deinit { known.values.forEach { $0.deallocate() } }

  /// The text as C reads it.
  func text(_ text: String) -> UnsafePointer<CChar> {
    if let place = known[text] { return UnsafePointer(place) }
    let bytes = Array(text.utf8CString)
    let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    place.initialize(from: bytes, count: bytes.count)
    known[text] = place
    return UnsafePointer(place)
  }
}

/// Numbers or addresses that are handed out to C; they live as long as this does.
final class Numbers<Value> {
  private let room: UnsafeMutableBufferPointer<Value>

  init(_ values: some Collection<Value>) {
    room = .allocate(capacity: values.count)
    _ = room.initialize(from: values)
  }

  deinit {
    room.deinitialize()
    room.deallocate()
  }

  /// The first of them.
  var first: UnsafePointer<Value> {
    // Room for none has an address of its own too, so that "no rows" is not "no numbers".
    UnsafePointer(room.baseAddress ?? Self.nothing)
  }

  private static var nothing: UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment) ?? .allocate(capacity: 1)
  }
}
