// Versions of the server send rows in different formats: after an upgrade, devices read everything again.
import type { PullQuery, PullReply } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import type { Caller, ServerStore } from '@plumbline/core/sync/server';
import type { Flaw } from './flaws.ts';

export class Formats {
  /** The format of the installed version. The first sends rows as stored, each later one adds its number to them. */
  current = 1;
  readonly #flaws: ReadonlySet<Flaw>;
  readonly #positions: WeakMap<object, number>;
  readonly #sent = new WeakMap<object, Map<number, object>>();

  constructor(flaws: ReadonlySet<Flaw>, positions: WeakMap<object, number>) {
    this.#flaws = flaws;
    this.#positions = positions;
  }

  /** The row as the installed version sends it: the same object for the same row. */
  row<R extends object>(row: R): R {
    if (this.current === 1) return row;
    const known = this.#sent.get(row) ?? new Map<number, object>();
    this.#sent.set(row, known);
    const sent = known.get(this.current) ?? { ...row, sentInFormat: this.current };
    known.set(this.current, sent);
    const position = this.#positions.get(row);
    if (position !== undefined) this.#positions.set(sent, position);
    // The same row with one more value.
    return sent as R;
  }

  /** Answers as the installed version: its scopes differ from those of all other versions. */
  async pull(store: ServerStore, caller: Caller, { scope, ...query }: PullQuery): Promise<PullReply> {
    const version = this.current === 1 || this.#flaws.has('format not told') ? '' : `@${this.current}`;
    const known = scope?.endsWith(version) ? scope.slice(0, scope.length - version.length) : 'of another version';
    const reply = await readPull(store, caller, scope === undefined ? query : { ...query, scope: known });
    const rows = reply.rows.map((one) => ({ ...one, row: this.row(one.row) }) as (typeof reply.rows)[number]);
    return { ...reply, rows, scope: `${reply.scope}${version}` };
  }
}
