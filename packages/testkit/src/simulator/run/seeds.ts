// The seeds to run: those of the commit, those that failed before, and for each flaw one that detects it.
import { execFileSync } from 'node:child_process';
import type { Flaw } from '../flaws.ts';

/** Seeds that found a bug in the program or the simulator; they are included in every run from then on. */
export const FAILED_SEEDS: readonly number[] = [
  1_259_679_334, 1_989_819_488, 2_877_824_547, 1_192_794_104, 2_261_878_230,
];

/** The first seed of a run: the first 32 bits of the hash of the checked-out commit. */
export function seedOfCommit(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
    return Number.parseInt(hash.slice(0, 8), 16);
  } catch {
    // Outside a repository, e.g. in a source archive.
    return 10_000;
  }
}

/** A seed whose schedule detects the flaw. Others do too; when the schedules change, different seeds may be needed. */
export const FLAW_SEEDS: Readonly<Record<Flaw, number>> = {
  'no dedupe': 2,
  'effect and number apart': 18,
  'answer before commit': 210,
  'no device lock': 74,
  'no project lock': 2,
  'place before commit order': 1,
  'rights read at receipt': 227,
  'audit apart': 25,
  'files unchecked': 50,
  'rows land one by one': 25,
  'record without outcome': 165,
  'deletions untold': 1,
  'hidden rows in pages': 3,
  'ids not compared': 3,
  'ids not remembered': 3,
  'marks not compared': 59,
  'values written over': 8,
  'members of a group written over': 2,
  'format not told': 4,
  'place saved before rows': 3,
  'queue in memory first': 2,
  'queue emptied on send': 1,
  'all sent taken as applied': 3,
  'old answer taken in': 705,
  'history hidden': 23,
  'receipts not shown': 328,
  'no journal': 1,
  'kept after removal': 3,
  'gone not dropped': 1,
  'print not compared': 1,
  'scope hidden': 1,
  'two writers': 9,
  'numbers given twice': 2,
  'base forgotten': 2,
  'rejections dropped': 1,
  'nothing swept': 1,
  'files taken as sent': 1,
  'loads taken as whole': 5,
  'page end taken as head': 10,
  'disk not waited for': 9,
  'photos hold all back': 1,
  'reads not recorded': 28,
  'receipts written apart': 1,
  'refused files taken as sent': 1,
  'full disk ignored': 5,
  'half files taken as sent': 1,
  'queue emptied at sign-out': 3,
};
