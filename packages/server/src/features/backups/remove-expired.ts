// Removes backups that are no longer kept, interrupted ones, and the files that no remaining backup contains.

import { expiredOf, type Retention } from '../../platform/files/retention.ts';
import { type BackupStore, clusterObject } from './backup-store.ts';
import { removeChanges } from './continuous/changes.ts';

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

/** `since`: files that were stored later may belong to a moment between two backups. */
async function removeUnusedFiles(store: BackupStore, ids: readonly string[], since: Date | null): Promise<void> {
  const used = new NumberSet();
  for (const id of ids) for await (const { key } of store.readList(id)) used.add(numberOf(store.fileObject(key)));
  used.sort();
  for await (const { key, modifiedAt } of store.listFiles())
    if (!used.has(numberOf(key)) && (since === null || modifiedAt < since)) await store.files.remove(key);
}

/** Ids are times in which colons are replaced. */
const startOf = (id: string): string => id.replace(/T(\d\d)-(\d\d)-/u, 'T$1:$2:');

const DAY_MS = 86_400_000;

/** The oldest copy of the cluster that is needed to restore any moment of the last `days`. */
function oldestNeeded(clusters: readonly string[], days: number | null, now: Date): string | undefined {
  if (days === null) return undefined;
  const from = new Date(now.getTime() - days * DAY_MS).toISOString();
  return clusters.findLast((id) => startOf(id) <= from) ?? clusters[0];
}

/** Removes the copies of the cluster before the oldest one needed, and the changes that no remaining copy needs. */
async function removeClusters(store: BackupStore, ids: readonly string[], oldest: string | undefined): Promise<void> {
  const first = new Map<string, string>();
  for (const id of ids) {
    if (oldest === undefined || id < oldest) {
      await store.files.remove(clusterObject(id));
      continue;
    }
    const { cluster } = await store.readManifest(id);
    if (cluster && !first.has(cluster.system)) first.set(cluster.system, cluster.firstSegment);
  }
  await removeChanges(store, first);
}

export type Kept = { retention: Retention; continuousDays: number | null; now: Date };

/** Returns how many backups were removed. Only one backup may run, this one, which is complete. */
export async function removeExpired(store: BackupStore, { retention, continuousDays, now }: Kept): Promise<number> {
  const { complete, clusters, interrupted } = await store.list();
  const dated = complete.map((id) => ({ id, startedAt: startOf(id) }));
  const oldest = oldestNeeded(clusters, continuousDays, now);
  const expired = expiredOf(dated, retention).flatMap(({ id }) => (id === oldest ? [] : id));
  const gone = [...expired, ...interrupted];
  for (const id of gone) await store.remove(id);
  const remaining = complete.filter((id) => !expired.includes(id));
  await removeClusters(
    store,
    clusters.filter((id) => !expired.includes(id)),
    oldest,
  );
  const since = oldest === undefined ? null : new Date(startOf(oldest));
  if (gone.length > 0) await removeUnusedFiles(store, remaining, since);
  return expired.length;
}
