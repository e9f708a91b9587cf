// Chosen files looked at a few at a time, in their order, so that several hundred neither fill the memory nor hold up the first.
import { useEffect, useState } from 'react';
import type { ReadFile } from './read-file.ts';

/** A photo of a phone takes fifty to two hundred megabytes while it is open. */
const AT_ONCE = 2;

export type Reading = { id: string; source: File; read: ReadFile | undefined };

/** Calls `look` for each of the files, so many at once; `done` tells each result. Ends early once `left` says so. */
export async function eachOf<T, Result>(
  all: readonly T[],
  look: (one: T) => Promise<Result>,
  done: (result: Result, at: number) => void,
  left: () => boolean = () => false,
): Promise<void> {
  let at = 0;
  const lane = async () => {
    while (at < all.length && !left()) {
      const mine = at;
      at += 1;
      const result = await look(all[mine] as T);
      if (!left()) done(result, mine);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The files with what is known of each; those not looked at yet have no `read`. */
export function useReading(files: readonly File[], look: (file: File) => Promise<ReadFile>): readonly Reading[] {
  const [items, setItems] = useState<readonly Reading[]>(() =>
    files.map((source) => ({ id: crypto.randomUUID(), source, read: undefined })),
  );
  // The dialog is made anew for other files.
  const [first] = useState({ files, look });
  useEffect(() => {
    let left = false;
    const done = (read: ReadFile, at: number) =>
      setItems((all) => all.map((one, index) => (index === at ? { ...one, read } : one)));
    void eachOf(first.files, first.look, done, () => left);
    return () => {
      left = true;
    };
  }, [first]);
  return items;
}

/** Begun before their turn: what is kept is sent at once, and sending the first must not hold up the keeping of the next. */
const AHEAD = 3;

/** Each with what is made of it, in their order; a few are begun before they are asked for. `make` must not throw. */
export async function* ahead<T, Result>(
  all: readonly T[],
  make: (one: T) => Promise<Result>,
): AsyncGenerator<readonly [number, T, Result]> {
  const begun: Promise<Result>[] = [];
  for (const [at, one] of all.entries()) {
    for (const next of all.slice(begun.length, at + AHEAD)) begun.push(make(next));
    yield [at, one, await (begun[at] as Promise<Result>)];
  }
}
