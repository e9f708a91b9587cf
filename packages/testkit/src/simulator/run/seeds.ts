// The seeds to run: those of the commit, those that failed before, and for each flaw one that detects it.
import { execFileSync } from 'node:child_process';
import type { Flaw } from '../flaws.ts';

/** Seeds that found a bug in the program; they are included in every run from then on. */
export const FAILED_SEEDS: readonly number[] = [1_259_679_334];

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
  'no dedupe': 1,
  'effect and number apart': 6,
  'answer before commit': 68,
  'no device lock': 12,
  'no project lock': 4,
  'place before commit order': 4,
  'rights read at receipt': 125,
  'audit apart': 28,
  'files unchecked': 154,
  'rows land one by one': 1,
  'record without outcome': 173,
  'deletions untold': 2,
  'hidden rows in pages': 10,
  'ids not compared': 1,
  'ids not remembered': 3,
  'marks not compared': 38,
  'values written over': 3,
  'members of a group written over': 1,
  'place saved before rows': 27,
  'queue in memory first': 1,
  'queue emptied on send': 1,
  'all sent taken as applied': 2,
  'old answer taken in': 1119,
  'history hidden': 11,
  'receipts not shown': 11,
  'no journal': 1,
  'kept after removal': 1,
  'gone not dropped': 2,
  'print not compared': 3,
  'scope hidden': 1,
  'two writers': 3,
  'numbers given twice': 3,
  'base forgotten': 7,
  'rejections dropped': 2,
  'nothing swept': 1,
  'files taken as sent': 1,
  'loads taken as whole': 14,
  'page end taken as head': 4,
  'disk not waited for': 1,
  'photos hold all back': 1,
  'reads not recorded': 88,
  'receipts written apart': 1,
  'refused files taken as sent': 7,
  'full disk ignored': 1,
  'half files taken as sent': 1,
  'queue emptied at sign-out': 3,
};
