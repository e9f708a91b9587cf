// Archives over HTTP. No rules here.
import * as contract from '@plumbline/core/features/archives/contract';
import * as importing from '@plumbline/core/features/archives/import';
import { parseInput } from '@plumbline/core/kernel/action';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Feature } from '../../http/feature.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { createAudiences } from '../../http/security/audience.ts';
import { signed } from '../media/signed-query.ts';
import { historyKey } from '../sync/history-heads.ts';
import * as migrations from './import/service.ts';
import { readMigrations } from './import/store.ts';
import { archiveFile, deleteArchive, listArchives, requestArchive, requireLink } from './requests.ts';

export const archives: Feature = (serve, services, app) => {
  const audienceOf = createAudiences(services.pool);
  serve(contract.requestArchive, ({ session }, { body }) => requestArchive(services, session, body.projectIds));
  serve(contract.getArchiveKey, async () => ({
    algorithm: 'Ed25519' as const,
    publicKey: historyKey(services.config),
  }));
  serve(contract.listArchives, async ({ session }) => ({ archives: await listArchives(services, session) }));
  serve(contract.deleteArchive, ({ session }, { params }) => deleteArchive(services, session, params.archiveId));

  serve(importing.startMigration, ({ session }, { body }) => migrations.start(services, session, body));
  serve(importing.listMigrations, async ({ session }) => ({ migrations: await readMigrations(services, session) }));
  serve(importing.getMigration, ({ session }, { params }) => migrations.get(services, session, params.migrationId));
  serve(importing.mapMigration, ({ session }, { params, body }) =>
    migrations.map(services, session, params.migrationId, body),
  );
  serve(importing.runMigration, ({ session }, { params }) => migrations.run(services, session, params.migrationId));
  serve(importing.cancelMigration, ({ session }, { params }) =>
    migrations.cancel(services, session, params.migrationId),
  );
  serve(importing.deleteMigration, ({ session }, { params }) =>
    migrations.remove(services, session, params.migrationId),
  );
  serve(importing.undoMigration, ({ session }, { params }) => migrations.undo(services, session, params.migrationId));

  app.get('/m/archives/:archiveId', async (request, reply) => {
    const { archiveId } = parseInput(z.object({ archiveId: id }), request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = services.clock.now();
    requireLink(services.config, archiveId, { expires, audience, signature }, now);
    const { key, size, sha256, title, createdAt } = await archiveFile(
      services,
      await audienceOf(audience, now, request.ip),
      archiveId,
    );
    const day = createdAt.toISOString().slice(0, 10);
    await sendFile(request, reply, services.files, {
      ...{ key, size, mime: 'application/zip', etag: sha256, download: true, ownAddress: false },
      name: `${title.slice(0, 80) || 'Projects'} ${day}.zip`,
    });
    return reply;
  });
};
