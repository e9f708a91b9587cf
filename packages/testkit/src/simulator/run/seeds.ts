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
  'no dedupe': 1,
  'effect and number apart': 13,
  'answer before commit': 148,
  'no device lock': 8,
  'no project lock': 2,
  'place before commit order': 8,
  'rights read at receipt': 98,
  'audit apart': 10,
  'files unchecked': 81,
  'rows land one by one': 79,
  'record without outcome': 4,
  'deletions untold': 1,
  'hidden rows in pages': 8,
  'restored under the old name': 8,
  'values written over': 3,
  'members of a group written over': 2,
  'place saved before rows': 21,
  'queue in memory first': 1,
  'queue emptied on send': 1,
  'all sent taken as applied': 3,
  'old answer taken in': 90,
  'history hidden': 8,
  'no journal': 8,
  'kept after removal': 4,
  'gone not dropped': 1,
  'print not compared': 1,
  'scope hidden': 1,
  'two writers': 2,
  'numbers given twice': 2,
  'base forgotten': 2,
  'rejections dropped': 3,
  'nothing swept': 1,
  'files taken as sent': 2,
  'loads taken as whole': 9,
  'page end taken as head': 7,
  'disk not waited for': 5,
  'photos hold all back': 2,
};
