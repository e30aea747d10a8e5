// The whole graph, squeezed into a strip beside it. The part that the window shows is marked; a click goes there.
function overview(marks, { width, height }, go) {
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  const paths = kinds.map((kind) => make("svg:path", { class: kind, d: marks.filter((mark) => mark.kind === kind)
    .map(({ x, y }) => `M${x - BOX.width / 2} ${y}h${BOX.width}v${BOX.height}h${-BOX.width}z`).join("") }));
  const seen = make("svg:rect", { class: "seen" });
  const svg = make("svg:svg", { class: "overview", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...paths, seen);
  const move = (event) => go(event.offsetX / svg.clientWidth * width, event.offsetY / svg.clientHeight * height);
  svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); move(event); });
  svg.addEventListener("pointermove", (event) => { if (svg.hasPointerCapture(event.pointerId)) move(event); });
  const mark = (part) => { for (const name of ["x", "y", "width", "height"]) seen.setAttribute(name, part[name]); };
  return { svg, mark };
}
