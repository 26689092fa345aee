/// Which kinds of samples may be read and which may be written.
///
/// ```swift
/// let access = SampleAccess(reading: [.walkingSpeed.erased], writing: .nothing)
/// ```
public struct SampleAccess: Hashable, Sendable {
  /// The kinds that may be read.
  public var reading: Grant
  /// The kinds that may be written and deleted.
  public var writing: Grant

  /// Grants reading and writing of some kinds.
  public init(reading: Grant, writing: Grant) {
    self.reading = reading
    self.writing = writing
  }

  /// Reading and writing of every kind.
  public static let everything = SampleAccess(reading: .everything, writing: .everything)
  /// Neither.
  public static let nothing = SampleAccess(reading: .nothing, writing: .nothing)

  /// Some kinds, or all of them.
  public enum Grant: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// Every kind, also those that are not known yet.
    case everything
    /// These kinds and no others.
    case kinds(Set<AnySampleKind>)

    /// No kind.
    public static let nothing: Grant = .kinds([])

    /// These kinds and no others.
    public init(arrayLiteral kinds: AnySampleKind...) { self = .kinds(Set(kinds)) }

    /// Whether a kind is among them. The parts of walks within activities go with the whole walks.
    public func contains(_ kind: AnySampleKind) -> Bool {
      switch self {
      case .everything: true
      case .kinds(let kinds):
        kinds.contains(kind) || kind.ofWholeWalks.map(kinds.contains) ?? false
      }
    }
  }

  /// Throws unless the kind may be read.
  public func requireReading(_ kind: AnySampleKind) throws(SampleAccessError) {
    guard reading.contains(kind) else { throw .cannotRead(kind) }
  }

  /// Throws unless the kind may be written.
  public func requireWriting(_ kind: AnySampleKind) throws(SampleAccessError) {
    guard writing.contains(kind) else { throw .cannotWrite(kind) }
  }

  /// Throws unless the kind can be recalibrated and may be both read and written.
  public func requireRecalibration(_ kind: AnySampleKind) throws(SampleAccessError) {
    guard kind.allowsRecalibration else { throw .notRecalibratable(kind) }
    try requireReading(kind)
    try requireWriting(kind)
  }
}

/// Something was asked of samples that was not granted.
public enum SampleAccessError: Error, Hashable, CustomStringConvertible {
  /// The kind may not be read.
  case cannotRead(AnySampleKind)
  /// The kind may not be written.
  case cannotWrite(AnySampleKind)
  /// The kind does not accept a recalibration.
  case notRecalibratable(AnySampleKind)

  /// What was missing and what to do.
  public var description: String {
    switch self {
    case .cannotRead(let kind):
      "\(kind.name) was to be read and the grant to read it is missing; ask for access with it"
    case .cannotWrite(let kind):
      "\(kind.name) was to be written and the grant to write it is missing; ask for access with it"
    case .notRecalibratable(let kind):
      "\(kind.name) cannot be recalibrated; \(Self.recalibratable) can"
    }
  }

  private static var recalibratable: String {
    AnySampleKind.known.filter(\.allowsRecalibration).map(\.name).joined(separator: ", ")
  }
}

extension SampleAccess {
  /// What both grant.
  public func intersection(_ other: SampleAccess) -> SampleAccess {
    SampleAccess(
      reading: reading.intersection(other.reading), writing: writing.intersection(other.writing))
  }
}

extension SampleAccess.Grant {
  /// What both grant.
  func intersection(_ other: SampleAccess.Grant) -> SampleAccess.Grant {
    switch (self, other) {
    case (.everything, let some), (let some, .everything): some
    case (.kinds(let a), .kinds(let b)): .kinds(a.intersection(b))
    }
  }
}
