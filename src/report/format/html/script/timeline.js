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

// A table for each frame, those of the running thread first, the innermost frame first.
function framesOf(state) {
  const part = (title, rows, kind) => make("div", { class: "frame" + kind }, make("h4", {}, title), make("table", {}, make("tbody", {},
    ...rows.map(([key, name, value]) => make("tr", { class: state.changed.has(key) ? "changed" : "" },
      make("td", {}, name), make("td", {}, word(value)))))));
  const others = [...state.threads.keys()].filter((thread) => thread !== state.thread);
  const frames = [state.thread, ...others].flatMap((thread) => {
    const named = (frame) => state.threads.size > 1 ? `thread ${thread}: ${frame.method}` : frame.method;
    return state.threads.get(thread).map((frame, place) => part(named(frame),
      [...frame.locals].map(([name, value]) => [`${thread} ${place + 1} ${name}`, name, value]),
      thread === state.thread && state.threads.size > 1 ? " running" : "")).reverse();
  });
  const statics = [...state.statics].map(([name, value]) => ["static " + name, name, value]);
  return statics.length ? [...frames, part("static fields", statics, "")] : frames;
}

// A line with those around it, always as many.
function excerpt(line) {
  const AROUND = 7, from = Math.max(0, Math.min(line - 1 - AROUND, lines.length - 2 * AROUND - 1));
  return lines.slice(from, from + 2 * AROUND + 1).map((original) => {
    const copy = original.cloneNode(true);
    copy.removeAttribute("id");
    copy.removeAttribute("tabindex");
    copy.classList.remove("chosen", "noted");
    copy.classList.toggle("now", Number(copy.dataset.line) === line);
    return copy;
  });
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
  const frames = make("div", { class: "frames" }), heap = make("div", {});
  const lanes = schedule(steps, (step) => go(step, true));
  const button = (sign, name, to) => make("button", { type: "button", "aria-label": name, title: name, click: () => go(to(), true) }, sign);
  const first = button("|◀", "First step", () => 0), back = button("◀", "Step back", () => now - 1);
  const on = button("▶", "Step on", () => now + 1), last = button("▶|", "Last step", () => steps.length - 1);

  function draw(to) {
    now = to;
    const step = steps[now], state = stateAt(run, now);
    slider.value = now + 1;
    const thread = lanes ? `thread ${step.t || 0} at ` : "", skipped = step.e ? ` (${step.e} steps in one)` : "";
    output.textContent = `step ${now + 1} of ${steps.length}: ${thread}line ${step.l} of ${step.m}${skipped}`;
    first.disabled = back.disabled = now === 0;
    on.disabled = last.disabled = now === steps.length - 1;
    listing.replaceChildren(...excerpt(step.l));
    frames.replaceChildren(...framesOf(state));
    heap.replaceChildren(heapOf(state));
    if (lanes) lanes.draw(now);
  }

  // Browsers limit how often an address may change, so it follows the slider when that is released.
  slider.addEventListener("input", () => draw(Number(slider.value) - 1));
  slider.addEventListener("change", () => go(Number(slider.value) - 1));
  timeline.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && event.target !== slider) { event.preventDefault(); go(now + by); }
  });
  timeline.append(
    make("div", { class: "steps", role: "group", "aria-label": "Steps" }, first, back, on, last, slider, output),
    ...lanes ? [lanes.element] : [], listing,
    make("div", { class: "pair" }, make("div", {}, make("h3", {}, "Variables"), frames), make("div", {}, make("h3", {}, "Objects"), heap)));
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
