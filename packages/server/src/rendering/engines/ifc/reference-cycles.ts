// Finds circular references between the entities of an IFC file, which would trap a reader in an endless loop.
import { RenderError } from '../../render-error.ts';
import { type Scanned, scanStep } from './scan-step.ts';

/** Above these limits the list would use more memory than the model. */
const MAX_COUNTS = { statements: 60_000_000, references: 250_000_000 };

/** A growable list of numbers; plain arrays of this length would need four times the memory. */
class Numbers {
  #list = new Uint32Array(2 ** 16);
  length = 0;

  push(number: number): void {
    if (this.length === this.#list.length) {
      const larger = new Uint32Array(2 * this.#list.length);
      larger.set(this.#list);
      this.#list = larger;
    }
    this.#list[this.length++] = number;
  }

  at(i: number): number {
    return this.#list[i] ?? 0;
  }

  /** Binary search in a strictly increasing list. */
  indexOf(number: number): number {
    let [low, high] = [0, this.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.at(middle);
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/**
 * Throws `ifc_circular` with the line of an entity in the cycle. Skips files in which all references point backwards.
 */
export function requireNoReferenceCycles(path: string, { ahead, statements }: Scanned): void {
  if (ahead === 0 || statements > MAX_COUNTS.statements) return;
  const ids = new Numbers();
  const starts = new Numbers();
  const targets = new Numbers();
  let rising = true;
  scanStep(path, {
    onStatement: (id) => {
      if (ids.length > 0 && id <= ids.at(ids.length - 1)) rising = false;
      ids.push(id);
      starts.push(targets.length);
    },
    onReference: (_, to) => {
      if (targets.length < MAX_COUNTS.references) targets.push(to);
    },
  });
  starts.push(targets.length);
  const places = rising ? undefined : placesOf(ids);
  const placeOf = (id: number): number => (places ? (places.get(id) ?? -1) : ids.indexOf(id));
  const found = circleIn(ids.length, starts, targets, placeOf);
  if (found === undefined) return;
  const id = ids.at(found);
  let at = 0;
  scanStep(path, {
    onStatement: (one, line) => {
      if (one === id && at === 0) at = line;
    },
  });
  throw new RenderError('ifc_circular', 'inspecting', `line ${at}: #${id} leads back to itself`, { line: at });
}

/** The position of each id; its first occurrence counts. */
function placesOf(ids: Numbers): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = ids.length - 1; i >= 0; i--) places.set(ids.at(i), i);
  return places;
}

const [NEW, OPEN, DONE] = [0, 1, 2];

/** A node that is part of a cycle, by iterative depth-first search; undefined if there is none. */
function circleIn(
  count: number,
  starts: Numbers,
  targets: Numbers,
  placeOf: (id: number) => number,
): number | undefined {
  const states = new Uint8Array(count);
  const path: number[] = [];
  const next: number[] = [];
  for (let root = 0; root < count; root++) {
    if (states[root] !== NEW) continue;
    path.push(root);
    next.push(starts.at(root));
    states[root] = OPEN;
    while (path.length > 0) {
      const node = path.at(-1) ?? 0;
      const edge = next.at(-1) ?? 0;
      if (edge >= starts.at(node + 1)) {
        states[node] = DONE;
        path.pop();
        next.pop();
        continue;
      }
      next[next.length - 1] = edge + 1;
      const target = placeOf(targets.at(edge));
      if (target < 0 || states[target] === DONE) continue;
      if (states[target] === OPEN) return target;
      states[target] = OPEN;
      path.push(target);
      next.push(starts.at(target));
    }
  }
  return undefined;
}
