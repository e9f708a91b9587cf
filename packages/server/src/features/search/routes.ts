// Search across projects over HTTP.
import { searchProjects } from '@plumbline/core/features/search/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { findInProjects } from './find.ts';

export const search: Feature = (serve, { pool }) => {
  serve(searchProjects, ({ session }, { query }) =>
    tenantSnapshot(pool, session.organisationId, (db) => findInProjects(db, session, query)),
  );
};
