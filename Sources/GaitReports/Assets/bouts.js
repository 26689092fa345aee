// The table of bouts, and the numbers and the mean stride of the one that was chosen.
"use strict";
var GaitBouts = (function () {
  var data, order = [], page = 0, size = 25, sorted = {key: "start", isFalling: false}, chosen = -1;
  var filters = [
    ["all", "all bouts", function () { return true; }],
    ["steady", "flat and steady walking", function (i) { return data.bouts.kind[i] === 0; }],
    ["left_out", "left out of flat and steady walking", function (i) { return data.bouts.left_out[i] >= 0; }],
    ["running", "running", function (i) { return data.bouts.kind[i] === 2; }],
    ["stairs", "stairs", function (i) { return data.bouts.kind[i] === 3; }]
  ];
  var filter = filters[0];

  function text(value, decimals, unit) { return value === null || value === undefined ? "–" : value.toFixed(decimals) + (unit ? " " + unit : ""); }
  function when(seconds) {
    if (data.start === null) return text(seconds, 1, "s");
    var date = new Date(GaitSignal.clock(data, seconds));
    return date.toLocaleDateString("en-GB", {timeZone: "UTC", weekday: "short", day: "numeric", month: "short"}) + " " + date.toISOString().slice(11, 19);
  }
  function withError(measure, i) {
    var value = measure.value[i], error = measure.error[i];
    if (value === null) return "–";
    return value.toFixed(measure.decimals) + (error === null ? "" : " ± " + error.toFixed(measure.decimals));
  }

  function columns() {
    var bouts = data.bouts;
    return [
      {key: "number", title: "bout", sort: function (i) { return i; }, cell: function (i) { return String(i + 1); }},
      {key: "start", title: "start", sort: function (i) { return bouts.start[i]; }, cell: function (i) { return when(bouts.start[i]); }},
      {key: "length", title: "length (s)", isNumber: true, sort: function (i) { return bouts.end[i] - bouts.start[i]; }, cell: function (i) { return (bouts.end[i] - bouts.start[i]).toFixed(1); }},
      {key: "kind", title: "what", sort: function (i) { return bouts.kind[i]; }, cell: what},
      {key: "steps", title: "steps", isNumber: true, sort: function (i) { return bouts.steps[i]; }, cell: function (i) { return String(bouts.steps[i]); }}
    ].concat(data.measures.filter(function (measure) { return measure.in_table; }).map(function (measure) {
      return {key: measure.key, title: measure.name + (measure.unit ? " (" + measure.unit + ")" : ""), isNumber: true,
        sort: function (i) { return measure.value[i]; }, cell: function (i) { return withError(measure, i); }};
    })).concat([{key: "left_out", title: "not flat and steady because", sort: function (i) { return bouts.left_out[i]; }, cell: function (i) { return bouts.left_out[i] < 0 ? "" : data.left_out[bouts.left_out[i]]; }}]);
  }

  function what(i) { return data.activities[data.bouts.activity[i]] + ", " + data.terrains[data.bouts.terrain[i]]; }

  function element(name, words, kind) {
    var made = document.createElement(name);
    if (words !== undefined) made.textContent = words;
    if (kind) made.className = kind;
    return made;
  }

  function arrange() {
    var column = columns().find(function (one) { return one.key === sorted.key; });
    order = data.bouts.start.map(function (_, i) { return i; }).filter(filter[2]);
    order.sort(function (a, b) {
      var first = column.sort(a), second = column.sort(b);
      if (first === second) return a - b;
      if (first === null) return 1;
      if (second === null) return -1;
      return (first < second ? -1 : 1) * (sorted.isFalling ? -1 : 1);
    });
    page = 0;
    list();
  }

  function list() {
    var all = columns(), head = element("tr"), body = document.querySelector("#bouts-table tbody"), row;
    all.forEach(function (column) {
      var cell = element("th", undefined, column.isNumber ? "number" : ""), button = element("button", column.title);
      cell.scope = "col";
      button.type = "button";
      if (column.key === sorted.key) cell.setAttribute("aria-sort", sorted.isFalling ? "descending" : "ascending");
      button.addEventListener("click", function () {
        sorted = {key: column.key, isFalling: sorted.key === column.key && !sorted.isFalling};
        arrange();
        document.querySelector("#bouts-table th[aria-sort] button").focus();
      });
      cell.append(button);
      head.append(cell);
    });
    document.querySelector("#bouts-table thead").replaceChildren(head);
    body.replaceChildren();
    order.slice(page * size, page * size + size).forEach(function (i) {
      row = element("tr", undefined, i === chosen ? "chosen" : "");
      all.forEach(function (column, place) {
        var cell = element(place ? "td" : "th", place ? column.cell(i) : undefined, column.isNumber ? "number" : "");
        if (!place) {
          var button = element("button", column.cell(i));
          button.type = "button";
          button.setAttribute("aria-label", "Show bout " + (i + 1));
          button.addEventListener("click", function () { GaitSignal.choose(i); choose(i, true); });
          cell.scope = "row";
          cell.append(button);
        }
        row.append(cell);
      });
      body.append(row);
    });
    var pages = Math.max(1, Math.ceil(order.length / size));
    document.getElementById("bouts-count").textContent = order.length + (order.length === 1 ? " bout" : " bouts") + (pages > 1 ? ", rows " + (page * size + 1) + " to " + Math.min(order.length, page * size + size) : "");
    document.getElementById("bouts-back").disabled = page === 0;
    document.getElementById("bouts-on").disabled = page >= pages - 1;
    document.getElementById("bouts-back").parentElement.hidden = pages === 1;
  }

  // Numbers with their errors, or why there is none.
  function choose(i, isAsked) {
    chosen = i;
    var panel = document.getElementById("bout"), parts = element("div", undefined, "columns"), left = element("div"), right = element("div");
    panel.hidden = false;
    panel.replaceChildren(element("h3", "Bout " + (i + 1) + ": " + what(i)));
    var bouts = data.bouts, reason = bouts.left_out[i];
    panel.append(element("p", when(bouts.start[i]) + ", " + (bouts.end[i] - bouts.start[i]).toFixed(1) + " s, " + bouts.steps[i] + " steps, " + bouts.strides[i] + " strides" + (bouts.turns[i] === null ? "" : ", " + bouts.turns[i] + " turns") + ". " +
      (reason < 0 ? "It counts as flat and steady." : "It does not count as flat and steady walking: " + data.left_out[reason] + ".")));
    var table = element("table"), head = element("tr"), body = element("tbody"), top = element("thead");
    table.append(element("caption", "Values with the standard error against the truth, and against this person's other bouts." + (bouts.steps[i] < 28 ? " The latter of cadence, double support and step times is that of walks of some 28 steps; a bout as short as this one scatters more." : "")));
    ["measure", "value", "± truth", "± own bouts"].forEach(function (word, place) { var cell = element("th", word, place ? "number" : ""); cell.scope = "col"; head.append(cell); });
    top.append(head);
    data.measures.forEach(function (measure) {
      var row = element("tr"), name = element("th", measure.name), value = measure.value[i], why = measure.missing[i];
      name.scope = "row";
      row.append(name);
      if (value === null) {
        var cell = element("td", "– " + (why >= 0 ? data.missing[why] : ""));
        cell.colSpan = 3;
        row.append(cell);
      } else {
        row.append(element("td", text(value, measure.decimals, measure.unit), "number"), element("td", text(measure.error[i], measure.decimals), "number"), element("td", text(measure.own[i], measure.decimals), "number"));
      }
      body.append(row);
    });
    table.append(top, body);
    var box = element("div", undefined, "scroll");
    box.append(table);
    left.append(box);
    stride(right, i);
    parts.append(left, right);
    panel.append(parts);
    var place = order.indexOf(i);
    if (place >= 0) page = Math.floor(place / size);
    list();
    if (isAsked) panel.scrollIntoView({block: "nearest"});
  }

  function stride(parent, i) {
    var at = data.mean_strides.bouts.indexOf(i);
    if (at < 0) { parent.append(element("p", data.mean_strides.none)); return; }
    var raw = atob(data.mean_strides.bytes), points = data.mean_strides.points, scale = data.mean_strides.scale, base = at * 2 * points;
    var columns = {x: [], y: [], low: [], high: []};
    function signed(place) { var byte = raw.charCodeAt(place); return byte > 127 ? byte - 256 : byte; }
    for (var k = 0; k < points; k += 1) {
      var mean = signed(base + k) * scale, spread = raw.charCodeAt(base + points + k) * scale;
      columns.x.push(100 * (k + 0.5) / points);
      columns.y.push(mean);
      columns.low.push(mean - spread);
      columns.high.push(mean + spread);
    }
    var chart = element("div", undefined, "chart"), words = "Mean stride of " + data.mean_strides.counts[at] + " strides, from one contact of the " + data.mean_strides.feet[at] + " foot to its next: vertical acceleration without gravity, with one standard deviation.";
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-label", words);
    parent.append(chart, element("p", words, "note"));
    var lowest = Math.min.apply(null, columns.low), highest = Math.max.apply(null, columns.high);
    GaitCharts.draw(chart, {
      height: 190, width: 400, most_width: 560, padding: {left: 4, right: 12, top: 6, bottom: 4}, autosize: {type: "fit-x", contains: "padding"},
      data: [{name: "mean", columns: columns}],
      scales: [{name: "x", type: "linear", domain: [0, 100], range: "width"}, {name: "y", type: "linear", domain: [lowest, highest], nice: true, range: "height"}],
      axes: [{scale: "x", orient: "bottom", title: "share of the stride (%)", tickCount: 5}, {scale: "y", orient: "left", title: "vertical (m/s²)", grid: true, tickCount: 5, domain: false, ticks: false}],
      marks: [
        {type: "area", from: {data: "mean"}, encode: {update: {x: {scale: "x", field: "x"}, y: {scale: "y", field: "low"}, y2: {scale: "y", field: "high"}, fill: {value: "@sky"}, fillOpacity: {value: 0.4}}}},
        {type: "line", from: {data: "mean"}, encode: {update: {x: {scale: "x", field: "x"}, y: {scale: "y", field: "y"}, stroke: {value: "@blue"}, strokeWidth: {value: 2.25}}}}
      ]
    });
  }

  function start() {
    data = JSON.parse(document.getElementById("signal-data").textContent);
    var select = document.getElementById("bouts-filter");
    filters.forEach(function (one) { select.append(new Option(one[1], one[0])); });
    select.addEventListener("change", function () {
      filter = filters.find(function (one) { return one[0] === select.value; });
      arrange();
    });
    document.getElementById("bouts-back").addEventListener("click", function () { page -= 1; list(); });
    document.getElementById("bouts-on").addEventListener("click", function () { page += 1; list(); });
    document.getElementById("bouts").hidden = data.bouts.start.length === 0;
    GaitSignal.start(data, choose);
    arrange();
  }

  return {start: start};
})();
