// HTTP routes for project figures, activity and reminders. No business rules here.
import { projectAttention, remindAssignee } from '@plumbline/core/features/dashboard/attention';
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import { tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { readActivity } from './activity.ts';
import { readAttention, remindOf } from './attention.ts';
import { readFigures } from './figures.ts';

export const dashboard: Feature = (serve, services) => {
  const { pool, clock } = services;
  serve(projectFigures, ({ session: { organisationId }, projectId, actor }, { query: { weeks } }) =>
    tenantSnapshot(pool, organisationId, (db) =>
      readFigures(db, { organisationId, projectId }, actor, { weeks, now: clock.now() }),
    ),
  );
  serve(projectAttention, ({ session: { organisationId }, projectId, actor, today }) =>
    tenantSnapshot(pool, organisationId, (db) =>
      readAttention({ db, projectKey: { organisationId, projectId }, actor, today }),
    ),
  );
  serve(remindAssignee, async ({ session: { organisationId }, projectId, actor, today }, { body }) => ({
    sent: await tenantTransaction(pool, organisationId, (db) =>
      remindOf(services, { db, projectKey: { organisationId, projectId }, actor, today }, body.assigneeId),
    ),
  }));
  serve(projectActivity, ({ session: { organisationId }, projectId, actor }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readActivity(db, { organisationId, projectId }, actor, query)),
  );
};
