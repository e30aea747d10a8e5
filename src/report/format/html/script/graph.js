// The graph of the exploration: points in layers, each below those from which paths come to it.
// Points one after the other, between which nothing happens to the paths, become one.
function chained({ nodes, edges }) {
  const out = nodes.map(() => []), into = nodes.map(() => []);
  for (const [from, to, isCall] of edges) { out[from].push([to, isCall]); into[to].push(from); }
  const head = nodes.map((_, node) => node), chains = nodes.map((node) => ({ ...node, lines: [node.line] }));
  const plain = (node) => !node.merges && !node.waited;
  nodes.forEach((node, place) => {
    const [before] = into[place];
    if (into[place].length !== 1 || before >= place || out[before].length !== 1 || out[before][0][1]) return;
    const last = nodes[before], same = last.method === node.method && String(last.iterations) === String(node.iterations);
    if (!same || !plain(node) || last.ends.some(Boolean)) return;
    head[place] = head[before];
    const chain = chains[head[place]];
    chain.lines.push(node.line);
    chain.ends = node.ends;
  });
  const kept = nodes.map((_, place) => place).filter((place) => head[place] === place);
  const number = new Map(kept.map((place, index) => [place, index]));
  const joined = new Map();
  for (const [from, to, isCall] of edges) {
    if (head[from] !== head[to] || from >= to) joined.set(`${head[from]} ${head[to]}`, [number.get(head[from]), number.get(head[to]), isCall]);
  }
  return { nodes: kept.map((place) => chains[place]), edges: [...joined.values()] };
}

// The lines of a chain: 40–42, or the first and the last.
function span(lines) {
  const known = [...new Set(lines.filter(Boolean))];
  if (!known.length) return "end";
  return known.length === 1 ? String(known[0]) : `${known[0]}–${known[known.length - 1]}`;
}

panels.graph = () => {
  if (document.getElementById("graph").hasChildNodes()) return;
  const MOST = 250, WIDTH = 96, HEIGHT = 34, GAP = 22, LAYER = 62;
  const { nodes, edges } = chained(data.graph);
  const count = Math.min(nodes.length, MOST);
  const used = edges.filter(([from, to]) => from < count && to < count && from !== to);
  const out = Array.from({ length: count }, () => []), into = Array.from({ length: count }, () => []);
  // Points are numbered as they are reached first, so that most edges lead to greater numbers: those that do not close a cycle.
  for (const [from, to] of used) if (from < to) { out[from].push(to); into[to].push(from); }
  const layer = new Array(count).fill(0);
  for (let node = 0; node < count; node += 1) for (const to of out[node]) layer[to] = Math.max(layer[to], layer[node] + 1);
  const rows = [];
  for (let node = 0; node < count; node += 1) (rows[layer[node]] ||= []).push(node);
  const x = new Array(count).fill(0);
  rows.forEach((row) => {
    const wish = (node) => into[node].length ? into[node].reduce((sum, from) => sum + x[from], 0) / into[node].length : 0;
    const wishes = row.map((node) => [wish(node), node]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let least = -Infinity;
    wishes.forEach(([wanted, node]) => { x[node] = Math.max(wanted, least); least = x[node] + WIDTH + GAP; });
    const shift = wishes.reduce((sum, [wanted, node]) => sum + wanted - x[node], 0) / wishes.length;
    row.forEach((node) => { x[node] += shift; });
  });
  const left = Math.min(0, ...x) - 20;
  const place = (node) => [x[node] - left, layer[node] * LAYER + 12];
  const total = Math.max(...x, 0) - left + WIDTH + 30, height = rows.length * LAYER + 20;
  const lines = used.map(([from, to, isCall]) => {
    const [x1, y1] = place(from), [x2, y2] = place(to);
    const a = x1 + WIDTH / 2, b = x2 + WIDTH / 2, down = y2 > y1;
    const path = down ? `M${a} ${y1 + HEIGHT} C${a} ${y1 + LAYER} ${b} ${y2 - LAYER + HEIGHT} ${b} ${y2}`
      : `M${x1 + WIDTH} ${y1 + HEIGHT / 2} C${x1 + WIDTH + 40} ${y1} ${x2 + WIDTH + 40} ${y2 + HEIGHT} ${x2 + WIDTH} ${y2 + HEIGHT / 2}`;
    return make("svg:path", { class: "edge" + (isCall ? " call" : ""), d: path });
  });
  const boxes = [];
  for (let node = 0; node < count; node += 1) {
    const info = nodes[node], [left2, top] = place(node);
    const [returned, threw, violated] = info.ends;
    const kind = violated ? "g-violated" : info.merges ? "g-merge" : out[node].length > 1 ? "g-split" : returned || threw ? "g-end" : "g-plain";
    const where = info.iterations.length ? ` ·${info.iterations.map((n) => n + 1).join("·")}` : "";
    const name = `${data.texts[info.method]}, line ${span(info.lines)}`;
    const about = [name, info.iterations.length ? `iteration ${info.iterations.map((n) => n + 1).join(", ")}` : "",
      info.merges ? `paths met ${info.merges} times` : "", info.waited ? "waited for a larger bound" : "",
      violated ? "a violation" : "", returned ? "paths end" : "", threw ? "an exception leaves" : ""].filter(Boolean).join("; ");
    const go = () => { if (info.line) show({ tab: "source", line: info.line }, true); };
    boxes.push(make("svg:g", { class: `node ${kind}${info.waited ? " waited" : ""}`, tabindex: 0, role: "link", "aria-label": about, click: go,
      keydown: (event) => { if (event.key === "Enter") go(); } },
      make("svg:title", {}, about),
      make("svg:rect", { x: left2, y: top, width: WIDTH, height: HEIGHT }),
      make("svg:text", { x: left2 + WIDTH / 2, y: top + 14, "text-anchor": "middle", "font-weight": 600 }, cut(span(info.lines) + where, 12)),
      make("svg:text", { class: "dim", x: left2 + WIDTH / 2, y: top + 28, "text-anchor": "middle", "font-size": 10 }, cut(data.texts[info.method].split(".").pop(), 14))));
  }
  document.getElementById("graph").replaceChildren(make("svg:svg",
    { width: total, height, viewBox: `0 0 ${total} ${height}`, role: "group", "aria-label": "Graph of the exploration" }, ...lines, ...boxes));
  const note = document.getElementById("graph-note");
  if (data.graph.cut || count < nodes.length) note.textContent = `Only the beginning is drawn: there were more points than the ${count} boxes hold.`;
  else note.textContent = `${data.graph.nodes.length} points in ${count} boxes, ${used.length} steps between them.`;
};
