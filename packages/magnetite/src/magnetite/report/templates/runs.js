"use strict";
for (const section of document.querySelectorAll("section")) {
  const body = section.querySelector("tbody");
  const heads = [...section.querySelectorAll("th[scope=col]")];
  const value = (row, index) => {
    const { value, number } = row.cells[index].dataset;
    return value === "" ? null : number === undefined ? value : Number(value);
  };
  heads.forEach((head, index) => head.firstElementChild.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const each of heads) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].map((row) => [value(row, index), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null); // what is not known comes last
      const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
      return down ? -order : order;
    });
    body.append(...rows.map(([, row]) => row));
  }));
  section.querySelector("input").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
