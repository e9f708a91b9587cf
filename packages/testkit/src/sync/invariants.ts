// The invariants of a project, whatever happened to it, checked directly on the tables, bypassing permissions.
import { type Capability, can, type Role } from '@plumbline/core/access/capabilities';
import { canonicalJson } from '@plumbline/core/kernel/same';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import { ACTIONS } from '@plumbline/core/sync/registry';
import { checkChain } from '@plumbline/server/db/tx/audit';
import { ROW_TYPES, selectList, tableOf } from '@plumbline/server/db/tx/columns';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { derivedDifferences } from './derived-rows.ts';
import type { TestSite } from './site.ts';

type Row = Record<string, unknown> & { id: string };
type Change = {
  position: number;
  entity: Entity;
  entityId: string;
  action: string;
  actorId: string | null;
  deviceId: string | null;
  mutation: number | null;
  before: Row | null;
  after: Row;
};
type Stored = { entity: Entity; position: number; row: Row };
type Mutation = { deviceId: string; userId: string; n: number; code: string | null; last: number };

type Ground = Pick<TestSite, 'database' | 'organisationId' | 'projectId'>;

async function read(site: Ground) {
  const { organisationId, projectId } = site;
  return tenantTransaction(site.database.pool, organisationId, async (db) => {
    const ask = async <T>(text: string, values: unknown[] = [organisationId, projectId]): Promise<T[]> =>
      (await db.query({ text, values, types: ROW_TYPES })).rows as T[];
    const stored: Stored[] = [];
    for (const entity of ENTITY_NAMES) {
      const rows = await ask<Row & { position: number }>(
        `SELECT ${selectList(entity, 'r')}, r.position FROM ${tableOf(entity)} r WHERE r.organisation_id = $1 AND r.project_id = $2`,
      );
      for (const { position, ...row } of rows) stored.push({ entity, position, row: row as Row });
    }
    return {
      stored,
      changes: await ask<Change>(
        `SELECT position, entity, entity_id AS "entityId", action, actor_id AS "actorId", device_id AS "deviceId", mutation,
           before, after FROM change WHERE organisation_id = $1 AND project_id = $2 ORDER BY position`,
      ),
      mutations: await ask<Mutation>(
        `SELECT m.device_id AS "deviceId", d.user_id AS "userId", m.n, m.code, d.last_mutation AS last
         FROM mutation m JOIN device d ON d.organisation_id = m.organisation_id AND d.id = m.device_id
         WHERE m.organisation_id = $1 ORDER BY m.device_id, m.n`,
        [organisationId],
      ),
      head: (
        await ask<{ head: number }>('SELECT head FROM project_log WHERE organisation_id = $1 AND project_id = $2')
      )[0]?.head,
      chain: await checkChain(db, site),
    };
  });
}

/** The audit log, replayed from the start, matches the tables: nothing missing, nothing extra. */
function audit(stored: readonly Stored[], changes: readonly Change[]): string[] {
  const found: string[] = [];
  const played = new Map<string, Row>();
  for (const change of changes) {
    const key = `${change.entity} ${change.entityId}`;
    const was = played.get(key);
    if ((change.before === null) !== (was === undefined)) found.push(`${key}: made or changed at ${change.position}?`);
    for (const [field, value] of Object.entries(change.before ?? {})) {
      if (canonicalJson(value) !== canonicalJson(was?.[field]))
        found.push(`${key}.${field}: another value before ${change.position}`);
    }
    played.set(key, { ...was, ...change.after });
  }
  for (const { entity, row } of stored) {
    const key = `${entity} ${row.id}`;
    const end = played.get(key);
    if (!end || canonicalJson(end) !== canonicalJson(row)) found.push(`${key}: not what the audit says`);
    played.delete(key);
  }
  return [...found, ...[...played.keys()].map((key) => `${key}: in the audit only`)];
}

/** Every author had the required permission at the position of the change in the log. */
function rights(changes: readonly Change[]): string[] {
  const found: string[] = [];
  const members = new Map<string, { userId: string; role: Role; state: string }>();
  for (const change of changes) {
    const needs: Capability | undefined = ACTIONS.get(change.action)?.needs;
    if (needs && change.deviceId !== null) {
      const member = [...members.values()].find((one) => one.userId === change.actorId && one.state === 'active');
      if (!member || !can(member.role, needs)) found.push(`${change.action} at ${change.position} without the right`);
    }
    if (change.entity === 'member') {
      const was = members.get(change.entityId);
      members.set(change.entityId, { ...was, ...change.after } as never);
    }
  }
  return found;
}

/** Each edit takes effect once, in the order of its device, and only if it was applied. */
function edits(changes: readonly Change[], mutations: readonly Mutation[]): string[] {
  const found: string[] = [];
  const done = Map.groupBy(
    changes.filter((change) => change.deviceId !== null),
    (one) => `${one.deviceId} ${one.mutation}`,
  );
  const reached = new Map<string, number>();
  for (const { deviceId, n, code, last } of mutations) {
    const key = `${deviceId} ${n}`;
    const effect = done.get(key) ?? [];
    done.delete(key);
    if (code !== null && effect.length > 0) found.push(`${key}: refused, with an effect`);
    if (new Set(effect.map((change) => `${change.entity} ${change.entityId}`)).size !== effect.length)
      found.push(`${key}: twice`);
    const positions = effect.map((change) => change.position);
    if (Math.max(0, ...positions) - Math.min(...positions) >= 20) found.push(`${key}: its effect is scattered`);
    for (const position of positions) {
      if (position <= (reached.get(deviceId) ?? 0)) found.push(`${key}: before what its device did earlier`);
    }
    reached.set(deviceId, Math.max(reached.get(deviceId) ?? 0, ...positions));
    if (n > last) found.push(`${key}: recorded, and the device stands at ${last}`);
  }
  return [...found, ...[...done.keys()].map((key) => `${key}: an effect without a record`)];
}

function positions(stored: readonly Stored[], changes: readonly Change[], head: number): string[] {
  const found: string[] = [];
  const places = stored.map((one) => one.position);
  if (new Set(places).size !== places.length) found.push('two rows at one position');
  if (Math.max(0, ...places, ...changes.map((change) => change.position)) > head)
    found.push('a position beyond the head');
  return found;
}

function numbers(stored: readonly Stored[]): string[] {
  return (['pin', 'task'] as const).flatMap((entity) => {
    const given = stored.filter((one) => one.entity === entity).map((one) => Number(one.row.number));
    given.sort((a, b) => a - b);
    return given.every((number, index) => number === index + 1) ? [] : [`${entity} numbers: ${given.join(' ')}`];
  });
}

/** Describes every violation; empty if there is none. */
export async function violations(site: Ground): Promise<string[]> {
  const { stored, changes, mutations, head, chain } = await read(site);
  return [
    ...audit(stored, changes),
    ...rights(changes),
    ...edits(changes, mutations),
    ...positions(stored, changes, head ?? 0),
    ...numbers(stored),
    ...(await derivedDifferences(site.database.root, site.projectId)),
    ...(chain.brokenAt === undefined ? [] : [`the chain of the audit breaks at ${chain.brokenAt}`]),
  ];
}
