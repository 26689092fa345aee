import GaitModel

extension Page {
  /// The same page in other words, wherever it speaks: names become codes.
  package func rewritten(_ words: (String) -> String) -> Page {
    var page = self
    page.title = words(title)
    page.lead = lead.map(words)
    page.facts = facts.map { PageFact($0.name, words($0.value)) }
    page.tiles = tiles.map { PageTile($0.name, words($0.value), note: words($0.note)) }
    page.sections = sections.map { section in
      PageSection(section.identifier, section.title, section.blocks.map { $0.rewritten(words) })
    }
    return page
  }
}

extension PageBlock {
  fileprivate func rewritten(_ words: (String) -> String) -> PageBlock {
    switch self {
    case .figure(let figure): .figure(figure.rewritten(words))
    case .table(let table): .table(table.rewritten(words))
    case .sentences(let lines): .sentences(lines.map(words))
    case .notes(let title, let lines): .notes(title, lines.map(words))
    case .signal: self
    }
  }
}

extension PageFigure {
  fileprivate func rewritten(_ words: (String) -> String) -> PageFigure {
    var figure = self
    figure.caption = words(caption)
    figure.table = table?.rewritten(words)
    if case .words(let list) = chart.y.scale { figure.chart.y.scale = .words(list.map(words)) }
    if case .words(let list) = chart.x.scale { figure.chart.x.scale = .words(list.map(words)) }
    figure.chart.layers = chart.layers.map { layer in
      var layer = layer
      layer.name = layer.name.map(words)
      layer.columns = layer.columns.mapValues { column in
        if case .words(let list) = column { .words(list.map { $0.map(words) }) } else { column }
      }
      return layer
    }
    return figure
  }
}

extension PageTable {
  fileprivate func rewritten(_ words: (String) -> String) -> PageTable {
    PageTable(
      words(caption), columns,
      rows.map { row in row.map { Cell(words($0.text), link: $0.link.map(words)) } })
  }
}
