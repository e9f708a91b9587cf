// Prints of plans over HTTP: requested and polled with a token, downloaded by a link valid for minutes.
import {
  cancelPlanPrint,
  createPlanPrint,
  getPlanPrint,
  type PlanPrint,
} from '@plumbline/core/features/plans/print-contract';
import { parseInput } from '@plumbline/core/kernel/action';
import { refuseFields } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { isLanguage } from '@plumbline/locales/languages';
import { z } from 'zod';
import type { Feature } from '../../../http/feature.ts';
import { sendFile } from '../../../http/files/send-file.ts';
import { readActor } from '../../../http/project-actor.ts';
import { createAudiences } from '../../../http/security/audience.ts';
import type { Session } from '../../../http/session.ts';
import { requirePrintLink, signedPrintUrl } from '../../media/links.ts';
import { signed } from '../../media/signed-query.ts';
import { cancelPrint, finishedPrint, insertPrint, type Owner, printFile, readPrint } from './store.ts';

const asked = z.object({ printId: id });

export const prints: Feature = (serve, services, app) => {
  const { pool, clock, config, files } = services;
  const audienceOf = createAudiences(pool);
  const owner = ({ session, projectId }: { session: Session; projectId: string }): Owner => ({
    organisationId: session.organisationId,
    userId: session.userId,
    projectId,
  });
  const printReply = async (where: { session: Session; projectId: string }, printId: string): Promise<PlanPrint> => {
    const { createdAt, ...row } = await readPrint(services, owner(where), printId);
    const link = { audience: where.session.sessionId, now: clock.now() };
    const url = row.state === 'done' ? signedPrintUrl(config, printId, link).url : null;
    return { ...row, url, createdAt: createdAt.toISOString() };
  };

  serve(createPlanPrint, async (where, { params, body: { id: printId, ...options } }) => {
    if (!isLanguage(options.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
    await insertPrint(services, owner(where), { id: printId, planId: params.planId, options });
    return printReply(where, printId);
  });
  serve(getPlanPrint, (where, { params }) => printReply(where, params.printId));
  serve(cancelPlanPrint, async (where, { params }) => {
    await cancelPrint(services, owner(where), params.printId);
    return printReply(where, params.printId);
  });

  app.get('/m/prints/:printId', async (request, reply) => {
    const { printId } = parseInput(asked, request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = clock.now();
    requirePrintLink(config, printId, { expires, audience, signature }, now);
    const who = await audienceOf(audience, now, request.ip);
    const { projectId, fileName, fileSize } = await finishedPrint(services, who, printId);
    // Anyone who has left the project since can no longer download it.
    await readActor(pool, who, projectId);
    await sendFile(request, reply, files, {
      key: printFile({ organisationId: who.organisationId, printId }),
      size: fileSize,
      mime: 'application/pdf',
      name: fileName,
      etag: printId,
      download: true,
      ownAddress: false,
    });
    return reply;
  });
};
