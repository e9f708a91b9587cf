// Keeps temporary files of tests in memory where there is room. Each test file creates databases of 900 files, which
// takes about twenty times as long on a disk.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** What the suite needs at most, with room to spare; as much memory must be free. */
const NEEDED_BYTES = 6 * 1_024 ** 3;

/** The temporary folder that outlives the run, for pictures of failures. */
const LASTING = 'PLUMBLINE_LASTING_FOLDER';

/**
 * Whether files there stay in memory, programs can be run from there, and there is room.
 * @param {string} mounts the content of /proc/mounts
 */
export function allowsPrograms(mounts, folder = MEMORY) {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === folder);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES;
}

/** Removes folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^plumbline-tests-(\d+)$/u.exec(name) ?? [];
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // A killed run may have left a small disk mounted in it. That must not keep later runs from starting.
    }
  }
}

/**
 * Makes memory the temporary folder of this process and those it starts, and removes it at the end. Does nothing where
 * memory is unsuitable or `TMPDIR` is set.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR !== undefined || !existsSync('/proc/mounts')) return;
  if (!allowsPrograms(readFileSync('/proc/mounts', 'utf8')) || !hasRoom()) return;
  removeAbandoned();
  const folder = path.join(MEMORY, `plumbline-tests-${process.pid}`);
  mkdirSync(folder, { mode: 0o755 });
  process.env[LASTING] = tmpdir();
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
}
