// Points one after the other, between which nothing happens to the paths, become one.
function chained({ nodes, edges }) {
  const out = nodes.map(() => []), into = nodes.map(() => []);
  for (const [from, to, kind] of edges) { out[from].push(kind); into[to].push(from); }
  const head = nodes.map((_, node) => node), chains = nodes.map((node) => ({ ...node, lines: [node.line] }));
  const plain = (node) => !node.merges && !node.waited;
  nodes.forEach((node, place) => {
    const [before] = into[place];
    if (into[place].length !== 1 || before >= place || String(out[before]) !== "step") return;
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
  for (const [from, to, kind] of edges) {
    if (head[from] !== head[to]) joined.set(`${head[from]} ${head[to]}`, [number.get(head[from]), number.get(head[to]), kind]);
  }
  return { nodes: kept.map((place) => chains[place]), edges: [...joined.values()] };
}

// The lines of a chain: 40–42, or the first and the last.
function span(lines) {
  const known = [...new Set(lines.filter(Boolean))];
  if (!known.length) return "end";
  return known.length === 1 ? String(known[0]) : `${known[0]}–${known[known.length - 1]}`;
}
