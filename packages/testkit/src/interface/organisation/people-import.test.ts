// Importing lists of people: read in any dialect, checked without changes, imported once despite retries, cancelled
// and resumed.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvRows } from '@plumbline/core/features/datasets/table';
import { listMembers } from '@plumbline/core/features/people/contract';
import type { ImportKind, Target } from '@plumbline/core/features/people/import/columns';
import { memberImports, type PeopleImport, userImports } from '@plumbline/core/features/people/import/contract';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { setUserActive } from '@plumbline/server/features/organisations/store';
import { peopleImportTasks } from '@plumbline/server/features/people/import/jobs';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, makeProject, signIn, type World, writeRows } from '../../actors.ts';
import { teamRow } from '../../content.ts';
import { lastMail, mailsTo, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
/** Administers the organisation and the project. */
let lead: Actor;
let home = '';

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId } = world;
  lead = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Lea', lastName: 'Lang', admin: true }),
  );
  home = await newProject('Project of lists');
});
afterAll(() => server.close());

/** A separate project whose administrators are `lead` and the world's administrator. */
const newProject = (title: string) =>
  makeProject(server, {
    organisationId: world.organisationId,
    title,
    by: lead,
    members: [
      [lead, 'administrator'],
      [world.roles.administrator, 'administrator'],
    ],
  });

async function uploaded(content: string | Buffer, by: Actor = lead): Promise<string> {
  const id = randomUUID();
  const key = `blobs/test/${id}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([Buffer.from(content)]));
  const file = { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime: 'text/csv', name: 'people.csv' };
  await recordBlob(server.services, by, file);
  return id;
}

async function work(task: 'people.check' | 'people.run', importId: string, signal = new AbortController().signal) {
  const run = peopleImportTasks(server.services)[task];
  await run?.({ organisationId: world.organisationId, importId }, { id: 'job', attempt: 1, maxAttempts: 6, signal });
}

type ImportOptions = {
  projectId: string;
  columns: Target[];
  by?: Actor;
  encoding?: 'iso-8859-2';
  separator?: ';';
};
const one = (projectId: string, importId: string) => ({ params: { projectId, importId } });

async function checked(content: string | Buffer, { projectId, columns, by = lead, ...dialect }: ImportOptions) {
  const id = randomUUID();
  const body = { id, blobId: await uploaded(content, by), kind: 'members' as const, columns, ...dialect };
  await by.caller.call(memberImports.check, { params: { projectId }, body });
  await work('people.check', id);
  return by.caller.call(memberImports.get, one(projectId, id));
}
async function taken(content: string | Buffer, bring: ImportOptions): Promise<PeopleImport> {
  const { id } = await checked(content, bring);
  const { caller } = bring.by ?? lead;
  await caller.call(memberImports.run, { ...one(bring.projectId, id), query: {} });
  await work('people.run', id);
  return caller.call(memberImports.get, one(bring.projectId, id));
}
const rowsOf = async (projectId: string, importId: string) =>
  (await lead.caller.call(memberImports.rows, { ...one(projectId, importId), query: { size: 1_000 } })).content;
const membersOf = async (projectId: string) =>
  (await lead.caller.call(listMembers, { params: { projectId }, query: { size: 1_000 } })).content;
const accounts = async (email: string) =>
  (await server.database.root.query('SELECT * FROM app_user WHERE email = $1', [email])).rows;

describe('a preview of the file', () => {
  const preview = async (content: string | Buffer, said: object = {}) =>
    lead.caller.call(memberImports.preview, {
      params: { projectId: home },
      body: { blobId: await uploaded(content), kind: 'members', ...said },
    });
  const text = 'E-Mail;Vorname;Gewerk\nzoe@example.org;Zoë;Türen\n';

  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 in the other byte order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('detects %s', async (_name, bytes, encoding) => {
    expect(await preview(bytes)).toEqual({
      encoding,
      separator: ';',
      columns: ['E-Mail', 'Vorname', 'Gewerk'],
      proposed: ['email', 'firstName', 'craft'],
      rows: [['zoe@example.org', 'Zoë', 'Türen']],
      problem: null,
    });
  });

  test('the chosen encoding or separator overrides the detected one', async () => {
    const czech = Buffer.from('e-mail,p\xf8\xedjmen\xed\na@b.org,Dvo\xf8\xe1k\n', 'latin1');
    expect(await preview(czech, { encoding: 'iso-8859-2' })).toMatchObject({
      columns: ['e-mail', 'příjmení'],
      proposed: ['email', 'lastName'],
      rows: [['a@b.org', 'Dvořák']],
    });
    expect(await preview('a,b;c\n1,2;3\n', { separator: '|' })).toMatchObject({ columns: ['a,b;c'] });
    for (const sign of [',', ';', '\t', '|'] as const) {
      const rows = `mail${sign}name\n"a@b.org"${sign}"line\nbreak ""x"""\n`;
      expect(await preview(rows)).toMatchObject({ separator: sign, rows: [['a@b.org', 'line\nbreak "x"']] });
    }
  });

  test.each([
    ['only blanks', '\n\n \n', 'empty'],
    ['only a header row', 'E-mail,Name\n\n', 'no_rows'],
    ['10,000 columns', Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(','), 'too_many_columns'],
    ['not a workbook', 'PK\u0003\u0004 none', 'unreadable'],
    ['not text', 'E-mail\u0000\u0001\u0002,x\n', 'unreadable'],
  ])('reports a problem: %s', async (_name, content, problem) => {
    expect((await preview(content)).problem).toBe(problem);
  });

  test('columns with the same name are told apart', async () => {
    expect(await preview('E-mail,e-mail,Name\na@b.org,c@d.org,A\n')).toMatchObject({
      columns: ['E-mail', 'e-mail (2)', 'Name'],
      proposed: ['email', 'ignore', 'fullName'],
      problem: null,
    });
  });

  test('a file of another user, or one that is too large, is refused', async () => {
    const params = { projectId: home };
    const foreign = await uploaded(text, world.roles.administrator);
    const theirs = await lead.caller.send(memberImports.preview, {
      params,
      body: { blobId: foreign, kind: 'members' },
    });
    expect(theirs).toMatchObject({ status: 409, body: { code: 'blob_missing' } });
    const large = await uploaded(`E-mail\n${'x'.repeat(3_460_300)}`);
    const refused = await lead.caller.send(memberImports.preview, { params, body: { blobId: large, kind: 'members' } });
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } });
    const metadata = Object.entries({ id: randomUUID(), purpose: 'people', name: 'people.csv' });
    const begun = await lead.caller.raw({
      method: 'POST',
      url: '/api/files',
      headers: {
        'upload-length': '3460301',
        'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
      },
    });
    expect(begun).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });
});

describe('checking', () => {
  test('reports the outcome of each row, and changes nothing', async () => {
    const projectId = await newProject('Checked house');
    const { organisationId } = world;
    const [colleague, locked] = [
      world.colleague,
      await createPerson(server, { organisationId, firstName: 'Lou', lastName: 'Locke' }),
    ];
    await systemTransaction(server.services.pool, (db) => setUserActive(db, locked.userId, false, server.clock.now()));
    const team = teamRow(projectId, { title: 'Plasterers', role: 'subcontractor' });
    await writeRows(server, { organisationId, projectId }, (tx) => tx.put('team', team));
    const lines = [
      'E-Mail;Name;Rolle;Team;Handy;Sprache',
      'new@example.org;Nina Neu;Subunternehmer;plasterers;+43 664 123456;Français',
      `${colleague.email.toUpperCase()};;;;;`,
      `${lead.email};;;;;`,
      ';;;;;',
      'new@example.org;Nina Again;;;;',
      'no address;;;;;',
      ';Ohne Mail;;;;',
      'r@example.org;;Chef;;;',
      't@example.org;;;Roofers;;',
      'u@example.org;;Contributor;Plasterers;;',
      'p@example.org;;;;0664;',
      'l@example.org;;;;;Klingonisch',
      `${locked.email};;;;;`,
      '=HYPERLINK("x");;;;;',
      'm@example.org;;;;;;;more',
    ];
    const { state, counts, id, done } = await checked(lines.join('\r\n'), {
      projectId,
      columns: ['email', 'fullName', 'role', 'team', 'phone', 'language'],
    });
    expect({ state, counts, done }).toEqual({
      ...{ state: 'checked', done: 0 },
      counts: { create: 1, join: 1, present: 1, bad: 11 },
    });
    const rows = await rowsOf(projectId, id);
    expect(rows.map((row) => [row.line, row.outcome, row.problem, row.value])).toEqual([
      [2, 'create', null, ''],
      [3, 'join', null, ''],
      [4, 'present', null, ''],
      [6, 'bad', 'email_twice', '2'],
      [7, 'bad', 'email_invalid', 'no address'],
      [8, 'bad', 'email_missing', 'Ohne Mail'],
      [9, 'bad', 'role_unknown', 'Chef'],
      [10, 'bad', 'team_unknown', 'Roofers'],
      [11, 'bad', 'team_role', 'Plasterers'],
      [12, 'bad', 'phone_invalid', '0664'],
      [13, 'bad', 'language_unknown', 'Klingonisch'],
      [14, 'bad', 'inactive', locked.email],
      [15, 'bad', 'email_invalid', '=hyperlink("x")'],
      [16, 'bad', 'cells_too_many', 'more'],
    ]);
    expect(rows[0]).toMatchObject({ name: 'Nina Neu', role: 'subcontractor', team: 'Plasterers', done: false });
    expect(await accounts('new@example.org')).toEqual([]);
    expect(await membersOf(projectId)).toHaveLength(2);
    expect(await mailsTo(server, 'new@example.org')).toEqual([]);
  });

  test.each([
    [['email', 'username'], 'both'],
    [['firstName', 'lastName'], 'neither'],
    [['email', 'email'], 'twice'],
  ] as [Target[], string][])('columns %j are refused: %s', async (columns) => {
    const body = { id: randomUUID(), blobId: await uploaded('a,b\n1,2\n'), kind: 'members' as const, columns };
    const answer = await lead.caller.send(memberImports.check, { params: { projectId: home }, body });
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'columns' }] } });
  });

  test('a file with other columns than those chosen is reported', async () => {
    expect(await checked('a,b\n1,2\n', { projectId: home, columns: ['email'] })).toMatchObject({
      ...{ state: 'failed', problem: 'column_missing', checked: false },
    });
  });
});

describe('importing', () => {
  test('invites new people and adds known ones, each to the team; importing the same list again changes nothing', async () => {
    const projectId = await newProject('Taken house');
    const { organisationId, colleague } = world;
    const team = teamRow(projectId, { title: 'Electricians', role: 'subcontractor' });
    await writeRows(server, { organisationId, projectId }, (tx) => tx.put('team', team));
    const list = `Mail,First name,Last name,Company,Trade,Team\nElla@Example.org,Ella,Elster,Strom AG,Electrics,Electricians\n${colleague.email},,,Kern KG,Drywall,\n`;
    const columns: Target[] = ['email', 'firstName', 'lastName', 'companyName', 'craft', 'team'];
    expect(await taken(list, { projectId, columns })).toMatchObject({
      ...{ state: 'done', done: 2, counts: { create: 1, join: 1, present: 0, bad: 0 } },
    });
    const members = await membersOf(projectId);
    const ella = members.find((member) => member.email === 'ella@example.org');
    expect(ella).toMatchObject({
      firstName: 'Ella',
      companyName: 'Strom AG',
      craft: 'Electrics',
      role: 'subcontractor',
    });
    expect(members.find((member) => member.userId === colleague.userId)).toMatchObject({
      ...{ firstName: 'Kurt', lastName: 'Kern', companyName: 'Kern KG', role: 'contributor', state: 'active' },
    });
    const inTeam = await server.database.root.query('SELECT member_ids AS ids FROM team WHERE id = $1', [team.id]);
    expect(inTeam.rows[0]?.ids).toEqual([ella?.userId]);
    const mails = await mailsTo(server, 'ella@example.org');
    expect(mails).toHaveLength(1);
    expect(tokenOf(await lastMail(server, 'ella@example.org'))).toMatch(/.{43}/u);

    const again = await taken(list, { projectId, columns });
    expect(again).toMatchObject({ state: 'done', done: 0, counts: { create: 0, join: 0, present: 2, bad: 0 } });
    expect(await membersOf(projectId)).toHaveLength(4);
    expect(await mailsTo(server, 'ella@example.org')).toHaveLength(1);
    expect(await accounts('ella@example.org')).toHaveLength(1);
  });

  test('an importer without permission to invite adds colleagues only', async () => {
    const projectId = await newProject('Plain house');
    const list = `E-mail\nstranger@example.org\n${world.colleague.email}\n`;
    const by = world.roles.administrator;
    const done = await taken(list, { projectId, columns: ['email'], by });
    expect(done).toMatchObject({ state: 'done', done: 1, counts: { create: 0, join: 1, present: 0, bad: 1 } });
    expect((await rowsOf(projectId, done.id))[0]).toMatchObject({ problem: 'not_in_organisation' });
    expect(await accounts('stranger@example.org')).toEqual([]);
  });

  test('an account in another organisation is treated as unknown, and stays there', async () => {
    const projectId = await newProject('Foreign house');
    const { administrator } = world.other;
    const list = `E-mail\n${administrator.email}\n`;
    const seen = await checked(list, { projectId, columns: ['email'] });
    expect(seen.counts).toMatchObject({ create: 1 });
    await taken(list, { projectId, columns: ['email'] });
    expect(await membersOf(projectId)).toHaveLength(2);
    const places = await server.database.root.query(
      'SELECT organisation_id AS id FROM organisation_member WHERE user_id = $1',
      [administrator.userId],
    );
    expect(places.rows).toEqual([{ id: world.other.organisationId }]);
  });

  test('a worker that dies leaves its finished rows done, another continues, and no one is added twice', async () => {
    const projectId = await newProject('Killed house');
    const emails = Array.from({ length: 250 }, (_, n) => `killed${n}@example.org`);
    const { id } = await checked(`E-mail\n${emails.join('\n')}\n`, { projectId, columns: ['email'] });
    await lead.caller.call(memberImports.run, { ...one(projectId, id), query: {} });
    const dying = new AbortController();
    const { query } = server.services.pool;
    let asked = 0;
    // Dies in the middle of the second batch: after its accounts were created, before they are members.
    server.services.pool.query = ((...given: Parameters<typeof query>) => {
      asked += 1;
      if (asked > 2) throw new Error('killed');
      return query.apply(server.services.pool, given);
    }) as typeof query;
    await expect(work('people.run', id, dying.signal)).rejects.toThrow('killed');
    server.services.pool.query = query;
    const between = await lead.caller.call(memberImports.get, one(projectId, id));
    expect(between.state).toBe('running');
    expect(between.done).toBeGreaterThan(0);
    expect(between.done).toBeLessThan(250);
    await work('people.run', id);
    expect(await lead.caller.call(memberImports.get, one(projectId, id))).toMatchObject({ state: 'done', done: 250 });
    expect(await membersOf(projectId)).toHaveLength(252);
    for (const email of [emails[0], emails[99], emails[100], emails[150], emails[249]])
      expect(await mailsTo(server, email ?? ''), email).toHaveLength(1);
  });

  test('a cancelled import stops; people already added stay, and it can be resumed', async () => {
    const projectId = await newProject('Stopped house');
    const { id } = await checked('E-mail\nstop1@example.org\nstop2@example.org\n', { projectId, columns: ['email'] });
    await lead.caller.call(memberImports.run, { ...one(projectId, id), query: {} });
    expect(await lead.caller.call(memberImports.cancel, one(projectId, id))).toMatchObject({ state: 'cancelled' });
    await work('people.run', id);
    expect(await membersOf(projectId)).toHaveLength(2);
    expect(await lead.caller.call(memberImports.run, { ...one(projectId, id), query: {} })).toMatchObject({
      state: 'running',
    });
    await work('people.run', id);
    expect(await membersOf(projectId)).toHaveLength(4);
  });
});

test('rejected rows are returned as an escaped table with the reasons, ready to be corrected', async () => {
  const projectId = await newProject('Mended house');
  const { id } = await checked('E-mail;Name\n=cmd();Eve\nok@example.org;Okay\nx;"a; b"\n', {
    projectId,
    columns: ['email', 'fullName'],
  });
  const answer = await lead.caller.send(memberImports.problems, one(projectId, id));
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect([...csvRows(String(answer.body).replace('\ufeff', ''))]).toEqual([
    ['E-mail', 'Name', 'Row', 'Reason'],
    ["'=cmd()", 'Eve', '2', '“=cmd()” is not an email address'],
    ['x', 'a; b', '4', '“x” is not an email address'],
  ]);
});

describe('into the organisation', () => {
  const bring = async (content: string, kind: ImportKind, columns: Target[]) => {
    const id = randomUUID();
    await lead.caller.call(userImports.check, {
      body: { id, blobId: await uploaded(content), kind, columns },
    } as never);
    await work('people.check', id);
    await lead.caller.call(userImports.run, { params: { importId: id }, query: {} });
    await work('people.run', id);
    return lead.caller.call(userImports.get, { params: { importId: id } });
  };

  test('users are invited once, with their company', async () => {
    const list = 'Username,Name,Company,Phone\numa@example.org,Uma Unger,Unger Bau,+43 1 555\n';
    const columns: Target[] = ['username', 'fullName', 'companyName', 'phone'];
    expect(await bring(list, 'users', columns)).toMatchObject({ state: 'done', done: 1, counts: { create: 1 } });
    expect(await bring(list, 'users', columns)).toMatchObject({ state: 'done', done: 0, counts: { present: 1 } });
    const found = await server.database.root.query(
      `SELECT u.first_name, u.phone, m.state, c.name FROM app_user u JOIN organisation_member m ON m.user_id = u.id
       LEFT JOIN company c ON c.id = m.company_id WHERE u.email = 'uma@example.org'`,
    );
    expect(found.rows).toEqual([{ first_name: 'Uma', phone: '+43 1 555', state: 'invited', name: 'Unger Bau' }]);
    expect(await mailsTo(server, 'uma@example.org')).toHaveLength(1);
  });

  test('new people get no licence unless one is chosen, and only if there are enough', async () => {
    const id = randomUUID();
    const params = { importId: id };
    const list = 'E-mail,Name\nlia@example.org,Lia Lang\nleo@example.org,Leo Lang\n';
    const columns: Target[] = ['email', 'fullName'];
    const body = { id, blobId: await uploaded(list), kind: 'users' as const, columns };
    await lead.caller.call(userImports.check, { body } as never);
    await work('people.check', id);
    const { organisationId } = lead;
    const taken = await server.database.root.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM organisation_member WHERE organisation_id = $1 AND licence = 'mobile'`,
      [organisationId],
    );
    const seats = (free: number | null) =>
      server.database.root.query('UPDATE organisation SET mobile_licences = $2 WHERE id = $1', [
        organisationId,
        free === null ? null : (taken.rows[0]?.count ?? 0) + free,
      ]);
    await seats(1);
    expect((await lead.caller.call(userImports.get, { params })).freeLicences).toEqual({ full: null, mobile: 1 });
    expect(await lead.caller.send(userImports.run, { params, query: { licence: 'mobile' } })).toMatchObject({
      status: 409,
      body: { code: 'licence_limit' },
    });
    await seats(2);
    await lead.caller.call(userImports.run, { params, query: { licence: 'mobile' } });
    await work('people.run', id);
    await seats(null);
    const licences = (emails: string[]) =>
      server.database.root.query(
        'SELECT m.licence FROM organisation_member m JOIN app_user u ON u.id = m.user_id WHERE u.email = ANY ($1)',
        [emails],
      );
    expect((await licences(['lia@example.org', 'leo@example.org'])).rows).toEqual([
      { licence: 'mobile' },
      { licence: 'mobile' },
    ]);
    await bring('E-mail,Name\nlou@example.org,Lou Lang\n', 'users', columns);
    expect((await licences(['lou@example.org'])).rows).toEqual([{ licence: null }]);
  });

  test('contacts need a company and no address; a duplicate row adds one contact', async () => {
    const list =
      'Company,Name,E-mail,City\nBeton GmbH,Bea Beton,,Graz\n,No Company,,\nbeton gmbh,Ben Beton,ben@example.org,\n';
    const columns: Target[] = ['companyName', 'fullName', 'email', 'city'];
    expect(await bring(list, 'contacts', columns)).toMatchObject({
      ...{ state: 'done', done: 2, counts: { create: 2, join: 0, present: 0, bad: 1 } },
    });
    expect(await bring(list, 'contacts', columns)).toMatchObject({ counts: { create: 0, present: 2, bad: 1 } });
    const found = await server.database.root.query(
      `SELECT c.last_name, f.name, f.city FROM company_contact c JOIN company f ON f.id = c.company_id ORDER BY c.first_name`,
    );
    expect(found.rows).toEqual([
      { last_name: 'Beton', name: 'Beton GmbH', city: 'Graz' },
      { last_name: 'Beton', name: 'Beton GmbH', city: 'Graz' },
    ]);
    expect(await accounts('ben@example.org')).toEqual([]);
  });
});

test('lists of one project are inaccessible to another, and are removed after a month', async () => {
  const [first, second] = [await newProject('First of two'), await newProject('Second of two')];
  const { id } = await checked('E-mail\na@example.org\n', { projectId: first, columns: ['email'] });
  for (const declaration of [memberImports.get, memberImports.rows, memberImports.run, memberImports.cancel]) {
    const answer = await lead.caller.send(declaration, { params: { projectId: second, importId: id }, query: {} });
    expect([declaration.name, answer.status]).toEqual([declaration.name, 404]);
  }
  expect((await lead.caller.send(userImports.get, { params: { importId: id } })).status).toBe(404);
  server.clock.advance(31 * 86_400_000);
  lead = await signIn(server, lead);
  await checked('E-mail\nb@example.org\n', { projectId: first, columns: ['email'] });
  expect((await lead.caller.send(memberImports.get, one(first, id))).status).toBe(404);
  const rows = await server.database.root.query('SELECT FROM people_import_row WHERE import_id = $1', [id]);
  expect(rows.rowCount).toBe(0);
});
