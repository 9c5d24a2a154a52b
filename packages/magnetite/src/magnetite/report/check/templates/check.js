/* Filter and sort the list of questions, and open passages where they are asked for. The page stands without it. */
"use strict";
(() => {
const form = document.getElementById("controls");
const list = document.getElementById("rows");
const counter = document.getElementById("shown");
const find = document.getElementById("find");
const sort = document.getElementById("sort");
const unfold = document.getElementById("unfold");
const rows = [...list.children];
const filters = [...form.querySelectorAll("select[name]")];

// Passages stand on the page once; a question's fold is filled when it is opened.

function passage(number) { return document.getElementById(`passage-${number}`); }

function fold(link) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = link.textContent;
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      const text = passage(link.hash.replace("#passage-", "")).cloneNode(true);
      text.removeAttribute("id");
      details.append(text);
    }
  });
  link.parentNode.replaceWith(details);
}

for (const link of document.querySelectorAll(".to-passage a")) fold(link);

// What a search looks through: a question's own texts and its passage, not the page's words around them.

let texts = null;

function own(node) { return [...node.querySelectorAll(".t")].map((text) => text.textContent).join("\n"); }

function searched(row) {
  const link = row.querySelector("a.line");
  const card = link && document.getElementById(link.hash.slice(1));
  const read = row.dataset.passage && passage(row.dataset.passage).textContent;
  return `${own(row)}\n${card ? own(card) : ""}\n${read}`.toLowerCase();
}

function holds(own, value) { return value.split(" ").some((one) => own.includes(one)); }

function keeps(row, at, wanted) {
  return filters.every((select) => !select.value || holds(row.dataset[select.name].split(" "), select.value))
    && (!wanted || texts[at].includes(wanted));
}

function filter() {
  const wanted = find.value.trim().toLowerCase();
  if (wanted && !texts) texts = rows.map(searched);
  let count = 0;
  rows.forEach((row, at) => {
    const visible = keeps(row, at, wanted);
    row.hidden = !visible;
    count += visible;
  });
  counter.textContent = counter.dataset.text.replace("#", count);
}

function order() {
  const name = `by${sort.value.charAt(0).toUpperCase()}${sort.value.slice(1)}`;
  list.append(...(sort.value ? [...rows].sort((a, b) => a.dataset[name] - b.dataset[name]) : rows));
}

// Opening and closing all questions that are shown

let open = false;
const words = [unfold.textContent, unfold.dataset.fold];

function openAll(wanted) {
  open = wanted;
  unfold.textContent = words[Number(open)];
  for (const row of rows) {
    const details = row.querySelector(":scope > details");
    if (details && (!row.hidden || !open)) details.open = open;
  }
}

function follow() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    if (!fold.closest(".row")) fold.open = true;
  }
  const row = target && target.closest(".row");
  if (!row) return;
  if (row.hidden) {
    chosen = true;
    for (const field of [find, ...filters]) field.value = "";
    filter();
  }
  if (target.matches("details")) target.open = true;
  target.scrollIntoView();
}

// At first the list has the questions with a flag, if there are any; a search looks through all of them.

const kind = form.querySelector("select[name=kind]");
const flagged = kind && [...kind.options].find((option) => option.value === "look remark");

let chosen = false;

function begin() {
  if (flagged && !chosen) kind.value = find.value ? "" : flagged.value;
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { filter(); order(); openAll(false); }));
form.addEventListener("reset", () => { chosen = true; });
find.addEventListener("input", () => { begin(); filter(); });
for (const select of filters) select.addEventListener("change", () => { chosen = chosen || select === kind; filter(); });
sort.addEventListener("change", order);
unfold.addEventListener("click", () => openAll(!open));
addEventListener("hashchange", follow);
form.hidden = rows.length === 0;
begin();
filter();
follow();
})();
