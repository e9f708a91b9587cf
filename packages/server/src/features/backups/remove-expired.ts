// Removes backups that are no longer kept, interrupted ones, and the files that no remaining backup contains.
import type { BackupStore } from './backup-store.ts';
import { expiredBackups, type Retention } from './retention.ts';

/** A set of 48-bit numbers in 8 bytes each: a backup may contain millions of files. */
class NumberSet {
  #numbers = new Float64Array(1_024);
  #count = 0;

  add(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  /** Call once, after the last `add`. */
  sort(): void {
    this.#numbers = this.#numbers.subarray(0, this.#count).sort();
  }

  has(number: number): boolean {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#numbers[low] === number;
  }
}

const HEX_DIGITS = 12;

/** The start of a file's random-looking name. Two files with the same number are kept together. */
const numberOf = (object: string): number => {
  const name = object.slice(object.lastIndexOf('/') + 1);
  return Number.parseInt(name.slice(0, HEX_DIGITS), 16);
};

async function removeUnusedFiles(store: BackupStore, ids: readonly string[]): Promise<void> {
  const used = new NumberSet();
  for (const id of ids) for await (const { key } of store.readList(id)) used.add(numberOf(store.fileObject(key)));
  used.sort();
  for await (const object of store.listFiles()) if (!used.has(numberOf(object))) await store.files.remove(object);
}

/** Returns how many backups were removed. Only one backup may run, this one, which is complete. */
export async function removeExpired(store: BackupStore, retention: Retention): Promise<number> {
  const { complete, interrupted } = await store.list();
  const dated = complete.map((id) => ({ id, startedAt: id.replace(/T(\d\d)-(\d\d)-/u, 'T$1:$2:') }));
  const expired = expiredBackups(dated, retention).map(({ id }) => id);
  const gone = [...expired, ...interrupted];
  for (const id of gone) await store.remove(id);
  const remaining = complete.filter((id) => !expired.includes(id));
  if (gone.length > 0) await removeUnusedFiles(store, remaining);
  return expired.length;
}
