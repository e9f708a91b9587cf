// Searching pins and tasks by parts of words: the index is asked first, and where a word is common the rows themselves.
import type { PoolClient } from 'pg';
import type { Place } from '../db/tx/rows.ts';
import type { Params } from '../db/tx/visibility.ts';
import { patterns } from './search-patterns.ts';

/** Up to here the ids that the index finds are taken; more of them would be slower than looking while going along. */
const MOST_IDS = 10_000;

/** The condition under which a row under `alias` has all the words; undefined where nothing is searched. */
export async function wordCondition(
  db: PoolClient,
  { projectId }: Place,
  entity: 'pin' | 'task',
  alias: string,
  search: string | undefined,
  params: Params,
): Promise<string | undefined> {
  const words = (search ?? '').toLocaleLowerCase('und').split(/\s+/u).filter(Boolean);
  if (words.length === 0) return undefined;
  const found = await db.query<{ id: string }>('SELECT find_words($1, $2, $3, $4) AS id', [
    projectId,
    entity,
    words,
    MOST_IDS + 1,
  ]);
  if (found.rows.length <= MOST_IDS) {
    return `${alias}.id = ANY (${params.add(found.rows.map((row) => row.id), 'uuid[]')})`; // biome-ignore format: one line
  }
  return patterns(words.join(' '))
    .map((pattern) => `${entity}_words(${alias}) LIKE ${params.add(pattern)}`)
    .join(' AND ');
}
