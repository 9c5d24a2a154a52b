/* What is wrong with a page, for `browsing.faults`: each function returns sentences, none for a sound page. */
(() => {
const shown = (node) => node.outerHTML.slice(0, 120);

async function unfold() {
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  document.querySelector("tr.row button")?.click(); // the first of all questions
  const waiting = () => [...document.querySelectorAll(".chart")].some((chart) => chart.clientWidth && !chart.view);
  while (window.vegaEmbed && waiting()) await new Promise((done) => { setTimeout(done, 20); });
}

function wide() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const over = (node) => node.getBoundingClientRect().right > width + 1;
  const nodes = [...document.body.querySelectorAll("*")].filter((node) => over(node) && ![...node.children].some(over));
  return nodes.slice(0, 3).map((node) => `wider than ${width} pixels: ${shown(node)}`);
}

function ids() {
  const all = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return [...new Set(all.filter((id, place) => all.indexOf(id) !== place))].map((id) => `an id twice: ${id}`);
}

// A question that is not drawn yet has a place, too: its link draws it. (Its own address, `.link`, is no element's id.)
async function leads(hash) {
  const target = () => document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target()) {
    location.hash = hash;
    await new Promise((done) => { setTimeout(done, 50); });
  }
  return target() !== null;
}

async function links() {
  const hashes = new Set([...document.querySelectorAll("a[href^='#']:not(.link)")].map((link) => link.getAttribute("href")));
  const lost = [];
  for (const hash of hashes) if (!await leads(hash)) lost.push(`a link that leads nowhere: ${hash}`);
  return lost;
}

function files() {
  const away = [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  return [...new Set(away)].filter((href) => !/^(#|[a-z]+:)/.test(href));
}

// Lines of a table and marks of a figure are made alike: the first of them stand for all.
function shorten() {
  const alike = "tbody, svg [role='graphics-object'], svg [role='graphics-symbol']";
  for (const list of document.querySelectorAll(alike)) [...list.children].slice(4).forEach((node) => node.remove());
}

// One element for each look of a text: its colour, size and weight, on the colours that it stands on.
function looks() {
  document.querySelectorAll(".look-of-a-text").forEach((node) => node.classList.remove("look-of-a-text"));
  const seen = new Set();
  const under = (node) => (node ? getComputedStyle(node).backgroundColor + under(node.parentElement) : "");
  for (const node of document.body.querySelectorAll("*")) {
    const texts = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!texts || node.closest("svg, script, style") || !node.checkVisibility()) continue;
    const { color, fontSize, fontWeight, opacity } = getComputedStyle(node);
    const look = [color, fontSize, fontWeight, opacity, under(node)].join();
    if (!seen.has(look)) node.classList.add("look-of-a-text");
    seen.add(look);
  }
}

async function axe(rules, context = document) {
  const { violations } = await window.axe.run(context, { ...rules, resultTypes: ["violations"] });
  return violations.map((each) => `${each.impact} ${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const access = () => axe({ rules: { "color-contrast": { enabled: false } } });

async function contrast() {
  looks();
  return axe({ runOnly: ["color-contrast"] }, { include: [".look-of-a-text"] });
}

window.faults = { unfold, wide, ids, links, files, shorten, access, contrast };
})();
