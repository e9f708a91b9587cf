// Searching pins and tasks by parts of words: the index is asked first, and where a word is common the rows themselves.
import type { PoolClient } from 'pg';
import type { Place } from '../db/tx/rows.ts';
import type { Params } from '../db/tx/visibility.ts';
import { fewSql } from './page-ids.ts';
import { patterns } from './search-patterns.ts';

/** Up to here the ids that the index finds are taken; more of them would be slower than looking while going along. */
const MOST_IDS = 10_000;

/** What is searched of a row, as the triggers write it beside; tags apart. */
const TEXTS = {
  pin: ['title', 'notes', 't1', 't2', 't3'],
  task: ['title', 'description', 'company_name', 'craft', 'sub_status'],
} as const;
type Searched = keyof typeof TEXTS;

/** A task is found by its pin too. */
const TITLE_OF_PIN = (task: string) =>
  `(SELECT its.title FROM pin its WHERE its.organisation_id = ${task}.organisation_id AND its.id = ${task}.pin_id)`;

/** The words looked for in the rows themselves: dear for rare words, quick for those that soon fill a page. */
export function lookedFor(entity: Searched, alias: string, words: readonly string[], params: Params): string {
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

/** The condition under which a row under `alias` has all the words; undefined where nothing is searched. */
export async function wordCondition(
  db: PoolClient,
  { projectId }: Place,
  entity: Searched,
  alias: string,
  search: string | undefined,
  params: Params,
): Promise<string | undefined> {
  const words = wordsOf(search);
  if (words.length === 0) return undefined;
  // Of common ones not even the ids are gathered.
  const found = await db.query<{ ids: string | null }>(
    `SELECT CASE WHEN NOT is_common_term($1, $2, $3) THEN (${fewSql(`SELECT search_rows($1, $2, $3, ${MOST_IDS + 1}) AS id`, MOST_IDS)}) END AS ids`,
    [projectId, entity, words],
  );
  const few = found.rows[0]?.ids;
  if (few) return `${alias}.id = ANY (${params.add(few, 'uuid[]')})`;
  return lookedFor(entity, alias, words, params);
}
