// The graph of the exploration: its points as boxes, below those from which paths come to them.

// The lines that edges are drawn with: all of one kind as one path. An edge passes bends vertically.
function pathOf(hops) {
  return hops.map(({ from, to }) => {
    if (from.at >= to.at) return `M${from.x + BOX.width / 2} ${from.y + 17}C${from.x + 90} ${from.y} ${to.x + 90} ${to.y + 34} ${to.x + BOX.width / 2} ${to.y + 17}`;
    const bottom = from.y + BOX.height, half = (to.y - bottom) / 2;
    return `M${from.x} ${bottom}C${from.x} ${bottom + half} ${to.x} ${to.y - half} ${to.x} ${to.y}` + (to.isBend ? `v${BOX.height}` : "");
  }).join("");
}

// The kind of a node, and everything about it in words.
function describe(node, isSplit) {
  const [returned, threw, violated] = node.ends, iterations = node.iterations.map((number) => number + 1);
  const kind = violated ? "g-violated" : node.merges ? "g-merge" : isSplit ? "g-split" : returned || threw ? "g-end" : "g-plain";
  const about = [`${data.texts[node.method]}, line ${span(node.lines)}`, iterations.length ? `iteration ${iterations.join(", ")}` : "",
    node.merges ? `paths met ${node.merges} times` : "", node.waited ? "waited for a larger bound" : "",
    violated ? "a violation" : "", returned ? "paths end" : "", threw ? "an exception leaves" : ""];
  return { kind, about: about.filter(Boolean).join("; "), title: span(node.lines) + (iterations.length ? " ·" + iterations.join("·") : "") };
}

function method(node) {
  return data.texts[node.method].split(".").pop();
}

function label(x, y, text, attributes) {
  return make("svg:text", { x, y, "text-anchor": "middle", ...attributes }, text);
}

// A lane for each thread, if there are several, with the fork that it comes from.
function laneOf({ left, width }, thread, height, { nodes, edges, words }) {
  const root = nodes.findIndex((node) => node.thread === thread), middle = left + width / 2;
  const fork = edges.find(([, to, kind]) => to === root && kind === "fork");
  return [make("svg:rect", { class: "lane", x: left + 3, y: 0, width: width - 6, height, rx: 8 }),
    label(middle, 20, thread ? cut("thread of " + method(nodes[root]), 20) : "first thread", { class: "name" }),
    label(middle, 36, fork ? cut("forked at " + words[fork[0]].title, 20) : "", { class: "dim" })];
}

function boxOf(node, place, { x, y }, { kind, about, title }) {
  const attributes = { class: `node ${kind}${node.waited ? " waited" : ""}`, "data-node": place, tabindex: place ? -1 : 0, role: "link", "aria-label": about };
  return make("svg:g", attributes, make("svg:title", {}, about),
    make("svg:rect", { x: x - BOX.width / 2, y, width: BOX.width, height: BOX.height }),
    label(x, y + 14, cut(title, 12), { "font-weight": 600 }), label(x, y + 28, cut(method(node), 12), { class: "dim" }));
}

const home = document.getElementById("graph");
// The graph takes what is left of the window.
function stretch() {
  home.style.height = Math.max(innerHeight * .6, innerHeight - home.getBoundingClientRect().top - scrollY - 20) + "px";
}
addEventListener("resize", () => { if (view.tab === "graph") stretch(); });

panels.graph = () => {
  if (home.hasChildNodes()) return stretch();
  const { nodes, edges } = chained(data.graph), steps = nodes.map(() => 0);
  for (const [from, , kind] of edges) if (kind !== "fork") steps[from] += 1;
  const words = nodes.map((node, place) => describe(node, steps[place] > 1));
  const { boxes, hops, lanes, ...size } = layout(nodes, edges);

  const backs = lanes.length < 2 ? [] : lanes.flatMap((lane, thread) => laneOf(lane, thread, size.height, { nodes, edges, words }));
  const paths = ["step", "call", "fork"].map((kind) =>
    make("svg:path", { class: "edge " + kind, d: pathOf(hops.filter((hop) => hop.kind === kind)) }));
  const drawn = nodes.map((node, place) => boxOf(node, place, boxes[place], words[place]));
  const scene = make("svg:g", {}, ...backs, ...paths, ...drawn);
  const svg = make("svg:svg", { role: "group", "aria-label": "Graph of the exploration" }, scene);

  const go = (node) => { if (nodes[node].line) show({ tab: "source", line: nodes[node].line }, true); };
  svg.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (node) go(Number(node.dataset.node));
  });
  const button = (sign, name, act) => make("button", { type: "button", "aria-label": name, title: name, click: act }, sign);
  document.getElementById("graph-tools").replaceChildren(
    button("+", "Larger", () => drawing.zoom(1.5)), button("−", "Smaller", () => drawing.zoom(1 / 1.5)), button("Fit", "The whole graph", () => drawing.fit()),
    make("span", { class: "note" }, `${data.graph.nodes.length} points in ${nodes.length} boxes.` + (data.graph.cut ? " Only the beginning is drawn: there were more points." : "")));
  const map = overview(boxes.map(({ x, y }, place) => ({ x, y, kind: words[place].kind })), size, (x, y) => drawing.reveal(x, y));
  stretch();
  home.append(svg, map.svg);
  const drawing = zoomable(svg, scene, size, map.mark);
  walk(svg, boxes, drawn, edges, { go, ...drawing });
  drawing.open(nodes.length ? boxes[0].x : 0);
};
