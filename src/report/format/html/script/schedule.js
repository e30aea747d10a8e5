// The schedule of a run: a row for each thread, with the steps that it makes. A click goes to a step.
// There is none for a run of one thread.
function schedule(steps, go) {
  const turns = [];
  steps.forEach(({ t: thread = 0 }, step) => {
    const turn = turns[turns.length - 1];
    if (turn && turn.thread === thread) turn.length += 1;
    else turns.push({ thread, step, length: 1 });
  });
  const threads = [...new Set(turns.map((turn) => turn.thread))].sort((a, b) => a - b);
  if (threads.length < 2) return null;
  const rects = turns.map(({ thread, step, length }) =>
    make("svg:rect", { class: "turn", x: step, y: threads.indexOf(thread) + .15, width: length, height: .7 }));
  const now = make("svg:rect", { class: "now", y: 0, width: 1, height: threads.length });
  const svg = make("svg:svg", {
    viewBox: `0 0 ${steps.length} ${threads.length}`, preserveAspectRatio: "none", height: 18 * threads.length, role: "img",
    "aria-label": "Schedule: " + turns.map(({ thread, length }) => `thread ${thread} for ${length}`).join(", "),
    click: (event) => go(Math.floor(event.offsetX / svg.clientWidth * steps.length)),
  }, ...rects, now);
  const names = threads.map((thread) => make("li", {}, `thread ${thread}`));
  return {
    element: make("div", {}, make("h3", {}, "Schedule"), make("div", { class: "schedule" }, make("ul", {}, ...names), svg)),
    draw(step) {
      now.setAttribute("x", step);
      names.forEach((name, row) => name.classList.toggle("running", threads[row] === (steps[step].t || 0)));
    },
  };
}
