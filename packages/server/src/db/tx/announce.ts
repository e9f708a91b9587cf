// Notifies every process that a project has changed, after the commit.
// A notification can be lost with a process or connection: listeners also poll from time to time.
import type { Services } from '../../platform/services.ts';
import { prepared } from '../prepared-statement.ts';

export const CHANNEL = 'site_changed';

export type Changed = { organisationId: string; projectId: string; head: number };

const NOTIFY = prepared('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload');

/** Never throws: the change is already committed. */
export async function announce(
  services: Pick<Services, 'pool'> & { log: Pick<Services['log'], 'warn'> },
  ...changed: readonly Changed[]
): Promise<void> {
  if (changed.length === 0) return;
  try {
    const payloads = changed.map((one) => `${one.organisationId} ${one.projectId} ${one.head}`);
    await services.pool.query({ ...NOTIFY, values: [CHANNEL, payloads] });
  } catch (error) {
    services.log.warn({ err: error }, 'a change could not be announced');
  }
}

/** Parses a notification of `announce`; undefined for anything else on the channel. */
export function readAnnouncement(payload: string | undefined): Changed | undefined {
  const [organisationId, projectId, head] = payload?.split(' ') ?? [];
  if (!organisationId || !projectId || !/^\d+$/u.test(head ?? '')) return undefined;
  return { organisationId, projectId, head: Number(head) };
}
