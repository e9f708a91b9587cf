import { createReport, listTemplates } from '@plumbline/core/features/reports/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { NetworkFailure, Refusal } from '../../../api/failure.ts';
import { createQueued } from './create-queued.ts';
import { discardQueued, type QueuedReport, queuedReports, storeQueued } from './queued-store.ts';

const drafts = new Map<string, Blob>();
const call = vi.hoisted(() => vi.fn());
vi.mock('../../../api/client.ts', () => ({ call }));
vi.mock('../../../local/local.ts', () => ({
  currentLocal: () => ({
    keepDraft: async (name: string, bytes: Blob | undefined) =>
      void (bytes ? drafts.set(name, bytes) : drafts.delete(name)),
    draft: async (name: string) => drafts.get(name),
    draftNames: async (begin: string) => [...drafts.keys()].filter((name) => name.startsWith(begin)),
  }),
}));

const TEMPLATES = {
  formats: ['docx'],
  content: [
    { id: 'broken', active: true, problems: ['?'], builtin: false, fileType: 'docx' },
    { id: 'builtin:site', active: true, problems: [], builtin: true, fileType: 'docx' },
    { id: 'own', active: true, problems: [], builtin: false, fileType: 'xlsx' },
  ],
};

const queued = (id: string, more: Partial<QueuedReport['content']> = {}): QueuedReport => ({
  ...{ id, projectId: 'project', format: 'pdf' },
  content: { title: `Report ${id}`, templateId: null, ...more } as QueuedReport['content'],
});

/** The server answers the creation of a report with this, for each id. */
function server(outcomes: Record<string, Error> = {}) {
  const created: object[] = [];
  call.mockImplementation(async (endpoint: object, { body }: { body?: { id: string } }) => {
    if (endpoint === listTemplates) return TEMPLATES;
    expect(endpoint).toBe(createReport);
    const failure = outcomes[body?.id ?? ''];
    if (failure) throw failure;
    created.push({ ...body });
  });
  return created;
}

beforeEach(() => drafts.clear());

it('creates each queued report once, with the first usable template', async () => {
  const created = server();
  await storeQueued(queued('a'));
  await storeQueued(queued('b', { templateId: 'own' }));
  expect(await queuedReports('project')).toHaveLength(2);
  expect(await createQueued('de')).toBe(2);
  expect(created).toEqual([
    { id: 'a', title: 'Report a', templateId: 'builtin:site', format: 'pdf' },
    { id: 'b', title: 'Report b', templateId: 'own', format: 'xlsx' },
  ]);
  expect(await createQueued('de')).toBe(0);
  expect(created).toHaveLength(2);
});

it('retries a report under the same id after a lost connection or an ended session', async () => {
  server({ a: new NetworkFailure('no answer') });
  await storeQueued(queued('a'));
  expect(await createQueued('de')).toBe(0);
  server({ a: new Refusal(401, { code: 'invalid_token' }) });
  expect(await createQueued('de')).toBe(0);
  const created = server();
  expect(await createQueued('de')).toBe(1);
  expect(created).toMatchObject([{ id: 'a' }]);
});

it('keeps a refused report with its reason, and continues with the others', async () => {
  server({ a: new Refusal(403, { code: 'forbidden' }) });
  await storeQueued(queued('a'));
  await storeQueued(queued('b'));
  expect(await createQueued('de')).toBe(1);
  const [left] = await queuedReports();
  expect(left).toMatchObject({ id: 'a', problem: 'forbidden' });
  expect(await createQueued('de')).toBe(0);
  if (left) await discardQueued(left);
  expect(await queuedReports()).toEqual([]);
});
