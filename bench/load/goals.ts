// What the load benchmarks measure, each load alone. Rates are per second, times in milliseconds.
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../common/figures.ts';
import type { Client } from './client.ts';
import type { User } from './people.ts';

export type Kind = 'read' | 'pull' | 'edit' | 'upload' | 'sign-in';
export type Loaded = { rate: number; times: { kind: Kind; ms: number }[]; failures: string[] };

/** Of 20 calls 14 read, 3 pull and 3 edit; every 40th is an upload. */
export function mixOf(client: Client, reads: readonly string[], pull: string) {
  return async (user: User, at: number): Promise<Kind> => {
    const kind: Kind = at % 40 === 39 ? 'upload' : at % 7 === 3 ? 'edit' : at % 7 === 5 ? 'pull' : 'read';
    if (kind === 'upload') await client.upload(user);
    else if (kind === 'edit') await client.edit(user);
    else await client.read(user, kind === 'pull' ? pull : (reads[at % reads.length] ?? ''));
    return kind;
  };
}

type Act = (user: User, at: number) => Promise<Kind>;

/**
 * All `users` act for `seconds`, each every `paceMs`, or without a pause for 0. A user whose call takes longer than that
 * makes the next one at once, so the wanted rate is kept as long as the program can. Times include waiting for a free process.
 */
export async function load(act: Act, users: readonly User[], seconds: number, paceMs: number): Promise<Loaded> {
  const times: Loaded['times'] = [];
  const failures: string[] = [];
  const startedAt = performance.now();
  await Promise.all(
    users.map(async (user, place) => {
      // Users do not begin together.
      let dueAt = startedAt + (paceMs * place) / users.length;
      for (let at = user.index; ; at += 1) {
        await wait(Math.max(0, dueAt - performance.now()));
        const calledAt = performance.now();
        if (calledAt - startedAt >= seconds * 1_000) break;
        dueAt = Math.max(dueAt + paceMs, calledAt);
        await act(user, at).then(
          (kind) => times.push({ kind, ms: performance.now() - calledAt }),
          (error: unknown) => failures.push(String(error)),
        );
      }
    }),
  );
  return { rate: times.length / ((performance.now() - startedAt) / 1_000), times, failures };
}

/** Rate, median, p95 and p99 of the calls, or of one kind of them. */
export function figuresOf({ rate, times }: Loaded, kind?: Kind) {
  const wanted = times.filter((one) => kind === undefined || one.kind === kind).map(({ ms }) => ms);
  return {
    rate: (rate * wanted.length) / Math.max(1, times.length),
    p50: percentile(wanted, 0.5),
    p95: percentile(wanted, 0.95),
    p99: percentile(wanted, 0.99),
  };
}

export type Heard = { streams: number; openedMs: number; times: number[] };

const ROUND_MS = 10_000;

/**
 * Opens `each` streams for every user and makes `rounds` edits, one after the other. `times`: until the last stream has
 * heard of the edit, from before its push. Throws if a stream has not within ten seconds.
 */
export async function hearEdits(client: Client, users: readonly User[], each: number, rounds: number): Promise<Heard> {
  const closing: (() => void)[] = [];
  const heads = new Map<number, number>();
  let heard = (_stream: number, _head: number) => {};
  const startedAt = performance.now();
  for (const user of users) {
    const opened = Array.from({ length: each }, (_, at) => {
      const stream = closing.length + at;
      return client.openStream(user, (head) => {
        heads.set(stream, head);
        heard(stream, head);
      });
    });
    closing.push(...(await Promise.all(opened)));
  }
  const openedMs = performance.now() - startedAt;
  const times: number[] = [];
  try {
    const [writer] = users;
    if (!writer) throw new Error('users are missing');
    for (let round = 0; round < rounds; round += 1) {
      const before = Math.max(0, ...heads.values());
      const moved = new Set<number>();
      const editedAt = performance.now();
      const all = new Promise<void>((resolve) => {
        heard = (stream, head) => {
          if (head > before) moved.add(stream);
          if (moved.size === closing.length) resolve();
        };
      });
      await client.edit(writer);
      await Promise.race([all, wait(ROUND_MS, undefined, { ref: false })]);
      times.push(performance.now() - editedAt);
      if (moved.size < closing.length)
        throw new Error(`${closing.length - moved.size} of ${closing.length} streams did not hear of an edit`);
    }
  } finally {
    for (const close of closing) close();
  }
  return { streams: closing.length, openedMs, times };
}
