import GRDB
import GaitModel

/// Samples that last: kept in one file, asked, watched, corrected and deleted.
///
/// ```swift
/// let store = try SampleStore.open("study.gait", access: .everything)
/// try await store.save([try analysis.samples(participant: "P07")])
/// let speeds = try await store.samples(of: .walkingSpeed, participant: "P07")
/// ```
///
/// The value is a handle: it knows what may be read and written through it. Handles of one file
/// share its connections and may be used from anywhere at once, also beside other processes.
public struct SampleStore: Sendable {
  /// The kinds that may be read and written through this handle.
  public let access: SampleAccess
  let file: StoreFile

  /// Opens the store in a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - access: the kinds that may be read and written; there is no default.
  ///   - settings: whether the file is made when there is none, and how long to wait for others.
  /// - Returns: a handle.
  /// - Throws: ``StoreError`` when there is no file, it is not a store, or it is of a later version.
  public static func open(
    _ path: String, access: SampleAccess, settings: StoreSettings = StoreSettings()
  ) throws -> SampleStore {
    SampleStore(access: access, file: try StoreFile(path: path, settings: settings))
  }

  /// A handle that may do less: what this one may not do is not granted either.
  public func limited(to access: SampleAccess) -> SampleStore {
    SampleStore(access: self.access.intersection(access), file: file)
  }

  /// Where the store is.
  public var path: String { file.path }

  /// Ends the connections of all handles; only a last one can be closed.
  public func close() throws { try file.close() }
}
