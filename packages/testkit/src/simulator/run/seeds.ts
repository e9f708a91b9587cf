// The seeds to run: those of the commit, those that failed before, and for each flaw one that detects it.
import { execFileSync } from 'node:child_process';
import type { DetectedFlaw } from '../flaws.ts';

/** Seeds that found a bug in the program or the simulator; they are included in every run from then on. */
export const FAILED_SEEDS: readonly number[] = [
  1_259_679_334, 1_989_819_488, 2_877_824_547, 1_192_794_104, 2_261_878_230, 1_510_180_709, 1_510_183_442,
  1_510_184_899, 2_434_252_963, 2_445_564_359, 4_162_870_372, 1_594_321_663,
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
export const FLAW_SEEDS: Readonly<Record<DetectedFlaw, number>> = {
  'no dedupe': 1,
  'effect and number apart': 33,
  'answer before commit': 42,
  'no device lock': 136,
  'no project lock': 1,
  'place before commit order': 5,
  'rights read at receipt': 31,
  'audit apart': 54,
  'files unchecked': 319,
  'rows land one by one': 53,
  'record without outcome': 175,
  'deletions untold': 21,
  'hidden rows in pages': 8,
  'ids not compared': 4,
  'ids not remembered': 6,
  'marks not compared': 58,
  'values written over': 6,
  'members of a group written over': 6,
  'format not told': 3,
  'place saved before rows': 11,
  'queue in memory first': 2,
  'queue emptied on send': 1,
  'all sent taken as applied': 3,
  'old answer taken in': 1941,
  'history hidden': 58,
  'receipts not shown': 773,
  'no journal': 1,
  'kept after removal': 2,
  'gone not dropped': 21,
  'print not compared': 5,
  'scope hidden': 3,
  'two writers': 5,
  'numbers given twice': 3,
  'base forgotten': 1,
  'rejections dropped': 2,
  'nothing swept': 1,
  'files taken as sent': 2,
  'loads taken as whole': 65,
  'page end taken as head': 3,
  'disk not waited for': 5,
  'photos hold all back': 5,
  'reads not recorded': 111,
  'receipts written apart': 1,
  'refused files taken as sent': 20,
  'full disk ignored': 3,
  'half files taken as sent': 2,
  'queue emptied at sign-out': 13,
  'copy not waited for': 292,
};
