// Personal data: exported in full to the person alone, and erased so that no text in the database names the person.
import { randomUUID } from 'node:crypto';
import { listMembers } from '@plumbline/core/features/people/contract';
import { actOnUsers, leaveOrganisation } from '@plumbline/core/features/people/users-contract';
import {
  askDataOf,
  askOwnData,
  dataExportsOf,
  erasePerson,
  eraseSelf,
  ownDataExports,
} from '@plumbline/core/features/personal-data/contract';
import { tasksOf } from '@plumbline/server/app/features';
import { checkChain } from '@plumbline/server/db/tx/audit';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { joinOrganisation } from '@plumbline/server/features/organisations/store';
import { checkAudits } from '@plumbline/server/features/sync/audit-job';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  createWorld,
  makeProject,
  memberOf,
  PASSWORD,
  signIn,
  type World,
  writeRows,
} from '../../actors.ts';
import { commentRow, pinRow, taskRow, teamRow } from '../../content.ts';
import { mailsTo } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

/** Runs the queued jobs, including those they enqueue themselves. */
async function work(): Promise<void> {
  const tasks = tasksOf(server.services);
  for (;;) {
    const waiting = await server.database.root.query<{ id: string; task: string; payload: unknown }>(
      `SELECT j.id::text, t.identifier AS task, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier LIKE 'personal.%' AND t.identifier <> 'personal.sweep' ORDER BY j.id`,
    );
    if (waiting.rows.length === 0) return;
    for (const { id, task, payload } of waiting.rows) {
      await tasks[task]?.(payload, { id, attempt: 1, maxAttempts: 3, signal: new AbortController().signal });
      await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
    }
  }
}

/** A person with traces everywhere: in rows, history, texts of others, notifications and lists. */
async function aPerson(lastName: string, membership: object = {}): Promise<Actor> {
  const { organisationId, projectId } = world;
  const person = await createPerson(server, { organisationId, firstName: 'Erna', lastName, ...membership });
  await writeRows(server, world, (tx) => tx.put('member', memberOf(person, projectId, 'contributor')));
  const actor = await signIn(server, person);
  const by = { projectId, createdBy: actor.userId };
  const pin = pinRow(by, { number: null, title: `Seen by Erna ${lastName}` });
  await writeRows(server, world, (tx) => {
    tx.put('pin', pin);
    tx.put('task', taskRow(by, pin.id, { assigneeType: 'User', assigneeId: actor.userId }));
    tx.put('team', teamRow(projectId, { title: `Team of ${lastName}, Erna`, memberIds: [actor.userId] }));
  });
  const comment = commentRow({ projectId, createdBy: world.roles.administrator.userId }, pin.id, {
    text: `@Erna ${lastName} call +43 1 ${lastName.length}555, or write to ${person.email}`,
    mentions: [actor.userId],
  });
  await writeRows(server, world, (tx) => tx.put('comment', comment));
  await runSite(server.services, actor, projectId, 'comment.create', {
    ...{ id: randomUUID(), pinId: pin.id, taskId: null, text: 'Mine', attachments: [], mentions: [] },
  });
  await server.database.root.query('UPDATE app_user SET phone = $2 WHERE id = $1', [
    actor.userId,
    `+43 1 ${lastName.length}555`,
  ]);
  await server.database.root.query(
    `INSERT INTO notification (organisation_id, id, user_id, project_id, kind, detail, source, created_at, mail_due)
     VALUES ($1, gen_random_uuid(), $2, $3, 'mention', $4, $5, now(), false)`,
    [
      ...[organisationId, world.roles.contributor.userId, projectId],
      ...[JSON.stringify({ title: 'x', text: `"Erna ${lastName}" said` }), randomUUID()],
    ],
  );
  const signers = [
    { role: 'Site manager', name: `DI E. ${lastName.toUpperCase()}` },
    { role: 'Contractor', name: 'Cem Öz' },
  ];
  const request = { pinIds: [pin.id], signed: { signer: 0, strokes: [[1, 2, 3, 4]] }, options: { signers } };
  await server.database.root.query(
    `INSERT INTO report (organisation_id, id, project_id, title, template_id, template_title, format, language, request,
       state, created_by, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'Signed', 'builtin:siteReport', 'Site report', 'pdf', 'en', $3, 'done', $4, now())`,
    [organisationId, projectId, JSON.stringify(request), actor.userId],
  );
  await server.database.root.query(
    `INSERT INTO report_definition (organisation_id, id, project_id, title, source, options, template_id, format, language,
       recipients, created_by, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'Weekly', '{}', $3, 'builtin:siteReport', 'pdf', 'en', $5, $4, now())`,
    [
      ...[organisationId, projectId, JSON.stringify({ signers }), world.owner.userId],
      [person.email.toUpperCase(), 'office@example.org'],
    ],
  );
  return actor;
}

/** Every column in the database, including queued jobs, whose text contains the word; an address in any case. */
async function traces(word: string): Promise<string[]> {
  const columns = await server.database.root.query<{ place: string; column: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS place, quote_ident(a.attname) AS column
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname IN ('public', 'graphile_worker')
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind = 'r' AND t.typname IN ('text', 'varchar', 'json', 'jsonb', '_text')`,
  );
  expect(columns.rows.length).toBeGreaterThan(100);
  const found: string[] = [];
  const held = (text: string) =>
    word.includes('@') ? `position(lower($1) IN lower(${text})) > 0` : `position($1 IN ${text}) > 0`;
  // A whole row at a time in one query; column by column only where something was found.
  const places = [...new Set(columns.rows.map((row) => row.place))];
  const looks = places.map(
    (place, at) => `SELECT ${at} AS at WHERE EXISTS (SELECT FROM ${place} r WHERE ${held('r::text')})`,
  );
  const hit = await server.database.root.query<{ at: number }>(looks.join(' UNION ALL '), [word]);
  const named = new Set(hit.rows.map((row) => places[row.at]));
  for (const { place, column } of columns.rows.filter((row) => named.has(row.place))) {
    const hits = await server.database.root.query(`SELECT FROM ${place} WHERE ${held(`${column}::text`)}`, [word]);
    if (hits.rowCount) found.push(`${place}.${column}`);
  }
  return found;
}

test('own data is exported completely, to the person alone', async () => {
  const actor = await aPerson('Exportova');
  const { projectId, roles } = world;
  const by = { projectId, createdBy: roles.administrator.userId };
  const pin = pinRow(by, { number: null });
  const draft = taskRow(by, pin.id, {
    ...{ title: 'Others are still thinking', status: 'draft', assigneeType: 'User', assigneeId: actor.userId },
  });
  await writeRows(server, world, (tx) => {
    tx.put('pin', pin);
    tx.put('task', draft);
    tx.put('comment', commentRow(by, pin.id, { taskId: draft.id, text: 'Still thinking', mentions: [actor.userId] }));
  });
  const requested = await actor.caller.call(askOwnData, {});
  expect(requested).toMatchObject({ state: 'waiting', url: null });
  expect(await actor.caller.call(askOwnData, {})).toMatchObject({ id: requested.id });
  await work();
  const { exports } = await actor.caller.call(ownDataExports, {});
  expect(exports).toMatchObject([{ id: requested.id, state: 'ready' }]);
  const url = exports[0]?.url ?? '';
  const file = await server.app.inject({ method: 'GET', url });
  expect(file.statusCode).toBe(200);
  const text = file.rawPayload.toString('utf8');
  for (const name of [
    'account.json',
    'pins.json',
    'comments.json',
    'activity.json',
    'sessions.json',
    'uploaded-files.json',
  ])
    expect(text, name).toContain(name);
  expect(text).toContain(actor.email);
  expect(text).toContain('Seen by Erna Exportova');
  expect(text).not.toContain('till thinking');
  for (const secret of ['password_hash', 'refresh_hash', 'otp_secret', 'argon2']) expect(text).not.toContain(secret);
  const mails = await mailsTo(server, actor.email);
  expect(mails.at(-1)?.subject).toBe('Your data export is ready');
  expect(mails.at(-1)?.text).not.toContain('/m/personal');

  const altered = await server.app.inject({ method: 'GET', url: url.replace(/s=./u, 's=!') });
  expect(altered.statusCode).not.toBe(200);
  server.clock.advance(11 * 60_000);
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(403);
});

test('administrators export the data of others; no one else can, and the export belongs to the administrator', async () => {
  const actor = await aPerson('Fragner');
  const params = { userId: actor.userId };
  await world.owner.caller.call(askDataOf, { params });
  await work();
  const { exports } = await world.owner.caller.call(dataExportsOf, { params });
  expect(exports).toMatchObject([{ state: 'ready' }]);
  expect((await actor.caller.call(ownDataExports, {})).exports).toEqual([]);
  expect((await actor.caller.send(askDataOf, { params })).status).toBe(403);
  expect((await world.other.administrator.caller.send(askDataOf, { params })).status).toBe(404);
  // The link does not work in another session.
  const url = (exports[0]?.url ?? '').replace(/a=[0-9a-f-]+/u, `a=${randomUUID()}`);
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(403);
});

test('after erasure no text in the database names the person; their content stays and its history remains consistent', async () => {
  const actor = await aPerson('Loeschmann-Weg');
  await actor.caller.call(askOwnData, {});
  await work();
  const words = ['Loeschmann-Weg', 'LOESCHMANN-WEG', actor.email, '+43 1 14555'];
  for (const word of words) expect((await traces(word)).length, word).toBeGreaterThan(0);
  const before = await server.database.root.query('SELECT count(*)::int AS pins FROM pin WHERE created_by = $1', [
    actor.userId,
  ]);

  const params = { userId: actor.userId };
  const wrong = await world.owner.caller.send(erasePerson, { params, body: { confirm: 'other@example.org' } });
  expect(wrong).toMatchObject({ status: 422, body: { fields: [{ path: 'confirm', outcome: 'NOT_MATCH' }] } });
  expect((await actor.caller.send(erasePerson, { params, body: { confirm: actor.email } })).status).toBe(403);
  await checkAudits(server.services);
  server.clock.advance(60_000);
  await world.owner.caller.call(erasePerson, { params, body: { confirm: actor.email } });
  expect((await actor.caller.send(ownDataExports, {})).status).toBe(401);
  await work();

  // Emails already sent are on the mail server; stored responses to repeated calls of this test expire after a day.
  await server.database.root.query('DELETE FROM idempotency');
  for (const word of words) expect(await traces(word), word).toEqual([]);
  const after = await server.database.root.query('SELECT count(*)::int AS pins FROM pin WHERE created_by = $1', [
    actor.userId,
  ]);
  expect(after.rows).toEqual(before.rows);
  const { content } = await world.roles.administrator.caller.call(listMembers, {
    params: { projectId: world.projectId },
    query: { state: 'all', size: 1_000 },
  });
  const gone = content.find((one) => one.userId === actor.userId);
  expect(gone).toMatchObject({ firstName: '', email: '', state: 'removed' });
  expect(gone?.lastName).toMatch(/^Person [0-9A-F]{4}$/u);
  const text = await server.database.root.query(`SELECT text FROM comment WHERE text LIKE '@Person %'`);
  expect(text.rows[0]?.text).toContain(`@${gone?.lastName} call`);
  const kept = await server.database.root.query<{ request: unknown }>(
    `SELECT request FROM report WHERE title = 'Signed' AND created_by = $1`,
    [actor.userId],
  );
  expect(kept.rows).toMatchObject([
    { request: { signed: null, options: { signers: [{ name: gone?.lastName }, { name: 'Cem Öz' }] } } },
  ]);
  const recipients = await server.database.root.query(
    `SELECT recipients FROM report_definition WHERE recipients && '{office@example.org}' ORDER BY cardinality(recipients)`,
  );
  expect(recipients.rows[0]).toEqual({ recipients: ['office@example.org'] });
  const chain = await systemTransaction(server.services.pool, (db) => checkChain(db, world));
  expect(chain.brokenAt).toBeUndefined();
  expect(chain.changes).toBeGreaterThan(5);
  // The signed days follow the rewritten history, and say when they were signed again.
  const heads = await server.database.root.query<{ matches: boolean; signedAt: Date }>(
    `SELECT h.chain = (SELECT c.chain FROM change c WHERE c.project_id = h.project_id AND c.position <= h.position
       ORDER BY c.position DESC LIMIT 1) AS matches, h.signed_at AS "signedAt"
     FROM history_head h WHERE h.project_id = $1`,
    [world.projectId],
  );
  expect(heads.rows).toEqual([{ matches: true, signedAt: server.clock.now() }]);

  // The address can be used by someone else again.
  const again = await server.database.root.query('SELECT FROM app_user WHERE email = $1', [actor.email]);
  expect(again.rowCount).toBe(0);
  await createPerson(server, { organisationId: world.organisationId, firstName: 'Erna', lastName: 'Again' });
});

test('users erase their own account by password, except the last owner; no one erases a higher rank', async () => {
  const actor = await aPerson('Selbstweg');
  const body = { password: PASSWORD, confirm: actor.email };
  expect((await actor.caller.send(eraseSelf, { body: { ...body, password: 'wrong' } })).status).toBe(400);
  await actor.caller.call(eraseSelf, { body });
  await work();
  await server.database.root.query('DELETE FROM idempotency');
  expect(await traces('Selbstweg')).toEqual([]);

  const last = await world.owner.caller.send(eraseSelf, { body: { password: PASSWORD, confirm: world.owner.email } });
  expect(last).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  const lead = await signIn(
    server,
    await createPerson(server, {
      organisationId: world.organisationId,
      firstName: 'Lea',
      lastName: 'Lang',
      admin: true,
    }),
  );
  const above = await lead.caller.send(erasePerson, {
    params: { userId: world.owner.userId },
    body: { confirm: world.owner.email },
  });
  expect(above.status).toBe(403);
  const own = await lead.caller.send(erasePerson, { params: { userId: lead.userId }, body: { confirm: lead.email } });
  expect(own).toMatchObject({ status: 409, body: { code: 'own_account' } });
});

test('the only manager of a project is erased, removed or leaves only once someone else manages it', async () => {
  const { organisationId } = world;
  const lead = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Lore', lastName: 'Allein' }),
  );
  const mate = await createPerson(server, { organisationId, firstName: 'Mara', lastName: 'Mit' });
  const members: [typeof mate, 'administrator' | 'contributor'][] = [
    [lead, 'administrator'],
    [mate, 'contributor'],
  ];
  const own = await makeProject(server, { organisationId, title: 'Left alone', by: lead, members });
  const refused = { code: 'sole_administrator', detail: expect.stringContaining('Left alone') };
  const body = { password: PASSWORD, confirm: lead.email };
  expect(await lead.caller.send(eraseSelf, { body })).toMatchObject({ status: 409, body: refused });
  expect(await lead.caller.send(leaveOrganisation, {})).toMatchObject({ status: 409, body: refused });
  const params = { userId: lead.userId };
  const erased = () => world.owner.caller.send(erasePerson, { params, body: { confirm: lead.email } });
  expect(await erased()).toMatchObject({ status: 409, body: refused });
  const removed = await world.owner.caller.call(actOnUsers, { body: { userIds: [lead.userId], act: 'remove' } });
  expect(removed).toMatchObject({ done: [], skipped: [{ code: 'sole_administrator' }] });
  // An owner of the project manages it as well.
  await writeRows(server, { organisationId, projectId: own }, async (tx) => {
    const project = await tx.get('project', own);
    if (project) tx.put('project', { ...project, ownerId: mate.userId });
  });
  expect((await erased()).status).toBe(204);
});

test('a member of another organisation keeps the account there', async () => {
  const actor = await aPerson('Zweifach');
  const { organisationId } = world.other;
  await systemTransaction(server.services.pool, (db) =>
    joinOrganisation(db, { organisationId, userId: actor.userId, now: server.clock.now() }),
  );
  await world.owner.caller.call(erasePerson, { params: { userId: actor.userId }, body: { confirm: actor.email } });
  await work();
  await server.database.root.query('DELETE FROM idempotency');
  expect(await traces('Zweifach')).toEqual(['public.app_user.last_name']);
  const kept = await server.database.root.query('SELECT active, email FROM app_user WHERE id = $1', [actor.userId]);
  expect(kept.rows).toEqual([{ active: true, email: actor.email }]);
});
