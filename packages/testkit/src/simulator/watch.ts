// The invariants, checked while a schedule runs and after everything has recovered.
import { blobsOf } from '@plumbline/core/features/media/rules';
import { same } from '@plumbline/core/kernel/same';
import type { Rows } from '@plumbline/core/site/entities';
import { splitWaiting } from '@plumbline/core/sync/client/defer';
import type { AnyRow, Edit } from '@plumbline/core/sync/client/store';
import type { DeviceData } from './device/memory-device.ts';
import { auditKey, type Change, freshView, type MemoryServer, type ServerState } from './memory-server.ts';
import type { Device } from './world.ts';

/** `rule`: the name of the violated invariant. */
export type Violation = { rule: string; what: string };

type Made = {
  device: number;
  edit: Edit;
  letGo: boolean;
  /** The browser has evicted the device's store. */
  evicted: boolean;
};

/** `projectId entity id` → row, as replayed from the changes. */
type Folded = Map<string, AnyRow | undefined>;

const keyOf = (projectId: string, entity: string, id: string) => `${projectId} ${entity} ${id}`;

/** Edits that may be sent ahead of those waiting for a file. */
function freeOf({ edits, blobs }: DeviceData): Edit[] {
  const ordered = [...edits.values()].sort((a, b) => a.n - b.n);
  return splitWaiting(ordered, [...blobs.values()]).free;
}

/** The id of the edit that made the change. */
function editOf({ records }: ServerState, { cause }: Change): string | undefined {
  return cause.device && (records.get(`${cause.device.id} ${cause.device.n}`)?.editId ?? undefined);
}

/** Whether the order of two edits matters. */
function isBound({ projectId, touched: one }: Edit, { projectId: otherId, touched: other }: Edit): boolean {
  if (projectId !== otherId || !one || !other) return false;
  const meets = (names: readonly string[], others: readonly string[]) => names.some((name) => others.includes(name));
  return meets(one.writes, [...other.reads, ...other.writes]) || meets(one.reads, other.writes);
}

export class Watch {
  readonly violations: Violation[] = [];
  readonly counts = { edits: 0, rejected: 0, moved: 0 };
  readonly #server: MemoryServer;
  readonly #start: ServerState;
  readonly #made: Made[] = [];
  /** Device → row → the position of the newest version seen. */
  readonly #seen = new Map<number, Map<string, number>>();

  constructor(server: MemoryServer) {
    this.#server = server;
    this.#start = server.state;
    this.restored();
  }

  /** Resets the positions of all rows to those in the restored state. */
  restored(): void {
    this.#seen.clear();
    for (const site of this.#server.state.sites.values())
      for (const table of site.tables.values())
        for (const { row, position } of table.values()) this.#server.positions.set(row, position);
  }

  note(rule: string, what: string): void {
    if (this.violations.length < 20) this.violations.push({ rule, what });
  }

  made(device: Device, edit: Edit): void {
    this.counts.edits += 1;
    if (this.#made.some((one) => one.device === device.index && one.edit.n === edit.n && !one.evicted))
      this.note('numbers', `device ${device.index} gave ${edit.n} twice`);
    this.#made.push({ device: device.index, edit, letGo: false, evicted: false });
  }

  letGo(edit: Edit): void {
    for (const one of this.#made) if (one.edit.id === edit.id) one.letGo = true;
  }

  evicted(device: Device): void {
    for (const one of this.#made) if (one.device === device.index) one.evicted = true;
    this.#seen.delete(device.index);
  }

  /** Acknowledged edits that the device has deleted with everything else the server has. */
  signedOut(device: Device, journal: ReadonlyMap<number, Edit>): void {
    const ids = new Set([...journal.values()].map(({ id }) => id));
    for (const one of this.#made) if (one.device === device.index && ids.has(one.edit.id)) one.evicted = true;
    this.#seen.delete(device.index);
  }

  /** The device has only its copy, without receipts; where writes were `missed`, also without edits. */
  lost(device: Device, before: DeviceData, missed: boolean): void {
    this.signedOut(device, before.journal);
    // The copy may have them under their earlier numbers.
    for (const edit of device.storage.data.edits.values())
      for (const one of this.#made) if (one.device === device.index && one.edit.id === edit.id) one.edit = edit;
    if (!missed) return;
    const { edits, blobs } = device.storage.data;
    // An edit without its file is refused with a message.
    const whole = [...edits.values()].filter((edit) => edit.blobs.every((blobId) => blobs.has(blobId)));
    const kept = new Set(whole.map(({ id }) => id));
    for (const one of this.#made) if (one.device === device.index && !kept.has(one.edit.id)) one.evicted = true;
  }

  rebooted(device: Device): void {
    this.#seen.delete(device.index);
  }

  landed(device: Device, before: DeviceData, after: DeviceData): void {
    // Versions of two histories cannot be compared.
    const isOther = before.device?.deviceId !== after.device?.deviceId;
    if (isOther || after.device?.timeline !== this.#server.state.timeline) this.#seen.delete(device.index);
    else this.#checkForward(device, before, after);
    this.#follow(device, before, after);
    this.#checkReceipts(device, before, after);
    this.#checkSent(device, before, after);
    this.#checkOwn(device, after);
  }

  /** An edit that lets others go first continues under a later number. */
  #follow(device: Device, before: DeviceData, after: DeviceData): void {
    if (before.edits === after.edits) return;
    for (const edit of after.edits.values()) {
      if (before.edits.has(edit.n) || before.journal.has(edit.n)) continue;
      const created = this.#made.find((one) => one.device === device.index && one.edit.id === edit.id);
      if (!created) continue;
      created.edit = edit;
      this.counts.moved += 1;
    }
  }

  /** An acknowledged edit stays on the device, in case the server loses it. */
  #checkReceipts(device: Device, before: DeviceData, after: DeviceData): void {
    if (before.edits === after.edits) return;
    for (const { n, state } of before.edits.values())
      if (state === 'applied' && !after.edits.has(n) && !after.journal.has(n))
        this.note('receipts', `device ${device.index} dropped ${n}`);
  }

  /** A file counts as sent only if the server has received it. */
  #checkSent(device: Device, before: DeviceData, after: DeviceData): void {
    if (before.blobs === after.blobs) return;
    for (const { id, state } of after.blobs.values())
      if (state === 'there' && before.blobs.get(id)?.state !== 'there' && !this.#server.received.has(id))
        this.note('files', `device ${device.index} takes ${id} for sent`);
  }

  /** Rows received from the server never go back to an older version. */
  #checkForward(device: Device, before: DeviceData, after: DeviceData): void {
    let seen = this.#seen.get(device.index);
    if (!seen) {
      seen = new Map();
      this.#seen.set(device.index, seen);
    }
    const look = (key: string, row: AnyRow | null | undefined) => {
      const position = row ? this.#server.positions.get(row) : undefined;
      if (position === undefined) return;
      // While a project is read again from the start, old and new versions coexist until the end.
      const mixed = row && before.projects.get(row.projectId)?.load === 'again';
      if (!mixed && position < (seen.get(key) ?? 0)) this.note('forward', `device ${device.index} went back on ${key}`);
      seen.set(key, position);
    };
    for (const [entity, table] of after.rows) {
      const old = before.rows.get(entity);
      if (old === table) continue;
      for (const [id, row] of table)
        if (old?.get(id) !== row && !after.base.has(`${entity} ${id}`)) look(`${entity} ${id}`, row);
    }
    if (before.base !== after.base) {
      for (const [key, one] of after.base) if (before.base.get(key)?.row !== one.row) look(key, one.row);
    }
  }

  /** Rows the user has created stay visible until the server rejects them. */
  #checkOwn(device: Device, after: DeviceData): void {
    for (const edit of after.edits.values()) {
      const [entity = '', verb] = edit.name.split('.');
      if (verb !== 'create' || edit.state === 'rejected' || edit.doubt !== undefined) continue;
      const table = after.rows.get((entity === 'folder' ? 'plan' : entity) as 'plan');
      const project = after.projects.get(edit.projectId);
      // Right after a sign-out there are no rows at all.
      if (!project) continue;
      // While everything is read again, an edit to resend may have to wait for the rows it depends on.
      if (project.gone || project.load !== null || table?.has((edit.input as { id: string }).id)) continue;
      this.note('own edits shown', `device ${device.index} does not show its edit ${edit.n} ${edit.name}`);
    }
  }

  async atRest(devices: readonly Device[], projects: readonly string[]): Promise<void> {
    const { state } = this.#server;
    for (const device of devices) await this.#checkDevice(device, projects, state);
    this.#checkMade(devices, state);
    this.#checkLog(state);
    this.#checkFiles(state);
  }

  async #checkDevice(device: Device, projects: readonly string[], state: ServerState): Promise<void> {
    const { data } = device.storage;
    for (const edit of data.edits.values()) {
      if (edit.state !== 'rejected')
        this.note('outbox empties', `device ${device.index} keeps ${edit.n} ${edit.state}`);
    }
    if (data.base.size > 0) this.note('convergence', `device ${device.index} keeps ${data.base.size} base rows`);
    for (const projectId of projects) {
      const view = await freshView(state, projectId, device.userId);
      const here = new Map<string, AnyRow>();
      for (const [entity, table] of data.rows)
        for (const [id, row] of table) if (row.projectId === projectId) here.set(`${entity} ${id}`, row);
      if (!view) {
        if (here.size > 0)
          this.note('removal', `device ${device.index} keeps ${here.size} rows of a project it was removed from`);
        continue;
      }
      for (const [key, row] of view.rows) {
        if (!here.has(key)) this.note('convergence', `device ${device.index} lacks ${key}`);
        else if (!same(here.get(key), this.#server.formats.row(row)))
          this.note('convergence', `device ${device.index} differs on ${key}`);
      }
      for (const key of here.keys())
        if (!view.rows.has(key)) this.note('convergence', `device ${device.index} should not have ${key}`);
    }
  }

  /** No edit of the user is lost or applied twice; rejections are reported. */
  #checkMade(devices: readonly Device[], state: ServerState): void {
    const applied = new Map<string, Change>();
    for (const change of state.log) {
      if (!change.cause.device) continue;
      const id = editOf(state, change);
      if (id === undefined) this.note('effect with number', `${change.cause.action} has an effect without a record`);
      else if (applied.has(id)) this.note('once', `${change.cause.action} ${id} was applied twice`);
      else applied.set(id, change);
    }
    this.#checkOrder(state);
    this.#checkOvertaking(state);
    const rejected = new Map(
      devices.flatMap(({ storage }) =>
        [...storage.data.edits.values()].flatMap((edit) =>
          edit.state === 'rejected' ? [[edit.id ?? '', edit] as const] : [],
        ),
      ),
    );
    for (const { device, edit, letGo, evicted } of this.#made) {
      if (evicted) continue;
      const id = edit.id ?? '';
      const outcome = state.outcomes.get(id)?.outcome;
      const change = applied.get(id);
      const name = `device ${device} edit ${edit.n} ${edit.name}`;
      if (change) this.#checkJoined(name, edit, change);
      if (change && change.cause.action !== edit.name)
        this.note('kept', `${name} was applied as ${change.cause.action}`);
      if (change) {
        if (outcome !== 'applied')
          this.note('effect with number', `${name} has its effect and is recorded as ${outcome}`);
        continue;
      }
      if (outcome === 'applied') this.note('effect with number', `${name} is recorded as applied and has no effect`);
      this.counts.rejected += 1;
      const reported = rejected.get(id);
      if (reported && ['internal', 'blob_missing', 'unavailable'].includes(reported.code ?? ''))
        this.note('kept', `${name} was set aside for ${reported.code}`);
      if (!letGo && !reported) this.note('kept', `${name} is lost (server: ${outcome ?? 'never seen'})`);
    }
  }

  /** What others wrote in the same row is preserved: values of other fields, and other pins of a group. */
  #checkJoined(name: string, edit: Edit, { writes }: Change): void {
    const {
      set = {},
      add = [],
      remove = [],
    } = edit.input as {
      set?: { fields?: object };
      add?: string[];
      remove?: string[];
    };
    for (const { entity, before, after } of writes) {
      if (edit.name === 'pin.update' && entity === 'pin' && before) {
        // The rows of a change match its entity.
        const [had, has] = [(before as Rows['pin']).fields, (after as Rows['pin']).fields];
        const others = Object.keys(had).filter((fieldId) => !Object.hasOwn(set.fields ?? {}, fieldId));
        if (others.some((fieldId) => !same(had[fieldId], has[fieldId]))) this.note('values join', name);
      }
      if (edit.name.startsWith('group.') && entity === 'group' && before) {
        const [had, has] = [(before as Rows['group']).pinIds, (after as Rows['group']).pinIds];
        const requested = new Set([...had, ...add].filter((pinId) => !remove.includes(pinId)));
        if (has.length !== requested.size || has.some((pinId) => !requested.has(pinId)))
          this.note('members join', name);
      }
    }
  }

  /** Edits that could be sent when a round began and still can after it succeeded were held back by photos. */
  passed(device: Device, before: DeviceData): void {
    const after = device.storage.data;
    const comparable =
      before.device?.deviceId === after.device?.deviceId && before.device?.timeline === after.device?.timeline;
    if (!comparable) return;
    const began = freeOf(before);
    for (const { n, name } of freeOf(after))
      if (began.some((edit) => edit.n === n))
        this.note('photos hold nothing else back', `device ${device.index} keeps ${n} ${name}`);
  }

  /**
   * Edits of one device to one row are applied in the order in which they were made. What the device has deleted may be sent
   * later by a copy of its store, which cannot know what was sent since.
   */
  #checkOrder(state: ServerState): void {
    const turn = new Map(
      this.#made.flatMap(({ device, edit, evicted }, index) => (evicted ? [] : [[edit.id, { device, index }]])),
    );
    const latest = new Map<string, number>();
    for (const change of state.log) {
      const created = turn.get(editOf(state, change));
      if (!created) continue;
      for (const { entity, id } of change.writes) {
        const key = `${created.device} ${entity} ${id}`;
        if (created.index < (latest.get(key) ?? -1))
          this.note('order', `edit ${change.cause.device?.n} of ${key} landed late`);
        latest.set(key, created.index);
      }
    }
  }

  /**
   * An edit is sent before an earlier one only if neither changes what the other reads or changes. One whose file was
   * refused is set aside without being sent, and keeps its number while an earlier one waits for its file.
   */
  #checkOvertaking(state: ServerState): void {
    const kept = this.#made.filter((one) => !one.evicted && state.outcomes.has(one.edit.id ?? ''));
    for (const created of Map.groupBy(kept, (one) => one.device).values())
      for (const [index, { edit }] of created.entries())
        for (const later of created.slice(index + 1))
          if (edit.n > later.edit.n && isBound(edit, later.edit))
            this.note('order', `${later.edit.name} ${later.edit.n} overtook ${edit.name} ${edit.n}`);
  }

  #checkLog(state: ServerState): void {
    const rows: Folded = new Map();
    const heads = new Map<string, number>();
    for (const [projectId, site] of this.#start.sites) {
      heads.set(projectId, site.head);
      for (const [entity, table] of site.tables)
        for (const [id, placed] of table) rows.set(keyOf(projectId, entity, id), placed.row);
    }
    const numbers = new Map<string, number>();
    const audit = new Map<string, number>();
    for (const key of state.audit) audit.set(key, (audit.get(key) ?? 0) + 1);
    for (const change of state.log) this.#checkChange(change, { rows, heads, numbers, audit });
    for (const [projectId, site] of state.sites)
      for (const [entity, table] of site.tables)
        for (const [id, placed] of table)
          if (!same(rows.get(keyOf(projectId, entity, id)), placed.row))
            this.note('last write stands', `${entity} ${id} is not what its last change made it`);
  }

  #checkChange(
    change: Change,
    so: { rows: Folded; heads: Map<string, number>; numbers: Map<string, number>; audit: Map<string, number> },
  ): void {
    const { projectId, cause, position, count } = change;
    if (!change.allowed) this.note('rights', `${cause.action} of ${cause.userId} was not allowed where it landed`);
    if (position - count !== so.heads.get(projectId))
      this.note('order', `places of the log are not one after the other at ${position}`);
    so.heads.set(projectId, position);
    for (const { entity, id, before, after } of change.writes) {
      const key = keyOf(projectId, entity, id);
      if (cause.device && !same(so.rows.get(key), before))
        this.note('last write stands', `${cause.action} overwrote ${key} unseen`);
      so.rows.set(key, after);
    }
    if (!cause.device) return;
    const { id, n } = cause.device;
    if (n <= (so.numbers.get(id) ?? 0)) this.note('order', `edit ${n} of ${id} landed late`);
    so.numbers.set(id, n);
    if (so.audit.get(auditKey(projectId, cause, position)) !== 1)
      this.note('audit', `${cause.action} ${n} has not one audit row`);
  }

  #checkFiles(state: ServerState): void {
    for (const site of state.sites.values())
      for (const [entity, table] of site.tables)
        for (const [id, { row }] of table)
          for (const blobId of blobsOf(entity, row))
            if (!state.blobs.has(blobId)) this.note('files', `${entity} ${id} names a file that is not there`);
  }
}
