// Photos of iPhones (HEIC) made readable by the system's own decoder: its code is under other terms than ours, so it is a program
// beside us, as the converter of documents is. Where there is none, such photos stay downloads.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@plumbline/core/kernel/errors';

/** Programs of libheif, the newer name first. Both turn the photo upright as the file says. */
const PROGRAMS = ['heif-dec', 'heif-convert'] as const;
const PLACES = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const TIMEOUT_MS = 30_000;
const QUALITY = '92';

const run = promisify(execFile);

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Throws `unsupported_type` where the photo cannot be read, or nothing here can read such photos. */
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
