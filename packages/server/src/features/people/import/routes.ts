// Lists of people over HTTP, for a project or the organisation. No rules here.
import { Readable } from 'node:stream';
import { memberImports, userImports } from '@plumbline/core/features/people/import/contract';
import type { FastifyReply } from 'fastify';
import type { Feature } from '../../../http/feature.ts';
import { disposition } from '../../../http/files/send-file.ts';
import type { Services } from '../../../platform/services.ts';
import * as service from './service.ts';

async function sendProblems(
  services: Services,
  where: service.PeopleImportContext & { reply: FastifyReply },
  importId: string,
) {
  const { fileName } = await service.get(services, where, importId);
  const { reply } = where;
  const name = fileName.replace(/\.[a-z]+$/iu, '');
  void reply.headers({ 'content-disposition': disposition('attachment', `${name} – skipped rows.csv`) });
  void reply.type('text/csv; charset=utf-8');
  await reply.send(Readable.from(service.problems(services, where, importId)));
}

export const peopleImport: Feature = (serve, services) => {
  serve(memberImports.preview, (where, { body }) => service.preview(services, where, body));
  serve(memberImports.check, (where, { body }) => service.startCheck(services, where, body));
  serve(memberImports.list, (where, { query }) => service.list(services, where, query));
  serve(memberImports.get, (where, { params }) => service.details(services, where, params.importId));
  serve(memberImports.rows, (where, { params, query }) => service.rows(services, where, params.importId, query));
  serve(memberImports.run, (where, { params, query }) =>
    service.start(services, where, params.importId, query.licence),
  );
  serve(memberImports.cancel, (where, { params }) => service.cancel(services, where, params.importId));
  serve(memberImports.problems, (where, { params }) => sendProblems(services, where, params.importId));

  serve(userImports.preview, (where, { body }) => service.preview(services, where, body));
  serve(userImports.check, (where, { body }) => service.startCheck(services, where, body));
  serve(userImports.list, (where, { query }) => service.list(services, where, query));
  serve(userImports.get, (where, { params }) => service.details(services, where, params.importId));
  serve(userImports.rows, (where, { params, query }) => service.rows(services, where, params.importId, query));
  serve(userImports.run, (where, { params, query }) => service.start(services, where, params.importId, query.licence));
  serve(userImports.cancel, (where, { params }) => service.cancel(services, where, params.importId));
  serve(userImports.problems, (where, { params }) => sendProblems(services, where, params.importId));
};
