// An invitation that also adds the person to projects, each with a role.
import { can } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import type { inviteUser } from '@plumbline/core/features/people/users-contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { readActor } from '../../../http/project-actor.ts';
import type { Session } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { addSeveral } from '../add-members.ts';
import { invite } from './invite.ts';

/** Nothing is sent unless the caller manages the members of every project. */
export async function inviteToProjects(
  services: Services,
  session: Session,
  body: RequestOf<typeof inviteUser>['body'],
): Promise<void> {
  for (const { projectId } of body.projects) {
    const { role } = await readActor(services.pool, session, projectId);
    if (!can(effectiveRole(role, session.licensed), 'member.manage')) throw new AppError('forbidden');
  }
  await invite(services, session, body);
  if (body.projects.length === 0) return;
  // Without a row, the address belongs to an account of another organisation, which is not disclosed.
  const found = await services.pool.query<{ userId: string }>(
    `SELECT u.id AS "userId" FROM app_user u JOIN organisation_member m ON m.user_id = u.id
     WHERE u.email = $1 AND u.active AND m.organisation_id = $2 AND m.active AND m.state NOT IN ('deactivated', 'removed')`,
    [body.email, session.organisationId],
  );
  for (const { userId } of found.rows) {
    for (const { projectId, role } of body.projects) {
      await addSeveral(services, session, projectId, { role, members: [{ id: services.newId(), userId }] });
    }
  }
}
