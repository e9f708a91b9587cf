// Tells every process that a project has changed, after the change is there for good.
// A call may get lost with a dying process or connection: whoever listens also looks for itself now and then.
import type { Parts } from '../../platform/services.ts';

export const CHANNEL = 'site_changed';

export type Changed = { organisationId: string; projectId: string; head: number };

/** Never fails: what is announced has already happened. */
export async function announce(
  parts: Pick<Parts, 'pool'> & { log: Pick<Parts['log'], 'warn'> },
  ...changed: readonly Changed[]
): Promise<void> {
  if (changed.length === 0) return;
  try {
    await parts.pool.query('SELECT pg_notify($1, told) FROM unnest($2::text[]) told', [
      CHANNEL,
      changed.map((one) => `${one.organisationId} ${one.projectId} ${one.head}`),
    ]);
  } catch (error) {
    parts.log.warn({ err: error }, 'a change could not be announced');
  }
}

/** Reads what `announce` wrote; undefined for anything else on the channel. */
export function readAnnouncement(payload: string | undefined): Changed | undefined {
  const [organisationId, projectId, head] = payload?.split(' ') ?? [];
  if (!organisationId || !projectId || !/^\d+$/u.test(head ?? '')) return undefined;
  return { organisationId, projectId, head: Number(head) };
}
