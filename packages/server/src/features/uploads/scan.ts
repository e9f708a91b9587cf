// Scans an upload for viruses before it becomes a file of the organisation, if the operator has configured a scanner.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';

/** Seconds after which a device tries again; its upload is kept. */
const RETRY_S = 30;

/** Throws `file_infected`, and `unavailable` if the file could not be scanned. */
export async function requireClean(
  { virusScanner, files, pool, log, clock }: Services,
  { organisationId, userId }: { organisationId: string; userId: string },
  { key, name }: { key: string; name: string },
): Promise<void> {
  if (!virusScanner) return;
  const bytes = await files.open(key);
  const found = await virusScanner
    .scan(bytes)
    .catch((error: unknown) => {
      log.error({ err: error }, 'an upload could not be scanned for viruses');
      throw new AppError('unavailable', { retryAfter: RETRY_S });
    })
    // A scanner that does not answer has read nothing, and the file would stay open.
    .finally(() => bytes.destroy());
  if (found === undefined) return;
  await noteEvent(pool, { kind: 'upload.infected', organisationId, userId, detail: { name, found } }, clock.now());
  throw new AppError('file_infected');
}
