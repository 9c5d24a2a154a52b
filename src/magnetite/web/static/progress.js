// Moves the bar while a check goes on, and loads the page anew when it ends. Without this script it reloads itself.
"use strict";
const bar = document.getElementById("progress");
const doing = document.getElementById("doing");
const EVERY = 700;

async function look() {
  try {
    const answer = await fetch(bar.dataset.from, { cache: "no-store" });
    const told = await answer.json();
    if (!answer.ok || told.state !== bar.dataset.state) { location.reload(); return; }
    if (told.share > 0) { bar.value = told.share; }
    const words = told.doing || told.waiting;
    if (doing.textContent !== words) { doing.textContent = words; }
  } catch {
    // The server is away for a moment, or for good; it may come back.
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
