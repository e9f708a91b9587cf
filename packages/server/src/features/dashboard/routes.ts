// HTTP routes for project figures and activity. No business rules here.
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { readActivity } from './activity.ts';
import { readFigures } from './figures.ts';

export const dashboard: Feature = (serve, { pool, clock }) => {
  serve(projectFigures, ({ session: { organisationId }, projectId, actor }, { query: { weeks } }) =>
    tenantSnapshot(pool, organisationId, (db) =>
      readFigures(db, { organisationId, projectId }, actor, { weeks, now: clock.now() }),
    ),
  );
  serve(projectActivity, ({ session: { organisationId }, projectId, actor }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readActivity(db, { organisationId, projectId }, actor, query)),
  );
};
