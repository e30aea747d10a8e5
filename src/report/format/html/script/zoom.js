// A drawing in its window. The reader zooms with the wheel, two fingers or buttons, and pans by dragging. `changed` is
// given the part of the drawing that is seen.
function zoomable(svg, scene, { width, height }, changed) {
  // At a smaller scale nobody can read texts, and they cost time.
  const LEGIBLE = .35;
  let scale = 1, x = 0, y = 0, isFitted = true;

  function put() {
    scene.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    svg.classList.toggle("far", scale < LEGIBLE);
    changed({ x: -x / scale, y: -y / scale, width: svg.clientWidth / scale, height: svg.clientHeight / scale });
  }
  function fit() {
    isFitted = true;
    scale = Math.min(1, svg.clientWidth / width, svg.clientHeight / height);
    [x, y] = [(svg.clientWidth - width * scale) / 2, (svg.clientHeight - height * scale) / 2];
    put();
  }
  function pan(right, down) {
    isFitted = false;
    [x, y] = [x + right, y + down];
    put();
  }
  // What is at a point of the window stays there.
  function zoom(factor, atX = svg.clientWidth / 2, atY = svg.clientHeight / 2) {
    const next = Math.max(.01, Math.min(4, scale * factor));
    pan((atX - x) * (1 - next / scale), (atY - y) * (1 - next / scale));
    scale = next;
    put();
  }
  // Brings a point of the drawing to the middle, at least at this scale.
  function reveal(atX, atY, least = 0) {
    scale = Math.max(scale, least);
    [x, y] = [0, 0];
    pan(svg.clientWidth / 2 - atX * scale, svg.clientHeight / 2 - atY * scale);
  }
  // The whole drawing if it is legible, else its beginning: the top, around this x.
  function open(atX) {
    fit();
    if (scale >= LEGIBLE) return;
    reveal(width * .8 <= svg.clientWidth ? width / 2 : atX, 0, .8);
    pan(0, -svg.clientHeight / 2);
  }

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .002)), event.offsetX, event.offsetY);
  }, { passive: false });

  // Fingers, or the mouse, where they were last. A small movement is still a click.
  const fingers = new Map();
  let moved = 0;
  const middle = () => [...fingers.values()].reduce((sum, [a, b]) => [sum[0] + a / fingers.size, sum[1] + b / fingers.size], [0, 0]);
  const spread = () => { const [[a, b], [c, d]] = fingers.values(); return Math.hypot(a - c, b - d) || 1; };
  svg.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [fromX, fromY] = middle(), from = fingers.size === 2 ? spread() : 1;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const [toX, toY] = middle(), window = svg.getBoundingClientRect();
    moved += Math.hypot(toX - fromX, toY - fromY);
    if (moved < 4) return;
    svg.setPointerCapture(event.pointerId);
    pan(toX - fromX, toY - fromY);
    if (fingers.size === 2) zoom(spread() / from, toX - window.left, toY - window.top);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => fingers.delete(event.pointerId));

  new ResizeObserver(() => { if (isFitted) fit(); }).observe(svg);
  return { fit, zoom, reveal, open };
}
