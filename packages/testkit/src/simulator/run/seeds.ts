// The seeds to run: those of the commit, those that failed before, and for each flaw one that detects it.
import { execFileSync } from 'node:child_process';
import type { Flaw } from '../flaws.ts';

/** Seeds that found a bug in the program; they are included in every run from then on. */
export const FAILED_SEEDS: readonly number[] = [];

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
  'effect and number apart': 20,
  'answer before commit': 217,
  'no device lock': 49,
  'no project lock': 2,
  'place before commit order': 3,
  'rights read at receipt': 1,
  'audit apart': 12,
  'files unchecked': 308,
  'rows land one by one': 14,
  'record without outcome': 26,
  'deletions untold': 7,
  'hidden rows in pages': 15,
  'ids not compared': 1,
  'ids not remembered': 2,
  'marks not compared': 83,
  'values written over': 19,
  'members of a group written over': 5,
  'place saved before rows': 39,
  'queue in memory first': 2,
  'queue emptied on send': 1,
  'all sent taken as applied': 1,
  'old answer taken in': 70,
  'history hidden': 5,
  'receipts not shown': 113,
  'no journal': 8,
  'kept after removal': 1,
  'gone not dropped': 7,
  'print not compared': 6,
  'scope hidden': 1,
  'two writers': 8,
  'numbers given twice': 2,
  'base forgotten': 7,
  'rejections dropped': 3,
  'nothing swept': 1,
  'files taken as sent': 2,
  'loads taken as whole': 58,
  'page end taken as head': 11,
  'disk not waited for': 3,
  'photos hold all back': 23,
  'reads not recorded': 23,
  'receipts written apart': 1,
  'refused files taken as sent': 1,
};
