// Reads chosen files a few at a time in order, so that several hundred neither fill the memory nor delay the first.
import { useEffect, useState } from 'react';
import type { ReadFile } from './read-file.ts';

/** A phone photo takes 50 to 200 MB of memory while it is decoded. */
const MAX_CONCURRENT = 2;

export type Reading = { id: string; source: File; read: ReadFile | undefined };

/** Calls `look` for each item, a few at a time; `done` receives each result. Ends early once `left` returns true. */
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, lane));
}

/** The files with what is known of each; `read` is undefined until a file has been read. */
export function useReading(files: readonly File[], look: (file: File) => Promise<ReadFile>): readonly Reading[] {
  const [items, setItems] = useState<readonly Reading[]>(() =>
    files.map((source) => ({ id: crypto.randomUUID(), source, read: undefined })),
  );
  // The dialog is remounted for other files.
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

/** Items started ahead: stored files upload at once, and uploading the first must not delay storing the next. */
const MAX_STARTED_AHEAD = 3;

/** Yields each item with its result in order; a few are started before they are requested. `make` must not throw. */
export async function* ahead<T, Result>(
  all: readonly T[],
  make: (one: T) => Promise<Result>,
): AsyncGenerator<readonly [number, T, Result]> {
  const begun: Promise<Result>[] = [];
  for (const [at, one] of all.entries()) {
    for (const next of all.slice(begun.length, at + MAX_STARTED_AHEAD)) begun.push(make(next));
    yield [at, one, await (begun[at] as Promise<Result>)];
  }
}
