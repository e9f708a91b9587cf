// The list of a project's imports: unfinished ones are never beyond its first page because of later ones.
import { randomUUID } from 'node:crypto';
import { listImports } from '@plumbline/core/features/imports/contract';
import { IMPORT_STATES } from '@plumbline/core/features/imports/stages';
import { afterAll, expect, test } from 'vitest';
import { createWorld } from '../../actors.ts';
import { startTestServer } from '../../server.ts';

const server = await startTestServer();
afterAll(() => server.close());

test('unfinished imports come before the others, each newest first', async () => {
  const { organisationId, projectId, roles } = await createWorld(server);
  const { userId, caller } = roles.administrator;
  const blobId = randomUUID();
  const { root } = server.database;
  await root.query(
    `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
     VALUES ($1, $2, '\\x00', 1000, 'application/pdf', 'plan.pdf', 'missing', $3, now())`,
    [organisationId, blobId, userId],
  );
  // The first state is the oldest.
  await root.query(
    `INSERT INTO plan_import (organisation_id, id, project_id, blob_id, name, file_size, state, stage, created_by, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, $3, 'plan.pdf', 1000, state, 'publishing', $4, now() + n * interval '1 minute', now()
     FROM unnest($5::text[]) WITH ORDINALITY AS listed (state, n)`,
    [organisationId, projectId, blobId, userId, IMPORT_STATES],
  );
  const statesOn = async (page: number, size: number) =>
    (await caller.call(listImports, { params: { projectId }, query: { page, size } })).content.map(
      ({ state }) => state,
    );
  expect(await statesOn(0, 4)).toEqual(['aligning', 'running', 'choosing', 'inspecting']);
  expect(await statesOn(1, 4)).toEqual(['canceled', 'failed', 'finished']);
});
