// `dataset_search_text`: the text that records are searched by. Requests read and write it through functions: they have no
// access to the table.
import type { PoolClient } from 'pg';

/** A written record with the text it is searched by. */
export type WrittenRecord = { id: string; row: number; text: string };

/** What a statement that writes records returns of each: a `WrittenRecord`. */
export const WRITTEN = `id, row_number AS row, lower(array_to_string(ARRAY(SELECT jsonb_array_elements_text(record)), E'\\n')) AS text`;

export async function writeSearchText(
  db: PoolClient,
  organisationId: string,
  datasetId: string,
  records: readonly WrittenRecord[],
): Promise<void> {
  await db.query('SELECT write_dataset_search_text($1, $2, $3, $4, $5)', [
    organisationId,
    datasetId,
    records.map(({ id }) => id),
    records.map(({ row }) => row),
    records.map(({ text }) => text),
  ]);
}

export async function clearSearchText(db: PoolClient, organisationId: string, datasetId: string): Promise<void> {
  await db.query('SELECT clear_dataset_search_text($1, $2)', [organisationId, datasetId]);
}

/** The ids of up to `most` records in which all words occur, in their order in the dataset. */
export async function findRecords(
  db: PoolClient,
  organisationId: string,
  datasetId: string,
  words: readonly string[],
  most: number,
): Promise<string[]> {
  const found = await db.query<{ id: string }>('SELECT search_dataset_records($1, $2, $3, $4) AS id', [
    organisationId,
    datasetId,
    words,
    most,
  ]);
  return found.rows.map(({ id }) => id);
}
