import Synchronization

/// A value that is made when somebody asks for it, and then kept: most ways of wearing ask for a part of it all.
final class MadeOnce<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let kept = Mutex<Value?>(nil)

  /// - Parameter make: makes the value.
  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  var value: Value {
    kept.withLock { kept in
      if let kept { return kept }
      let made = make()
      kept = made
      return made
    }
  }
}
