// Where each row of the template went: removed, moved down, or repeated as many copies.

/** Current first and last row. */
export type Span = { first: number; last: number };

export class RowMap {
  private readonly spans = new Map<string, Span>();
  /** The template's row numbers, in order. */
  private readonly sources: readonly number[];

  constructor(sources: readonly number[]) {
    this.sources = sources;
  }

  /** `path`: the copies the row belongs to, outermost first; each copy has its own number. */
  put(source: number, path: readonly number[], row: number): void {
    for (const copy of [0, ...path]) {
      const key = `${source} ${copy}`;
      const known = this.spans.get(key);
      if (known) known.last = row;
      else this.spans.set(key, { first: row, last: row });
    }
  }

  /** The rows that a row of the template became, seen from within a copy: those of the innermost copy first. */
  find(source: number, path: readonly number[] = []): Span | undefined {
    for (let place = path.length - 1; place >= 0; place -= 1) {
      const found = this.spans.get(`${source} ${path[place]}`);
      if (found) return found;
    }
    return this.spans.get(`${source} 0`);
  }

  /** Where rows `top` to `bottom` are; undefined if all of them were removed. */
  move(top: number, bottom: number, path: readonly number[] = []): { top: number; bottom: number } | undefined {
    const known = this.has(top) ? this.find(top, path) : undefined;
    const from = known ? known.first : this.after(top - 1, path) + 1;
    const to = this.after(bottom, path);
    return to < from ? undefined : { top: from, bottom: to };
  }

  /** The last row up to which everything through this template row has been written. */
  private after(source: number, path: readonly number[]): number {
    let removed = 0;
    for (let at = source; at > 0; ) {
      const near = this.nearest(at);
      if (near === undefined) return source - removed;
      const found = this.find(near, path);
      if (found) return found.last + source - near - removed;
      removed += 1;
      at = near - 1;
    }
    return Math.max(0, source - removed);
  }

  private has(source: number): boolean {
    return this.nearest(source) === source;
  }

  /** The last row of the template that is not below this one. */
  private nearest(source: number): number | undefined {
    let low = 0;
    let high = this.sources.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sources[middle] ?? 0) <= source) low = middle + 1;
      else high = middle;
    }
    return this.sources[low - 1];
  }
}
