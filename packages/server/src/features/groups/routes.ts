// HTTP routes for groups: the list, one group, its pins. Groups are changed through synchronisation.
import { getGroup, listGroupPins, listGroups } from '@plumbline/core/features/groups/contract';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import { signedMediaUrl } from '../media/links.ts';
import { type Reader as PinReader, readPins } from '../pins/read.ts';
import { readGroup, readGroups, withinGroup } from './read.ts';

type Caller = { session: Session; actor: Actor; projectId: string };

export const groups: Feature = (serve, { pool, clock, config }) => {
  const read = <T>({ session, actor, projectId }: Caller, work: (reader: PinReader) => Promise<T>): Promise<T> => {
    const now = clock.now();
    const thumb = (blobId: string) => signedMediaUrl(config, blobId, 'thumb', { audience: session.sessionId, now }).url;
    const projectKey = { organisationId: session.organisationId, projectId };
    return tenantSnapshot(pool, session.organisationId, (db) => work({ db, projectKey, actor, now, thumb }));
  };

  serve(listGroups, (caller, { query }) => read(caller, (reader) => readGroups(reader, query)));
  serve(getGroup, (caller, { params }) => read(caller, (reader) => readGroup(reader, params.groupId)));
  serve(listGroupPins, (caller, { params, query }) =>
    read(caller, async (reader) => {
      const group = await readGroup(reader, params.groupId);
      return readPins(reader, query, withinGroup(reader, group));
    }),
  );
};
