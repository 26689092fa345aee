// Figures: turns the specifications of the page into drawings. The same code makes figures for papers, without a page.
"use strict";
var GaitCharts = (function () {
  var paper = {
    page: "#ffffff", ink: "#1b1f24", faint: "#57606a", rule: "#d5dae0", grid: "#e4e8ec", blue: "#0072b2",
    sky: "#56b4e9", orange: "#e69f00", green: "#009e73", vermilion: "#d55e00", purple: "#cc79a7", yellow: "#f0e442"
  };
  var font = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';
  function onScreen(name) { return "var(--" + name + ")"; }
  function onPaper(name) { return paper[name]; }

  // Vega wants rows; the page holds columns, which are shorter.
  function rows(columns) {
    var keys = Object.keys(columns), count = keys.length ? columns[keys[0]].length : 0, all = [];
    for (var i = 0; i < count; i += 1) {
      var row = {};
      for (var k = 0; k < keys.length; k += 1) row[keys[k]] = columns[keys[k]][i];
      all.push(row);
    }
    return all;
  }

  // The words after @ are names of the page's colors.
  function colored(value, color) {
    if (typeof value === "string") return value[0] === "@" ? color(value.slice(1)) : value;
    if (Array.isArray(value)) return value.map(function (item) { return colored(item, color); });
    if (value === null || typeof value !== "object") return value;
    var made = {};
    Object.keys(value).forEach(function (key) { made[key] = colored(value[key], color); });
    return made;
  }

  // Words beside an axis may have half of the width: names that differ at their ends alone would be cut to the same.
  function complete(specification, color, width) {
    var made = {};
    Object.keys(specification).forEach(function (key) {
      if (key !== "data" && key !== "most_width") made[key] = colored(specification[key], color);
    });
    made.axes.forEach(function (axis) { if (axis.orient === "left") axis.labelLimit = {signal: "labelRoom"}; });
    made.signals = [{name: "labelRoom", value: Math.round(width / 2)}];
    made.data = specification.data.map(function (data) {
      return {name: data.name, values: rows(data.columns)};
    });
    made.config = {
      background: null, font: font, aria: false,
      axis: {
        labelColor: color("faint"), titleColor: color("ink"), gridColor: color("grid"),
        domainColor: color("rule"), tickColor: color("rule"), labelFont: font, titleFont: font,
        labelFontSize: 12, titleFontSize: 12.5, titleFontWeight: "normal", labelPadding: 5
      },
      legend: {labelColor: color("ink"), labelFont: font, labelFontSize: 12.5, columnPadding: 16, offset: 6},
      text: {font: font}
    };
    return made;
  }

  function view(specification, color, width, options) {
    options.expr = vega.expressionInterpreter;
    options.logLevel = 1;
    return new vega.View(vega.parse(complete(specification, color, width), null, {ast: true}), options).width(width);
  }

  function widthOf(element, specification) {
    return Math.min(specification.most_width || 1200, Math.max(240, element.clientWidth));
  }

  // Draws a specification into an element, and again when the element changes its width.
  function draw(element, specification) {
    element.textContent = "";
    var width = widthOf(element, specification);
    var made = view(specification, onScreen, width, {renderer: "svg", container: element, hover: true});
    made.run();
    // The element says in words what is drawn; each mark by itself would only be noise.
    element.querySelector("svg").setAttribute("aria-hidden", "true");
    new ResizeObserver(function () {
      var now = widthOf(element, specification);
      if (now !== width) { width = now; made.signal("labelRoom", Math.round(now / 2)).width(now).run(); }
    }).observe(element);
    element.setAttribute("data-drawn", "yes");
    return made;
  }

  // The figure as it goes into a paper, as a promise of SVG.
  function svg(specification) {
    var made = view(specification, onPaper, specification.most_width || 720, {renderer: "none"});
    // The first run lays the legend out for a width that is not known yet, the second for the one that is left.
    return made.runAsync().then(function () { return made.resize().runAsync(); })
      .then(function () { return made.toSVG(); });
  }

  return {draw: draw, svg: svg};
})();
