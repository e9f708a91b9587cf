// The files of an archive: stored under new ids as rows need them, each once.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { levelSize, pyramidOf } from '@plumbline/core/features/plans/tiles/pack-format';
import { contentType, HEAD_BYTES, trueType } from '@plumbline/core/features/uploads/content-type';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import type { Renew } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { createPack } from '../../../rendering/engines/tiles/pack-writer.ts';
import { storeCounted, storeFile } from '../../uploads/store-file.ts';
import type { ArchiveSource, SourceFile } from './readers/archive-source.ts';
import { ImportProblem } from './readers/import-problem.ts';

type Owner = { organisationId: string; userId: string };

export class ImportedFiles {
  readonly #services: Services;
  readonly #owner: Owner;
  readonly #archive: ArchiveSource;
  readonly #renew: Renew;
  /** Ids in the archive of files that are stored here. */
  readonly #stored = new Set<string>();

  constructor(services: Services, owner: Owner, { archive, renew }: { archive: ArchiveSource; renew: Renew }) {
    this.#services = services;
    this.#owner = owner;
    this.#archive = archive;
    this.#renew = renew;
  }

  get count(): number {
    return this.#stored.size;
  }

  /** Stores the files with these ids of the archive. Returns whether the archive has all of them. */
  async store(ids: readonly string[]): Promise<boolean> {
    const open = ids.filter((id) => !this.#stored.has(id));
    const there = await this.#present(open);
    for (const id of open) {
      if (!there.has(this.#renew(id))) {
        const file = this.#archive.files.get(id);
        if (!file) return false;
        await this.#storeOne(file);
      }
      this.#stored.add(id);
    }
    return true;
  }

  async #present(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const found = await tenantSnapshot(this.#services.pool, this.#owner.organisationId, (db) =>
      db.query<{ id: string }>('SELECT id FROM blob WHERE organisation_id = $1 AND id = ANY ($2)', [
        this.#owner.organisationId,
        ids.map(this.#renew),
      ]),
    );
    return new Set(found.rows.map((row) => row.id));
  }

  async #storeOne({ id, name, mime }: SourceFile): Promise<void> {
    const pieces = this.#archive.bytes(id);
    const { head, bytes } = await peeked(pieces);
    const file = { id: this.#renew(id), mime: trueType(mime, head), name: name.slice(0, 255) || 'file' };
    await storeCounted(this.#services, this.#owner, file, bytes);
  }

  /** Builds the tile pack of a revision from its tiles, unless it exists. `folder` holds it meanwhile. */
  async storePack(projectId: string, { id, packBlobId, pyramid }: RevisionRow, folder: string): Promise<boolean> {
    if (this.#stored.has(packBlobId)) return true;
    const newId = this.#renew(packBlobId);
    if (!(await this.#present([packBlobId])).has(newId)) {
      const { levels } = pyramidOf(pyramid.width, pyramid.height, pyramid.tileSize);
      if (levels !== pyramid.levels) throw new ImportProblem('invalid_row', `revision ${id}: pyramid`);
      if (!(await this.#archive.tile(projectId, id, { z: 0, x: 0, y: 0 }))) return false;
      const path = join(folder, newId);
      const pack = await createPack(path, pyramid);
      try {
        for (let z = 0; z < levels; z += 1) {
          const { columns, rows } = levelSize(pyramid, z);
          for (let y = 0; y < rows; y += 1)
            for (let x = 0; x < columns; x += 1) await pack.add(z, x, y, await this.#tile(projectId, id, { z, x, y }));
        }
        await pack.finish();
      } finally {
        await pack.close();
      }
      await storeFile(this.#services, this.#owner, {
        id: newId,
        path,
        mime: 'application/octet-stream',
        name: 'tiles',
      });
      await (await open(path, 'w')).close();
    }
    this.#stored.add(packBlobId);
    return true;
  }

  async #tile(projectId: string, revisionId: string, at: { z: number; x: number; y: number }): Promise<Buffer> {
    const tile = await this.#archive.tile(projectId, revisionId, at);
    if (!tile || contentType(tile.subarray(0, HEAD_BYTES)) !== 'image/webp')
      throw new ImportProblem('damaged', `tiles/${revisionId}/${at.z}/${at.x}-${at.y}.webp`);
    return tile;
  }
}

/** The first bytes of a file, and all of them. */
async function peeked(pieces: AsyncGenerator<Buffer>): Promise<{ head: Buffer; bytes: AsyncGenerator<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await pieces.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all() {
    yield head;
    yield* pieces;
  }
  return { head, bytes: all() };
}
