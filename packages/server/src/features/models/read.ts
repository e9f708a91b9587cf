// Reads building models: their rows and parts of their files.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import {
  type ElementProperties,
  PACK_HEAD_BYTES,
  type PackIndex,
  type PackPart,
  readPackHead,
  readStorey,
} from '@plumbline/core/features/models/pack';
import { AppError } from '@plumbline/core/kernel/errors';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { Files } from '../../platform/files/files.ts';

export type FoundModel = { model: ModelRow; key: string };

/** Throws `not_found` for a model of another project. */
export async function findModel(
  db: PoolClient,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  modelId: string,
): Promise<FoundModel> {
  const found = await db.query<ModelRow & { key: string }>({
    text: `SELECT ${selectList('model', 'm')}, b.key FROM model m
           JOIN blob b ON b.organisation_id = m.organisation_id AND b.id = m.pack_blob_id
           WHERE m.organisation_id = $1 AND m.project_id = $2 AND m.id = $3`,
    values: [organisationId, projectId, modelId],
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  const { key, ...model } = row;
  return { model, key };
}

async function readPart(files: Files, key: string, { offset, length }: PackPart): Promise<Buffer> {
  return buffer(await files.open(key, { start: offset, end: offset + length - 1 }));
}

export async function readIndex(files: Files, key: string): Promise<PackIndex> {
  const head = readPackHead(await readPart(files, key, { offset: 0, length: PACK_HEAD_BYTES }));
  return JSON.parse(gunzipSync(await readPart(files, key, head)).toString()) as PackIndex;
}

/** Throws `not_found` for an element number the model does not have. */
export async function readElement(files: Files, key: string, element: number): Promise<ElementProperties> {
  const { pages, perPage } = await readIndex(files, key);
  const page = pages[Math.floor(element / perPage)];
  if (!page) throw new AppError('not_found');
  const all = JSON.parse(gunzipSync(await readPart(files, key, page)).toString()) as ElementProperties[];
  const found = all[element % perPage];
  if (!found) throw new AppError('not_found');
  return found;
}

export type ElementPosition = { placement: number[]; storey: number };

/** Placements of elements in a local model file, by global id; in model metres. */
export async function placementsIn(
  path: string,
  requested: ReadonlySet<string>,
): Promise<Map<string, ElementPosition>> {
  const found = new Map<string, ElementPosition>();
  if (requested.size === 0) return found;
  const bytes = await readFile(path);
  const part = ({ offset, length }: PackPart) => gunzipSync(bytes.subarray(offset, offset + length));
  const index = JSON.parse(part(readPackHead(bytes)).toString()) as PackIndex;
  index.storeys.forEach((storey, i) => {
    const { elements, placements } = readStorey(part(storey));
    elements.forEach(({ globalId }, at) => {
      if (!requested.has(globalId)) return;
      const placement = Array.from(placements.subarray(12 * at, 12 * at + 12), (value, k) =>
        k < 9 ? value : value + (index.origin[k - 9] ?? 0),
      );
      found.set(globalId, { placement, storey: i });
    });
  });
  return found;
}
