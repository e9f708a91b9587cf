// Searches pins and tasks for parts of words: through the index, or in the rows themselves if the words are common.
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../db/tx/rows.ts';
import type { Params } from '../db/tx/visibility.ts';
import { patterns } from './search-patterns.ts';

/** Above this number of ids from the index, filtering the rows while reading them is faster. */
const MAX_IDS = 10_000;

/** The searched columns of a row, the same as in its search text; tags and fields are handled separately. */
const TEXTS = {
  pin: ['title', 'notes', 't1', 't2', 't3'],
  task: ['title', 'description', 'company_name', 'craft', 'sub_status'],
} as const;
type Searched = keyof typeof TEXTS;

/** Tasks are found by the title of their pin too. */
const TITLE_OF_PIN = (task: string) =>
  `(SELECT its.title FROM pin its WHERE its.organisation_id = ${task}.organisation_id AND its.id = ${task}.pin_id)`;

/** Searches the rows themselves: slow for rare words, fast for words that soon fill a page. */
export function searchCondition(entity: Searched, alias: string, words: readonly string[], params: Params): string {
  const columns = TEXTS[entity].map((column) => `${alias}.${column}`);
  if (entity === 'task') columns.push(TITLE_OF_PIN(alias), `'#' || ${alias}.pin_number`);
  const text = `lower(concat_ws(E'\\n', ${columns.join(', ')}, '#' || coalesce(${alias}.number::text, '')))`;
  const each = patterns(words.join(' ')).map((pattern) => {
    const like = `LIKE ${params.add(pattern, 'text')}`;
    if (entity === 'task') return `${text} ${like}`;
    const tagged = `${alias}.tags <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements_text(${alias}.tags) tag WHERE lower(tag) ${like})`;
    const said = `${alias}.fields <> '{}' AND EXISTS (SELECT FROM jsonb_path_query(${alias}.fields, 'lax $.*[*] ? (@.type() == "string")') word
      WHERE lower(word #>> '{}') ${like})`;
    return `(${text} ${like} OR (${tagged}) OR (${said}))`;
  });
  return each.join(' AND ');
}

export const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').toLocaleLowerCase('und').split(/\s+/u).filter(Boolean);

/** The condition that a row under `alias` has all the words; undefined without a search. */
export async function wordCondition(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  entity: Searched,
  alias: string,
  search: string | undefined,
  params: Params,
): Promise<string | undefined> {
  const words = wordsOf(search);
  if (words.length === 0) return undefined;
  // Null for common words, too: not even the ids are read.
  const found = await db.query<{ ids: string | null }>('SELECT search_rows($1, $2, $3, $4, $5) AS ids', [
    organisationId,
    projectId,
    entity,
    words,
    MAX_IDS,
  ]);
  const few = found.rows[0]?.ids;
  if (few) return `${alias}.id = ANY (${params.add(few, 'uuid[]')})`;
  return searchCondition(entity, alias, words, params);
}
