// The source: colours, and the values at the line that is chosen.
const KEYWORDS = new Set(("abstract assert assume bool break cast catch char class continue decreases else ensures " +
  "exceptional exists extends false finally float for forall fork if implements instanceof int interface invariant " +
  "join lock modifies new null old requires return static string super this throw true try uint void while").split(" "));

function colour(code) {
  const text = code.textContent;
  const tokens = text.match(/\/\/.*|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[A-Za-z_]\w*|\d+(?:\.\d+)?|[^A-Za-z_\d"'/]+|./g) || [];
  code.replaceChildren(...tokens.map((token) => {
    const kind = token.startsWith("//") ? "c" : /^["'\d]/.test(token) ? "s" : KEYWORDS.has(token) ? "k" : "";
    return kind ? make("span", { class: kind }, token) : token;
  }));
}
document.querySelectorAll(".source .line code, .violation .excerpt code").forEach(colour);

const values = document.getElementById("values");
const advice = [...values.childNodes];
const lines = [...document.querySelectorAll("#panel-source .line")];
const noted = lines.filter((line) => line.classList.contains("noted"));
let chosen = null;

function code(number) {
  return make("code", {}, data.texts[number]);
}

function table(visit) {
  const head = ["variable", "value", "when", "example"].map((name) => make("th", { scope: "col" }, name));
  const bodies = visit.variables.map((variable) => {
    const rows = variable.rows.map((row, place) => make("tr", {},
      place === 0 ? make("th", { scope: "rowgroup", rowspan: variable.rows.length }, code(variable.name), " ",
        make("span", { class: "type" }, data.texts[variable.ty])) : null,
      ...row.map((text, column) => make("td", {}, column === 2 && text === visit.example ? "" : code(text)))));
    const more = variable.more ? [make("tr", {}, make("td", { colspan: 4, class: "note" }, `… ${variable.more} more values`))] : [];
    return make("tbody", { class: variable.cell ? "cell" : "" }, ...rows, ...more);
  });
  return make("table", { class: "summary" }, make("thead", {}, make("tr", {}, ...head)), ...bodies);
}

function tell(number) {
  const notes = data.notes[number];
  const parts = [make("h2", {}, `Values at line ${number}`)];
  for (const visit of notes ? notes.visits : []) {
    parts.push(
      make("h3", { class: "place" }, data.texts[visit.place]),
      make("dl", { class: "facts" },
        make("dt", {}, "reached when"), make("dd", {}, code(visit.when)),
        make("dt", {}, "for example"), make("dd", {}, data.texts[visit.example] ? code(visit.example) : "there are no inputs")),
      make("div", { class: "scroll" }, table(visit)));
    if (visit.more) parts.push(make("p", { class: "note" }, `${visit.more} more objects, fields and elements`));
  }
  if (notes && notes.more) parts.push(make("p", { class: "note" }, `${notes.more} more visits of this line: multise explain shows them.`));
  if (!notes) parts.push(make("p", { class: "note" }, document.getElementById("L" + number).title || "There is no code."));
  values.replaceChildren(...parts);
}

panels.source = () => {
  const line = document.getElementById("L" + view.line);
  view.line = line ? view.line : 0;
  if (line === chosen) return;
  if (chosen) chosen.classList.remove("chosen");
  chosen = line;
  if (!line) return values.replaceChildren(...advice);
  noted.forEach((other) => { other.tabIndex = other === line ? 0 : -1; });
  line.classList.add("chosen");
  tell(view.line);
  const source = line.parentElement, top = line.offsetTop;
  const isSeen = top >= source.scrollTop && top + line.offsetHeight <= source.scrollTop + source.clientHeight;
  if (!isSeen) source.scrollTop = top - source.clientHeight / 2;
};

noted.forEach((line, place) => {
  line.addEventListener("click", () => {
    show({ line: Number(line.dataset.line) }, true);
    line.focus({ preventScroll: true });
  });
  line.addEventListener("keydown", (event) => {
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: noted.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (!noted[to]) return;
    show({ line: Number(noted[to].dataset.line) });
    noted[to].focus({ preventScroll: true });
  });
});
if (noted.length) noted[0].tabIndex = 0;
