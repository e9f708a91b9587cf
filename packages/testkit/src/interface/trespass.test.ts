// What somebody with an account may try against others: each way in that was once open stays shut.
import { randomUUID } from 'node:crypto';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World, writeRows } from '../actors.ts';
import { commentRow, pinRow, taskRow } from '../content.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeWorld(server);
});
afterAll(() => server?.close());

test('the comment of a changed status cannot take the place of another one', async () => {
  const { administrator, subcontractor } = world.roles;
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const pin = pinRow(by);
  const task = taskRow(by, pin.id, { assigneeType: 'User', assigneeId: subcontractor.userId });
  const comment = commentRow(by, pin.id, { text: 'Measured by the administrator' });
  await writeRows(server, world, (tx) => {
    tx.put('pin', pin);
    tx.put('task', task);
    tx.put('comment', comment);
  });
  const done = (id: string) =>
    runSite(server.parts, subcontractor, world.projectId, 'task.setStatus', {
      id: task.id,
      move: 'markDone',
      comment: { id, text: 'Never said' },
    });
  await expect(done(comment.id)).rejects.toMatchObject({ code: 'already_exists' });
  const kept = await server.database.root.query('SELECT text, created_by FROM comment WHERE id = $1', [comment.id]);
  expect(kept.rows).toEqual([{ text: comment.text, created_by: administrator.userId }]);
  await done(randomUUID());
});
