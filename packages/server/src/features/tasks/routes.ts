// Tasks over HTTP: lists, single tasks, their history. They are changed through sync.

import { getTask, listTaskCompanies, listTasks, taskHistory } from '@plumbline/core/features/tasks/contract';
import { listMyWork } from '@plumbline/core/features/tasks/my-work';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import { readHistory } from '../media/history.ts';
import { signedMediaUrl } from '../media/links.ts';
import { readMyWork } from './my-work.ts';
import { type Reader, readTask, readTaskCompanies, readTasks } from './read.ts';

type Caller = { session: Session; actor: Actor; projectId: string; today: string };

export const tasks: Feature = (serve, { pool, clock, config }) => {
  const read = <T>({ session, actor, projectId, today }: Caller, work: (reader: Reader) => Promise<T>): Promise<T> => {
    const projectKey = { organisationId: session.organisationId, projectId };
    return tenantSnapshot(pool, session.organisationId, (db) =>
      work({ db, projectKey, actor, today, now: clock.now() }),
    );
  };

  serve(listTasks, (caller, { query }) => read(caller, (reader) => readTasks(reader, query)));
  serve(listMyWork, ({ session }, { query }) => {
    const now = clock.now();
    const link = (size: 'thumb' | 'original') => (blobId: string) =>
      signedMediaUrl(config, blobId, size, { audience: session.sessionId, now }).url;
    return tenantSnapshot(pool, session.organisationId, (db) =>
      readMyWork({ db, session, now, thumb: link('thumb'), file: link('original') }, query),
    );
  });
  serve(getTask, (caller, { params }) => read(caller, (reader) => readTask(reader, params.taskId)));
  serve(listTaskCompanies, (caller, { query }) =>
    read(caller, async (reader) => ({ companies: await readTaskCompanies(reader, query.search) })),
  );
  serve(taskHistory, (caller, { params: { taskId }, query }) =>
    read(caller, async (reader) => {
      await readTask(reader, taskId);
      return readHistory(reader.db, reader.projectKey, reader.actor, { entity: 'task', id: taskId }, query);
    }),
  );
};
