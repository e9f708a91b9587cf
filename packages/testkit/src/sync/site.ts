// A project on a real database with a member in every role, and helpers to push, pull and inspect everything.
import type { Role } from '@plumbline/core/access/capabilities';
import type { Entity } from '@plumbline/core/site/entities';
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import type { PullReply, PushReply, SentMutation } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import { applyPush, type Caller, type ServerStore } from '@plumbline/core/sync/server';
import { createSite, pgStore, type StoreServices } from '@plumbline/server/db/tx/pg-store';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { refusalOf } from '@plumbline/server/http/reply-error';
import { type SetClock, setClock } from '@plumbline/server/platform/clock/clock';
import type { TestDatabase } from '../database.ts';

/** Readable, distinct ids that are the same in every run. */
export function idsFrom(first: number): () => string {
  let next = first;
  return () => {
    next += 1;
    return `00000000-0000-4000-8000-${next.toString(16).padStart(12, '0')}`;
  };
}

export type Person = Caller & { role: Role };
export type TestServices = StoreServices & { clock: SetClock };

export type TestSite = {
  database: TestDatabase;
  services: TestServices;
  store: ServerStore;
  organisationId: string;
  projectId: string;
  people: Record<'ada' | 'carl' | 'vera' | 'eve' | 'sam' | 'tom', Person>;
  /** The team Sam is in. */
  teamId: string;
  planId: string;
  newId: () => string;
};

export function servicesOn(database: Pick<TestDatabase, 'pool'>, newId: () => string): TestServices {
  return {
    pool: database.pool,
    clock: setClock(new Date('2026-03-02T08:00:00.000Z')),
    newId,
    log: { warn() {} },
  };
}

export async function makeOrganisation(database: TestDatabase, organisationId: string): Promise<void> {
  await systemTransaction(database.pool, (db) =>
    db.query("INSERT INTO organisation (id, name, created_at) VALUES ($1, 'Hochbau', now())", [organisationId]),
  );
}

const NAMES = {
  ada: 'administrator',
  carl: 'contributor',
  vera: 'internalViewer',
  eve: 'externalViewer',
  sam: 'subcontractor',
  tom: 'subcontractor',
} as const satisfies Record<string, Role>;

/** Creates a project with a plan, its members and a team. */
export async function makeSite(
  database: TestDatabase,
  { newId = idsFrom(0), organisationId }: { newId?: () => string; organisationId?: string } = {},
): Promise<TestSite> {
  const organisation = organisationId ?? newId();
  if (!organisationId) await makeOrganisation(database, organisation);
  const services = servicesOn(database, newId);
  const people = Object.fromEntries(
    Object.entries(NAMES).map(([name, role]) => [name, { organisationId: organisation, userId: newId(), role }]),
  ) as TestSite['people'];
  const [projectId, teamId, planId] = [newId(), newId(), newId()];
  await createSite(services, people.ada, projectId, async ({ tx }) => {
    tx.put('project', {
      id: projectId,
      projectId,
      title: 'Haus am Wald',
      company: '',
      address: '',
      postCode: '',
      country: '',
      start: '2026-01-31',
      end: null,
      notes: '',
      timezone: 'Europe/Berlin',
      language: 'de',
      managerName: '',
      managerPhone: '',
      ...EMPTY_SETTINGS,
      ratings: [{ id: 'cost', title: 'Kosten', levels: ['low', 'high'] }],
      active: true,
      createdBy: people.ada.userId,
      createdAt: tx.now(),
    });
    for (const [name, { userId, role }] of Object.entries(people)) {
      tx.put('member', {
        id: newId(),
        projectId,
        userId,
        firstName: name,
        lastName: '',
        email: `${name}@example.org`,
        phone: '',
        companyName: '',
        craft: '',
        role,
        state: 'active',
      });
    }
    tx.put('team', {
      id: teamId,
      projectId,
      title: 'Rohbau',
      purpose: '',
      companyName: '',
      craft: '',
      role: 'subcontractor',
      memberIds: [people.sam.userId],
      active: true,
    });
    tx.put('category', { id: newId(), projectId, title: 'Mangel', colour: 'Red', active: true, sort: 0 });
    tx.put('plan', {
      id: planId,
      projectId,
      type: 'Plan',
      planType: 'Plan',
      parentId: null,
      name: 'EG',
      sheetNumber: 'A-101',
      active: true,
      updating: false,
      currentRevisionId: null,
      createdBy: people.ada.userId,
      createdAt: tx.now(),
      lastActivity: tx.now(),
    });
  });
  return {
    database,
    services,
    store: pgStore(services),
    organisationId: organisation,
    projectId,
    people,
    teamId,
    planId,
    newId,
  };
}

/** A device as the protocol sees it. */
export type Device = { person: Caller; id: string };

export async function push(
  site: Pick<TestSite, 'store'>,
  device: Device,
  mutations: SentMutation[],
  reported: unknown[] = [],
): Promise<PushReply> {
  return applyPush(
    site.store,
    device.person,
    { deviceId: device.id, mutations },
    { refusalOf, report: (error) => reported.push(error), announce() {} },
  );
}

export function edit(site: Pick<TestSite, 'projectId'>, n: number, name: string, input: unknown): SentMutation {
  return { n, projectId: site.projectId, name, input, at: '2026-03-02T08:00:00.000Z' };
}

export function pinEdit(site: TestSite, n: number, id: string, title = ''): SentMutation {
  return edit(site, n, 'pin.create', { id, planId: site.planId, x: 0.25, y: 0.75, content: { title } });
}

export type PulledRows = { rows: Map<string, Record<string, unknown>>; replies: PullReply[]; to: number };

/** Pulls everything from `from` on, page by page. */
export async function pullAll(
  site: Pick<TestSite, 'store' | 'projectId'>,
  person: Caller,
  {
    from = 0,
    limit = 2_000,
    timeline,
    scope,
  }: { from?: number; limit?: number; timeline?: string; scope?: string } = {},
): Promise<PulledRows> {
  const rows = new Map<string, Record<string, unknown>>();
  const replies: PullReply[] = [];
  let place = { from, ...(timeline && { timeline }), ...(scope && { scope }) };
  for (;;) {
    const reply = await readPull(site.store, person, {
      projectId: site.projectId,
      ...place,
      limit,
      list: 'false',
    });
    replies.push(reply);
    for (const { entity, row } of reply.rows) rows.set(`${entity} ${row.id}`, row);
    if (!reply.more) return { rows, replies, to: reply.to };
    if (reply.reset) rows.clear();
    place = { from: reply.to, timeline: reply.timeline, scope: reply.scope };
  }
}

export function rowsOf(pulled: PulledRows, entity: Entity): Record<string, unknown>[] {
  return [...pulled.rows].filter(([key]) => key.startsWith(`${entity} `)).map(([, row]) => row);
}
