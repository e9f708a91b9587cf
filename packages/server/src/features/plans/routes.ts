// The plan tree, revisions and tiles over HTTP.
import { getPlan, getTiles, listPlans, listRevisions } from '@plumbline/core/features/plans/contract';
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { signedMediaUrl, signedTilePrefix } from '../media/links.ts';
import { demandRevision, type Linker, readPlan, readPlans, readRevisions } from './read.ts';
import { marksOf } from './references.ts';
import { serveTiles } from './tiles.ts';

function linkerFor({ config, clock }: Services, session: Session): Linker {
  const link = { audience: session.sessionId, now: clock.now() };
  return {
    file: (blobId) => signedMediaUrl(config, blobId, 'original', link).url,
    tiles(revisionId) {
      const { url, expiresAt } = signedTilePrefix(config, revisionId, link);
      return { revisionId, prefix: url, expiresAt: expiresAt.toISOString() };
    },
  };
}

type Caller = { session: Session; actor: Actor; projectId: string };

export const plans: Feature = (serve, services, app) => {
  const read = <T>(
    { session, actor, projectId }: Caller,
    work: (reader: Parameters<typeof readPlan>[0]) => Promise<T>,
  ) =>
    tenantSnapshot(services.pool, session.organisationId, (db) =>
      work({
        db,
        projectKey: { organisationId: session.organisationId, projectId },
        actor,
        link: linkerFor(services, session),
      }),
    );

  serve(listPlans, (caller, { query }) => read(caller, (reader) => readPlans(reader, query)));
  serve(getPlan, (caller, { params }) => read(caller, (reader) => readPlan(reader, params.planId)));
  serve(listRevisions, (caller, { params, query }) =>
    read(caller, (reader) => readRevisions(reader, params.planId, query)),
  );
  serve(getTiles, (caller, { params }) =>
    read(caller, async (reader) => {
      await demandRevision(reader, params.revisionId);
      return reader.link.tiles(params.revisionId);
    }),
  );
  serve(getSheetMarks, async ({ session, projectId, reply }, { params }) => {
    const marks = await marksOf(services, { organisationId: session.organisationId, projectId }, params.revisionId);
    // A revision's text never changes.
    reply.headers({ 'cache-control': 'private, max-age=86400', vary: 'authorization' });
    return marks;
  });
  serveTiles(services, app);
};
