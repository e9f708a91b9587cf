// Imports a building model file through the real import, up to the selection of its storeys.
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImport, getImport, type PlanImport } from '@plumbline/core/features/imports/contract';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { INSPECT } from '@plumbline/server/features/imports/locked-import';
import type { ModelDraft } from '@plumbline/server/features/imports/model-file';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import type { World } from '../actors.ts';
import type { TestServer } from '../server.ts';

export type Brought = { state: PlanImport; draft: ModelDraft | null };

/** `signal`: the abort signal of the worker. */
export async function uploadModel(
  server: TestServer,
  world: World,
  content: string | Uint8Array,
  { name = 'Model.ifc', signal = new AbortController().signal }: { name?: string; signal?: AbortSignal } = {},
): Promise<Brought & { importId: string }> {
  const { administrator } = world.roles;
  const { organisationId, userId, caller } = administrator;
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const file = join(await mkdtemp(join(tmpdir(), 'plumbline-model-')), 'given');
  await writeFile(file, content);
  const owner = { organisationId, userId };
  await storeFile(server.services, owner, { id: blobId, path: file, mime: 'application/x-step', name });
  const body = { id: importId, blobId, parentId: null, planId: null };
  await caller.call(createImport, { params: { projectId: world.projectId }, body });
  await importTasks(server.services)[INSPECT]?.({ organisationId, importId }, { attempt: 1, signal } as never);
  return { importId, ...(await broughtSoFar(server, world, importId)) };
}

export async function broughtSoFar(server: TestServer, world: World, importId: string): Promise<Brought> {
  const params = { projectId: world.projectId, importId };
  const state = await world.roles.administrator.caller.call(getImport, { params });
  const rows = await server.database.root.query('SELECT model FROM plan_import WHERE id = $1', [importId]);
  return { state, draft: rows.rows[0]?.model as ModelDraft | null };
}
