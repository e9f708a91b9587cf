// Converts HEIC photos from iPhones with the system's decoder: its licence differs from ours, so it runs as a separate
// program, like the document converter. Without it, such photos can only be downloaded.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@plumbline/core/kernel/errors';

/** Programs of libheif, newer name first. Both apply the photo's orientation. */
const PROGRAMS = ['heif-dec', 'heif-convert'] as const;
const PLACES = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const TIMEOUT_MS = 30_000;
const QUALITY = '92';

const run = promisify(execFile);

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Throws `unsupported_type` if the photo cannot be read or no decoder is installed. */
export async function jpegOfHeic(source: Buffer): Promise<Buffer> {
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
