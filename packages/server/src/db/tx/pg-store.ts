// The only way rows of projects are written on the server: by pushes of devices, by requests and by jobs. One
// transaction contains everything of a write: rows, positions, numbers, audit log, and the outcome of a device's edit.

import { AppError } from '@plumbline/core/kernel/errors';
import { type Actor, loadActor } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import { runAction } from '@plumbline/core/sync/registry';
import type { Caller, Cause, ServerStore } from '@plumbline/core/sync/server';
import type { PoolClient } from 'pg';
import type { Services } from '../../platform/services.ts';
import { announce } from './announce.ts';
import type { Measures } from './quota.ts';
import { PgReadTx } from './read-tx.ts';
import type { ProjectKey } from './rows.ts';
import { PgSite } from './site.ts';
import { tenantSnapshot, tenantTransaction } from './transaction.ts';
import { PgWriteTx } from './write-tx.ts';

export type StoreServices = Pick<Services, 'pool' | 'clock' | 'newId'> & {
  log: Pick<Services['log'], 'warn'>;
  /** The operator's own licence limits. */
  config?: { licences: { quotas: Measures } };
};

/** The store behind synchronisation. */
export function pgStore(services: StoreServices): ServerStore {
  return {
    write: (caller, fn) =>
      tenantTransaction(services.pool, caller.organisationId, (db) => fn(new PgWriteTx(db, caller, services))),
    read: (caller, fn) =>
      tenantSnapshot(services.pool, caller.organisationId, (db) =>
        fn(new PgReadTx(db, caller.organisationId, services)),
      ),
  };
}

/** A project open for writing: `tx` for its rows, `db` for what must be committed with them, such as jobs. */
export type Site = { tx: SiteTx; db: PoolClient; now: Date };
export type ActorSite = Site & { actor: Actor };

type Opened = { site: PgSite; db: PoolClient; now: Date };

async function inSite<T>(
  services: StoreServices,
  projectKey: ProjectKey,
  open: (db: PoolClient, now: Date) => Promise<PgSite | undefined>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { result, head, changed } = await tenantTransaction(services.pool, projectKey.organisationId, async (db) => {
    const now = services.clock.now();
    const site = await open(db, now);
    if (!site) throw new AppError('not_found');
    const before = site.head;
    const done = await work({ site, db, now });
    const head = await site.flush();
    return { result: done, head, changed: head !== before };
  });
  if (changed) await announce(services, { ...projectKey, head });
  return result;
}

/**
 * Runs an action by its wire name, or a function over the project's rows, as the user: in one transaction, with the
 * user's permissions in it. A function gets the actor and checks permissions itself; `action` is its name in the audit
 * log. Throws `not_found` if there is no such project, `not_entitled` for non-members, and the errors of the action.
 */
export function runSite<T>(
  services: StoreServices,
  who: Caller,
  projectId: string,
  action: string,
  work: (site: ActorSite) => Promise<T>,
): Promise<T>;
export function runSite(
  services: StoreServices,
  who: Caller,
  projectId: string,
  action: string,
  input: object,
): Promise<void>;
export function runSite(
  services: StoreServices,
  { organisationId, userId, licensed }: Caller,
  projectId: string,
  action: string,
  work: object | ((site: ActorSite) => Promise<unknown>),
): Promise<unknown> {
  const project = { organisationId, projectId };
  const cause: Cause = { action, userId };
  return inSite(
    services,
    project,
    (db, now) => PgSite.lock(db, project, cause, now, services.config?.licences.quotas),
    async ({ site, db, now }) => {
      const { tx } = site;
      const result =
        typeof work === 'function'
          ? await work({ tx, db, now, actor: await loadActor(tx, userId, licensed) })
          : await runAction(tx, userId, action, work, licensed);
      if (!(await site.blobsThere(userId))) throw new AppError('blob_missing');
      return result;
    },
  );
}

/**
 * As `runSite` with a function, for the program's own work: no permissions are checked. `userId` is recorded in the
 * audit log, null for no one. Referenced blobs must exist, regardless of who uploaded them.
 */
export function runSiteAsSystem<T>(
  services: StoreServices,
  { organisationId, userId }: { organisationId: string; userId: string | null },
  projectId: string,
  action: string,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const project = { organisationId, projectId };
  return inSite(
    services,
    project,
    (db, now) => PgSite.lock(db, project, { action, userId }, now, services.config?.licences.quotas),
    async ({ site, db, now }) => {
      const result = await work({ tx: site.tx, db, now });
      if (!(await site.blobsThere(undefined))) throw new AppError('blob_missing');
      return result;
    },
  );
}

/**
 * Creates a project: `work` puts the project's row, its first members and categories. The caller checks permissions, in
 * `work` where they must hold at that moment. Throws `already_exists` for an id in use.
 */
export function createSite<T>(
  services: StoreServices,
  { organisationId, userId }: { organisationId: string; userId: string | null },
  projectId: string,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const project = { organisationId, projectId };
  return inSite(
    services,
    project,
    (db, now) => PgSite.begin(db, project, { action: 'project.create', userId }, now, services.config?.licences.quotas),
    async ({ site, db, now }) => {
      const result = await work({ tx: site.tx, db, now });
      if (!(await site.tx.get('project', projectId))) throw new TypeError('a new project needs its own row');
      return result;
    },
  );
}
