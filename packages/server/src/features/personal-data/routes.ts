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
import type { Parts } from '../../platform/services.ts';
import { signed } from '../media/signed-query.ts';
import { anonymiseTasks } from './anonymise-references.ts';
import * as erasing from './erase.ts';
import { askExport, demandLink, exportFile, exportTasks, readExports } from './exports.ts';

export const personalData: Feature = async (serve, parts, app) => {
  const audienceOf = createAudiences(parts.pool);
  serve(askOwnData, ({ session }) => askExport(parts, session, session.userId));
  serve(ownDataExports, async ({ session }) => ({ exports: await readExports(parts, session, session.userId) }));
  serve(askDataOf, ({ session }, { params }) => askExport(parts, session, params.userId));
  serve(dataExportsOf, async ({ session }, { params }) => ({
    exports: await readExports(parts, session, params.userId),
  }));
  serve(eraseSelf, ({ session }, { body }) => erasing.eraseSelf(parts, session, body));
  serve(erasePerson, ({ session }, { params, body }) =>
    erasing.erasePerson(parts, session, params.userId, body.confirm),
  );

  app.get('/m/personal/:exportId', async (request, reply) => {
    const { exportId } = parseInput(z.object({ exportId: id }), request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = parts.clock.now();
    demandLink(parts.config, exportId, { expires, audience, signature }, now);
    const file = await exportFile(parts, await audienceOf(audience, now), exportId);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': disposition('attachment', `personal data ${now.toISOString().slice(0, 10)}.zip`),
        'cache-control': 'private, no-store',
      })
      .send(file);
  });
};

export const personalDataTasks = (parts: Parts): Tasks => ({ ...exportTasks(parts), ...anonymiseTasks(parts) });
