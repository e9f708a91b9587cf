// Reads scans with Tesseract: one process per picture, below normal priority, on one core, with limits of time and memory
// and none of our environment.
import { readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createPresence, runProgram } from '../external-program.ts';
import { watchMemory } from '../worker-process.ts';
import type { TextRecogniser } from './text-recogniser.ts';
import { wordsOfTable } from './word-table.ts';

export type TesseractOptions = {
  /** Path of the program if it is not on the PATH. */
  path?: string | undefined;
  /** The languages of the drawings, joined by "+", if not all installed ones. */
  languages?: string | undefined;
  now?: () => number;
  maxMemoryBytes?: number;
  timeoutMs?: number;
};

const PROGRAM_PATHS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const VERSION_MS = 30_000;
/** A dense sheet of 86 × 61 cm takes about four minutes on one core. */
const TIMEOUT_MS = 20 * 60_000;
/** Pictures of 30 megapixels need about 200 MB. */
const MAX_MEMORY_BYTES = 1_500_000_000;
/** Each further language makes the recognition slower. */
const MAX_LANGUAGES = 3;
/** Words anywhere on a sheet, in no particular order: drawings have no columns of text. */
const SPARSE_TEXT = '11';
/** Data files that are no languages. */
const NO_LANGUAGES = new Set(['osd', 'equ', 'snum']);

export function tesseract({
  path,
  languages,
  now = Date.now,
  maxMemoryBytes = MAX_MEMORY_BYTES,
  timeoutMs = TIMEOUT_MS,
}: TesseractOptions = {}): TextRecogniser {
  const program = path ?? 'tesseract';
  // One thread: several are hardly faster, but keep the other cores busy.
  const env = { PATH: PROGRAM_PATHS, LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };
  let chosen = '';

  const available = createPresence(async () => {
    const signal = AbortSignal.timeout(VERSION_MS);
    const { code, said } = await runProgram(program, ['--list-langs'], { env, signal });
    const installed = said
      .split(/\s+/u)
      .filter((word) => /^[a-z]{3}(?:_[a-z]+)?$/iu.test(word) && !NO_LANGUAGES.has(word));
    const wanted = languages?.split('+').filter((language) => installed.includes(language));
    chosen = (wanted ?? installed.slice(0, MAX_LANGUAGES)).join('+');
    return code === 0 && chosen !== '';
  }, now);

  return {
    available,
    async recognise(picture, { folder, dpi, signal }) {
      if (!(await available())) throw new Error('no text recogniser is installed');
      const target = join(folder, 'recognised');
      const limit = AbortSignal.timeout(timeoutMs);
      let memory: ReturnType<typeof watchMemory> | undefined;
      const args = [picture, target, '--psm', SPARSE_TEXT, '--dpi', String(Math.round(dpi)), '-l', chosen, 'tsv'];
      const { code, said } = await runProgram(program, args, {
        env,
        signal: AbortSignal.any([signal, limit]),
        started: (child) => {
          memory = watchMemory(child, maxMemoryBytes);
          if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
        },
      });
      memory?.stop();
      signal.throwIfAborted();
      limit.throwIfAborted();
      if (memory?.exceeded()) throw new Error(`${program} used more than ${maxMemoryBytes} bytes of memory`);
      if (code !== 0) throw new Error(`${program} failed (code ${code}): ${said.trim().slice(-2_000)}`);
      const table = `${target}.tsv`;
      const words = wordsOfTable(await readFile(table, 'utf8'));
      await rm(table, { force: true });
      return words;
    },
  };
}
