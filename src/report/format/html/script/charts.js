// Statistics: where the time went, how questions were answered, and all numbers.
panels.statistics = () => {
  const charts = document.getElementById("charts");
  if (charts.hasChildNodes()) return;
  const n = data.numbers;
  const number = (value) => typeof value !== "number" ? String(value)
    : !Number.isFinite(value) ? "more than 10³⁰⁸"
    : value >= 1e15 ? value.toExponential(3) : value.toLocaleString("en", { maximumFractionDigits: 3 });

  // Horizontal bars, each with its name and its value.
  function bars(title, entries) {
    const greatest = Math.max(...entries.map((entry) => entry[1]), 0) || 1;
    const WIDTH = 460, ROW = 26, LEFT = 150, RIGHT = 80;
    const parts = entries.flatMap(([name, value, kind], row) => {
      const y = row * ROW + 4, width = Math.max(value > 0 ? 2 : 0, (WIDTH - LEFT - RIGHT) * value / greatest);
      return [make("svg:text", { x: LEFT - 8, y: y + 13, "text-anchor": "end" }, cut(name, 19)),
        make("svg:rect", { class: "bar b" + (kind || 0), x: LEFT, y, width, height: 16, rx: 3 }),
        make("svg:text", { class: "dim", x: LEFT + width + 6, y: y + 13 }, number(value))];
    });
    const height = entries.length * ROW + 6;
    const label = `${title}: ` + entries.map(([name, value]) => `${name} ${number(value)}`).join(", ");
    return make("div", { class: "card" }, make("h2", {}, title),
      make("svg:svg", { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, ...parts));
  }

  const rest = Math.max(0, n.time_total - n.time_bdd - n.time_solver);
  const flat = Object.entries(n).filter(([, value]) => typeof value !== "object" && value !== null);
  const rows = flat.map(([name, value]) => make("tr", {}, make("td", {}, name.replaceAll("_", " ")), make("td", {}, number(value))));
  const avoided = Object.entries(n.solver_calls_avoided).filter(([, value]) => value > 0);
  charts.append(make("div", {},
    bars("Time, seconds", [["guards", n.time_bdd, 1], ["solver", n.time_solver, 2], ["everything else", rest]]),
    bars("Questions of feasibility", [["solver", n.solver_calls, 2], ...avoided.map(([name, value]) => [name, value, 1])]),
    bars("Work", [["operations", n.operations], ["merges", n.merges], ["summaries read", n.summary_reads], ["heap cells", n.heap_cells], ["atoms", n.atoms]])),
    make("div", { class: "card" }, make("h2", {}, "All numbers"), make("table", {}, make("tbody", {}, ...rows))));
};
