// Moves the bar during a check, and reloads the page when the check ends. Without this script, the page reloads itself.
"use strict";
const bar = document.getElementById("progress");
const doing = document.getElementById("doing");
const first = document.getElementById("first");
const EVERY = 700;

async function look() {
  try {
    const answer = await fetch(bar.dataset.from, { cache: "no-store" });
    const check = await answer.json();
    if (!answer.ok || check.state !== bar.dataset.state) { location.reload(); return; }
    if (check.share > 0) { bar.value = check.share; }
    first.hidden = !check.first;
    const words = check.doing || check.waiting;
    if (doing.textContent !== words) { doing.textContent = words; }
  } catch {
    // The server is away for a moment, or for good; it may come back.
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
