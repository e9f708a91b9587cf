// Personal data over HTTP. No rules here.
import {
  askDataOf,
  askOwnData,
  dataExportsOf,
  erasePerson,
  eraseSelf,
  ownDataExports,
} from '@plumbline/core/features/personal-data/contract';
import { parseInput } from '@plumbline/core/kernel/action';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Feature } from '../../http/feature.ts';
import { disposition } from '../../http/files/send-file.ts';
import { createAudiences } from '../../http/security/audience.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { signed } from '../media/signed-query.ts';
import { anonymiseTasks } from './anonymise-references.ts';
import * as erasing from './erase.ts';
import { exportFile, exportTasks, readExports, requestExport, requireLink } from './exports.ts';

export const personalData: Feature = async (serve, services, app) => {
  const audienceOf = createAudiences(services.pool);
  serve(askOwnData, ({ session }) => requestExport(services, session, session.userId));
  serve(ownDataExports, async ({ session }) => ({ exports: await readExports(services, session, session.userId) }));
  serve(askDataOf, ({ session }, { params }) => requestExport(services, session, params.userId));
  serve(dataExportsOf, async ({ session }, { params }) => ({
    exports: await readExports(services, session, params.userId),
  }));
  serve(eraseSelf, ({ session }, { body }) => erasing.eraseSelf(services, session, body));
  serve(erasePerson, ({ session }, { params, body }) =>
    erasing.erasePerson(services, session, params.userId, body.confirm),
  );

  app.get('/m/personal/:exportId', async (request, reply) => {
    const { exportId } = parseInput(z.object({ exportId: id }), request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = services.clock.now();
    requireLink(services.config, exportId, { expires, audience, signature }, now);
    const file = await exportFile(services, await audienceOf(audience, now, request.ip), exportId);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': disposition('attachment', `personal data ${now.toISOString().slice(0, 10)}.zip`),
        'cache-control': 'private, no-store',
      })
      .send(file);
  });
};

export const personalDataTasks = (services: Services): Tasks => ({
  ...exportTasks(services),
  ...anonymiseTasks(services),
});
