// Objects in columns by their distance from the variables, with an arrow for each reference.
function heapOf(state) {
  const roots = [];
  for (const frames of state.threads.values()) {
    for (const frame of frames) for (const value of frame.locals.values()) if (typeof value === "object") roots.push(value.r);
  }
  for (const value of state.statics.values()) if (typeof value === "object") roots.push(value.r);
  const level = new Map();
  let queue = [...new Set(roots)].filter((name) => state.objects.has(name));
  queue.forEach((name) => level.set(name, 0));
  while (queue.length) {
    const next = [];
    for (const name of queue) {
      for (const value of state.objects.get(name).fields.values()) {
        if (typeof value === "object" && state.objects.has(value.r) && !level.has(value.r)) {
          level.set(value.r, level.get(name) + 1);
          next.push(value.r);
        }
      }
    }
    queue = next;
  }
  const LIMIT = 24, WIDTH = 170, GAP = 56, ROW = 18;
  const names = [...level.keys()].slice(0, LIMIT);
  if (!names.length) return make("p", { class: "note" }, "No object can be reached.");
  const at = new Map(), depth = [];
  for (const name of names) {
    const column = level.get(name), fields = state.objects.get(name).fields.size;
    const y = depth[column] || 6;
    at.set(name, { x: 6 + column * (WIDTH + GAP), y });
    depth[column] = y + 26 + ROW * fields + 16;
  }
  const boxes = [], arrows = [];
  for (const name of names) {
    const { x, y } = at.get(name), object = state.objects.get(name);
    const changed = [...object.fields.keys()].some((field) => state.changed.has(`${name}.${field}`));
    boxes.push(make("svg:rect", { class: "box" + (changed ? " changed" : ""), x, y, width: WIDTH, height: 26 + ROW * object.fields.size, rx: 7 }));
    boxes.push(make("svg:text", { x: x + 9, y: y + 17, "font-weight": 600 }, cut(name === object.type ? name : `${name}: ${object.type}`, 21)));
    [...object.fields].forEach(([field, value], row) => {
      const top = y + 26 + ROW * row;
      if (state.changed.has(`${name}.${field}`)) boxes.push(make("svg:rect", { class: "hot", x: x + 3, y: top - 2, width: WIDTH - 6, height: ROW }));
      boxes.push(make("svg:text", { class: "dim", x: x + 9, y: top + 11 }, cut(field, 10)));
      const target = typeof value === "object" ? at.get(value.r) : null;
      boxes.push(make("svg:text", { x: x + WIDTH - 9, y: top + 11, "text-anchor": "end" }, target ? "•" : cut(word(value), 11)));
      if (target) {
        const x1 = x + WIDTH - 9, y1 = top + 7, y2 = target.y + 12, back = target.x <= x;
        const x2 = back ? target.x + WIDTH : target.x - 6, bend = back ? x + WIDTH + GAP * .7 : (x1 + x2) / 2;
        const path = back ? `M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2 + 6} ${y2}` : `M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
        arrows.push(make("svg:path", { class: "arrow", d: path }));
        const tip = back ? `${x2},${y2} ${x2 + 8},${y2 - 4} ${x2 + 8},${y2 + 4}` : `${x2 + 6},${y2} ${x2 - 2},${y2 - 4} ${x2 - 2},${y2 + 4}`;
        arrows.push(make("svg:polygon", { class: "head", points: tip }));
      }
    });
  }
  const columns = Math.max(...names.map((name) => level.get(name))) + 1;
  const width = 12 + columns * (WIDTH + GAP), height = Math.max(...depth.filter(Boolean)) + 4;
  const title = `Heap: ${names.length} objects`;
  const svg = make("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, ...boxes, ...arrows);
  const more = level.size - names.length;
  return make("div", { class: "scroll" }, svg, more > 0 ? make("p", { class: "note" }, `${more} more objects`) : null);
}
