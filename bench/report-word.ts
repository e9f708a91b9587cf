// A report of 500 pins with 1,000 photos as a Word file, compared with the bare template library filling the same file
// in the same run. `node bench/report-word.ts [rounds]`; each filling has a process of its own.
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillTemplate } from '@plumbline/server/features/reports/filling/fill-template';
import { formatsIn, picture, pin, reportOf, task } from '@plumbline/server/features/reports/fixtures/report';
import { gathered, p, wordFile } from '@plumbline/server/features/reports/fixtures/word';
import { MimeType, TemplateHandler } from 'easy-template-x';
import sharp from 'sharp';

const PINS = 500;
const FILES = 8;
const GOAL = 1.5;
/** Millimetres, and the pixels of CSS that the library takes. */
const BOX = { width: 80, height: 60 };
const PIXELS = { width: 302, height: 227 };

type Measured = { wall: number; size: number };

const photoPath = (folder: string, place: number): string => join(folder, `photo-${place % FILES}.jpg`);
const templatePath = (folder: string): string => join(folder, 'template.docx');

/** Each with a tail of its own: the library stores equal photos once. */
const photoBytes = async (folder: string, id: string): Promise<Buffer> =>
  Buffer.concat([await readFile(photoPath(folder, Number(id))), Buffer.from(id)]);

/** Placeholders that both fill alike. */
const TEMPLATE = [
  p('{#pins}'),
  p('{pin.number} {pin.title}'),
  p('{pin.notes}'),
  p('{#photos}'),
  p(`{photo [width: ${BOX.width}, height: ${BOX.height}]}`),
  p('{/photos}'),
  p('{#tasks}'),
  p('{task.number} {task.title} {task.assignee} {task.company}'),
  p('{/tasks}'),
  p('{/pins}'),
].join('');

const data = () =>
  reportOf(
    Array.from({ length: PINS }, (_, at) =>
      pin({
        number: at + 1,
        notes: 'From the lintel to the ceiling, about 2 mm wide.',
        photos: [picture(`${2 * at}`), picture(`${2 * at + 1}`)],
        tasks: [task({ number: at + 1 })],
      }),
    ),
  );

function report(folder: string, template: Buffer): Promise<Buffer> {
  return gathered(
    fillTemplate(template, data(), {
      formats: formatsIn('en'),
      pictureBytes: ({ picture: { id } }) => photoBytes(folder, id),
    }),
  );
}

async function bare(folder: string, template: Buffer): Promise<Buffer> {
  const photo = async (id: string) => {
    const source = await photoBytes(folder, id);
    return { _type: 'image', source, format: MimeType.Jpeg, ...PIXELS };
  };
  const pins = await Promise.all(
    data().pins.map(async ({ number, title, notes, photos, tasks }) => ({
      pin: { number: `${number}`, title, notes },
      photos: await Promise.all(photos.map(async ({ id }) => ({ photo: await photo(id) }))),
      tasks: tasks.map(({ number: taskNumber, title: taskTitle, assignee, company }) => ({
        task: { number: `${taskNumber}`, title: taskTitle, assignee, company },
      })),
    })),
  );
  return new TemplateHandler().process(template, { pins });
}

const KINDS = { report, bare } as const;

async function measure(what: keyof typeof KINDS, folder: string): Promise<Measured> {
  const template = await readFile(templatePath(folder));
  const started = performance.now();
  const file = await KINDS[what](folder, template);
  const wall = performance.now() - started;
  await writeFile(join(folder, `${what}.docx`), file);
  return { wall, size: file.length };
}

function inChild(what: keyof typeof KINDS, folder: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [what, folder], { serialization: 'advanced' });
    child.once('message', (result: Measured) => resolve(result));
    child.once('exit', (code) => reject(new Error(`${what} ended with ${code}`)));
    child.once('error', reject);
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function run(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-report-word-'));
  try {
    for (let place = 0; place < FILES; place += 1) {
      const noise = { type: 'gaussian', mean: 110 + place * 8, sigma: 28 } as const;
      const create = { width: 700, height: 525, channels: 3, background: '#888', noise } as const;
      await writeFile(photoPath(folder, place), await sharp({ create }).jpeg({ quality: 85 }).toBuffer());
    }
    await writeFile(templatePath(folder), await wordFile(TEMPLATE));
    const taken: { report: Measured; bare: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1)
      taken.push({ report: await inChild('report', folder), bare: await inChild('bare', folder) });
    const ratio = median(taken.map((one) => one.report.wall / one.bare.wall));
    const line = (kind: 'report' | 'bare') => ({
      what: kind === 'report' ? 'report' : 'bare easy-template-x',
      seconds: (median(taken.map((one) => one[kind].wall)) / 1_000).toFixed(2),
      megabytes: Math.round((taken[0]?.[kind].size ?? 0) / 1_048_576),
    });
    console.log(`${PINS} pins, ${2 * PINS} photos of 700 px as Word, ${rounds} rounds, medians`);
    console.table([line('report'), line('bare')]);
    console.log(`report / bare: ${ratio.toFixed(2)}, goal ${GOAL}: ${ratio <= GOAL ? 'reached' : 'NOT reached'}`);
    process.exitCode = ratio <= GOAL ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [what, folder] = process.argv.slice(2);
if ((what === 'report' || what === 'bare') && folder !== undefined) process.send?.(await measure(what, folder));
else await run(Number(what ?? 3));
