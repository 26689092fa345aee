// The signal of a recording, from all of it down to single contacts, with what was found drawn over it.
"use strict";
var GaitSignal = (function () {
  var data, levels, details, contacts, graph, element, from, to, chosen = -1, waiting = false, whenChosen, colors;
  var missing = -32768, shortest = 1.5, detailSeconds = 900, contactSeconds = 45;

  // MARK: what the page holds

  function bytes(text) {
    var raw = atob(text), made = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; i += 1) made[i] = raw.charCodeAt(i);
    return made;
  }

  // Four steps of a level are one of the next: the whole recording is never more than a few thousand steps.
  function coarser(level) {
    var count = Math.ceil(level.low.length / 4), low = new Int16Array(count), high = new Int16Array(count);
    for (var i = 0; i < count; i += 1) {
      var least = missing, most = missing;
      for (var j = 4 * i; j < Math.min(4 * i + 4, level.low.length); j += 1) {
        if (level.low[j] === missing) continue;
        if (least === missing || level.low[j] < least) least = level.low[j];
        if (level.high[j] > most) most = level.high[j];
      }
      low[i] = least;
      high[i] = most;
    }
    return {step: level.step * 4, low: low, high: high};
  }

  function load() {
    var level = {
      step: data.base.step, low: new Int16Array(bytes(data.base.low).buffer),
      high: new Int16Array(bytes(data.base.high).buffer)
    };
    levels = [level];
    while (level.low.length > 1500) { level = coarser(level); levels.push(level); }
    var all = bytes(data.details.bytes), offset = 0;
    details = data.details.stretches.map(function (stretch) {
      var made = {start: stretch[0], count: stretch[1], low: stretch[2], scale: stretch[3],
        values: all.subarray(offset, offset + stretch[1]), end: stretch[0] + stretch[1] / data.details.rate};
      offset += stretch[1];
      return made;
    });
    loadContacts();
  }

  // Two bytes each: side, kind, and milliseconds since the one before.
  function loadContacts() {
    var codes = new Uint16Array(bytes(data.contacts.bytes).buffer), time = 0;
    contacts = {time: new Float64Array(codes.length), code: new Uint8Array(codes.length)};
    for (var i = 0; i < codes.length; i += 1) {
      time += codes[i] >> 3;
      contacts.time[i] = time / 1000;
      contacts.code[i] = codes[i] & 7;
    }
  }

  // The first place in a rising list whose value is not below.
  function place(list, value) {
    var low = 0, high = list.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (list[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
  }

  // MARK: rows for the window

  function x(seconds) { return (data.start || 0) + 1000 * seconds; }

  // What the clock shows, milliseconds: the axis goes on evenly when it is put forward or back.
  function clock(data, seconds) {
    var shift = 0;
    data.clock_changes.forEach(function (change) { if (seconds >= change[0]) shift = change[1]; });
    return (data.start || 0) + 1000 * (seconds + shift);
  }

  function addSteps(rows, first, last, most) {
    var level = levels[0];
    for (var i = 0; i < levels.length && (last - first) / level.step > most; i += 1) level = levels[i];
    var begin = Math.max(0, Math.floor(first / level.step)), end = Math.min(level.low.length, Math.ceil(last / level.step));
    for (var k = begin; k < end; k += 1) {
      var low = level.low[k], high = level.high[k], time = x((k + 0.5) * level.step);
      rows.push([time, low === missing ? [NaN, NaN, NaN] : [low / 100, (low + high) / 200, high / 100]]);
    }
  }

  function addDetail(rows, stretch, first, last, most) {
    var rate = data.details.rate, begin = Math.max(0, Math.floor((first - stretch.start) * rate));
    var end = Math.min(stretch.count, Math.ceil((last - stretch.start) * rate) + 1);
    var size = Math.max(1, Math.ceil((end - begin) / most));
    for (var k = begin; k < end; k += size) {
      var low = 255, high = 0;
      for (var j = k; j < Math.min(end, k + size); j += 1) {
        if (stretch.values[j] < low) low = stretch.values[j];
        if (stretch.values[j] > high) high = stretch.values[j];
      }
      var a = stretch.low + low * stretch.scale, b = stretch.low + high * stretch.scale;
      rows.push([x(stretch.start + (k + size / 2) / rate), [a, (a + b) / 2, b]]);
    }
  }

  function rowsOfWindow() {
    var rows = [], most = Math.max(400, element.clientWidth * 1.5), room = (to - from) * 0.02;
    var first = from - room, last = to + room, time = first;
    if (to - from <= detailSeconds) {
      details.forEach(function (stretch) {
        if (stretch.end <= first || stretch.start >= last) return;
        if (stretch.start > time) addSteps(rows, time, stretch.start, most);
        addDetail(rows, stretch, Math.max(first, stretch.start), Math.min(last, stretch.end), most);
        time = stretch.end;
      });
    }
    if (time < last) addSteps(rows, time, last, most);
    return rows.length ? rows : [[x(from), [NaN, NaN, NaN]]];
  }

  // MARK: the axis of time

  var steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
  function two(number) { return (number < 10 ? "0" : "") + number; }

  function timeText(seconds, precision) {
    var decimals = precision < 1 ? 1 : 0;
    if (data.start === null) {
      // Rounded before it is parted: 119.7 s are 2:00, and no 1:60.
      var s = Number(Math.max(0, seconds).toFixed(decimals)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
      var rest = (s - 60 * Math.floor(s / 60)).toFixed(decimals);
      return (h ? h + ":" + two(m) : m) + ":" + (rest < 10 ? "0" : "") + rest;
    }
    var date = new Date(clock(data, seconds));
    var text = two(date.getUTCHours()) + ":" + two(date.getUTCMinutes());
    if (precision < 60) {
      text += ":" + two(date.getUTCSeconds()) + (decimals ? "." + Math.floor(date.getUTCMilliseconds() / 100) : "");
    }
    return text;
  }

  function dayText(seconds) {
    if (data.start === null) return "";
    return new Date(clock(data, seconds)).toLocaleDateString("en-GB", {timeZone: "UTC", weekday: "short", day: "numeric", month: "short"});
  }

  function ticks(first, last, pixels) {
    var seconds = (last - first) / 1000, step = steps[steps.length - 1];
    for (var i = 0; i < steps.length; i += 1) {
      if (seconds / steps[i] <= pixels / 85) { step = steps[i]; break; }
    }
    var zero = data.start === null ? 0 : Math.floor(data.start / 604800000) * 604800000 - 259200000;
    var made = [];
    [[-Infinity, 0]].concat(data.clock_changes).forEach(function (change, i, all) {
      var shift = 1000 * change[1], from = Math.max(first, x(change[0]));
      var to = i + 1 < all.length ? Math.min(last, x(all[i + 1][0]) - 1) : last;
      for (var k = Math.ceil((from + shift - zero) / 1000 / step); zero + k * step * 1000 <= to + shift; k += 1) {
        var at = zero + k * step * 1000, s = (at - shift - (data.start || 0)) / 1000;
        var isMidnight = data.start !== null && at % 86400000 === 0;
        made.push({v: at - shift, label: isMidnight ? dayText(s) : timeText(s, step)});
      }
    });
    return made;
  }

  // MARK: drawing

  function readColors() {
    var style = getComputedStyle(document.documentElement);
    colors = {};
    ["page", "ink", "faint", "rule", "grid", "panel", "blue", "sky", "orange", "green", "vermilion", "purple"].forEach(function (name) {
      colors[name] = style.getPropertyValue("--" + name).trim();
    });
  }

  function kindColor(kind) { return [colors.blue, colors.sky, colors.vermilion, colors.purple][kind]; }

  function hatched(ctx, left, top, width, height) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.strokeStyle = colors.faint;
    ctx.globalAlpha = 0.35;
    ctx.beginPath();
    for (var at = left - height; at < left + width; at += 9) { ctx.moveTo(at, top + height); ctx.lineTo(at + height, top); }
    ctx.stroke();
    ctx.restore();
  }

  function eachStretch(list, draw) {
    list.forEach(function (stretch) {
      if (stretch[1] < from || stretch[0] > to) return;
      var left = graph.toDomXCoord(x(Math.max(from, stretch[0]))), right = graph.toDomXCoord(x(Math.min(to, stretch[1])));
      draw(left, Math.max(1, right - left), stretch);
    });
  }

  function under(ctx, area, made) {
    graph = made;
    ctx.save();
    ctx.font = "11px system-ui, sans-serif";
    eachStretch(data.non_wear, function (left, width) {
      ctx.globalAlpha = 1;
      ctx.fillStyle = colors.panel;
      ctx.fillRect(left, area.y, width, area.h);
      hatched(ctx, left, area.y, width, area.h);
      if (width > 70) { ctx.fillStyle = colors.faint; ctx.fillText("not worn", left + 6, area.y + area.h - 8); }
    });
    eachStretch(data.gaps, function (left, width) {
      ctx.globalAlpha = 0.5;
      ctx.fillStyle = colors.rule;
      ctx.fillRect(left, area.y, width, area.h);
      ctx.globalAlpha = 1;
      if (width > 40) { ctx.fillStyle = colors.faint; ctx.fillText("no data", left + 4, area.y + area.h - 22); }
    });
    drawBouts(ctx, area);
    eachStretch(data.stairs, function (left, width, stair) {
      ctx.globalAlpha = 1;
      ctx.fillStyle = colors.purple;
      ctx.fillRect(left, area.y + 10, width, 6);
      if (width > 34) ctx.fillText(stair[2] > 0 ? "stairs ↑" : "stairs ↓", left + 2, area.y + 27);
    });
    if (to - from < 4000) {
      eachStretch(data.turns, function (left, width, turn) {
        ctx.globalAlpha = 1;
        ctx.fillStyle = colors.orange;
        ctx.fillRect(left, area.y + 30, width, 6);
        if (width > 26) ctx.fillText((turn[2] > 0 ? "↺ " : "↻ ") + Math.abs(turn[2]) + "°", left + 1, area.y + 47);
      });
    }
    if (to - from <= contactSeconds) drawContacts(ctx, area);
    ctx.restore();
  }

  function drawBouts(ctx, area) {
    var bouts = data.bouts, last = -1;
    for (var i = Math.max(0, place(bouts.end, from)); i < bouts.start.length && bouts.start[i] <= to; i += 1) {
      var left = graph.toDomXCoord(x(Math.max(from, bouts.start[i]))), right = graph.toDomXCoord(x(Math.min(to, bouts.end[i])));
      if (right < last + 0.7 && i !== chosen) continue;
      last = right;
      var width = Math.max(1, right - left);
      ctx.fillStyle = kindColor(bouts.kind[i]);
      ctx.globalAlpha = i === chosen ? 0.24 : 0.12;
      ctx.fillRect(left, area.y, width, area.h);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, area.y, width, 8);
      if (width > 46) { ctx.fillStyle = colors.ink; ctx.fillText("bout " + (i + 1), left + 3, area.y + area.h - 6); }
    }
  }

  // Left: a whole line and L; right: a dashed line and R; final contacts: short lines and small letters.
  function drawContacts(ctx, area) {
    var words = ["L", "R", "?"], first = place(contacts.time, from);
    for (var i = first; i < contacts.time.length && contacts.time[i] <= to; i += 1) {
      var side = contacts.code[i] & 3, isFinal = contacts.code[i] > 3, at = graph.toDomXCoord(x(contacts.time[i]));
      if (side === 3) continue;
      ctx.strokeStyle = ctx.fillStyle = [colors.green, colors.vermilion, colors.faint][side];
      ctx.setLineDash(side === 1 ? [4, 3] : []);
      ctx.lineWidth = isFinal ? 1 : 1.4;
      ctx.beginPath();
      ctx.moveTo(at, area.y + (isFinal ? area.h - 20 : 52));
      ctx.lineTo(at, area.y + area.h - (isFinal ? 4 : 18));
      ctx.stroke();
      if (to - from < 25) {
        var word = words[side];
        ctx.fillText(isFinal ? word.toLowerCase() : word, at + 2, area.y + area.h - (isFinal ? 6 : 22));
      }
    }
    ctx.setLineDash([]);
  }

  function redraw() {
    var begin = performance.now();
    graph.updateOptions({file: rowsOfWindow(), dateWindow: [x(from), x(to)]});
    element.setAttribute("data-step-ms", (performance.now() - begin).toFixed(1));
    element.setAttribute("data-from", from.toFixed(3));
    element.setAttribute("data-to", to.toFixed(3));
    say();
  }

  // At most one drawing for each picture of the screen.
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(function () { waiting = false; redraw(); });
  }

  function say() {
    var width = to - from, length = width > 7200 ? (width / 3600).toFixed(1) + " h" : width > 120 ? (width / 60).toFixed(1) + " min" : width.toFixed(1) + " s";
    var precision = width < 30 ? 0.1 : width < 7200 ? 1 : 60;
    var first = place(data.bouts.end, from), count = 0;
    for (var i = first; i < data.bouts.start.length && data.bouts.start[i] <= to; i += 1) count += 1;
    document.getElementById("signal-state").textContent = [dayText(from), timeText(from, precision), "to", dayText(to) === dayText(from) ? "" : dayText(to), timeText(to, precision)]
      .filter(Boolean).join(" ") + ": " + length + ", " + count + (count === 1 ? " bout" : " bouts") + (width > detailSeconds ? "; the least and the most of each moment are shown" : "") + ".";
  }

  // MARK: moving

  function show(first, last) {
    var least = Math.min(shortest, data.duration), width = Math.max(least, Math.min(data.duration, last - first));
    var middle = (first + last) / 2;
    from = Math.max(0, Math.min(data.duration - width, middle - width / 2));
    to = from + width;
    soon();
  }

  function zoom(factor, at) { show(at - (at - from) * factor, at + (to - at) * factor); }
  function move(share) {
    var by = share * (to - from);
    by = Math.max(-from, Math.min(data.duration - to, by));
    show(from + by, to + by);
  }

  function boutAt(seconds) {
    var i = place(data.bouts.end, seconds);
    return i < data.bouts.start.length && data.bouts.start[i] <= seconds ? i : -1;
  }

  function choose(index, keepsWindow) {
    chosen = index;
    if (!keepsWindow) {
      var first = data.bouts.start[index], last = data.bouts.end[index], room = Math.max(1, 0.08 * (last - first));
      show(first - room, last + room);
    } else {
      soon();
    }
  }

  function neighbor(by) {
    var count = data.bouts.start.length;
    if (!count) return;
    var index = chosen;
    if (index < 0 || data.bouts.start[index] > to || data.bouts.end[index] < from) {
      index = by > 0 ? place(data.bouts.end, from) : place(data.bouts.end, to) - 1;
    } else {
      index += by;
    }
    index = Math.max(0, Math.min(count - 1, index));
    choose(index);
    whenChosen(index, false);
  }

  var actions = {
    "in": function () { zoom(0.5, (from + to) / 2); }, out: function () { zoom(2, (from + to) / 2); },
    left: function () { move(-0.25); }, right: function () { move(0.25); },
    all: function () { show(0, data.duration); }, previous: function () { neighbor(-1); }, next: function () { neighbor(1); },
    open: function () {
      var index = chosen >= 0 && data.bouts.start[chosen] <= to && data.bouts.end[chosen] >= from ? chosen : boutAt((from + to) / 2);
      if (index < 0) index = Math.min(place(data.bouts.end, from), data.bouts.start.length - 1);
      if (index >= 0) { choose(index, true); whenChosen(index, true); }
    }
  };
  var keys = {
    ArrowLeft: "left", ArrowRight: "right", ArrowUp: "in", ArrowDown: "out", "+": "in", "=": "in", "-": "out", "0": "all",
    Home: "all", n: "next", N: "next", p: "previous", P: "previous", Enter: "open"
  };

  function secondsAt(clientX) {
    return (graph.toDataXCoord(clientX - element.getBoundingClientRect().left) - (data.start || 0)) / 1000;
  }

  function listen() {
    var pointers = {}, moved = 0;
    element.addEventListener("wheel", function (event) {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return move(event.deltaX / element.clientWidth);
      zoom(Math.pow(1.0018, event.deltaY), secondsAt(event.clientX));
    }, {passive: false});
    element.addEventListener("pointerdown", function (event) {
      element.setPointerCapture(event.pointerId);
      pointers[event.pointerId] = event.clientX;
      moved = 0;
    });
    element.addEventListener("pointermove", function (event) {
      if (!(event.pointerId in pointers)) return;
      var ids = Object.keys(pointers), before = pointers[event.pointerId], by = event.clientX - before;
      if (ids.length === 1) {
        moved += Math.abs(by);
        move(-by / element.clientWidth);
      } else {
        var other = pointers[ids[0] === String(event.pointerId) ? ids[1] : ids[0]], apart = Math.abs(before - other), now = Math.abs(event.clientX - other);
        if (apart > 4 && now > 4) zoom(apart / now, secondsAt((event.clientX + other) / 2));
        moved += 10;
      }
      pointers[event.pointerId] = event.clientX;
    });
    ["pointerup", "pointercancel"].forEach(function (name) {
      element.addEventListener(name, function (event) {
        delete pointers[event.pointerId];
        if (name === "pointercancel" || moved > 4) return;
        var index = boutAt(secondsAt(event.clientX));
        if (index >= 0) { choose(index, true); whenChosen(index, true); }
      });
    });
    element.addEventListener("keydown", function (event) {
      var action = keys[event.key];
      if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      actions[action]();
    });
    document.querySelectorAll("#viewer [data-do]").forEach(function (button) {
      button.addEventListener("click", actions[button.getAttribute("data-do")]);
    });
    function recolor() {
      readColors();
      graph.updateOptions({colors: [colors.ink], gridLineColor: colors.grid, axisLineColor: colors.rule});
      legend();
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
    addEventListener("beforeprint", recolor);
    addEventListener("afterprint", recolor);
    matchMedia("print").addEventListener("change", recolor);
    new ResizeObserver(soon).observe(element);
  }

  function legend() {
    var list = [["walking, flat and steady", colors.blue], ["other walking", colors.sky], ["running", colors.vermilion], ["stairs", colors.purple], ["turns", colors.orange]];
    var parent = document.getElementById("signal-legend");
    parent.textContent = "";
    list.forEach(function (item) {
      var span = document.createElement("span"), mark = document.createElement("i");
      mark.style.background = item[1];
      span.append(mark, item[0]);
      parent.append(span);
    });
    var feet = document.createElement("span");
    feet.textContent = "closer than 45 s: contacts, L whole line, R dashed line, l and r where a foot leaves the ground";
    parent.append(feet);
  }

  function start(all, chosenByUser) {
    data = all;
    whenChosen = chosenByUser;
    element = document.getElementById("signal");
    readColors();
    load();
    from = 0;
    to = data.duration;
    legend();
    graph = new Dygraph(element, rowsOfWindow(), {
      labels: ["time", "acceleration"], customBars: true, colors: [colors.ink], fillAlpha: 0.45, strokeWidth: 0.9,
      legend: "never", highlightCircleSize: 0, showLabelsOnHighlight: false, interactionModel: {}, underlayCallback: under,
      ylabel: "acceleration (m/s²)", yRangePad: 14, axisLineColor: colors.rule, gridLineColor: colors.grid, connectSeparatedPoints: false,
      dateWindow: [x(from), x(to)],
      axes: {x: {ticker: ticks, drawGrid: false, axisLabelWidth: 84}, y: {axisLabelWidth: 38}}
    });
    listen();
    redraw();
  }

  return {start: start, choose: choose, clock: clock};
})();
