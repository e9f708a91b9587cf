// What a worker knows about the list of people it imports, and about the user who uploaded it.
import type { Services } from '../../../platform/services.ts';
import type { ImportJob } from './store.ts';

export type ListJob = ImportJob & { organisationId: string; importId: string };

/** Whether the person who uploaded the list may add people to the organisation. */
export async function mayInvite(services: Services, { organisationId, createdBy }: ListJob): Promise<boolean> {
  const found = await services.pool.query<{ admin: boolean }>(
    'SELECT admin OR owner OR manage_users AS admin FROM organisation_member WHERE organisation_id = $1 AND user_id = $2 AND active',
    [organisationId, createdBy],
  );
  return found.rows[0]?.admin ?? false;
}
