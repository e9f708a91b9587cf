// Time stamps of signed ends of histories by an authority outside of the installation, which even its operator cannot
// backdate.
import { createHash } from 'node:crypto';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { ServiceError } from '../../platform/fetch-limited.ts';
import type { Services } from '../../platform/services.ts';
import { headText } from './history-heads.ts';

/** Stamps per night; the newest ends come first, because each vouches for all before it. */
const MAX_STAMPS = 2_000;

type Unstamped = ProjectKey & { day: string; position: number; chain: Buffer; signedAt: Date; signature: Buffer };
type Deps = Pick<Services, 'pool' | 'config'> & { log: Pick<Services['log'], 'warn'> };

/** Stamps ends that have none. Those that cannot be stamped wait for the next night. */
export async function stampHeads({ pool, config, log }: Deps, signal?: AbortSignal): Promise<void> {
  const url = config.timeStampUrl;
  if (url === null) return;
  const waiting = await systemTransaction(pool, (db) =>
    db.query<Unstamped>(
      `SELECT organisation_id AS "organisationId", project_id AS "projectId", to_char(day, 'YYYY-MM-DD') AS day,
         position::float8 AS position, chain, signed_at AS "signedAt", signature
       FROM history_head WHERE time_stamp IS NULL ORDER BY day DESC, organisation_id, project_id LIMIT ${MAX_STAMPS}`,
    ),
  );
  // Loaded where it is used.
  const { requestTimeStamp } = await import('../../platform/time-stamps/rfc3161.ts');
  for (const head of waiting.rows) {
    signal?.throwIfAborted();
    const hash = createHash('sha256')
      .update(headText(head, head, head.signedAt))
      .digest();
    try {
      const stamp = await requestTimeStamp(url, hash, signal);
      await systemTransaction(pool, (db) =>
        db.query(
          // Not if it has been signed again.
          `UPDATE history_head SET time_stamp = $5
           WHERE organisation_id = $1 AND project_id = $2 AND day = $3 AND signature = $4`,
          [head.organisationId, head.projectId, head.day, head.signature, stamp],
        ),
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ err: error }, 'the time-stamping authority did not stamp; the ends of histories wait for it');
      return;
    }
  }
}
