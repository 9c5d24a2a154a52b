// Dropping a file anywhere on its form chooses it and sends it; whoever waits sees their place. Without this script the form works all the same.
"use strict";
const form = document.getElementById("drop");
const file = document.getElementById("file");
const message = document.getElementById("told");

function allowed() {
  const large = file.files.length > 0 && file.files[0].size > Number(form.dataset.most) * 2 ** 20;
  message.textContent = large ? form.dataset.tooLarge : "";
  return !large;
}

for (const kind of ["dragenter", "dragover"]) {
  form.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
}
for (const kind of ["dragleave", "drop"]) {
  form.addEventListener(kind, () => form.classList.remove("over"));
}
form.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) {
    file.files = event.dataTransfer.files;
    if (allowed()) { form.requestSubmit(); }
  }
});
file.addEventListener("change", allowed);
for (const each of document.querySelectorAll("form.way")) {
  each.addEventListener("submit", (event) => {
    if (each === form && !allowed()) { event.preventDefault(); return; }
    const status = each.querySelector("[role=status]");
    status.textContent = form.dataset.reading;
    setInterval(() => tell(status), 1000);
  });
}
// While the answer is awaited, how many files come first is asked for again and again.
async function tell(status) {
  try {
    const answer = await (await fetch("/waiting", { cache: "no-store" })).json();
    status.textContent = answer.waiting || form.dataset.reading;
  } catch {
    // The server is away for a moment; the answer itself will say so.
  }
}
// A file dropped beside the form would otherwise replace the page.
for (const kind of ["dragover", "drop"]) {
  window.addEventListener(kind, (event) => event.preventDefault());
}
