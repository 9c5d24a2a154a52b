/* Draw the figures and the table of questions. Texts of the exam only ever become text nodes. */
"use strict";
(() => {
const PAGE = 100; // rows drawn at a time

function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function read(node) { return JSON.parse(node.textContent); }

const words = read(document.getElementById("page-words"));
const language = document.documentElement.lang;
const decimal = (0.5).toLocaleString(language)[1];
const count = (number) => number.toLocaleString(language);

function say(code, values = {}) {
  return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[code]);
}

// Figures

function labels(node) {
  // The names in a figure's legend: those of its colours.
  if (!node || typeof node !== "object") return [];
  const scale = node.color && node.color.legend !== null && node.color.scale;
  if (scale && Array.isArray(scale.domain) && typeof scale.domain[0] === "string") return scale.domain;
  return Object.entries(node).reduce((names, [name, child]) =>
    (names.length || name === "data" || name === "datasets" ? names : labels(child)), []);
}

function legend(spec, width) {
  // In one row where it fits, else in as many columns as do.
  const sizes = labels(spec).map((name) => Math.min(240, 7.3 * name.length) + 46);
  const total = sizes.reduce((sum, size) => sum + size, 40);
  return { ...spec.config.legend, columns: total <= width ? 0 : Math.max(1, Math.floor((width - 40) / Math.max(...sizes))) };
}

function fit(spec, width) {
  const config = { ...spec.config, legend: legend(spec, width) };
  // Panels and charts in rows cannot size themselves: leave room for their axes.
  if (spec.facet) {
    const { room, narrow } = { room: 0, narrow: 1, ...spec.usermeta };
    const columns = width < 560 ? Math.min(narrow, spec.columns) : spec.columns;
    const panel = (width - (room || 66) - 22 * (columns - 1)) / columns;
    return { ...spec, config, columns, spec: { ...spec.spec, width: Math.max(100, panel) } };
  }
  if (spec.encoding && spec.encoding.row) return { ...spec, config, width: Math.max(120, width - 62) };
  const axisY = { ...spec.config.axisY, ...(width < 480 ? { labelLimit: 130 } : {}) };
  return { ...spec, width, config: { ...config, axisY } };
}

async function draw(chart, spec) {
  // Set after compiling: Vega-Lite warns of a width that fits beside a height that counts rows.
  if (!chart.clientWidth) return; // folded away: drawn when it is opened
  const patch = spec.facet || (spec.encoding && spec.encoding.row) ? undefined
    : (compiled) => ({ ...compiled, autosize: { type: "fit-x", contains: "padding" } });
  const options = { mode: "vega-lite", ast: true, renderer: "svg", actions: false, defaultStyle: false, patch,
    tooltip: { disableDefaultStyle: true } };
  const result = await window.vegaEmbed(chart, fit(spec, chart.clientWidth), options);
  chart.view = result.view;
  for (const mark of chart.querySelectorAll("g[role=graphics-symbol], g[role=graphics-object]")) {
    if (!mark.childElementCount) mark.removeAttribute("role"); // nothing was drawn, so there is nothing to name
  }
}

async function save(name, kind) {
  const url = await document.getElementById(name).view.toImageURL(kind, kind === "png" ? 2 : 1);
  element("a", { href: url, download: `${name}.${kind}` }).click();
}

function figures() {
  for (const script of document.querySelectorAll("script.spec")) {
    const chart = document.getElementById(script.dataset.chart);
    const spec = read(script);
    let width = chart.clientWidth;
    let wait = 0;
    draw(chart, spec).catch((error) => console.error(error));
    new ResizeObserver(() => {
      if (Math.abs(chart.clientWidth - width) < 2 || matchMedia("print").matches) return;
      width = chart.clientWidth;
      clearTimeout(wait);
      wait = setTimeout(() => draw(chart, spec), 150);
    }).observe(chart);
  }
  for (const place of document.querySelectorAll(".save")) {
    for (const kind of ["svg", "png"]) {
      const label = say("save", { kind: kind.toUpperCase() });
      const click = () => save(place.dataset.chart, kind);
      place.append(element("button", { type: "button", text: kind.toUpperCase(), "aria-label": label, onclick: click }));
    }
  }
}

figures();

// Tables

function cells(row) { return [...row.cells].map((cell) => cell.textContent.trim().replace(/\s+/g, " ")); }

function rowsOf(table) { return [...table.rows].map(cells); }

function quoted(text) {
  // A text that a spreadsheet would take for a formula is marked as text.
  const safe = /^[=+@\t\r]/.test(text) || /^-[^\d.,]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function copy(table, button) {
  const text = rowsOf(table).map((row) => row.join("\t")).join("\n");
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) { // no clipboard without a secure context: select the table, and copy the selection
    getSelection().selectAllChildren(table);
    document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  button.textContent = say("copied");
  setTimeout(() => { button.textContent = say("copy"); }, 2000);
}

function saveTable(table, name) {
  const text = rowsOf(table).map((row) => row.map(quoted).join(",")).join("\r\n");
  const url = URL.createObjectURL(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv" }));
  element("a", { href: url, download: `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function tools() {
  for (const place of document.querySelectorAll(".scroll")) {
    const table = place.querySelector("table");
    const title = place.getAttribute("aria-label");
    const label = say("copy-table", { title });
    const copier = element("button", { type: "button", text: say("copy"), "aria-label": label });
    copier.addEventListener("click", () => copy(table, copier));
    place.after(element("p", { class: "tools" }, copier, " ", element("button", { type: "button", text: "CSV",
      "aria-label": say("save-table", { title }), onclick: () => saveTable(table, title) })));
  }
}

tools();

// Folds open for what is linked within them, and for printing stay as they are.

function reveal() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

addEventListener("hashchange", reveal);
reveal();

// Questions

if (!document.getElementById("item-data")) return;
const data = read(document.getElementById("item-data"));
const views = data.views;
const without = ["QO", "O"].map((view) => views.indexOf(view)).find((index) => index >= 0);
const fullest = views.length - 1;
const letter = (index) => (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
const has = (test) => data.items.some(test);

function columns() {
  const list = [
    { kind: "question", value: (item) => item.question },
    { kind: "id", value: (item) => item.id },
  ];
  if (has((item) => item.level !== null)) list.push({ kind: "level", value: (item) => item.level });
  list.push({ kind: "key", value: (item) => item.key });
  views.forEach((view, index) => list.push({ name: view, view: index, value: (item) => order(item.answers[index]) }));
  if (without !== undefined && has((item) => item.answers[without].effective !== null)) {
    const value = (item) => item.answers[without].effective;
    list.push({ name: say("effective", { view: views[without] }), number: 2, value });
  }
  if (has((item) => item.beaten !== null)) list.push({ name: say("beaten"), number: 0, value: (item) => item.beaten });
  return list.map((column) => ({ name: column.kind && say(column.kind), ...column }));
}

const order = (answer) => (answer.correct === null ? null : `${answer.correct ? 1 : 0}${answer.chosen}`);

function filters() {
  const list = [];
  if (views.length) {
    list.push({ label: say("only-wrong"), test: (item) => item.answers[fullest].correct === false });
    if (without !== undefined && fullest !== without) {
      list.push({ label: say("only-without"), test: (item) => item.answers[without].correct === true });
    }
  }
  list.push({ label: say("only-beaten"), test: (item) => item.beaten > 0 });
  list.push({ label: say("only-attacked"), test: (item) => item.drawn });
  list.push({ label: say("only-keyless"), test: (item) => item.key === null });
  return list.filter((filter) => has(filter.test));
}

const state = { text: "", level: "", tests: new Set(), sort: null, down: false, drawn: PAGE, open: new Set() };
const table = columns();
const choices = filters();
const lower = new Map(data.items.map((item) => [item,
  [item.id, item.question, ...item.options, data.passages[item.passage] || ""].join("\n").toLowerCase()]));

function compare(a, b, down) {
  // What is missing comes last, whichever way round.
  if (a === null || b === null) return (a === null) - (b === null);
  const result = typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
  return down ? -result : result;
}

function matching() {
  const wanted = state.text.toLowerCase();
  const list = data.items.filter((item) => (!state.level || item.level === state.level)
    && (!wanted || lower.get(item).includes(wanted)) && [...state.tests].every((choice) => choice.test(item)));
  if (state.sort === null) return list;
  const value = table[state.sort].value;
  return list.sort((a, b) => compare(value(a), value(b), state.down));
}

function verdict(answer) {
  if (answer.chosen === null) return element("span", { text: "–" });
  if (answer.correct === null) return element("span", { text: answer.chosen });
  const [word, mark] = answer.correct ? ["right", "✓"] : ["wrong", "✗"];
  return element("span", { class: word }, `${answer.chosen} `, element("span", { "aria-hidden": "true", text: mark }),
    element("span", { class: "hidden", text: `, ${say(word)}` }));
}

function cell(column, item) {
  const value = column.value(item);
  const label = column.name;
  if (column.view !== undefined) return element("td", { "data-label": label }, verdict(item.answers[column.view]));
  if (column.number !== undefined) {
    return element("td", { class: "number", "data-label": label, text: value === null ? "–" : value.toFixed(column.number).replace(".", decimal) });
  }
  if (column.kind === "key") return element("td", { "data-label": label, text: value === null ? "–" : letter(value) });
  return element("td", { class: column.kind, dir: "auto", text: value === null ? "–" : value });
}

function row(item) {
  const index = data.items.indexOf(item);
  const open = state.open.has(item);
  const stem = element("span", { dir: "auto", text: item.question.trim() || say("no-question") });
  const button = element("button", { type: "button", "aria-expanded": open, onclick: () => toggle(item) }, stem);
  const line = element("tr", { class: "row", id: `item-${index}` }, element("td", { class: "question" }, button));
  line.append(...table.slice(1).map((column) => cell(column, item)));
  return open ? [line, detail(item)] : [line];
}

function detail(item) {
  const passage = data.passages[item.passage];
  const facts = data.measures.map((measure, index) => [`${measure.experiment}: ${measure.label}`, item.measures[index]])
    .filter(([, value]) => value !== "–");
  const link = element("a", { class: "link", href: `#${address(item)}`, text: say("link") });
  const parts = [
    passage ? element("details", {}, element("summary", { text: say("passage", { passage: item.passage }) }),
      element("p", { class: "passage", dir: "auto", text: passage })) : null,
    element("p", { class: "asked", dir: "auto", text: item.question.trim() || say("no-question") }),
    element("ol", { class: "options" }, ...item.options.map((text, index) => option(item, text, index))),
    facts.length ? element("dl", { class: "pairs" }, ...facts.map(([name, value]) => element("div", {},
      element("dt", { text: name }), element("dd", { dir: "auto", text: value })))) : null,
    element("p", {}, link),
  ];
  return element("tr", { class: "detail" }, element("td", { colspan: table.length }, ...parts.filter((part) => part)));
}

function option(item, text, index) {
  const tags = views.flatMap((view, place) => {
    const answer = item.answers[place];
    if (answer.chosen !== letter(index)) return [];
    const sure = answer.correct && answer.probability !== null ? `, ${Math.round(100 * answer.probability)}${say("percent")}` : "";
    const mark = answer.correct === null ? "" : answer.correct ? " ✓" : " ✗";
    return [element("span", { class: answer.correct === null ? null : answer.correct ? "right" : "wrong",
      text: `${say("chosen", { view })}${mark}${sure}` })];
  });
  const isKey = item.key === index;
  if (isKey) tags.unshift(element("span", { class: "right", text: say("key") }));
  return element("li", { class: isKey ? "key" : null }, element("span", { class: "letter", text: letter(index) }),
    element("span", { class: "text", dir: "auto", text: text.trim() || say("empty") }),
    tags.length ? element("span", { class: "tags" }, ...tags) : null);
}

function toggle(item) {
  if (!state.open.delete(item)) state.open.add(item);
  const line = document.getElementById(`item-${data.items.indexOf(item)}`);
  if (line.nextSibling && line.nextSibling.classList.contains("detail")) line.nextSibling.remove();
  if (state.open.has(item)) line.after(detail(item));
  line.querySelector("button").setAttribute("aria-expanded", state.open.has(item));
}

const body = element("tbody");
const counter = element("p", { class: "shown quiet", role: "status" });
const more = element("p", { class: "more" }, element("button", { type: "button", text: say("more"),
  onclick: () => { state.drawn += PAGE; render(); } }));
const heads = table.map((column, index) => element("th", { scope: "col", class: column.number === undefined ? null : "number" },
  element("button", { type: "button", text: column.name, onclick: () => sort(index) })));

function sort(index) {
  state.down = state.sort === index && !state.down;
  state.sort = index;
  render();
}

function render() {
  const list = matching();
  body.replaceChildren(...list.slice(0, state.drawn).flatMap(row));
  heads.forEach((head, index) => {
    if (index === state.sort) head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  const drawn = Math.min(state.drawn, list.length);
  const matches = list.length === data.items.length ? "" : say("match", { match: count(list.length) });
  counter.textContent = `${matches}${say("shown", { shown: count(drawn), all: count(data.items.length) })}`;
  more.hidden = drawn === list.length;
}

function change(update) {
  update();
  state.drawn = PAGE;
  render();
}

function controls() {
  const search = element("input", { type: "search", oninput: () => change(() => { state.text = search.value; }) });
  const parts = [element("label", { class: "text" }, say("find"), " ", search)];
  const levels = [...new Set(data.items.map((item) => item.level))].filter((level) => level !== null);
  if (levels.length > 1) {
    const select = element("select", { onchange: () => change(() => { state.level = select.value; }) },
      element("option", { value: "", text: say("all") }), ...levels.map((name) => element("option", { value: name, text: name })));
    parts.push(element("label", {}, say("level-of"), " ", select));
  }
  parts.push(element("button", { type: "button", text: say("reset"), onclick: reset }));
  const boxes = choices.map((choice) => {
    const flip = (event) => change(() => (event.target.checked ? state.tests.add(choice) : state.tests.delete(choice)));
    return element("label", {}, element("input", { type: "checkbox", onchange: flip }), choice.label);
  });
  if (boxes.length) parts.push(element("fieldset", {}, element("legend", { text: say("only") }), ...boxes));
  return element("form", { class: "controls", onsubmit: (event) => event.preventDefault() }, ...parts);
}

const form = controls();

function reset() {
  form.reset();
  change(() => Object.assign(state, { text: "", level: "", tests: new Set(), sort: null, down: false }));
}

// A question has two addresses: its place on this page, and its id, which stays when the exam changes.

function address(item) { return `question-${encodeURIComponent(item.id)}`; }

function addressed() {
  const match = /^#item-(\d+)$/.exec(location.hash);
  return match ? data.items[Number(match[1])] : data.items.find((item) => location.hash === `#${address(item)}`);
}

function follow() {
  const item = addressed();
  if (!item) return;
  reset();
  state.open.add(item);
  state.drawn = Math.max(state.drawn, data.items.indexOf(item) + 1);
  render();
  document.getElementById(`item-${data.items.indexOf(item)}`).scrollIntoView();
}

const place = document.getElementById("item-table");
place.replaceChildren(form, counter, element("table", { class: "items" },
  element("caption", { class: "hidden", text: say("caption") }),
  element("thead", { "data-sort": place.dataset.sort }, element("tr", {}, ...heads)), body), more);
render();
addEventListener("hashchange", follow);
follow();
})();
