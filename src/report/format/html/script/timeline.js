// Violations step by step. A state is made from the changes of all steps up to it.

function stateAt({ start, steps }, last) {
  const state = { threads: new Map([[0, []]]), thread: 0, objects: new Map(), statics: new Map(), changed: new Set() };
  start.forEach((change) => apply(state, change, false));
  // What a line changes is seen when the next one is shown.
  for (let i = 0; i < last; i += 1) for (const change of steps[i].o || []) apply(state, change, i === last - 1);
  return state;
}

function apply(state, change, isNew) {
  const frames = state.threads.get(state.thread);
  const note = (key) => { if (isNew) state.changed.add(key); };
  switch (change.k) {
    case "switch":
      state.thread = change.t;
      if (!state.threads.has(change.t)) state.threads.set(change.t, []);
      break;
    case "enter": frames.push({ method: change.m, locals: new Map() }); break;
    case "leave": frames.pop(); break;
    case "local":
      if (frames.length === 0) break;
      frames[frames.length - 1].locals.set(change.n, change.v);
      note(`${state.thread} ${frames.length} ${change.n}`);
      break;
    case "object": state.objects.set(change.n, { type: change.c, fields: new Map() }); break;
    case "field":
      if (change.n === "") { state.statics.set(change.f, change.v); note("static " + change.f); break; }
      if (state.objects.has(change.n)) state.objects.get(change.n).fields.set(change.f, change.v);
      note(`${change.n}.${change.f}`);
      break;
  }
}

function word(value) {
  return typeof value === "object" ? value.r : value;
}

function framesOf(state) {
  const parts = [];
  for (const [thread, frames] of state.threads) {
    frames.forEach((frame, place) => {
      const rows = [...frame.locals].map(([name, value]) => make("tr",
        { class: state.changed.has(`${thread} ${place + 1} ${name}`) ? "changed" : "" },
        make("td", {}, name), make("td", {}, word(value))));
      const title = state.threads.size > 1 ? `thread ${thread}: ${frame.method}` : frame.method;
      parts.unshift(make("div", { class: "frame" }, make("h4", {}, title), make("table", {}, make("tbody", {}, ...rows))));
    });
  }
  if (state.statics.size) {
    const rows = [...state.statics].map(([name, value]) => make("tr", { class: state.changed.has("static " + name) ? "changed" : "" },
      make("td", {}, name), make("td", {}, word(value))));
    parts.push(make("div", { class: "frame" }, make("h4", {}, "static fields"), make("table", {}, make("tbody", {}, ...rows))));
  }
  return parts;
}

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

function cut(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

// The controls of a violation. `draw` shows a step, numbered from 0.
function player(article, run) {
  const steps = run ? run.steps : [];
  const timeline = article.querySelector(".timeline");
  if (!steps.length) return { length: 0 };
  let now = 0;
  const go = (to, isClick) => show({ step: Math.max(1, Math.min(steps.length, to + 1)) }, isClick);
  const slider = make("input", { type: "range", min: 1, max: steps.length, value: 1, "aria-label": "Step" });
  const output = make("output", {});
  const listing = make("div", { class: "source", role: "img", "aria-label": "The line that is executed" });
  const frames = make("div", { "aria-label": "Variables" });
  const heap = make("div", { "aria-label": "Objects" });
  const button = (sign, name, to) => make("button", { type: "button", "aria-label": name, title: name, click: () => go(to(), true) }, sign);
  const first = button("|◀", "First step", () => 0), back = button("◀", "Step back", () => now - 1);
  const on = button("▶", "Step on", () => now + 1), last = button("▶|", "Last step", () => steps.length - 1);

  function draw(to) {
    now = to;
    const step = steps[now], state = stateAt(run, now);
    slider.value = now + 1;
    const skipped = step.e ? ` (${step.e} steps in one)` : "";
    output.textContent = `step ${now + 1} of ${steps.length}: line ${step.l}${skipped}`;
    first.disabled = back.disabled = now === 0;
    on.disabled = last.disabled = now === steps.length - 1;
    const from = Math.max(1, step.l - 7), to2 = Math.min(lines.length, step.l + 7);
    const excerpt = [];
    for (let line = from; line <= to2; line += 1) {
      const copy = lines[line - 1].cloneNode(true);
      copy.removeAttribute("id");
      copy.removeAttribute("tabindex");
      copy.classList.remove("chosen", "noted");
      copy.classList.toggle("now", line === step.l);
      excerpt.push(copy);
    }
    listing.replaceChildren(...excerpt);
    frames.replaceChildren(make("h3", {}, "Variables"), ...framesOf(state));
    heap.replaceChildren(make("h3", {}, "Objects"), heapOf(state));
  }

  // Browsers limit how often an address may change, so it follows the slider when that is released.
  slider.addEventListener("input", () => draw(Number(slider.value) - 1));
  slider.addEventListener("change", () => go(Number(slider.value) - 1));
  timeline.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && event.target !== slider) { event.preventDefault(); go(now + by); }
  });
  timeline.append(make("div", { class: "steps", role: "group", "aria-label": "Steps" }, first, back, on, last, slider, output),
    make("div", { class: "stage" }, listing, frames, heap));
  return { length: steps.length, draw };
}

const players = new Map();
panels.violations = () => {
  if (!articles.length) return;
  if (!articles[view.violation - 1]) [view.violation, view.step] = [1, 1];
  articles.forEach((article, place) => { article.hidden = place !== view.violation - 1; });
  document.querySelectorAll(".found a").forEach((link, place) => {
    link.setAttribute("aria-current", String(place === view.violation - 1));
  });
  const article = articles[view.violation - 1];
  if (!players.has(article)) players.set(article, player(article, data.timelines[view.violation - 1]));
  const { length, draw } = players.get(article);
  view.step = Math.max(1, Math.min(length, view.step));
  if (length) draw(view.step - 1);
};
