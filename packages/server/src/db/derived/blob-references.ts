// `blob_reference`: which rows reference a file. Anyone who sees one of them may see the file. References stay when a
// row no longer uses the file, for its history.
import { blobsOf } from '@plumbline/core/features/media/rules';
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { Entity } from '@plumbline/core/site/entities';
import type { Statement } from '../statement.ts';
import type { ProjectKey } from '../tx/rows.ts';

/** Files of models are read through the model itself. */
export const REFERRING: readonly Entity[] = ['project', 'revision', 'post', 'comment'];

/** The files that a write references for the first time. */
export function newBlobsOf({ entity, before, after }: Write): string[] {
  const known = new Set(before ? blobsOf(entity, before) : []);
  return blobsOf(entity, after).filter((blob) => !known.has(blob));
}

export function blobReferenceStatements(
  { organisationId, projectId }: ProjectKey,
  writes: readonly Write[],
): Statement[] {
  const references = writes
    .filter(({ entity }) => REFERRING.includes(entity))
    .flatMap((write) => newBlobsOf(write).map((blobId) => ({ entity: write.entity, id: write.id, blobId })));
  if (references.length === 0) return [];
  const text = `INSERT INTO blob_reference (organisation_id, project_id, entity, entity_id, blob_id)
    SELECT $1, $2, r.* FROM unnest($3::text[], $4::uuid[], $5::uuid[]) r ON CONFLICT DO NOTHING`;
  const values = [
    organisationId,
    projectId,
    references.map((reference) => reference.entity),
    references.map((reference) => reference.id),
    references.map((reference) => reference.blobId),
  ];
  return [{ text, values }];
}
