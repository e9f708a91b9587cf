// The stored form of a row: its indexed fields in plain text beside the sealed whole.
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { Seal } from './seal.ts';

export type SealedRecord = { sealed: Uint8Array<ArrayBuffer> };

export const isSealed = (record: unknown): record is SealedRecord =>
  typeof record === 'object' && record !== null && (record as { sealed?: unknown }).sealed instanceof Uint8Array;

export const rowPlace = (entity: Entity, id: string): string => `${entity} ${id}`;

/** Also reads the unencrypted row of an older version. The seal guarantees that it is the row that was stored. */
export async function openRow<E extends Entity>(seal: Seal, entity: E, record: unknown): Promise<Rows[E]> {
  if (!isSealed(record)) return record as Rows[E];
  const { id, sealed } = record as SealedRecord & { id: string };
  return (await seal.open(rowPlace(entity, id), sealed)) as Rows[E];
}
