// Resizes one photo. Runs in a separate process, because uploaded files are untrusted.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@plumbline/core/kernel/errors';
import sharp from 'sharp';
import { SIZES, type Size } from './order.ts';

/** Programs of libheif, newer name first. Both apply the photo's orientation. */
const PROGRAMS = ['heif-dec', 'heif-convert'] as const;
const PLACES = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const TIMEOUT_MS = 30_000;
const QUALITY = '92';

const run = promisify(execFile);

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Converts HEIC photos from iPhones with the system's decoder: its licence differs from ours, so it runs as a separate
 * program, like the document converter. Without it, such photos can only be downloaded. Throws `unsupported_type` if
 * the photo cannot be read or no decoder is installed.
 */
async function jpegOfHeic(source: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-heic-'));
  const [from, to] = [join(folder, 'photo.heic'), join(folder, 'photo.jpg')];
  try {
    await writeFile(from, source);
    for (const program of PROGRAMS) {
      try {
        await run(program, ['-q', QUALITY, from, to], {
          timeout: TIMEOUT_MS,
          killSignal: 'SIGKILL',
          env: { PATH: PLACES, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
        });
        return await readFile(to);
      } catch (error) {
        if (!isAbsent(error)) throw new AppError('unsupported_type');
      }
    }
    throw new AppError('unsupported_type');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Formats that phones and cameras produce; others get no smaller version. Detected by content, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
/** The largest phone photos have 200 million pixels. */
const MAX_PIXELS = 250_000_000;
const SECONDS = 20;

// Images are rarely read twice here.
sharp.cache(false);

async function readable(source: Buffer): Promise<Buffer> {
  const { format, compression } = await sharp(source, { limitInputPixels: MAX_PIXELS, pages: 1 }).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  return format === 'heif' && compression !== 'av1' ? jpegOfHeic(source) : source;
}

/** Applies the orientation and strips metadata such as location and time. Throws if the file cannot be read. */
export async function shrink(source: Buffer, size: Size): Promise<Buffer> {
  const { side, quality } = SIZES[size];
  return sharp(await readable(source), { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}
