// Runs one competitor of the report benchmark in a separate process, to measure its memory: `node part.ts <what>
// <folder>`.
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wordsIn } from '@plumbline/server/features/reports/content/report-texts';
import { fillTemplate } from '@plumbline/server/features/reports/filling/fill-template';
import { formatsIn, picture, pin, reportOf, task } from '@plumbline/server/features/reports/fixtures/report';
import { renderPlanCrop } from '@plumbline/server/features/reports/pictures/plan-crop';
import { builtInFile } from '@plumbline/server/features/reports/templates/ready-made';
import { writeZip, type ZipPart } from '@plumbline/server/office/zip-write';
import sharp from 'sharp';

export interface Measured {
  /** Milliseconds. */
  readonly wall: number;
  /** Bytes. */
  readonly peak: number;
  /** Size of the result in bytes. */
  readonly size: number;
}

/** Number of distinct photos on disk, and the size in pixels of a photo in the site report: 83 × 62 mm at 200 dpi. */
export const FILES = 8;
const BOX = { width: 654, height: 488 };
const PHOTOS_OF_A_PIN = 2;
export const PINS = 200;

export const photoPath = (folder: string, place: number): string => join(folder, `photo-${place % FILES}.jpg`);
export const packPath = (folder: string): string => join(folder, 'sheet.pack');

const PARTS: Record<string, (folder: string, target: string) => Promise<void>> = {
  photos: (folder, target) => report(folder, target, { photos: PINS * PHOTOS_OF_A_PIN, crops: false }),
  whole: (folder, target) => report(folder, target, { photos: PINS * PHOTOS_OF_A_PIN, crops: true }),
  quarter: (folder, target) => report(folder, target, { photos: (PINS * PHOTOS_OF_A_PIN) / 4, crops: true }),
  bare: (folder, target) => zip(target, printed(folder)),
  zip: (folder, target) => zip(target, originals(folder)),
};

/**
 * The site report: pins with a task, two photos each until the given number is used up, and optionally a section of the
 * plan.
 */
async function report(
  folder: string,
  target: string,
  { photos, crops }: { photos: number; crops: boolean },
): Promise<void> {
  const pack = await readFile(packPath(folder));
  const data = reportOf(
    Array.from({ length: PINS }, (_, at) =>
      pin({
        number: at + 1,
        notes: 'From the lintel to the ceiling, about 2 mm wide.',
        photos: Array.from({ length: PHOTOS_OF_A_PIN }, (_one, place) => at * PHOTOS_OF_A_PIN + place)
          .filter((place) => place < photos)
          .map((place) => picture(`${place}`)),
        planCrop: crops ? picture(`plan:${at}`) : null,
        tasks: [task({ number: at + 1 })],
      }),
    ),
  );
  const filled = fillTemplate(await builtInFile('siteReport', wordsIn('en')), data, {
    formats: formatsIn('en'),
    async pictureBytes({ kind, picture: { id }, box }) {
      if (kind !== 'plan') return readFile(photoPath(folder, Number(id)));
      const turn = Number(id.slice(5)) / PINS;
      return renderPlanCrop(async ({ offset, length }) => pack.subarray(offset, offset + length), {
        at: { x: turn, y: (turn * 7) % 1 },
        sheet: { widthPt: 1190.55, heightPt: 841.89 },
        box,
        mark: { colour: '#ca0a08', status: 'open' },
      });
    },
  });
  await pipeline(Readable.from(filled), createWriteStream(target));
}

/** The same photos scaled down by bare libvips, as many in parallel as there are processors; nothing else. */
async function* printed(folder: string): AsyncGenerator<ZipPart> {
  const shrink = async (place: number): Promise<ZipPart> => {
    const bytes = await sharp(await readFile(photoPath(folder, place)))
      .autoOrient()
      .resize({ ...BOX, fit: 'inside' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { name: `${place}.jpg`, bytes, stored: true };
  };
  const count = PINS * PHOTOS_OF_A_PIN;
  for (let place = 0; place < count; place += 4) {
    yield* await Promise.all([0, 1, 2, 3].filter((one) => place + one < count).map((one) => shrink(place + one)));
  }
}

/** The photos as they came from the camera. */
async function* originals(folder: string): AsyncGenerator<ZipPart> {
  for (let place = 0; place < PINS * PHOTOS_OF_A_PIN; place += 1) {
    yield { name: `${place}.jpg`, bytes: await readFile(photoPath(folder, place)), stored: true };
  }
}

const zip = (target: string, parts: AsyncIterable<ZipPart>): Promise<void> =>
  pipeline(Readable.from(writeZip(parts)), createWriteStream(target));

async function measure(what: string, folder: string): Promise<Measured> {
  const target = join(folder, what);
  const started = performance.now();
  await PARTS[what]?.(folder, target);
  const wall = performance.now() - started;
  // `maxRSS` includes the peak of the parent process from before the fork, so `VmHWM` is preferred.
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const counted = Number(/^VmHWM:\s+(\d+)/mu.exec(status)?.[1] ?? process.resourceUsage().maxRSS) * 1024;
  return { wall, peak: counted, size: (await stat(target)).size };
}

if (import.meta.main) {
  const [what = '', folder = ''] = process.argv.slice(2);
  process.send?.(await measure(what, folder));
}
