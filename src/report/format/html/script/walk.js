// Goes through the graph with the keyboard. One box can be reached with the tabulator; from there, arrows go along edges and
// to the neighbours in the layer.
function walk(svg, boxes, drawn, edges, { go, reveal, zoom, fit }) {
  const move = (from, to) => {
    if (to === undefined) return;
    drawn[from].setAttribute("tabindex", -1);
    drawn[to].setAttribute("tabindex", 0);
    drawn[to].focus({ preventScroll: true });
    reveal(boxes[to].x, boxes[to].y, .8);
  };
  const below = (node) => edges.filter(([from]) => from === node).map(([, to]) => to)[0];
  const above = (node) => edges.filter(([, to]) => to === node).map(([from]) => from)[0];
  const beside = (node, sign) => {
    const distance = (other) => sign * (boxes[other].x - boxes[node].x);
    return [...boxes.keys()].filter((other) => boxes[other].at === boxes[node].at && distance(other) > 0)
      .sort((a, b) => distance(a) - distance(b))[0];
  };
  svg.addEventListener("keydown", (event) => {
    const node = Number(event.target.dataset.node);
    const act = {
      Enter: () => go(node), ArrowDown: () => move(node, below(node)), ArrowUp: () => move(node, above(node)),
      ArrowLeft: () => move(node, beside(node, -1)), ArrowRight: () => move(node, beside(node, 1)),
      "+": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": fit,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
