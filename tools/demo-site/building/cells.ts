// Walls as a mosaic: rectangles of material are layered, and outlines, hatch areas and rooms are derived from the
// result.

export type Point = readonly [x: number, y: number];
/** Metres, x to the east and y to the north; x0 < x1 and y0 < y1. */
export type Rect = { x0: number; y0: number; x1: number; y1: number };
export type Material = 'concrete' | 'masonry' | 'drywall' | 'insulation' | 'glass';
export type Layer = Rect & { material: Material | null };
export type Loop = Point[];
export type Segment = { from: Point; to: Point; kind: 'cut' | 'joint' };
/** A room as drawn: its outline and the free-standing columns or shafts in it. */
export type Area = { outer: Loop; holes: Loop[]; squareMetres: number };

const mm = (value: number): number => Math.round(value * 1000) / 1000;
const sorted = (values: number[]): number[] => [...new Set(values.map(mm))].sort((a, b) => a - b);

export function rect(x0: number, y0: number, x1: number, y1: number): Rect {
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

/** Signed by orientation: positive if the loop runs counter-clockwise. */
function loopArea(loop: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of loop.entries()) {
    const [nx, ny] = loop[(index + 1) % loop.length] ?? [x, y];
    twice += x * ny - nx * y;
  }
  return twice / 2;
}

export function inLoop(loop: readonly Point[], [px, py]: Point): boolean {
  let inside = false;
  for (const [index, [x, y]] of loop.entries()) {
    const [nx, ny] = loop[(index + 1) % loop.length] ?? [x, y];
    if (y > py !== ny > py && px < ((nx - x) * (py - y)) / (ny - y) + x) inside = !inside;
  }
  return inside;
}

/** Joins directed unit edges into closed loops without collinear points. */
function traceLoops(edges: { from: Point; to: Point }[]): Loop[] {
  const key = ([x, y]: Point): string => `${x},${y}`;
  const leaving = new Map<string, { from: Point; to: Point }[]>();
  for (const edge of edges) {
    const list = leaving.get(key(edge.from));
    if (list) list.push(edge);
    else leaving.set(key(edge.from), [edge]);
  }
  const loops: Loop[] = [];
  for (const start of edges) {
    let next = leaving.get(key(start.from))?.find((edge) => edge === start);
    if (!next) continue;
    const loop: Point[] = [];
    while (next) {
      const current: { from: Point; to: Point } = next;
      const list = leaving.get(key(current.from)) ?? [];
      list.splice(list.indexOf(current), 1);
      const previous = loop.at(-1);
      const before = loop.at(-2);
      const straight =
        previous &&
        before &&
        ((before[0] === previous[0] && previous[0] === current.from[0]) ||
          (before[1] === previous[1] && previous[1] === current.from[1]));
      if (straight) loop.pop();
      loop.push(current.from);
      next = leaving.get(key(current.to))?.[0];
    }
    const [first, second] = loop;
    const last = loop.at(-1);
    const lastButOne = loop.at(-2);
    if (first && last && lastButOne && (lastButOne[0] === last[0] ? last[0] === first[0] : last[1] === first[1]))
      loop.pop();
    const end = loop.at(-1);
    if (first && second && end && (end[0] === first[0] ? first[0] === second[0] : end[1] === second[1])) loop.shift();
    loops.push(loop);
  }
  return loops;
}

export class Cells {
  readonly xs: number[];
  readonly ys: number[];
  readonly #material: (Material | null)[];

  /** Later layers win; a layer without material cuts an opening. `guides` only add grid lines. */
  constructor(layers: readonly Layer[], guides: readonly Rect[] = []) {
    const all = [...layers, ...guides];
    this.xs = sorted(all.flatMap((layer) => [layer.x0, layer.x1]));
    this.ys = sorted(all.flatMap((layer) => [layer.y0, layer.y1]));
    this.#material = new Array<Material | null>(this.columns * this.rows).fill(null);
    for (const layer of layers) {
      const right = this.xs.indexOf(mm(layer.x1));
      const top = this.ys.indexOf(mm(layer.y1));
      for (let j = this.ys.indexOf(mm(layer.y0)); j < top; j++) {
        for (let i = this.xs.indexOf(mm(layer.x0)); i < right; i++)
          this.#material[j * this.columns + i] = layer.material;
      }
    }
  }

  get columns(): number {
    return this.xs.length - 1;
  }

  get rows(): number {
    return this.ys.length - 1;
  }

  cell(i: number, j: number): Material | null {
    if (i < 0 || j < 0 || i >= this.columns || j >= this.rows) return null;
    return this.#material[j * this.columns + i] ?? null;
  }

  x(i: number): number {
    return this.xs[i] ?? 0;
  }

  y(j: number): number {
    return this.ys[j] ?? 0;
  }

  #index(values: readonly number[], at: number): number {
    let found = -1;
    for (const [index, value] of values.entries()) if (value <= at) found = index;
    return found;
  }

  at([x, y]: Point): Material | null {
    return this.cell(this.#index(this.xs, x), this.#index(this.ys, y));
  }

  /** How far material extends around a point across a wall, i.e. along y for a wall that runs along x. */
  thickness([x, y]: Point, runs: 'x' | 'y'): [number, number] {
    const i = this.#index(this.xs, x);
    const j = this.#index(this.ys, y);
    const solid = (step: number): boolean => (runs === 'x' ? this.cell(i, j + step) : this.cell(i + step, j)) !== null;
    if (!solid(0)) throw new Error(`no wall at ${x}, ${y}`);
    let low = 0;
    let high = 0;
    while (solid(low - 1)) low--;
    while (solid(high + 1)) high++;
    return runs === 'x' ? [this.y(j + low), this.y(j + high + 1)] : [this.x(i + low), this.x(i + high + 1)];
  }

  /** Runs of material along a straight cut, for sections and inner dimension chains. */
  cut(along: 'x' | 'y', offset: number): { from: number; to: number; material: Material | null }[] {
    const fixed = this.#index(along === 'x' ? this.ys : this.xs, offset);
    const values = along === 'x' ? this.xs : this.ys;
    const runs: { from: number; to: number; material: Material | null }[] = [];
    for (let step = 0; step < values.length - 1; step++) {
      const material = along === 'x' ? this.cell(step, fixed) : this.cell(fixed, step);
      const last = runs.at(-1);
      const to = values[step + 1] ?? 0;
      if (last && last.material === material) last.to = to;
      else runs.push({ from: values[step] ?? 0, to, material });
    }
    return runs;
  }

  /** The lines where material ends (`cut`) or changes (`joint`), merged into long straight segments. */
  outlines(): Segment[] {
    const found: Segment[] = [];
    const sweep = (major: number, minor: number, horizontal: boolean): void => {
      for (let line = 0; line <= major; line++) {
        let open: { start: number; kind: Segment['kind'] } | null = null;
        for (let step = 0; step <= minor; step++) {
          const a = horizontal ? this.cell(step, line - 1) : this.cell(line - 1, step);
          const b = horizontal ? this.cell(step, line) : this.cell(line, step);
          const kind: Segment['kind'] | null =
            step === minor || a === b ? null : a === null || b === null ? 'cut' : 'joint';
          if (open && kind === open.kind) continue;
          if (open) {
            found.push({
              from: horizontal ? [this.x(open.start), this.y(line)] : [this.x(line), this.y(open.start)],
              to: horizontal ? [this.x(step), this.y(line)] : [this.x(line), this.y(step)],
              kind: open.kind,
            });
          }
          open = kind ? { start: step, kind } : null;
        }
      }
    };
    sweep(this.rows, this.columns, true);
    sweep(this.columns, this.rows, false);
    return found;
  }

  /** A small number of large rectangles that cover one material. */
  rects(material: Material): Rect[] {
    const open: Rect[] = [];
    const finished: Rect[] = [];
    for (let j = 0; j < this.rows; j++) {
      let i = 0;
      const row: Rect[] = [];
      while (i < this.columns) {
        if (this.cell(i, j) !== material) {
          i++;
          continue;
        }
        const start = i;
        while (i < this.columns && this.cell(i, j) === material) i++;
        row.push({ x0: this.x(start), x1: this.x(i), y0: this.y(j), y1: this.y(j + 1) });
      }
      const kept: Rect[] = [];
      for (const piece of row) {
        const below = open.find((other) => other.x0 === piece.x0 && other.x1 === piece.x1 && other.y1 === piece.y0);
        if (below) {
          below.y1 = piece.y1;
          kept.push(below);
        } else kept.push(piece);
      }
      finished.push(...open.filter((piece) => !kept.includes(piece)));
      open.splice(0, open.length, ...kept);
    }
    return [...finished, ...open];
  }

  /** The free space around a point, up to walls and to separators (rectangles without thickness in one direction). */
  area(seed: Point, separators: readonly Rect[]): Area {
    const inside = new Set<number>();
    const between = (i: number, j: number, ni: number, nj: number): boolean =>
      separators.some((line) => {
        const x = this.x(Math.max(i, ni));
        const y = this.y(Math.max(j, nj));
        return i !== ni
          ? line.x0 === line.x1 && mm(line.x0) === x && mm(line.y0) <= this.y(j) && mm(line.y1) >= this.y(j + 1)
          : line.y0 === line.y1 && mm(line.y0) === y && mm(line.x0) <= this.x(i) && mm(line.x1) >= this.x(i + 1);
      });
    const waiting: [number, number][] = [[this.#index(this.xs, seed[0]), this.#index(this.ys, seed[1])]];
    while (waiting.length > 0) {
      const [i, j] = waiting.pop() ?? [-1, -1];
      if (i < 0 || j < 0 || i >= this.columns || j >= this.rows)
        throw new Error(`room at ${seed.join(', ')} is open to the outside`);
      if (this.cell(i, j) !== null || inside.has(j * this.columns + i)) continue;
      inside.add(j * this.columns + i);
      for (const [ni, nj] of [
        [i + 1, j],
        [i - 1, j],
        [i, j + 1],
        [i, j - 1],
      ] as const) {
        if (!between(i, j, ni, nj)) waiting.push([ni, nj]);
      }
    }
    if (inside.size === 0) throw new Error(`room seed ${seed.join(', ')} stands in a wall`);
    const has = (i: number, j: number): boolean => i >= 0 && i < this.columns && inside.has(j * this.columns + i);
    const edges: { from: Point; to: Point }[] = [];
    let squareMetres = 0;
    for (const code of inside) {
      const i = code % this.columns;
      const j = Math.floor(code / this.columns);
      const [x0, x1, y0, y1] = [this.x(i), this.x(i + 1), this.y(j), this.y(j + 1)];
      squareMetres += (x1 - x0) * (y1 - y0);
      if (!has(i, j - 1)) edges.push({ from: [x0, y0], to: [x1, y0] });
      if (!has(i + 1, j)) edges.push({ from: [x1, y0], to: [x1, y1] });
      if (!has(i, j + 1)) edges.push({ from: [x1, y1], to: [x0, y1] });
      if (!has(i - 1, j)) edges.push({ from: [x0, y1], to: [x0, y0] });
    }
    const loops = traceLoops(edges);
    const outer = loops.find((loop) => loopArea(loop) > 0) ?? [];
    return { outer, holes: loops.filter((loop) => loop !== outer), squareMetres };
  }
}
