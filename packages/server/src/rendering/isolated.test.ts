// Jobs run in their own process: results and progress are returned, limits and aborts end it, and nothing is left
// behind.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDeflate } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runIsolated, timeVerdict } from './isolated.ts';
import { inspectFile, previewPages, RenderError, renderPage } from './render.ts';
import { colourOf, decodeImage } from './testing/decode-image.ts';
import { testFolder } from './testing/folder.ts';
import { block, makePdf } from './testing/pdf-fixture.ts';

const folder = testFolder();
const PDF = makePdf([
  { mediaBox: [0, 0, 300, 200], content: block('1 0 0', 0, 0, 300, 200) },
  { mediaBox: [0, 0, 200, 300], content: block('0 0 1', 0, 0, 200, 300) },
]);

// The handle of an ended process is closed a moment later.
afterEach(() => expect.poll(() => process.getActiveResourcesInfo()).not.toContain('ProcessWrap'));

test('a file is listed, previewed and rendered', async () => {
  const path = await folder.put('plan.pdf', PDF);
  expect(await inspectFile(path, 'plan.pdf')).toMatchObject({ kind: 'pdf', pages: [{ page: 1 }, { page: 2 }] });

  const into = await folder.fresh();
  const reported: number[] = [];
  const previews = await previewPages(path, [1, 2], (page) => join(into, `${page}.webp`), {
    onPreview: ({ page }) => reported.push(page),
  });
  expect(previews.map(({ problem }) => problem)).toEqual([null, null]);
  expect(reported).toEqual([1, 2]);
  expect(colourOf((await decodeImage(join(into, '2.webp'))).at(0.5, 0.5))).toBe('blue');

  const stages: string[] = [];
  const created = await renderPage(path, 2, into, { onProgress: (stage) => stages.push(stage) });
  expect(created).toMatchObject({ pageNumber: 2, widthPt: 200, heightPt: 300 });
  for (const file of [created.pack, created.thumb, created.preview])
    expect((await readFile(file)).length).toBeGreaterThan(40);
  expect(new Set(stages)).toEqual(new Set(['pdfConversion', 'thumbnailCreation', 'tiling']));
});

test('the next process starts with the code that the last one compiled', async () => {
  const cache = await folder.fresh();
  vi.stubEnv('NODE_COMPILE_CACHE', cache);
  const compiled = async () => (await readdir(cache, { recursive: true })).length;
  try {
    const path = await folder.put('plan.pdf', PDF);
    await inspectFile(path, 'plan.pdf');
    const first = await compiled();
    expect(first).toBeGreaterThan(20);
    await inspectFile(path, 'plan.pdf');
    expect(await compiled()).toBe(first);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a problem with the file is passed to the parent', async () => {
  const path = await folder.put('plan.pdf', Buffer.from('no plan'));
  await expect(inspectFile(path, 'plan.pdf')).rejects.toMatchObject({
    problem: 'unsupported_type',
    stage: 'inspecting',
  });
  const pdf = await folder.put('plan.pdf', PDF);
  const out = join(await folder.fresh(), 'x.webp');
  expect(await previewPages(pdf, [7], () => out)).toMatchObject([{ page: 7, path: null, problem: 'no_pages' }]);
  await expect(inspectFile('/nowhere/at/all.pdf', 'x.pdf')).rejects.toBeInstanceOf(RenderError);
});

test('a folder that is not writable is not reported as a problem with the file', async () => {
  const path = await folder.put('plan.pdf', PDF);
  await expect(renderPage(path, 1, '/nowhere/at/all')).rejects.toMatchObject({ problem: 'internal' });
});

test('a job that takes too long is ended', async () => {
  const path = await folder.put('plan.pdf', PDF);
  const job = { kind: 'inspect', path, name: 'plan.pdf', titles: true } as const;
  await expect(runIsolated(job, { timeLimit: 1, stage: 'inspecting' })).rejects.toMatchObject({
    problem: 'timeout',
    stage: 'inspecting',
  });
});

test.each<[string, ReturnType<typeof timeVerdict>, number, number, number]>([
  ['that had the processor', 'busy', 90_000, 70_000, 70_000],
  ['that had half of the processor', 'waits', 90_000, 45_000, 45_000],
  ['that got the processor after a while', 'busy', 180_000, 68_000, 3_000],
  ['that waited for minutes', 'busy', 390_000, 40_000, 3_000],
  ['that never had the processor, or whose time is unknown', 'idle', 90_000, 0, 0],
  ['that makes no progress', 'idle', 180_000, 30_000, 0],
])('when the time limit is reached, a job %s is judged as %s', (_name, verdict, elapsed, used, gained) => {
  const timeLimit = 90_000;
  const interval = elapsed === timeLimit ? timeLimit : timeLimit / 4;
  expect(timeVerdict({ timeLimit, elapsed, interval, used, gained })).toBe(verdict);
});

test('a job that uses too much memory is ended', async () => {
  const into = await folder.fresh();
  const sheet = makePdf([{ mediaBox: [0, 0, 3370, 2384], content: block('0 0 1', 0, 0, 3000, 2000) }]);
  const path = await folder.put('plan.pdf', sheet);
  const job = { kind: 'render', path, page: 1, folder: into } as const;
  await expect(
    runIsolated(job, { timeLimit: 60_000, memoryLimit: 40 * 2 ** 20, stage: 'pdfConversion' }),
  ).rejects.toMatchObject({
    problem: 'memory_limit',
    isPermanent: true,
  });
});

test('aborting ends the job immediately, and a job aborted beforehand is never started', async () => {
  const into = await folder.fresh();
  const path = await folder.put('plan.pdf', PDF);
  const abort = new AbortController();
  const gone = new Error('nobody waits any more');
  const work = renderPage(path, 1, into, { signal: abort.signal, onProgress: () => abort.abort(gone) });
  await expect(work).rejects.toBe(gone);
  await expect(renderPage(path, 1, into, { signal: abort.signal })).rejects.toBe(gone);
});

test('a process that cannot be started fails only its job', async () => {
  const path = await folder.put('plan.pdf', PDF);
  const { execPath } = process;
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  try {
    process.execPath = '/nowhere/at/all';
    await expect(inspectFile(path, 'plan.pdf')).rejects.toThrow('could not be started');
    // The error of the undelivered job message is emitted a moment later.
    await wait(100);
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.execPath = execPath;
    process.off('uncaughtException', uncaught);
  }
});

const childrenIds = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

describe.skipIf(process.platform !== 'linux')('a process that is kept for the next job', () => {
  // It is kept for as long as the test takes.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  const render = async (page: number, file?: string) => {
    const path = await folder.put('plan.pdf', PDF);
    const { widthPt } = await renderPage(path, page, await folder.fresh(), { file });
    return widthPt;
  };
  afterEach(async () => {
    vi.useRealTimers();
    for (const pid of childrenIds()) process.kill(pid, 'SIGKILL');
    await expect.poll(childrenIds).toEqual([]);
  });

  test('does the next job on the same file, and none on another', async () => {
    expect(await render(1, 'one')).toBe(300);
    const [first, ...others] = childrenIds();
    expect([first, others]).toEqual([expect.any(Number), []]);
    expect(await render(2, 'one')).toBe(200);
    expect(childrenIds()).toEqual([first]);
    expect(await render(2, 'two')).toBe(200);
    expect(childrenIds()).toEqual([first, expect.any(Number)]);
    // No more are kept: the one that has waited longest ends. Other jobs leave nothing behind.
    expect(await render(1, 'three')).toBe(300);
    expect(await render(1)).toBe(300);
    await expect.poll(childrenIds).toHaveLength(2);
    expect(childrenIds()).not.toContain(first);
  });

  test('lists a file, draws its previews and renders its pages', async () => {
    const path = await folder.put('plan.pdf', PDF);
    expect((await inspectFile(path, 'plan.pdf', { file: 'one' })).pages).toHaveLength(2);
    const [first, ...others] = childrenIds();
    expect([first, others]).toEqual([expect.any(Number), []]);
    const into = await folder.fresh();
    const previews = await previewPages(path, [1, 2], (page) => join(into, `${page}.webp`), { file: 'one' });
    expect(previews.map(({ page, problem }) => [page, problem])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(await render(1, 'one')).toBe(300);
    expect(childrenIds()).toEqual([first]);
  });

  test('that ends while it draws previews is replaced, and each page is reported once', async () => {
    const path = await folder.put('plan.pdf', PDF);
    await inspectFile(path, 'plan.pdf', { file: 'one' });
    const into = await folder.fresh();
    const reported: number[] = [];
    const onPreview = ({ page }: { page: number }) => {
      reported.push(page);
      for (const pid of page === 1 ? childrenIds() : []) process.kill(pid, 'SIGKILL');
    };
    await previewPages(path, [1, 2], (page) => join(into, `${page}.webp`), { file: 'one', onPreview });
    expect(reported).toEqual([1, 2]);
  });

  test('is replaced if it ends while it waits, and ends with a job that fails', async () => {
    expect(await render(1, 'one')).toBe(300);
    const [first] = childrenIds();
    if (first === undefined) throw new Error('the process is there');
    process.kill(first, 'SIGKILL');
    await expect.poll(childrenIds).toEqual([]);
    expect(await render(2, 'one')).toBe(200);
    await expect(render(7, 'one')).rejects.toMatchObject({ problem: 'no_pages' });
    expect(childrenIds()).toEqual([]);
  });

  test('is ended by an abort, without a second attempt', async () => {
    expect(await render(1, 'one')).toBe(300);
    const abort = new AbortController();
    const gone = new Error('nobody waits any more');
    const path = await folder.put('plan.pdf', PDF);
    const onProgress = () => abort.abort(gone);
    const options = { file: 'one', signal: abort.signal, onProgress };
    await expect(renderPage(path, 1, await folder.fresh(), options)).rejects.toBe(gone);
    expect(childrenIds()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('stop signals sent to all processes', () => {
  const tellChildren = (signal: NodeJS.Signals) => {
    const pids = childrenIds();
    for (const pid of pids) process.kill(pid, signal);
    return pids.length;
  };

  test.each(['SIGTERM', 'SIGINT'] as const)('a running job continues after %s', async (signal) => {
    const path = await folder.put('plan.pdf', PDF);
    let reported = 0;
    const onProgress = () => {
      if (reported === 0) reported = tellChildren(signal);
    };
    const created = await renderPage(path, 1, await folder.fresh(), { onProgress });
    expect([created.widthPt, reported]).toEqual([300, 1]);
  });

  test('a job stopped right after its start is not blamed on the file', async () => {
    const path = await folder.put('plan.pdf', PDF);
    const job = { kind: 'inspect', path, name: 'plan.pdf', titles: true } as const;
    const work = runIsolated(job, { timeLimit: 60_000, stage: 'inspecting' });
    expect(tellChildren('SIGTERM')).toBe(1);
    const error = await work.catch((one: unknown) => one);
    expect(error).toMatchObject({ message: expect.stringContaining('terminated externally') });
    expect(error).not.toBeInstanceOf(RenderError);
  });
});

test('a page that decompresses to gigabytes hits the limit of its own process', { timeout: 120_000 }, async () => {
  const path = await folder.put('bomb.pdf', await bomb(400 * 2 ** 20));
  await expect(renderPage(path, 1, await folder.fresh())).rejects.toMatchObject({
    problem: 'memory_limit',
    stage: 'pdfConversion',
    isPermanent: true,
  });
  const previews = await previewPages(path, [1, 2], (page) => `${path}-${page}.webp`);
  expect(previews.map(({ problem }) => problem)).toEqual(['memory_limit', null]);
  // The other pages can still be imported, so the file is listed, without the metadata that only the page itself
  // contains.
  expect((await inspectFile(path, 'bomb.pdf')).pages).toEqual([
    { page: 1, title: 'bomb 1', sheetNumber: '', turn: null, isScan: false, widthPt: 300, heightPt: 200 },
    { page: 2, title: 'bomb 2', sheetNumber: '', turn: null, isScan: false, widthPt: 100, heightPt: 100 },
  ]);
});

/** A page whose content is spaces, compressed twice, and an empty page. */
async function bomb(size: number): Promise<Buffer> {
  const packed = await deflated(await deflated(null, size), 0);
  const [before = '', after = ''] = makePdf([
    { mediaBox: [0, 0, 300, 200], content: '@' },
    { mediaBox: [0, 0, 100, 100], content: '' },
  ])
    .toString('latin1')
    .split('@');
  const head = before.replace('/Length 1 ', `/Length ${packed.length} /Filter [/FlateDecode /FlateDecode] `);
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from(after, 'latin1')]);
}

async function deflated(content: Buffer | null, blanks: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  const blank = Buffer.alloc(2 ** 20, ' ');
  for (let done = 0; done < blanks; done += blank.length) {
    if (!deflate.write(blank)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end(content ?? Buffer.alloc(0));
  await ended;
  return Buffer.concat(parts);
}

const SAMPLES = fileURLToPath(new URL('../../../../../shared/samples/', import.meta.url));

describe.skipIf(!existsSync(SAMPLES))('memory (absent without the sample files)', () => {
  test.each(['plans-pdf/tierhotel-EG_213x78cm.pdf', 'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf'])(
    '%s needs less than 500 MB',
    { timeout: 180_000 },
    async (name) => {
      let peak = 0;
      await runIsolated(
        { kind: 'render', path: SAMPLES + name, page: 1, folder: await folder.fresh() },
        {
          timeLimit: 170_000,
          stage: 'pdfConversion',
          onReply: (reply) => {
            if (reply.type === 'done') peak = reply.used.peakMemory;
          },
        },
      );
      expect(peak).toBeGreaterThan(50 * 2 ** 20);
      expect(peak).toBeLessThan(500 * 2 ** 20);
    },
  );
});
