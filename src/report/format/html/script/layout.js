// Places the nodes of a graph in layers, so that all edges run downwards, and in a lane for each thread. The result depends
// on the graph alone. The method is Sugiyama's: layers, then an order in each layer, then places.
const BOX = { width: 96, height: 34 }, GAP = 22, LAYER = 62, LANE = { head: 44, least: 150, margin: 16 };

// The layer of each node: the length of the longest way to it. An edge that closes a cycle is not considered.
function layersOf(count, edges) {
  const out = Array.from({ length: count }, () => []), before = new Array(count).fill(0), layer = new Array(count).fill(0);
  for (const [from, to] of edges) { out[from].push(to); before[to] += 1; }
  const ready = [...before.keys()].filter((node) => before[node] === 0), placed = new Array(count).fill(false);
  for (let next = 0, least = 0; next < count; next += 1) {
    while (placed[least]) least += 1;
    const node = next < ready.length ? ready[next] : (ready.push(least), least);
    placed[node] = true;
    for (const to of out[node]) {
      before[to] -= 1;
      if (placed[to]) continue;
      layer[to] = Math.max(layer[to], layer[node] + 1);
      if (before[to] === 0) ready.push(to);
    }
  }
  return layer;
}

// The points that are placed: the nodes, and bends where a long edge passes a layer. The edges to one node share their
// bends, so they meet on the way.
function pointsOf(nodes, edges) {
  const layer = layersOf(nodes.length, edges);
  const point = (at, lane, isBend) => ({ at, lane, isBend, width: isBend ? 0 : BOX.width, weight: isBend ? 3 : 1, above: [], below: [], x: 0 });
  const points = nodes.map((node, place) => point(layer[place], node.thread, false));
  const bends = new Map(), hops = [];
  const link = (from, to, kind) => {
    hops.push({ from, to, kind });
    if (from.lane === to.lane && from.at < to.at) { from.below.push(to); to.above.push(from); }
  };
  for (const [from, to, kind] of edges) {
    let last = points[from], isJoined = false;
    for (let at = layer[from] + 1; at < layer[to] && !isJoined; at += 1) {
      const key = `${to} ${at}`;
      isJoined = bends.has(key);
      if (!isJoined) {
        bends.set(key, point(at, nodes[to].thread, true));
        points.push(bends.get(key));
      }
      link(last, bends.get(key), kind);
      last = bends.get(key);
    }
    if (!isJoined) link(last, points[to], kind);
  }
  return { points, hops };
}

// Gives the points of a row, in this order, the places that are nearest to their wishes. Points that would overlap form a
// block, which is where its points want to be on average.
function settle(row) {
  const blocks = [];
  row.forEach((point, place) => {
    const last = row[place - 1];
    point.offset = last ? last.offset + (last.width + point.width) / 2 + GAP : 0;
    let block = { sum: (point.wish - point.offset) * point.weight, weight: point.weight, count: 1 };
    while (blocks.length && blocks[blocks.length - 1].sum / blocks[blocks.length - 1].weight >= block.sum / block.weight) {
      const { sum, weight, count } = blocks.pop();
      block = { sum: sum + block.sum, weight: weight + block.weight, count: count + block.count };
    }
    blocks.push(block);
  });
  let next = 0;
  for (const { sum, weight, count } of blocks) {
    for (const end = next + count; next < end; next += 1) row[next].x = sum / weight + row[next].offset;
  }
}

// Places the points of one lane: first their order in each row, then their x.
function place(rows) {
  const ROUNDS = 8;
  const wish = (point, near, of) => {
    const weight = near.reduce((sum, other) => sum + other.weight, 0);
    point.wish = weight ? near.reduce((sum, other) => sum + of(other) * other.weight, 0) / weight : of(point);
  };
  const number = (row) => row.forEach((point, rank) => { point.rank = rank; });
  rows.forEach(number);
  const sweep = (of, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const isDown = round % 2 === 0;
      for (const row of isDown ? rows : [...rows].reverse()) {
        row.forEach((point) => wish(point, isDown ? point.above : point.below, of));
        act(row);
      }
    }
  };
  sweep((point) => point.rank, (row) => {
    row.sort((a, b) => a.wish - b.wish || a.rank - b.rank);
    number(row);
  });
  sweep((point) => point.x, settle);
  for (const row of rows) {
    row.forEach((point) => wish(point, [...point.above, ...point.below], (other) => other.x));
    settle(row);
  }
}

// The nodes as points with the x of their middle and the y of their top, the hops of the edges, and the lanes.
function layout(nodes, edges) {
  const { points, hops } = pointsOf(nodes, edges);
  const count = nodes.reduce((most, node) => Math.max(most, node.thread + 1), 1);
  const depth = points.reduce((most, point) => Math.max(most, point.at + 1), 0);
  const top = count > 1 ? LANE.head : 0, lanes = [];
  let left = 0;
  for (let lane = 0; lane < count; lane += 1) {
    const rows = Array.from({ length: depth }, () => []), own = points.filter((point) => point.lane === lane);
    own.forEach((point) => rows[point.at].push(point));
    place(rows);
    const first = own.reduce((least, point) => Math.min(least, point.x), Infinity);
    const last = own.reduce((most, point) => Math.max(most, point.x), -Infinity);
    const inner = Math.max(0, last - first) + BOX.width + 2 * LANE.margin, width = Math.max(LANE.least, inner);
    own.forEach((point) => {
      point.x += left + (width - inner) / 2 + LANE.margin + BOX.width / 2 - first;
      point.y = top + LANE.margin + point.at * LAYER;
    });
    lanes.push({ left, width });
    left += width;
  }
  return { boxes: points.slice(0, nodes.length), hops, lanes, width: left, height: top + 2 * LANE.margin + Math.max(1, depth) * LAYER - (LAYER - BOX.height) };
}
