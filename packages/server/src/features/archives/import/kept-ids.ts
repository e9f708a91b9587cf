// The ids of an archive that an import may keep, so that links and printed codes stay valid: those of rows. People and
// files always get ids of this installation, else an archive could speak in the name of an account.
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import { tableOf } from '../../../db/tx/columns.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { type Renew, renewIn } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { otherRowsOf, rowsOf } from './read-archive.ts';
import type { ArchiveSource } from './readers/archive-source.ts';

const OTHER_PARTS = ['dataset', 'report'] as const;
type Part = Entity | (typeof OTHER_PARTS)[number];

const BATCH = 1_000;

/** Kinds of rows that are found by their id alone, in whichever organisation they are. */
const INSTALLATION_WIDE: ReadonlySet<Part> = new Set<Part>(['project', 'revision']);

async function* batches(archive: ArchiveSource, projectId: string): AsyncGenerator<{ part: Part; ids: string[] }> {
  for (const part of [...ENTITY_NAMES, ...OTHER_PARTS]) {
    let ids: string[] = [];
    const rows = part === 'dataset' || part === 'report' ? otherRowsOf : rowsOf;
    for await (const row of rows(archive, projectId, part as never)) {
      ids.push((row as { id: string }).id.toLowerCase());
      if (ids.length < BATCH) continue;
      yield { part, ids };
      ids = [];
    }
    if (ids.length > 0) yield { part, ids };
  }
}

/** How many ids of the archive something has here: a row of this kind, an account or a contact. */
export async function countTakenIds(
  { pool }: Pick<Services, 'pool'>,
  organisationId: string,
  archive: ArchiveSource,
  projectId: string,
): Promise<number> {
  let taken = 0;
  for await (const { part, ids } of batches(archive, projectId)) {
    const table = part === 'dataset' || part === 'report' ? part : tableOf(part);
    const within = INSTALLATION_WIDE.has(part) ? '' : 'AND organisation_id = $2';
    const found = await systemTransaction(pool, (db) =>
      db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT id FROM ${table} WHERE id = ANY ($1) ${within}
           UNION ALL SELECT id FROM app_user WHERE id = ANY ($1)
           UNION ALL SELECT id FROM company_contact WHERE organisation_id = $2 AND id = ANY ($1)) taken`,
        [ids, organisationId],
      ),
    );
    taken += found.rows[0]?.count ?? 0;
  }
  return taken;
}

/** Keeps the ids of the archive's rows and renews all others. */
export async function keepIn(scope: string, archive: ArchiveSource, projectId: string): Promise<Renew> {
  const renew = renewIn(scope);
  const kept = new Set<string>();
  for await (const { ids } of batches(archive, projectId)) for (const id of ids) kept.add(id);
  return (id) => (kept.has(id.toLowerCase()) ? id.toLowerCase() : renew(id));
}
