/// A MATLAB file of version 7.3: an HDF5 file with MATLAB's names for what is in it.
///
/// Read here and not by the library of HDF5: that is large, knows one thread, and some damaged files end
/// the program inside it (1.10.8). What is read of HDF5 is what MATLAB writes, by The HDF Group, HDF5
/// File Format Specification Version 3.0; see the folder `HDF5`. Structures are groups, matrices are
/// datasets whose sizes stand in reverse order.
final class Version73File: MATLABContainer {
  private(set) var variables: [MATLABVariable] = []
  private(set) var faults: [String] = []

  /// Longer texts are no names, dates or sites.
  private static let longestText = 512
  /// Structures inside structures: ten times what recordings have.
  private static let greatestDepth = 64
  /// Fields and variables looked at.
  private static let mostNodes = 100_000
  /// More faults say nothing new.
  private static let mostFaults = 100

  private let source: HDF5Source
  private let passedOver: Set<String>
  private var seenGroups: Set<Int> = []
  private var nodeCount = 0

  /// Looks at the variables of a file.
  init(
    _ file: any MATLABBytePlaces, passingOver passedOver: Set<String>
  ) throws(MATLABFileError) {
    self.passedOver = passedOver
    do throws(HDF5Fault) {
      let superblock = try HDF5Superblock(file)
      source = superblock.source
      let root = try HDF5Header(at: superblock.root, of: source)
      let links = try HDF5Group(root, of: source).links
      if file.byteCount < superblock.byteCount {
        note("the file is cut: it has \(file.byteCount) of \(superblock.byteCount) bytes")
      }
      // Names with a # are groups that MATLAB keeps for itself.
      variables = links.filter { !$0.name.hasPrefix("#") }.map {
        variable($0, within: "", depth: 0)
      }
    } catch {
      let advice = error.isDamage ? "; copy it again, or save it again with -v7" : ""
      throw MATLABFileError(
        .damaged,
        "this looks like a MATLAB 7.3 file and cannot be opened: it \(error.words)\(advice).")
    }
  }

  func series(
    of matrices: [MATLABMatrix], isTransposed: [Bool], looksAtChecksums: Bool
  ) throws(MATLABFileError) -> [any MATLABSeries] {
    zip(matrices, isTransposed).map { matrix, isTransposed in
      Version73Series(matrix, isTransposed: isTransposed) { [weak self] in self?.note($0) }
    }
  }

  /// Keeps what is wrong with the file, once.
  private func note(_ fault: String) {
    guard faults.count < Self.mostFaults, !faults.contains(fault) else { return }
    faults.append(fault)
  }

  private func variable(
    _ link: HDF5Group.Link, within parent: String, depth: Int
  ) -> MATLABVariable {
    let path = parent.isEmpty ? link.name : "\(parent).\(link.name)"
    let content: MATLABVariable.Content
    do throws(HDF5Fault) {
      let isPassedOver = depth > 0 && passedOver.contains(link.name)
      content =
        isPassedOver ? .other("passed over") : try self.content(of: link, path, depth: depth)
    } catch {
      if error.isDamage { note("variable \"\(path)\" \(error.words)") }
      content = .other(error.isDamage ? "damaged" : "it \(error.words)")
    }
    return MATLABVariable(name: link.name, content: content)
  }

  private func content(
    of link: HDF5Group.Link, _ path: String, depth: Int
  ) throws(HDF5Fault) -> MATLABVariable.Content {
    nodeCount += 1
    guard depth < Self.greatestDepth, nodeCount < Self.mostNodes else {
      throw .damaged("has more structures than any recording")
    }
    let header = try HDF5Header(at: link.address, of: source)
    let value = try Version73Value(header)
    if value.isGroup {
      guard value.isStructure else { return .other(value.words([])) }
      guard seenGroups.insert(link.address).inserted else { throw .damaged("is there twice") }
      return try structure(header, value, path, depth: depth)
    }
    if value.isEmpty { return try empty(header, value) }
    let words = value.words(value.sizes)
    guard value.sizes.count == 2, value.count > 0, case .number = value.kind else {
      return value.className == "char" && value.count == 0 ? .text("") : .other(words)
    }
    if value.isNumeric { return .matrix(try matrix(header, value, path)) }
    guard value.className == "char", value.count <= Self.longestText else { return .other(words) }
    let numbers = try HDF5Dataset(header, of: source).numbers()
    // MATLAB's letters are those of UTF-16.
    let letters = numbers.compactMap { UInt16(exactly: $0) }
    return letters.count == numbers.count
      ? .text(String(decoding: letters, as: UTF16.self)) : .other(words)
  }

  /// A structure of one element, its fields in MATLAB's order where the file says it.
  private func structure(
    _ header: HDF5Header, _ value: Version73Value, _ path: String, depth: Int
  ) throws(HDF5Fault) -> MATLABVariable.Content {
    let links = try HDF5Group(header, of: source).links
    if let words = arrayWords(links) { return .other(words) }
    let order = value.fieldNames(in: source) ?? []
    let places = Dictionary(
      order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let sorted = links.enumerated().sorted {
      (places[$0.element.name] ?? order.count, $0.offset)
        < (places[$1.element.name] ?? order.count, $1.offset)
    }
    return .structure(sorted.map { variable($0.element, within: path, depth: depth + 1) })
  }

  /// Sizes of an array of structures, of which each field holds the values of all elements; `nil` for a
  /// structure of one.
  private func arrayWords(_ links: [HDF5Group.Link]) -> String? {
    guard let first = links.first,
      let field = try? Version73Value(HDF5Header(at: first.address, of: source)),
      field.isFieldOfArray
    else { return nil }
    return "\(Version73Value.shape(field.sizes)) structure"
  }

  /// What has no elements: its numbers are its sizes.
  private func empty(
    _ header: HDF5Header, _ value: Version73Value
  ) throws(HDF5Fault) -> MATLABVariable.Content {
    guard value.count <= 32 else { throw .damaged("has \(value.count) dimensions") }
    let sizes = try HDF5Dataset(header, of: source).numbers().map { Int(exactly: $0) ?? -1 }
    if value.className == "char" { return .text("") }
    if value.isStructure, sizes.allSatisfy({ $0 == 1 }) { return .structure([]) }
    return .other(value.words(sizes))
  }

  private func matrix(
    _ header: HDF5Header, _ value: Version73Value, _ path: String
  ) throws(HDF5Fault) -> MATLABMatrix {
    let dataset = try HDF5Dataset(header, of: source)
    let scalar = value.count == 1 ? try dataset.numbers()[0] : nil
    return MATLABMatrix(
      rowCount: value.sizes[0], columnCount: value.sizes[1],
      className: value.className ?? dataset.number.rawValue, scalar: scalar,
      place: .dataset(dataset, path: path))
  }
}

/// The rows of a matrix of version 7.3, in stretches.
final class Version73Series: MATLABSeries {
  let width: Int
  private let dataset: HDF5Dataset
  private let storage: (any HDF5Storage)?
  private let isTransposed: Bool
  private let rowCount: Int
  private let name: String
  private let note: (String) -> Void
  private var row = 0

  /// Begins at the first row; `note` hears what is wrong with the matrix.
  init(_ matrix: MATLABMatrix, isTransposed: Bool, note: @escaping (String) -> Void) {
    guard case .dataset(let dataset, let name) = matrix.place else {
      preconditionFailure("a matrix of this kind of file")
    }
    self.dataset = dataset
    self.isTransposed = isTransposed
    (self.name, self.note) = (name, note)
    rowCount = isTransposed ? matrix.columnCount : matrix.rowCount
    width = isTransposed ? matrix.rowCount : matrix.columnCount
    do throws(HDF5Fault) {
      let found = try dataset.storage()
      storage = found.reader
      if let remark = found.remark { note("variable \"\(name)\" \(remark)") }
    } catch {
      storage = nil
      note("variable \"\(name)\" \(error.words)")
    }
  }

  /// MATLAB's columns are the first axis of HDF5 and its rows the second.
  private var axis: Int { isTransposed ? 0 : 1 }

  func read(_ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int) -> Int {
    guard let storage else { return 0 }
    let end = row + min(count, rowCount - row)
    let start = row
    do throws(HDF5Fault) {
      while row < end {
        let next = min(storage.end(after: row, along: axis), end)
        guard next > row else { throw .damaged("ends before row \(row + 1)") }
        let rows = row..<next
        try storage.read(isTransposed ? [rows, 0..<width] : [0..<width, rows], along: axis) {
          widen($0, from: start, into: target, stride: stride)
        }
        row = next
      }
    } catch {
      note("variable \"\(name)\" \(error.words)")
    }
    return row - start
  }

  /// Puts a patch where its rows and columns belong.
  private func widen(
    _ patch: HDF5Patch, from start: Int, into target: UnsafeMutablePointer<Double>, stride: Int
  ) {
    let (rows, axes) = (patch.area[axis], patch.area[1 - axis])
    for column in axes {
      let place = (column - axes.lowerBound) * (isTransposed ? 1 : patch.pitch)
      dataset.number.widen(
        patch.bytes + place * dataset.number.byteCount, step: isTransposed ? patch.pitch : 1,
        count: rows.count, swapsBytes: dataset.swapsBytes,
        into: target + column * stride + rows.lowerBound - start)
    }
  }
}

/// What a group or dataset of HDF5 is in MATLAB's words.
///
/// MATLAB says it in attributes, which programs such as h5py leave out: `MATLAB_class`, `MATLAB_empty` for a matrix without elements, whose
/// numbers are its sizes then, `MATLAB_sparse`, and `MATLAB_fields` with the order of a structure's fields.
struct Version73Value {
  /// MATLAB's class; `nil` when the file does not say.
  let className: String?
  /// Whether it is a group: a structure, a sparse matrix or an object.
  let isGroup: Bool
  /// Whether its numbers are the sizes of a matrix without elements.
  let isEmpty: Bool
  /// What the elements are; `nil` for a group.
  let kind: HDF5Datatype.Kind?
  /// Sizes in MATLAB's order, rows first; none for a group.
  let sizes: [Int]
  /// Elements.
  let count: Int

  private let isSparse: Bool
  private let fields: HDF5Attribute?

  init(_ header: HDF5Header) throws(HDF5Fault) {
    if try HDF5Attribute.areElsewhere(header) {
      throw .unread("keeps its attributes in a heap, where MATLAB does not")
    }
    var attributes: [String: HDF5Attribute] = [:]
    for message in header.all(.attribute) {
      // Who wrote an attribute that is not read here was not MATLAB.
      guard let attribute = try? HDF5Attribute(message) else { continue }
      attributes[attribute.name] = attribute
    }
    className = attributes["MATLAB_class"]?.text
    isEmpty = attributes["MATLAB_empty"]?.number.map { $0 != 0 } ?? false
    isSparse = attributes["MATLAB_sparse"] != nil
    fields = attributes["MATLAB_fields"]
    isGroup = HDF5Group.isGroup(header)
    if isGroup {
      (kind, sizes, count) = (nil, [], 0)
      return
    }
    guard let type = try header.first(.datatype), let space = try header.first(.dataspace) else {
      throw .damaged("has neither kind nor sizes")
    }
    kind = try HDF5Datatype(type).kind
    let dataspace = try HDF5Dataspace(space)
    // A number alone, and a list, as other programs write them.
    let rows = dataspace.sizes.reversed() + (dataspace.sizes.count == 1 ? [1] : [])
    sizes = rows.isEmpty && dataspace.count == 1 ? [1, 1] : Array(rows)
    count = dataspace.count
  }

  /// Whether it is a structure; a group of which nothing is said is taken as one.
  var isStructure: Bool {
    isSparse ? false : className.map { $0 == "struct" } ?? isGroup
  }

  /// Whether it is numbers of MATLAB's kinds. Where the file says no class, as other programs write it, the kind of HDF5 tells.
  var isNumeric: Bool {
    if let className { return className == "logical" || MATLABNumber(rawValue: className) != nil }
    if case .number = kind { return true }
    return false
  }

  /// Whether it holds the values of a field for all elements of an array of structures.
  var isFieldOfArray: Bool {
    if case .reference = kind { return className == nil }
    return false
  }

  /// The names of a structure's fields in MATLAB's order; `nil` when the file does not say.
  func fieldNames(in source: HDF5Source) -> [String]? { fields?.texts(in: source) }

  /// Sizes and class, for messages.
  func words(_ sizes: [Int]) -> String {
    if isGroup { return isSparse ? "sparse matrix" : "object of class \(className ?? "unknown")" }
    let shape = Self.shape(sizes)
    if case .compound = kind, isNumeric { return "\(shape) complex \(className ?? "number")" }
    return "\(shape) \(className ?? "array")"
  }

  /// `3000×3`.
  static func shape(_ sizes: [Int]) -> String {
    sizes.isEmpty ? "1×1" : sizes.map(String.init).joined(separator: "×")
  }
}
