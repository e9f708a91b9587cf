// The stored form of records: indexed fields (ids and numbers) in plain text, everything else sealed. Also reads the
// unencrypted records of an older version.

import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { BaseRow, BlobRecord, Edit } from '@plumbline/core/sync/client/store';
import { indexesOf } from '../local-database.ts';
import type { Seal } from './seal.ts';
import { isSealed, openRow, rowPlace, type SealedRecord } from './sealed-row.ts';

/** `mime`: the type of a file that is stored as bytes. */
export type SealedFile = { sealedFile: Blob | ArrayBuffer; mime?: string };

/** Maximum decrypted records kept in memory: the queue of edits is read repeatedly. */
const MAX_KNOWN = 3_000;

type Numbered = 'edits' | 'journal';

export class Records {
  readonly #seal: Seal;
  /** By IV, which is unique to each record. */
  readonly #known = new Map<string, unknown>();

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /** Kept in memory: these are read far more often than they change. */
  async #openKnown(about: string, record: unknown): Promise<unknown> {
    if (!isSealed(record)) return record;
    const name = String.fromCharCode(...record.sealed.subarray(0, 12));
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = await this.#seal.open(about, record.sealed);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(name, value);
    return value;
  }

  async closeRow(entity: Entity, row: Rows[Entity]): Promise<SealedRecord> {
    const fields = row as unknown as Record<string, unknown>;
    const found: Record<string, unknown> = { id: row.id };
    for (const field of indexesOf(entity)) if (field in fields) found[field] = fields[field];
    return { ...found, sealed: await this.#seal.close(rowPlace(entity, row.id), row) };
  }

  openRow<E extends Entity>(entity: E, record: unknown): Promise<Rows[E]> {
    return openRow(this.#seal, entity, record);
  }

  async closeBase(base: BaseRow): Promise<SealedRecord> {
    const { entity, id, projectId, row } = base;
    const found = { entity, id, projectId };
    return { ...found, sealed: await this.#seal.close(`base ${entity} ${id}`, { ...found, row }) };
  }

  openBase(record: unknown): Promise<BaseRow> {
    const { entity, id } = record as BaseRow;
    return this.#openKnown(`base ${entity} ${id}`, record) as Promise<BaseRow>;
  }

  async closeEdit(store: Numbered, edit: Edit): Promise<SealedRecord & { n: number }> {
    return { n: edit.n, sealed: await this.#seal.close(`${store} ${edit.n}`, edit) };
  }

  openEdit(store: Numbered, record: unknown): Promise<Edit> {
    return this.#openKnown(`${store} ${(record as Edit).n}`, record) as Promise<Edit>;
  }

  async closeBlob(blob: BlobRecord): Promise<SealedRecord & { id: string }> {
    return { id: blob.id, sealed: await this.#seal.close(`blobs ${blob.id}`, blob) };
  }

  openBlob(record: unknown): Promise<BlobRecord> {
    return this.#openKnown(`blobs ${(record as BlobRecord).id}`, record) as Promise<BlobRecord>;
  }

  /** `takesBlobs`: whether the database stores files as such, which keeps them out of memory. */
  async closeBytes(id: string, bytes: Blob, takesBlobs: boolean): Promise<SealedFile> {
    const sealedFile = await this.#seal.closeFile(`bytes ${id}`, bytes);
    return takesBlobs ? { sealedFile } : { sealedFile: await sealedFile.arrayBuffer(), mime: sealedFile.type };
  }

  async openBytes(id: string, record: unknown): Promise<Blob | undefined> {
    if (record === undefined || record instanceof Blob) return record;
    const { sealedFile, mime = '' } = record as SealedFile;
    const file = sealedFile instanceof Blob ? sealedFile : new Blob([sealedFile], { type: mime });
    return this.#seal.openFile(`bytes ${id}`, file);
  }
}
