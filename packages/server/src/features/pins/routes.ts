// Pins over HTTP: lists, single pins, their history. They are changed through sync.
import { getPin, listPins, pinHistory, recentPinTitles } from '@plumbline/core/features/pins/contract';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import { readHistory } from '../media/history.ts';
import { signedMediaUrl } from '../media/links.ts';
import { type Reader, readPin, readPins, readTitles } from './read.ts';

type Caller = { session: Session; actor: Actor; projectId: string; today: string };

export const pins: Feature = (serve, { pool, clock, config }) => {
  const read = <T>({ session, actor, projectId, today }: Caller, work: (reader: Reader) => Promise<T>): Promise<T> => {
    const now = clock.now();
    const thumb = (blobId: string) => signedMediaUrl(config, blobId, 'thumb', { audience: session.sessionId, now }).url;
    const projectKey = { organisationId: session.organisationId, projectId };
    return tenantSnapshot(pool, session.organisationId, (db) => work({ db, projectKey, actor, now, today, thumb }));
  };

  serve(listPins, (caller, { query }) => read(caller, (reader) => readPins(reader, query)));
  serve(getPin, (caller, { params }) => read(caller, (reader) => readPin(reader, params.pinId)));
  serve(pinHistory, (caller, { params: { pinId }, query }) =>
    read(caller, async (reader) => {
      await readPin(reader, pinId);
      return readHistory(reader.db, reader.projectKey, reader.actor, { entity: 'pin', id: pinId }, query);
    }),
  );
  serve(recentPinTitles, (caller) => read(caller, async (reader) => ({ titles: await readTitles(reader) })));
};
