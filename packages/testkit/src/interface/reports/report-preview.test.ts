import { randomUUID } from 'node:crypto';
import { MAX_PREVIEW_PINS, previewReport } from '@plumbline/core/features/reports/contract';
import { examplePin } from '@plumbline/core/testing/rows';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
/** More than a preview reads. */
const ids = Array.from({ length: MAX_PREVIEW_PINS + 20 }, () => randomUUID());

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId } = world;
  const createdBy = world.roles.administrator.userId;
  await writeRows(server, world, (tx) => {
    for (const [place, id] of ids.entries()) {
      const createdAt = new Date(Date.UTC(2026, 2, 1, 0, place)).toISOString();
      const title = `Crack ${place + 1}`;
      tx.put('pin', examplePin({ id, projectId, createdBy, number: place + 1, title, createdAt }));
    }
  });
});
afterAll(() => server.close());

const preview = (over: Record<string, unknown> = {}) =>
  world.roles.contributor.caller.call(previewReport, {
    params: { projectId: world.projectId },
    body: {
      title: 'Weekly',
      templateId: 'builtin:siteReport',
      format: 'pdf',
      language: 'en',
      filter: { status: ['open'] },
      ...over,
    } as never,
  });

test('the first pages of a report are shown before it is created', async () => {
  const { pages, problem } = await preview();
  expect(problem).toBeNull();
  expect(pages).toHaveLength(3);
  for (const page of pages) {
    const [type, bytes = ''] = page.split(',');
    expect(type).toBe('data:image/webp;base64');
    const { width = 0, height = 0 } = await sharp(Buffer.from(bytes, 'base64')).metadata();
    expect(height / width).toBeCloseTo(297 / 210, 2);
  }
  const found = await server.database.root.query('SELECT FROM report');
  expect(found.rowCount).toBe(0);
});

test('a preview reflects the options', async () => {
  const [usual] = (await preview({ templateId: 'builtin:statistics' })).pages;
  const { pages } = await preview({ templateId: 'builtin:statistics', options: { extra: ['cover'], paper: 'a3' } });
  expect(pages).toHaveLength(2);
  expect(pages[0]).not.toBe(usual);
});

test.each([
  ['in their order', { order: 'newest' }],
  ['group by group', { order: 'newest', group: 'room' }],
])('a preview of many pins starts with the first of the report, %s', async (_name, options) => {
  const { pages } = await preview({ options });
  const inThisOrder = { ...options, order: 'chosen' };
  expect(pages).toEqual((await preview({ filter: null, pinIds: ids.toReversed(), options: inThisOrder })).pages);
});

test.each([
  ['no pin matches', { filter: { status: ['closed'] } }, 'no_pins'],
  ['the template is gone', { templateId: randomUUID() }, 'template_invalid'],
])('a preview says that %s', async (_name, over, problem) => {
  expect(await preview(over)).toEqual({ pages: [], problem });
});

test('workbooks are filled, and previewed if the server can convert them', async () => {
  const { pages, problem } = await preview({ templateId: 'builtin:defectSheet', format: 'xlsx' });
  if (!(await server.services.converter.available())) expect(problem).toBe('converter_absent');
  // LibreOffice may lack the part that opens workbooks.
  expect([null, 'converter_absent']).toContain(problem);
  expect(pages.length > 0).toBe(problem === null);
});
