// The seeds to run: those of the commit, those that failed before, and for each flaw one that detects it.
import { execFileSync } from 'node:child_process';
import type { Flaw } from '../flaws.ts';

/** Seeds that found a bug in the program or the simulator; they are included in every run from then on. */
export const FAILED_SEEDS: readonly number[] = [1_259_679_334, 1_989_819_488, 2_877_824_547, 1_192_794_104];

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
  'effect and number apart': 19,
  'answer before commit': 369,
  'no device lock': 28,
  'no project lock': 2,
  'place before commit order': 4,
  'rights read at receipt': 164,
  'audit apart': 19,
  'files unchecked': 57,
  'rows land one by one': 19,
  'record without outcome': 192,
  'deletions untold': 2,
  'hidden rows in pages': 3,
  'ids not compared': 3,
  'ids not remembered': 3,
  'marks not compared': 8,
  'values written over': 5,
  'members of a group written over': 2,
  'place saved before rows': 33,
  'queue in memory first': 1,
  'queue emptied on send': 1,
  'all sent taken as applied': 2,
  'old answer taken in': 1847,
  'history hidden': 8,
  'receipts not shown': 369,
  'no journal': 1,
  'kept after removal': 1,
  'gone not dropped': 2,
  'print not compared': 9,
  'scope hidden': 2,
  'two writers': 1,
  'numbers given twice': 3,
  'base forgotten': 2,
  'rejections dropped': 2,
  'nothing swept': 1,
  'files taken as sent': 1,
  'loads taken as whole': 46,
  'page end taken as head': 10,
  'disk not waited for': 6,
  'photos hold all back': 9,
  'reads not recorded': 195,
  'receipts written apart': 1,
  'refused files taken as sent': 8,
  'full disk ignored': 5,
  'half files taken as sent': 1,
  'queue emptied at sign-out': 3,
};
