import GRDB
import GRDBSQLite

/// A row of a scan as plain numbers.
struct StoredSample {
  /// Start, milliseconds since 1970.
  var start: Int64
  /// Length, milliseconds.
  var duration: Int64
  /// Number of the source.
  var source: Int64
  /// Number of the details.
  var detail: Int64
  /// The value in the kind's base unit.
  var value: Double
  /// Standard error against the truth; `nil` where the scan does not ask for it.
  var standardError: Double?
  /// Standard error against the person's own past; `nil` where the scan does not ask for it.
  var standardErrorWithinPerson: Double?
  /// What tells it apart from others that are alike; 0 where the scan does not ask for it.
  var distinction: Int64 = 0
  /// The change that wrote it; 0 where the scan does not ask for it.
  var change: Int64 = 0

  /// What a scan asks for; the number of columns.
  enum Columns: Int {
    /// When, from where, and the value.
    case values = 5
    /// Standard errors, too.
    case errors = 7
    /// Everything.
    case all = 9
  }

  /// Reads the values of so many columns of a row.
  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>, count: Int) {
    start = sqlite3_value_int64(values[0])
    duration = sqlite3_value_int64(values[1])
    source = sqlite3_value_int64(values[2])
    detail = sqlite3_value_int64(values[3])
    value = sqlite3_value_double(values[4])
    guard count >= Columns.errors.rawValue else { return }
    standardError = Self.optional(values[5])
    standardErrorWithinPerson = Self.optional(values[6])
    guard count >= Columns.all.rawValue else { return }
    distinction = sqlite3_value_int64(values[7])
    change = sqlite3_value_int64(values[8])
  }

  /// Reads the row on which a statement of superseded samples stands.
  init(ofSuperseded statement: OpaquePointer) {
    func error(_ column: Int32) -> Double? {
      sqlite3_column_type(statement, column) == SQLITE_NULL
        ? nil : sqlite3_column_double(statement, column)
    }
    start = sqlite3_column_int64(statement, 0)
    duration = sqlite3_column_int64(statement, 1)
    source = sqlite3_column_int64(statement, 2)
    detail = sqlite3_column_int64(statement, 3)
    value = sqlite3_column_double(statement, 4)
    (standardError, standardErrorWithinPerson) = (error(5), error(6))
    distinction = sqlite3_column_int64(statement, 7)
  }

  /// Whether the row is one that can have been written. What a damaged file holds must not end the program
  /// in an overflow or a sample that ends before it starts.
  var isPossible: Bool {
    StoredRange.instants.contains(start) && duration >= 0
      && duration <= StoredRange.instants.upperBound - start && value.isFinite
  }

  /// SQLite gives 0 for what is absent; only then is it asked which.
  private static func optional(_ value: OpaquePointer?) -> Double? {
    let number = sqlite3_value_double(value)
    if number != 0 { return number }
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : number
  }
}

/// Rows that SQLite hands over while it walks through a table.
///
/// The condition of a scan calls a function that keeps the row's values here and holds when there are enough, so that
/// SQLite returns to us once for hundreds of rows. Stepping from row to row and asking for each column takes
/// 1.6 times as long.
struct RowBlock {
  private let rows: UnsafeMutablePointer<StoredSample>
  private var count = 0
  /// Few at first: a question about the first row costs no more than a few rows.
  private var wanted = 1
  /// Some 20 KB, which stay in the cache.
  private static let capacity = 256

  /// Makes an empty block.
  init() { rows = .allocate(capacity: Self.capacity) }

  /// Ends the life of the rows.
  func deallocate() { rows.deallocate() }

  /// The rows that were handed over.
  var taken: UnsafeBufferPointer<StoredSample> { UnsafeBufferPointer(start: rows, count: count) }

  /// Makes room for the next rows.
  mutating func empty() {
    count = 0
    wanted = min(2 * wanted, Self.capacity)
  }

  /// Keeps a row; says whether there are enough.
  private mutating func take(_ row: StoredSample) -> Bool {
    precondition(count < Self.capacity, "SQLite gives a full block back before it goes on")
    (rows + count).initialize(to: row)
    count += 1
    return count == wanted
  }

  /// The function's name in SQL: its first argument is a block, the others are a row's columns.
  static let function = "row_block"

  /// Makes the function known to a connection.
  static func addFunction(to database: Database) throws {
    let code = sqlite3_create_function_v2(
      database.sqliteConnection, function, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil,
      { context, count, values in
        guard let values, let block = RowBlock.block(values[0]) else { return }
        let row = StoredSample(values + 1, count: Int(count) - 1)
        sqlite3_result_int(context, block.pointee.take(row) ? 1 : 0)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Gives a statement the block that its rows go to.
  static func bind(
    _ block: UnsafeMutablePointer<RowBlock>, to statement: OpaquePointer, _ place: Int32
  ) {
    sqlite3_bind_pointer(statement, place, block, kind, nil)
  }

  private static func block(_ value: OpaquePointer?) -> UnsafeMutablePointer<RowBlock>? {
    sqlite3_value_pointer(value, kind)?.assumingMemoryBound(to: RowBlock.self)
  }

  /// What SQLite tells pointers apart by.
  private static var kind: UnsafePointer<CChar> {
    UnsafeRawPointer(("rows" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
