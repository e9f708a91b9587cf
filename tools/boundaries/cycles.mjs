// Import cycles: strongly connected components of the graph (Tarjan), each reported once.

/** @param {Map<string, string[]>} graph file → files it imports @returns {string[][]} */
export function findCycles(graph) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];

  /** @param {string} file */
  function visit(file) {
    const mark = { index: seen.size, low: seen.size, open: true };
    seen.set(file, mark);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      const known = seen.get(next);
      if (known === undefined) mark.low = Math.min(mark.low, visit(next).low);
      else if (known.open) mark.low = Math.min(mark.low, known.index);
    }
    if (mark.low === mark.index) {
      const part = stack.splice(stack.indexOf(file));
      for (const member of part) {
        const known = seen.get(member);
        if (known) known.open = false;
      }
      if (part.length > 1 || graph.get(file)?.includes(file)) cycles.push(part);
    }
    return mark;
  }
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return cycles;
}
