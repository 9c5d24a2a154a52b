// Letters choose an option, Enter sends. Without this script the keyboard works as in any form.
"use strict";
const form = document.getElementById("answer");
const options = [...form.querySelectorAll("input[type=radio]:enabled")];

if (options.length) {
  const keys = form.querySelector(".keys");
  if (keys && matchMedia("(hover: hover)").matches) { keys.hidden = false; }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    const place = event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    if (place >= 0 && place < options.length) {
      options[place].checked = true;
      options[place].focus();
      event.preventDefault();
    } else if (event.key === "Enter" && event.target.type === "radio") {
      form.requestSubmit();
      event.preventDefault();
    }
  });
  // A second press while the first is on its way would be harmless; the disabled button shows that one is enough.
  form.addEventListener("submit", () => setTimeout(() => { form.querySelector("button").disabled = true; }));
  addEventListener("pageshow", () => { form.querySelector("button").disabled = false; });
}
