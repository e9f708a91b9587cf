// HTTP routes for building models.
import { getModel, getModelElement } from '@plumbline/core/features/models/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { signedMediaUrl } from '../media/links.ts';
import { findModel, readElement, readIndex } from './read.ts';

export const models: Feature = (serve, services) => {
  const find = (organisationId: string, projectId: string, modelId: string) =>
    tenantSnapshot(services.pool, organisationId, (db) => findModel(db, { organisationId, projectId }, modelId));

  serve(getModel, async ({ session, projectId }, { params }) => {
    const { model, key } = await find(session.organisationId, projectId, params.modelId);
    const { storeys, box } = await readIndex(services.files, key);
    const link = signedMediaUrl(services.config, model.packBlobId, 'original', {
      audience: session.sessionId,
      now: services.clock.now(),
    });
    return {
      model,
      storeys: storeys.map((storey) => ({
        ...storey,
        box: storey.box && { min: [...storey.box.min], max: [...storey.box.max] },
      })),
      box: { min: [...box.min], max: [...box.max] },
      file: { url: link.url, expiresAt: link.expiresAt.toISOString() },
    };
  });

  serve(getModelElement, async ({ session, projectId }, { params }) => {
    const { key: file } = await find(session.organisationId, projectId, params.modelId);
    const { sets, ...element } = await readElement(services.files, file, params.element);
    return {
      ...element,
      sets: sets.map(({ name, values }) => ({
        name,
        values: values.map(([key, value]): [string, string] => [key, value]),
      })),
    };
  });
};
