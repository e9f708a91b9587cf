// Placeholders for authors of templates, sample files, and the check of a template with the pins of the project.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { checkTemplateFile, createTemplate } from '@plumbline/core/features/reports/contract';
import {
  downloadSampleTemplate,
  downloadTrial,
  listPlaceholders,
  tryTemplate,
} from '@plumbline/core/features/reports/placeholders';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { openWord, p, wordFile } from '@plumbline/server/features/reports/fixtures/word';
import { openWorkbook, workbookFile } from '@plumbline/server/features/reports/fixtures/workbook';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId } = world;
  const by = { projectId, createdBy: world.roles.administrator.userId };
  const fieldId = randomUUID();
  await writeRows(server, world, (tx) => {
    const format = { type: 'TEXT' as const, limit: 200 };
    tx.put('field', { id: fieldId, projectId, title: 'Location', format, categoryIds: [], sort: 1, active: true });
    for (let number = 1; number <= 14; number += 1)
      tx.put('pin', examplePin({ id: randomUUID(), ...by, number, title: `Crack ${number}` }));
    const pin = examplePin({ id: randomUUID(), ...by, number: 15, title: 'Socket', fields: { [fieldId]: 'Attic' } });
    tx.put('pin', pin);
    tx.put('task', exampleTask({ id: randomUUID(), ...by, pinId: pin.id, number: 1, title: 'Fit the socket' }));
  });
});
afterAll(() => server.close());

const params = () => ({ projectId: world.projectId });

async function keep(by: Actor, bytes: Buffer, name: string, mime: string): Promise<string> {
  const id = randomUUID();
  const key = `blobs/${by.organisationId}/${id.replaceAll('-', '')}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(server.services, by, { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name });
  return id;
}

const uploaded = async (body: string) => keep(world.roles.administrator, await wordFile(body), 'Our report.docx', DOCX);

test('placeholders are listed with values that the caller can see', async () => {
  const { groups } = await world.roles.contributor.caller.call(listPlaceholders, {
    params: params(),
    query: { language: 'de' },
  });
  const all = groups.flatMap(({ placeholders }) => placeholders);
  const example = (tag: string) => all.find((one) => one.tag === tag)?.example;
  expect(example('{task.title}')).toBe('Fit the socket');
  expect(example('{pin.field [title: "Location"]}')).toBe('Attic');
  expect(all.find(({ tag }) => tag === '{pin.notes}')).toMatchObject({ title: 'Notizen', fileTypes: ['docx', 'xlsx'] });
  const { caller } = world.roles.internalViewer;
  expect((await caller.send(listPlaceholders, { params: params(), query: {} })).status).toBe(403);
});

test('sample templates are downloaded, and can be used as they are', async () => {
  const { contributor, administrator } = world.roles;
  for (const [fileType, mime] of [
    ['docx', DOCX],
    ['xlsx', XLSX],
  ] as const) {
    const file = await contributor.caller.send(downloadSampleTemplate, {
      params: { ...params(), fileType },
      query: { language: 'de' },
    });
    expect(file.headers['content-type']).toBe(mime);
    const blobId = await keep(administrator, file.raw, `sample.${fileType}`, mime);
    const added = await administrator.caller.call(createTemplate, {
      params: params(),
      body: { id: randomUUID(), blobId, title: 'Sample' },
    });
    expect(added).toMatchObject({ fileType, problems: [] });
    const filled = await contributor.caller.send(downloadTrial, {
      params: params(),
      query: { templateId: added.id, language: 'de' },
    });
    expect(filled.headers['content-type']).toBe(mime);
    const text = fileType === 'docx' ? (await openWord(filled.raw)).lines() : await cellsOf(filled.raw);
    expect(text.join('\n')).toContain('Socket');
  }
});

const cellsOf = async (bytes: Buffer) => Object.values((await openWorkbook(bytes)).cells()).map(String);

describe('an uploaded file', () => {
  const send = (blobId: string, by: Actor = world.roles.administrator) =>
    by.caller.send(tryTemplate, { params: params(), body: { blobId, language: 'en' } });

  test('is filled with some pins of the project before it is used', async () => {
    const blobId = await uploaded(p('{report.title}: {#pins}{pin.title}; {/pins}'));
    const { body } = await send(blobId);
    expect(body).toMatchObject({ problems: [], warnings: [], pinCount: 12 });
    const { problem, pages } = body as { problem: string | null; pages: string[] };
    // Without LibreOffice the file is filled, but not shown.
    expect(problem).toBe((await server.services.converter.available()) ? null : 'converter_absent');
    expect(pages.length > 0).toBe(problem === null);
    const filled = await world.roles.administrator.caller.send(downloadTrial, {
      params: params(),
      query: { blobId, language: 'en' },
    });
    expect(filled.headers['content-disposition']).toContain('Our report.docx');
    // Pins with tasks and photos come before others.
    expect((await openWord(filled.raw)).lines()[0]).toMatch(/^Our report: .*Socket; $/u);
  });

  test('with problems is not filled, and each problem is reported with the text around it', async () => {
    const blobId = await uploaded(p('Defect {#pins}on {pin.titel} in the house{/pins}'));
    expect((await send(blobId)).body).toMatchObject({
      pages: [],
      problem: 'template_invalid',
      problems: [
        {
          code: 'unknown',
          tag: '{pin.titel}',
          suggestion: '{pin.title}',
          paragraph: 1,
          near: 'Defect {#pins}on {pin.titel} in the house{/pins}',
        },
      ],
    });
    const query = { blobId, language: 'en' };
    const filled = await world.roles.administrator.caller.send(downloadTrial, { params: params(), query });
    expect(filled).toMatchObject({ status: 422, body: { code: 'template_invalid' } });
  });

  test('that uses an unknown field title gets a warning', async () => {
    const blobId = await uploaded(p('{#pins}{pin.field [title: "Locaton"]}{pin.field [title: "location"]}{/pins}'));
    const warnings = [
      {
        code: 'unknown_title',
        tag: '{pin.field [title: "Locaton"]}',
        suggestion: '{pin.field [title: "Location"]}',
      },
    ];
    expect((await send(blobId)).body).toMatchObject({ problems: [], warnings });
    const check = { params: params(), body: { blobId } };
    expect(await world.roles.administrator.caller.call(checkTemplateFile, check)).toMatchObject({
      problems: [],
      warnings,
    });
  });

  test('that is a workbook gets warnings with the cell', async () => {
    const bytes = await workbookFile({ Pins: { rows: [['x', '{#pins}{pin.rating [title: "Urgency"]}{/pins}']] } });
    const blobId = await keep(world.roles.administrator, bytes, 'Our list.xlsx', XLSX);
    expect((await send(blobId)).body).toMatchObject({ warnings: [{ code: 'unknown_title', cell: 'Pins!B1' }] });
  });

  test('of another person or another project is refused', async () => {
    const blobId = await uploaded(p('{report.title}'));
    expect(await send(blobId, world.roles.contributor)).toMatchObject({ body: { code: 'blob_missing' } });
    const { administrator, projectId } = world.other;
    const foreign = { params: { projectId }, body: { templateId: randomUUID(), language: 'en' } };
    expect((await administrator.caller.send(tryTemplate, foreign)).status).toBe(404);
  });
});

test('a template is tried in a project without pins', async () => {
  const { administrator, projectId } = world.other;
  const { body } = await administrator.caller.send(tryTemplate, {
    params: { projectId },
    body: { templateId: 'builtin:siteReport', language: 'de' },
  });
  expect(body).toMatchObject({ problem: null, problems: [], pinCount: 0 });
  expect((body as { pages: string[] }).pages.length).toBeGreaterThan(0);
});
