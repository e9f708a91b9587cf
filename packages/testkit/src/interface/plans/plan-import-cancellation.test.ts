// A plan import stopped at each stage: by cancellation, a stopping worker or a full disk. It is imported once and
// completely, or not at all with the reason; no lock is left behind.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cancelImport,
  createImport,
  getImport,
  importPreview,
  retryImport,
  startImport,
} from '@plumbline/core/features/imports/contract';
import { listNotifications } from '@plumbline/core/features/notifications/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { DELAYED_NOTIFICATIONS, importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT, PREVIEWS } from '@plumbline/server/features/imports/locked-import';
import { previewKey } from '@plumbline/server/features/imports/state/key';
import { IMPORT_SWEEP } from '@plumbline/server/features/imports/sweep';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import type { Services } from '@plumbline/server/platform/services';
import { block, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-stops-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });
const of = (importId: string) => ({ params: { ...inProject(), importId } });

type Begun = { importId: string; title: string };

/** A file by the administrator with the given number of pages; each page contains its title. */
async function uploaded(pages = 1): Promise<{ blobId: string; titles: string[] }> {
  const name = `Storey ${made + 1}`;
  const titles = Array.from({ length: pages }, (_, i) => (i === 0 ? name : `${name} part ${i + 1}`));
  return { blobId: await stored(titles), titles };
}

const sheet = (title: string, shade: number) =>
  `${block(`0.${shade} 0.5 0.5`, 20, 20, 200, 100)}${text(title, 40, 150, 12)}`;

/** Files with other bytes than those before, unless pages are given. */
async function stored(titles: readonly string[], given?: readonly string[]): Promise<string> {
  made += 1;
  const { organisationId, userId } = admin();
  const blobId = randomUUID();
  const file = path.join(folder, `${made}.pdf`);
  const contents = given ?? titles.map((title) => sheet(title, made));
  await writeFile(file, makePdf(contents.map((content) => ({ mediaBox: [0, 0, 420, 297], content }))));
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'application/pdf', name: `${titles[0]}.pdf` },
  );
  return blobId;
}

const list = (importId: string) =>
  importTasks(server.services)[INSPECT]?.({ organisationId: admin().organisationId, importId }, context(1));

/** A file whose page is chosen and waits for a worker. Equal files are read by the same process, one after the other. */
async function begun(): Promise<Begun> {
  const importId = randomUUID();
  const title = `Storey ${made + 1}`;
  const blobId = await stored([title], [sheet('Storey', 0)]);
  await admin().caller.call(createImport, {
    params: inProject(),
    body: { id: importId, blobId, parentId: null, planId: null },
  });
  await list(importId);
  const pages = [{ page: 1, planId: randomUUID(), title, sheetNumber: '' }];
  await admin().caller.call(startImport, { ...of(importId), body: { parentId: null, pages } });
  return { importId, title };
}

const context = (attempt: number, signal = new AbortController().signal) =>
  ({ id: '1', attempt, maxAttempts: 4, signal }) as const;

const work = (services: Services, { importId }: Begun, attempt = 1, signal?: AbortSignal) =>
  importTasks(services)[IMPORT_PAGE]?.(
    { organisationId: admin().organisationId, importId, page: 1 },
    context(attempt, signal),
  );

const plansCalled = async (title: string) => {
  const { content } = await admin().caller.call(listPlans, {
    params: inProject(),
    query: { search: title, size: 100 },
  });
  return content.filter((one) => one.name === title);
};
const readImport = ({ importId }: Begun) => admin().caller.call(getImport, of(importId));

const announced = async (of: 'importDone' | 'importFailed' = 'importDone') =>
  (await admin().caller.call(listNotifications, { query: {} })).content
    .filter(({ kind }) => kind === of)
    .map(({ detail }) => detail.title);

/** The real store with a hook before the n-th file of a plan is stored: pack, text, thumbnail, preview. */
function servicesThat(before: (n: number) => void | Promise<void>): Services {
  let n = 0;
  const files = Object.create(server.services.files) as Services['files'];
  files.put = async (key, body) => {
    n += 1;
    await before(n);
    return server.services.files.put(key, body);
  };
  return { ...server.services, files };
}

/** The first and the last; those between are stored in the same way. */
const KEPT = [1, 4];
const LONG = 240_000;

/** A file of which nothing has been read yet. */
async function toBeRead(blobId: string): Promise<string> {
  const importId = randomUUID();
  const body = { id: importId, blobId, parentId: null, planId: null };
  await admin().caller.call(createImport, { params: inProject(), body });
  return importId;
}

async function broken(): Promise<{ importId: string; name: string }> {
  made += 1;
  const { organisationId, userId } = admin();
  const [blobId, name] = [randomUUID(), `broken ${String(made).padStart(3, '0')}.pdf`];
  const file = path.join(folder, name);
  await writeFile(file, `%PDF-1.4 ${name}`);
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'application/pdf', name },
  );
  return { importId: await toBeRead(blobId), name };
}

test(
  'files imported at the same time are announced once, when the last one has ended',
  async () => {
    const before = await announced();
    const files = [await begun(), await begun(), await begun(), await begun()];
    const [first, second, third, canceled] = files as [Begun, Begun, Begun, Begun];
    await work(server.services, first);
    expect(await announced()).toEqual(before);
    // Both end at the same moment.
    await Promise.all([work(server.services, second), work(server.services, third)]);
    expect(await announced()).toEqual(before);
    await admin().caller.call(cancelImport, of(canceled.importId));
    expect(await announced()).toHaveLength(before.length + 1);
    expect(await announced()).toContain(`${first.title}.pdf + 2`);
    const last = await begun();
    await work(server.services, last);
    expect(await announced()).toContain(`${last.title}.pdf`);
    expect(await announced()).toHaveLength(before.length + 2);
  },
  LONG,
);

test(
  'files that fail at the same time are announced once, when the last one of the drop was read',
  async () => {
    const before = await announced('importFailed');
    const [first, second] = [await broken(), await broken()];
    const sound = await toBeRead((await uploaded()).blobId);
    await Promise.all([list(first.importId), list(second.importId)]);
    expect(await readImport({ importId: first.importId, title: '' })).toMatchObject({ state: 'failed' });
    expect(await announced('importFailed')).toEqual(before);
    // It waits for a choice of its pages, which may take days.
    await list(sound);
    expect(await announced('importFailed')).toHaveLength(before.length + 1);
    expect(await announced('importFailed')).toContain(`${first.name} + 1`);
  },
  LONG,
);

test(
  'failures are announced after minutes, successes after an hour, while another file is still imported',
  async () => {
    const before = { done: await announced(), failed: await announced('importFailed') };
    const [long, short, failed] = [await begun(), await begun(), await broken()];
    await work(server.services, short);
    await list(failed.importId);
    const newsAfter = async (minutes: number) => {
      const clock = { now: () => new Date(server.services.clock.now().getTime() + minutes * 60_000) };
      await importTasks({ ...server.services, clock })[DELAYED_NOTIFICATIONS.task]?.({}, context(1));
      return { done: (await announced()).length, failed: (await announced('importFailed')).length };
    };
    const [done, failures] = [before.done.length, before.failed.length];
    expect(await newsAfter(2)).toEqual({ done, failed: failures });
    expect(await newsAfter(4)).toEqual({ done, failed: failures + 1 });
    expect(await newsAfter(59)).toEqual({ done, failed: failures + 1 });
    expect(await newsAfter(61)).toEqual({ done: done + 1, failed: failures + 1 });
    expect(await announced('importFailed')).toContain(failed.name);
    expect(await announced()).toContain(`${short.title}.pdf`);
    await work(server.services, long);
    expect(await newsAfter(61)).toEqual({ done: done + 2, failed: failures + 1 });
  },
  LONG,
);

describe('the pictures for choosing pages', () => {
  const kept = async (importId: string) => {
    const keys: string[] = [];
    const { files } = server.services;
    for await (const { key } of files.list(`imports/${admin().organisationId}/${importId}/`)) keys.push(key);
    return keys;
  };

  test('are removed when the import is cancelled', async () => {
    const importId = await toBeRead((await uploaded(2)).blobId);
    await list(importId);
    expect(await kept(importId)).not.toEqual([]);
    await admin().caller.call(cancelImport, of(importId));
    expect(await kept(importId)).toEqual([]);
  });

  test('are removed when the import is cancelled while they are stored', async () => {
    const importId = await toBeRead((await uploaded(2)).blobId);
    const services = servicesThat(async (n) => {
      if (n === 2) await admin().caller.call(cancelImport, of(importId));
    });
    await importTasks(services)[INSPECT]?.({ organisationId: admin().organisationId, importId }, context(1));
    expect((await readImport({ importId, title: '' })).state).toBe('canceled');
    expect(await kept(importId)).toEqual([]);
  });

  test('are removed if their import was cancelled or does not exist, and kept while it is waiting', async () => {
    const [canceled, waiting, unknown] = [
      await toBeRead(await stored(['A'])),
      await toBeRead(await stored(['B'])),
      randomUUID(),
    ];
    await list(canceled);
    await list(waiting);
    await admin().caller.call(cancelImport, of(canceled));
    const shown = await kept(waiting);
    async function* bytes() {
      yield Buffer.from('picture');
    }
    for (const importId of [canceled, unknown])
      await server.services.files.put(previewKey(admin().organisationId, importId, 1), bytes());
    await importTasks(server.services)[IMPORT_SWEEP.task]?.({}, context(1));
    expect([await kept(canceled), await kept(unknown)]).toEqual([[], []]);
    expect(shown).not.toEqual([]);
    expect(await kept(waiting)).toEqual(shown);
  });
});

describe('a worker that stops', () => {
  test(
    'before anything is done: the next one imports the plan',
    async () => {
      const key = await begun();
      await expect(work(server.services, key, 1, AbortSignal.abort(new Error('stopping')))).rejects.toThrow();
      await work(server.services, key, 2);
      expect((await readImport(key)).state).toBe('finished');
      expect(await plansCalled(key.title)).toHaveLength(1);
    },
    LONG,
  );

  test.each(KEPT)(
    'while file %i is stored: the next one starts again, and there is one plan',
    async (which) => {
      const key = await begun();
      const stopping = new AbortController();
      const services = servicesThat((n) => {
        if (n !== which) return;
        stopping.abort(new Error('stopping'));
        throw new Error('stopping');
      });
      await expect(work(services, key, 1, stopping.signal)).rejects.toThrow('stopping');
      expect((await readImport(key)).state).not.toBe('failed');
      expect(await plansCalled(key.title)).toEqual([]);
      await work(server.services, key, 2);
      expect((await readImport(key)).state).toBe('finished');
      // A job may be delivered twice.
      await work(server.services, key, 3);
      expect(await plansCalled(key.title)).toHaveLength(1);
    },
    LONG,
  );
});

describe('cancelled', () => {
  test.each(KEPT)(
    'while file %i is stored: there is no plan, even if a worker picks it up again',
    async (which) => {
      const key = await begun();
      const services = servicesThat(async (n) => {
        if (n === which) await admin().caller.call(cancelImport, of(key.importId));
      });
      await work(services, key)?.catch(() => undefined);
      expect((await readImport(key)).state).toBe('canceled');
      expect(await plansCalled(key.title)).toEqual([]);
      await work(server.services, key, 2);
      expect(await plansCalled(key.title)).toEqual([]);
    },
    LONG,
  );
});

describe('a full disk', () => {
  test.each(KEPT)(
    'while file %i is stored: fails with the stage, and succeeds when retried with space',
    async (which) => {
      const key = await begun();
      const full = servicesThat((n) => {
        if (n === which) throw new AppError('no_space');
      });
      // Tried twice before.
      await work(full, key, 3);
      const failed = await readImport(key);
      expect(failed.pages[0]).toMatchObject({ state: 'failed', stage: 'storing', problem: 'internal' });
      expect(await plansCalled(key.title)).toEqual([]);
      await admin().caller.call(retryImport, of(key.importId));
      await work(server.services, key);
      expect((await readImport(key)).state).toBe('finished');
      expect(await plansCalled(key.title)).toHaveLength(1);
    },
    LONG,
  );
});

test(
  'a person who loses the permission meanwhile publishes nothing; someone who has it can retry',
  async () => {
    const setRole = (role: 'administrator' | 'none') =>
      writeRows(server, world, async (tx) => {
        const member = (await tx.find('member', 'userId', admin().userId))[0];
        if (member) tx.put('member', { ...member, role });
      });
    const key = await begun();
    await setRole('none');
    await work(server.services, key);
    await setRole('administrator');
    expect(await readImport(key)).toMatchObject({
      state: 'failed',
      pages: [{ state: 'failed', problem: 'forbidden' }],
    });
    expect(await plansCalled(key.title)).toEqual([]);
    await admin().caller.call(retryImport, of(key.importId));
    await work(server.services, key);
    expect((await readImport(key)).state).toBe('finished');
  },
  LONG,
);

describe('a file of which all pages are imported', () => {
  const announce = async (parentId: string | null, pages?: number, planId: string | null = null) => {
    const importId = randomUUID();
    const { blobId, titles } = await uploaded(pages);
    const body = { id: importId, blobId, parentId, planId, allPages: true };
    await admin().caller.call(createImport, { params: inProject(), body });
    return { importId, titles };
  };

  test('continues automatically once its pages are listed, into its folder', async () => {
    const folderId = randomUUID();
    await runSite(server.services, admin(), world.projectId, 'folder.create', {
      ...{ id: folderId, name: 'Pictures', parentId: null },
    });
    const { importId } = await announce(folderId, 2);
    await list(importId);
    // A repeated run of the same job finds nothing to do.
    await list(importId);
    const going = await readImport({ importId, title: '' });
    expect(going).toMatchObject({ state: 'running', parentId: folderId });
    for (const { page } of going.pages) {
      await importTasks(server.services)[IMPORT_PAGE]?.(
        { organisationId: admin().organisationId, importId, page },
        context(1),
      );
    }
    const { state, pages } = await readImport({ importId, title: '' });
    expect(state).toBe('finished');
    expect(pages).toHaveLength(2);
    for (const { title, planId } of pages) {
      expect(await plansCalled(title)).toMatchObject([{ id: planId, parentId: folderId }]);
    }
  });

  test('asks about a sheet that a plan, or a page that is becoming one, already shows', async () => {
    const first = await announce(null);
    await list(first.importId);
    expect(await readImport({ importId: first.importId, title: '' })).toMatchObject({ state: 'running' });
    const again = async () => {
      const importId = randomUUID();
      const blobId = await stored(first.titles);
      const body = { id: importId, blobId, parentId: null, planId: null, allPages: true };
      await admin().caller.call(createImport, { params: inProject(), body });
      await list(importId);
      return (await readImport({ importId, title: '' })).state;
    };
    expect(await again()).toBe('choosing');
    await work(server.services, { importId: first.importId, title: '' });
    expect((await readImport({ importId: first.importId, title: '' })).state).toBe('finished');
    expect(await again()).toBe('choosing');
  });

  test('asks about a sheet that another file starts while its pages are listed', async () => {
    const first = await announce(null);
    const second = randomUUID();
    const body = { id: second, blobId: await stored(first.titles), parentId: null, planId: null, allPages: true };
    await admin().caller.call(createImport, { params: inProject(), body });
    const textRecogniser = Object.create(server.services.textRecogniser) as Services['textRecogniser'];
    textRecogniser.available = async () => {
      await list(second);
      return server.services.textRecogniser.available();
    };
    const key = { organisationId: admin().organisationId, importId: first.importId };
    const tasks = importTasks({ ...server.services, textRecogniser });
    await tasks[INSPECT]?.(key, context(1));
    const states = [first.importId, second].map(async (importId) => (await readImport({ importId, title: '' })).state);
    expect(await Promise.all(states)).toEqual(['choosing', 'running']);
    await tasks[PREVIEWS]?.({ ...key, page: 1 }, context(1));
    expect(
      (
        await admin().caller.send(importPreview, {
          params: { ...inProject(), importId: first.importId, page: 1 },
          query: {},
        })
      ).status,
    ).toBe(200);
  });

  test('is not imported if it was cancelled while its pages were listed', async () => {
    const { importId } = await announce(null);
    await admin().caller.call(cancelImport, of(importId));
    await list(importId);
    const { state, pages } = await readImport({ importId, title: '' });
    expect([state, pages.some(({ chosen }) => chosen)]).toEqual(['canceled', false]);
  });

  test('is not accepted as a revision, which is a single page with a number', async () => {
    const { content } = await admin().caller.call(listPlans, { params: inProject(), query: {} });
    const plan = content.find((one) => one.type === 'Plan')?.id ?? '';
    await expect(announce(null, 1, plan)).rejects.toThrow(/422.*"allPages","outcome":"NOT_VALID"/u);
  });
});

describe('an organisation whose licence allows no more plans', () => {
  const allow = (plans: number | null) =>
    server.database.root.query(
      `UPDATE organisation o SET licence = 'combo', plan_quota = $2::integer + (SELECT count(*) FROM plan p
         JOIN project j ON j.organisation_id = p.organisation_id AND j.id = p.project_id
         WHERE p.organisation_id = o.id AND p.type = 'Plan' AND p.active AND j.active) WHERE id = $1`,
      [admin().organisationId, plans],
    );
  afterEach(() => allow(null));

  test('is told before the import starts, and can choose again when there is room', async () => {
    const importId = randomUUID();
    const { blobId } = await uploaded(2);
    const params = inProject();
    await admin().caller.call(createImport, { params, body: { id: importId, blobId, parentId: null, planId: null } });
    await list(importId);
    await allow(1);
    const pages = [1, 2].map((page) => ({ page, planId: randomUUID(), title: `Sheet ${page}`, sheetNumber: '' }));
    const start = (chosen: typeof pages) =>
      admin().caller.send(startImport, { ...of(importId), body: { parentId: null, pages: chosen } });
    expect(await start(pages)).toMatchObject({ status: 409, body: { code: 'plan_limit' } });
    expect((await readImport({ importId, title: '' })).state).toBe('choosing');
    expect((await start(pages.slice(1))).status).toBe(200);
  });

  test('sees the limit on a file that continues automatically, and can retry', async () => {
    const importId = randomUUID();
    const { blobId } = await uploaded();
    const body = { id: importId, blobId, parentId: null, planId: null, allPages: true };
    await admin().caller.call(createImport, { params: inProject(), body });
    await allow(0);
    await list(importId);
    expect(await readImport({ importId, title: '' })).toMatchObject({ state: 'failed', problem: 'plan_limit' });
    await allow(1);
    await admin().caller.call(retryImport, of(importId));
    await list(importId);
    expect((await readImport({ importId, title: '' })).state).toBe('running');
  });

  test('sees the limit on a page whose quota others used up, without an automatic retry', async () => {
    const key = await begun();
    await allow(0);
    await work(server.services, key);
    const { state, pages } = await readImport(key);
    expect([state, pages[0]?.problem]).toEqual(['failed', 'plan_limit']);
    await allow(1);
    await admin().caller.call(retryImport, of(key.importId));
    await work(server.services, key);
    expect((await readImport(key)).state).toBe('finished');
  });
});
