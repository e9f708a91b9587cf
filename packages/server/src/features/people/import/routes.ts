// Lists of people over HTTP, for a project or the organisation. No rules here.
import { Readable } from 'node:stream';
import { memberImports, userImports } from '@plumbline/core/features/people/import/contract';
import type { FastifyReply } from 'fastify';
import type { Feature } from '../../../http/feature.ts';
import { disposition } from '../../../http/files/send-file.ts';
import type { Parts } from '../../../platform/services.ts';
import * as service from './service.ts';

async function sendProblems(parts: Parts, where: service.Where & { reply: FastifyReply }, importId: string) {
  const { fileName } = await service.get(parts, where, importId);
  const { reply } = where;
  const name = fileName.replace(/\.[a-z]+$/iu, '');
  void reply.headers({ 'content-disposition': disposition('attachment', `${name} – not taken in.csv`) });
  void reply.type('text/csv; charset=utf-8');
  await reply.send(Readable.from(service.problems(parts, where, importId)));
}

export const peopleImport: Feature = (serve, parts) => {
  serve(memberImports.preview, (where, { body }) => service.preview(parts, where, body));
  serve(memberImports.check, (where, { body }) => service.startCheck(parts, where, body));
  serve(memberImports.list, (where, { query }) => service.list(parts, where, query));
  serve(memberImports.get, (where, { params }) => service.get(parts, where, params.importId));
  serve(memberImports.rows, (where, { params, query }) => service.rows(parts, where, params.importId, query));
  serve(memberImports.run, (where, { params }) => service.start(parts, where, params.importId));
  serve(memberImports.cancel, (where, { params }) => service.cancel(parts, where, params.importId));
  serve(memberImports.problems, (where, { params }) => sendProblems(parts, where, params.importId));

  serve(userImports.preview, (where, { body }) => service.preview(parts, where, body));
  serve(userImports.check, (where, { body }) => service.startCheck(parts, where, body));
  serve(userImports.list, (where, { query }) => service.list(parts, where, query));
  serve(userImports.get, (where, { params }) => service.get(parts, where, params.importId));
  serve(userImports.rows, (where, { params, query }) => service.rows(parts, where, params.importId, query));
  serve(userImports.run, (where, { params }) => service.start(parts, where, params.importId));
  serve(userImports.cancel, (where, { params }) => service.cancel(parts, where, params.importId));
  serve(userImports.problems, (where, { params }) => sendProblems(parts, where, params.importId));
};
