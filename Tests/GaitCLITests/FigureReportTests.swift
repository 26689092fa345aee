import Foundation
import Testing

/// `gait report … --figure`: what a paper shows is as wide as it is on a page, and no word is cut.
struct FigureReportTests {
  @Test func `a figure with a long legend is whole`() throws {
    let gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--store", "h.gait",
      "--seed", "3", "--days", "200", "-q")
    try gait.done(
      "event", "--store", "h.gait", "--participant", "P07", "operation", "--on", "2026-04-05",
      "--words", "new knee")
    try gait.done(
      "recalibrate", "--store", "h.gait", "--participant", "P07", "--from", "2026-04-05")
    try gait.done(
      "report", "person", "--store", "h.gait", "--participant", "P07", "--figure", "speed",
      "--output", "speed.svg", "-q")
    let drawing = try gait.text(of: "speed.svg")
    for words in [
      "5 to 95 % of walking time<", ">mean of 7 days, begins anew at events<",
      ">estimates begin anew<", ">new knee<",
    ] {
      let isWhole = drawing.contains(words)
      #expect(isWhole, "\(words)")
    }
    // Of 720 pixels.
    let plot = try #require(
      drawing.firstMatch(of: /class="background"[^>]* d="M[\d.]+,[\d.]+h([\d.]+)v/))
    let width = try #require(Double(plot.1))
    #expect(width > 600)
    let top = try #require(
      drawing.firstMatch(of: /stroke-miterlimit="10" transform="translate\([\d.]+,([\d.]+)\)/))
    let legend = try #require(
      drawing.firstMatch(of: /role-legend"[^>]*><g transform="translate\([-\d.]+,([-\d.]+)\)/))
    let room = try #require(Double(top.1))
    let place = try #require(Double(legend.1))
    #expect(room + place >= 0, "nothing lies above the edge")
  }

  @Test func `long names beside an axis that differ at their ends are whole`() throws {
    let gait = try GaitProcess()
    try FileManager.default.createDirectory(
      atPath: gait.path("results/tables"), withIntermediateDirectories: true)
    let names = ["first", "second"].map { "a reason in so many words that it is long, \($0)" }
    for (table, text) in [
      ("persons", "participant\n"), ("recordings", "participant\n"), ("days", "participant\n"),
      (
        "failures",
        "path,participant,reason,message\n"
          + names.map { "x.csv,P,\"\($0)\",no\n" }.joined()
      ),
    ] {
      try text.write(
        toFile: gait.path("results/tables/\(table).csv"), atomically: true, encoding: .utf8)
    }
    try gait.done(
      "report", "study", "results", "--figure", "failures", "--output", "failures.svg", "-q")
    let drawing = try gait.text(of: "failures.svg")
    for name in names {
      let isWhole = drawing.contains(">\(name)<")
      #expect(isWhole, "\(name)")
    }
  }
}
