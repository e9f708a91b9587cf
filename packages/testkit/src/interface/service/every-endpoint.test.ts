// Calls every served endpoint with input that must be refused: the right status, a code, a readable message and no
// change. New endpoints are covered automatically.
import { randomUUID } from 'node:crypto';
import { ACCESS_ROLES, type AccessRole, can } from '@plumbline/core/access/capabilities';
import { createProject, getProject, updateProject } from '@plumbline/core/features/projects/contract';
import { type Endpoint, problem } from '@plumbline/core/kernel/endpoint';
import { ERRORS } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import { syncPull, syncPush } from '@plumbline/core/sync/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, memberOf, signIn, type World, writeRows } from '../../actors.ts';
import { inputOf, POISON, spoiled } from '../../arbitrary-input.ts';
import { type Answer, Caller } from '../../calls.ts';
import { groupRow, pinRow, planRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** More runs in a long test: `FUZZ_RUNS=20000`. */
const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 600);

const server: TestServer = await startTestServer();
const endpoints = server.served.endpoints;
const guarded = endpoints.filter((endpoint) => endpoint.guard.kind !== 'public');
const inProject = endpoints.filter((endpoint) => endpoint.guard.kind === 'project');
const writes = endpoints.filter((endpoint) => endpoint.method !== 'GET');
let world: World;
/** One person for each column of the permission matrix. */
let acting: Record<AccessRole, Actor>;
/** Rows of the second organisation, by the parameter name that refers to them. */
let foreign: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld(server);
  const [projectOwner, ownerAssistant] = await Promise.all(['Otto', 'Asta'].map(named));
  if (!projectOwner || !ownerAssistant) throw new TypeError('both are made');
  acting = { ...world.roles, projectOwner, ownerAssistant };
  // Device keys and the epoch of the history are created on first use, which is not a change made by a refused call.
  await world.roles.administrator.caller.send(syncPull, { query: { projectId: world.projectId, from: 0 } });
  for (const { caller } of [...Object.values(acting), world.colleague, world.owner, world.other.administrator])
    await caller.keyHeader();
  await writeRows(server, world, async (tx) => {
    const project = await tx.get('project', world.projectId);
    if (!project) throw new TypeError('the project is there');
    tx.put('project', { ...project, ownerId: projectOwner.userId, assistantId: ownerAssistant.userId });
  });
  const { organisationId, projectId, administrator } = world.other;
  const by = { projectId, createdBy: administrator.userId };
  const [plan, pin] = [planRow(by), pinRow(by, { number: 1 })];
  const task = taskRow(by, pin.id, { number: 1 });
  const group = groupRow(by, { pinIds: [pin.id] });
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('plan', plan);
    tx.put('pin', pin);
    tx.put('task', task);
    tx.put('group', group);
  });
  const member = await server.database.root.query('SELECT id FROM member WHERE project_id = $1', [projectId]);
  foreign = {
    planId: plan.id,
    pinId: pin.id,
    taskId: task.id,
    groupId: group.id,
    memberId: String(member.rows[0]?.id),
  };
});
afterAll(() => server.close());

/** A person with the subcontractor role, later named owner or assistant of the project. */
async function named(firstName: string): Promise<Actor> {
  const { organisationId } = world;
  const person = await signIn(server, await createPerson(server, { organisationId, firstName, lastName: 'Named' }));
  await writeRows(server, world, (tx) => tx.put('member', memberOf(person, world.projectId, 'subcontractor')));
  return person;
}

const tableNames = async (): Promise<string[]> => {
  const found = await server.database.root.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1`,
  );
  return found.rows.map((row) => row.name);
};

/** Routes that are not declared endpoints, with the reason; every other route must be declared. */
const PLAIN: Record<string, string> = {
  '/healthz': 'open to everyone',
  '/readyz': 'open to everyone',
  '/metrics': 'by its own token, or from this machine',
  '/api/openapi.json': 'the description itself',
  '/api/v2/files': 'the upload protocol, by token',
  '/api/v2/files/:id': 'the upload protocol, by token',
  '/api/v2/sync/live': 'a stream, by token',
  '/api/reports/v1/returned': 'for the mail server of the operator, by its own token',
  '/api/v2/sso/:providerId/acs': 'where providers send browsers, by what they have signed',
  '/api/v2/sso/:providerId/callback': 'where providers send browsers, by what they have signed',
  '/api/v2/sso/:providerId/backchannel': 'where providers speak by themselves, by what they have signed',
  '/api/v2/sso/:providerId/logout': 'where providers send browsers, by what they have signed',
  '/api/v2/sso/:providerId/metadata': 'open to everyone',
  '/m/files/:blobId/:size': 'by signature',
  '/m/pictures/:picture': 'by signature',
  '/m/personal/:exportId': 'by signature',
  '/m/prints/:printId': 'by signature',
  '/m/archives/:archiveId': 'by signature',
  '/m/exports/:exportId': 'by signature',
  '/m/tiles/:revisionId/:expires/:audience/:signature/:z/:x/:y': 'by signature',
};

/** Every route of the router, read from its tree. */
function routesOf(tree: string): string[] {
  const routes: string[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const found = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.+)\))?/u.exec(line);
    if (!found) continue;
    const [, indent = '', part = '', methods] = found;
    above.length = indent.length / 4;
    above.push(part);
    if (methods) routes.push(above.join(''));
  }
  return [...new Set(routes)];
}

/** State that must not change: everything except attempt counters and keys of calls in progress. */
const RESTLESS = new Set(['rate_limit', 'idempotency', 'security_event', 'schema_migration']);
async function fingerprint(): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const name of await tableNames()) {
    if (RESTLESS.has(name)) continue;
    const found = await server.database.root.query<{ print: string | null }>(
      `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS print FROM "${name}" t`,
    );
    prints[name] = found.rows[0]?.print ?? '';
  }
  return prints;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;

/** Whether a schema accepts this field at its top level, valid or not. */
const declaresField = (schema: Endpoint['body'], field: string): boolean =>
  schema !== undefined && 'shape' in schema && field in (schema.shape as object);

/** An input of a valid shape. */
function sample(declaration: Endpoint, seed = 1) {
  const one = (schema: Endpoint['body']) => (schema ? fc.sample(inputOf(schema), { numRuns: 1, seed })[0] : undefined);
  const params = one(declaration.params) as Record<string, unknown> | undefined;
  return {
    params: { ...params, ...(params && 'projectId' in params && { projectId: world.projectId }) } as Record<
      string,
      unknown
    >,
    query: one(declaration.query) as Record<string, unknown> | undefined,
    body: one(declaration.body),
  };
}
type Input = ReturnType<typeof sample>;
const given = (input: Input) => ({
  params: input.params,
  ...(input.query && { query: input.query }),
  ...(input.body !== undefined && { body: input.body }),
});

function expectRefusal(answer: Answer, where: string): void {
  expect(answer.status, where).toBeGreaterThanOrEqual(400);
  expect(answer.status, where).toBeLessThan(500);
  expect(answer.headers['content-type'], where).toContain('application/problem+json');
  const { error: _error, error_description: _description, ...body } = answer.body as Record<string, unknown>;
  const refusal = problem.parse(body);
  expect(Object.keys(ERRORS), where).toContain(refusal.code);
  expect(refusal.status, where).toBe(answer.status);
  // A sentence, not a code: it begins with a capital letter and has some length.
  expect(refusal.detail, where).toMatch(/^\p{Lu}.{5,}/u);
}
const codeOf = (answer: Answer) => (answer.body as { code?: string }).code;

describe('refused, with a code and a sentence, and without any change', () => {
  let before: Record<string, string> = {};
  beforeEach(async () => {
    before = await fingerprint();
  });
  afterEach(async () => {
    expect(await fingerprint()).toEqual(before);
    expect(server.logged.filter((one) => one.level !== 'warn')).toEqual([]);
  });

  test('there are endpoints to test', () => {
    expect(guarded.length).toBeGreaterThan(25);
    expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length);
  });

  test('every route without a declaration is listed with a reason', () => {
    const declared = new Set(endpoints.map((endpoint) => versionedPath(endpoint.path)));
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
    const beside = routes.filter(
      (route) => !declared.has(route) && !route.startsWith('/api/docs') && !/^\/?\*?$/u.test(route),
    );
    expect(beside.sort()).toEqual(Object.keys(PLAIN).sort());
    expect(routes.length).toBeGreaterThan(declared.size);
  });

  test('endpoints that require a token are refused without one', async () => {
    for (const [route, reason] of Object.entries(PLAIN)) {
      if (!reason.endsWith('by token')) continue;
      const url = route.replace(':id', randomUUID());
      for (const method of ['POST', 'PATCH', 'DELETE', 'HEAD', 'GET'] as const) {
        const answer = await world.nobody.raw({ method, url });
        expect([401, 404, 415], `${method} ${url}`).toContain(answer.status);
      }
    }
  });

  test('without a token, or with an invalid one', async () => {
    for (const declaration of guarded) {
      const input = given(sample(declaration));
      const nobody = await world.nobody.send(declaration, input);
      expectRefusal(nobody, declaration.name);
      expect([nobody.status, codeOf(nobody)], declaration.name).toEqual([401, 'unauthenticated']);
      const guess = await new Caller(server.app, 'a'.repeat(43)).send(declaration, input);
      expect([guess.status, codeOf(guess)], declaration.name).toEqual([401, 'invalid_token']);
    }
  });

  test('with malformed ids', async () => {
    for (const declaration of endpoints.filter((endpoint) => endpoint.params)) {
      const input = given(sample(declaration));
      for (const name of Object.keys(input.params)) {
        for (const value of ['nonsense', '0', '../x', '%00', 'x'.repeat(250)]) {
          const answer = await world.roles.administrator.caller.send(declaration, {
            ...input,
            params: { ...input.params, [name]: value },
          });
          if (answer.status < 400) continue;
          expectRefusal(answer, `${declaration.name} ${name}=${value}`);
        }
      }
    }
  });

  test('with unknown ids and ids of another organisation, both alike', async () => {
    const { administrator } = world.roles;
    for (const declaration of inProject) {
      const input = given(sample(declaration));
      for (const projectId of [randomUUID(), world.other.projectId]) {
        const answer = await administrator.caller.send(declaration, {
          ...input,
          params: { ...input.params, projectId },
        });
        expectRefusal(answer, declaration.name);
        expect([answer.status, codeOf(answer)], declaration.name).toEqual([404, 'not_found']);
      }
      for (const [name, id] of Object.entries(foreign)) {
        if (!(name in input.params)) continue;
        const answers = [id, randomUUID()].map((value) =>
          administrator.caller.send(declaration, { ...input, params: { ...input.params, [name]: value } }),
        );
        const [theirs, unknown] = await Promise.all(answers);
        expect(theirs?.status, `${declaration.name} ${name}`).toBe(unknown?.status);
        expect(theirs?.body, `${declaration.name} ${name}`).toEqual(unknown?.body);
        expect(theirs?.status, `${declaration.name} ${name}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('by non-members', async () => {
    for (const declaration of inProject) {
      for (const who of [world.colleague, world.roles.none, world.owner, world.other.administrator]) {
        const answer = await who.caller.send(declaration, given(sample(declaration)));
        expect([answer.status, codeOf(answer)], declaration.name).toEqual([404, 'not_found']);
      }
    }
    for (const declaration of endpoints.filter((endpoint) => endpoint.guard.kind === 'organisation')) {
      const answer = await world.roles.administrator.caller.send(declaration, given(sample(declaration)));
      expect([answer.status, codeOf(answer)], declaration.name).toEqual([403, 'forbidden']);
    }
  });

  test.each(ACCESS_ROLES.filter((one) => one !== 'none'))(
    'by %s without permission, as in the matrix',
    async (role) => {
      let [refused, passed] = [0, 0];
      for (const declaration of inProject) {
        if (declaration.guard.kind !== 'project') continue;
        const { needs } = declaration.guard;
        // A body of the wrong shape: a caller who passes the guard is informed, and changes nothing.
        const input = { ...given(sample(declaration)), ...(declaration.body && { body: [] }) };
        const answer = await acting[role].caller.send(
          declaration,
          input,
          declaration.body ? {} : { 'idempotency-key': 'no' },
        );
        const where = `${role} ${declaration.name}`;
        if (can(role, needs)) {
          expect(answer.status, where).not.toBe(403);
          passed += 1;
        } else {
          expectRefusal(answer, where);
          expect([answer.status, codeOf(answer)], where).toEqual([403, 'forbidden']);
          refused += 1;
        }
      }
      expect(passed).toBeGreaterThan(5);
      const holdsAll = role === 'administrator' || role === 'projectOwner';
      expect(refused > 0).toBe(!holdsAll);
    },
  );

  test('with fields that cannot be sent, each reported by name', async () => {
    const asked = ['role', 'orgId', 'organisationId', 'ownerId', 'licence', 'createdBy', 'state'];
    let described = 0;
    // Devices may be newer than the server: a push is applied without the fields it does not know.
    const strict = writes.filter((write) => write.guard.kind !== 'public' && write.name !== syncPush.name);
    for (const declaration of strict) {
      const input = given(sample(declaration));
      const { body } = input;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
      const slipped = asked.filter((field) => !declaresField(declaration.body, field));
      const { caller } = declaration.guard.kind === 'organisation' ? world.owner : world.roles.administrator;
      const extra = Object.fromEntries(slipped.map((field) => [field, randomUUID()]));
      const answer = await caller.send(declaration, { ...input, body: { ...body, ...extra } });
      expectRefusal(answer, declaration.name);
      if (answer.status !== 422) continue;
      const fields = (answer.body as { fields?: { path: string }[] }).fields?.map((field) => field.path) ?? [];
      expect(fields, declaration.name).toEqual(expect.arrayContaining(slipped));
      described += 1;
    }
    expect(described).toBeGreaterThan(40);
  });

  test('with a body of the wrong shape', async () => {
    for (const declaration of writes.filter((write) => write.body)) {
      for (const body of [null, [], 'text', 7, { surprise: true }]) {
        const answer = await world.roles.administrator.caller.send(declaration, {
          ...given(sample(declaration)),
          body,
        });
        expectRefusal(answer, `${declaration.name} ${JSON.stringify(body)}`);
      }
    }
  });

  const send = async (declaration: Endpoint, payload: string | Buffer, type = 'application/json') => {
    const { params } = sample(declaration);
    const path = declaration.path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name])));
    const { caller } = world.roles.administrator;
    const key = declaration.deviceKey ? await caller.keyHeader() : {};
    const headers = { ...key, 'content-type': type, 'idempotency-key': randomUUID() };
    return caller.raw({
      method: declaration.method,
      url: versionedPath(path),
      headers,
      payload,
    });
  };

  test('with a body that is too large, of another type, or not JSON', async () => {
    for (const declaration of writes.filter((write) => write.body)) {
      const limit = declaration.bodyLimit ?? 1_048_576;
      const large = await send(declaration, `{"a":"${'x'.repeat(limit)}"}`);
      expect([large.status, codeOf(large)], declaration.name).toEqual([413, 'too_large']);
      expectRefusal(large, declaration.name);
      const typed = await send(declaration, '{}', 'text/plain');
      expect([typed.status, codeOf(typed)], declaration.name).toEqual([415, 'unsupported_type']);
      for (const payload of [
        '{',
        '{"a":1,}',
        '[1e400',
        '"\\ud800',
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        '{"__proto__":{"admin":true}}',
        '{"a":{"constructor":1}}',
        '{"a":1,"a":2}',
        '\u0000',
      ]) {
        expectRefusal(await send(declaration, payload), `${declaration.name} ${payload.slice(0, 40)}`);
      }
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('with undeclared or invalid query parameters', async () => {
    for (const declaration of endpoints.filter((endpoint) => endpoint.query)) {
      const input = given(sample(declaration));
      const queries = [
        { surprise: 'x' },
        { page: '-1' },
        { page: 'x' },
        { page: '1e999' },
        { size: '0' },
        { size: '1001' },
        { search: 'x'.repeat(100_000) },
        { sort: 'constructor' },
      ];
      for (const query of queries) {
        const answer = await world.roles.administrator.caller.send(declaration, {
          ...input,
          query: { ...input.query, ...query },
        });
        expectRefusal(answer, `${declaration.name} ${JSON.stringify(query).slice(0, 40)}`);
      }
    }
  });

  test('without the key required for a write', async () => {
    for (const declaration of writes.filter(
      (write) => write.guard.kind !== 'public' && write.idempotencyKey !== false,
    )) {
      const input = given(sample(declaration));
      const who = declaration.guard.kind === 'organisation' ? world.owner : world.roles.administrator;
      for (const key of ['', 'short', 'with blanks and more', 'x'.repeat(129)]) {
        const answer = await who.caller.send(declaration, input, { 'idempotency-key': key });
        expectRefusal(answer, `${declaration.name} ${key}`);
      }
    }
  });
});

test('a service responds under its version, and without a version', async () => {
  const { caller } = world.roles.administrator;
  const ask = async (url: string) => (await caller.raw({ method: 'GET', url })).status;
  for (const url of ['/api/me', '/api/v2/me', '/api/projects-api/projects', '/api/projects-api/v3/projects']) {
    expect(await ask(url), url).toBe(200);
  }
  for (const url of [
    '/api/v1/me',
    '/api/projects-api/v2/projects',
    '/api/v2/projects-api/projects',
    '/api/nothing',
    '/api',
  ]) {
    expect(await ask(url), url).toBe(404);
  }
});

/** A fingerprint of everything the second organisation has. */
async function theirRows(): Promise<string> {
  const found = await Promise.all(
    ['project', 'member', 'plan', 'pin', 'task', 'pin_group', 'change'].map((table) =>
      server.database.root.query(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS all FROM "${table}" t WHERE organisation_id = $1`,
        [world.other.organisationId],
      ),
    ),
  );
  return JSON.stringify(found.map((one) => one.rows));
}

test('ids of another organisation in a body are answered like unknown ids, and nothing there changes', async () => {
  const before = await theirRows();
  let swapped = 0;
  for (const declaration of writes.filter((write) => write.guard.kind !== 'public')) {
    const input = given(sample(declaration));
    const text = JSON.stringify(input.body ?? null);
    for (const id of new Set(text.match(UUID) ?? [])) {
      for (const theirs of [foreign.planId, foreign.pinId, foreign.memberId, world.other.projectId].map(String)) {
        const answerTo = async (put: string) => {
          const body = JSON.parse(text.replaceAll(id, put)) as unknown;
          const answer = await world.roles.administrator.caller.send(declaration, { ...input, body });
          // A link to a row created under that id has its own signature.
          const shown = JSON.stringify(answer.body)
            .replaceAll(put, 'that')
            .replaceAll(/s=[\w-]+/gu, 's=');
          return { status: answer.status, shown };
        };
        const [known, unknown] = [await answerTo(theirs), await answerTo(randomUUID())];
        expect(known, `${declaration.name} ${text}`).toEqual(unknown);
        swapped += 1;
      }
    }
  }
  expect(swapped).toBeGreaterThan(50);
  expect(await theirRows()).toBe(before);
});

describe('a write with a key', () => {
  const headers = () => ({ 'idempotency-key': randomUUID() });
  const send = (who: Actor, body: object, key: Record<string, string>) => who.caller.send(createProject, { body }, key);

  test('that is repeated gets the first response again and is done once', async () => {
    const key = headers();
    const body = { id: randomUUID(), title: 'Repeatable house' };
    const first = await send(world.owner, body, key);
    await world.owner.caller.call(updateProject, { params: { projectId: body.id }, body: { company: 'Later' } });
    const second = await send(world.owner, body, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await world.owner.caller.call(getProject, { params: { projectId: body.id } })).toMatchObject({
      company: 'Later',
    });
  });

  test('that reuses the key for something else is refused', async () => {
    const key = headers();
    const body = { id: randomUUID(), title: 'Key house' };
    await send(world.owner, body, key);
    const other = await send(world.owner, { ...body, title: 'Other house' }, key);
    expect([other.status, codeOf(other)]).toEqual([409, 'key_reused']);
    const elsewhere = await world.owner.caller.send(
      updateProject,
      { params: { projectId: body.id }, body: { notes: 'x' } },
      key,
    );
    expect([elsewhere.status, codeOf(elsewhere)]).toEqual([409, 'key_reused']);
  });

  test('sent concurrently creates one row', async () => {
    const key = headers();
    const body = { id: randomUUID(), title: 'At once house' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(world.owner, body, key)));
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1);
    for (const answer of answers) expect([200, 503]).toContain(answer.status);
    const rows = await server.database.root.query(`SELECT FROM project WHERE title = 'At once house'`);
    expect(rows.rowCount).toBe(1);
  });

  test('that was refused can be retried with the same key', async () => {
    const key = headers();
    const body = { id: randomUUID(), title: 'Harbour house' };
    expect((await send(world.owner, body, key)).status).toBe(409);
    await world.roles.administrator.caller.call(updateProject, {
      params: { projectId: world.projectId },
      body: { title: 'Renamed house' },
    });
    expect((await send(world.owner, body, key)).status).toBe(200);
  });

  test('of one person does not affect another', async () => {
    const key = headers();
    expect((await send(world.owner, { id: randomUUID(), title: 'Mine alone' }, key)).status).toBe(200);
    expect((await send(world.other.administrator, { id: randomUUID(), title: 'Theirs' }, key)).status).toBe(200);
  });
});

/** A value that can be part of a URL. */
const written = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

test('no input breaks the server, and no foreign id comes back', async () => {
  const cases = fc.constantFrom(...endpoints).chain((declaration) => {
    const part = (schema: Endpoint['body']) => {
      if (!schema) return fc.constant(undefined);
      const values = inputOf(schema);
      return fc.oneof({ weight: 1, arbitrary: values }, { weight: 2, arbitrary: values.chain(spoiled) });
    };
    return fc.record({
      name: fc.constant(declaration.name),
      query: part(declaration.query),
      body: part(declaration.body),
      params: declaration.params ? inputOf(declaration.params) : fc.constant({}),
      strange: fc.constantFrom(...POISON),
      aim: fc.integer({ min: 0, max: 9 }),
    });
  });
  const secrets = [world.other.projectId, world.other.organisationId, ...Object.values(foreign)];
  await fc.assert(
    fc.asyncProperty(cases, async ({ name: called, query, body, params, strange, aim }) => {
      const declaration = endpoints.find((endpoint) => endpoint.name === called);
      if (!declaration) throw new Error(called);
      const named = { ...(params as Record<string, unknown>) };
      if ('projectId' in named && aim > 0) named.projectId = world.projectId;
      if (aim === 1) for (const name of Object.keys(named)) named[name] = written(strange).slice(0, 200);
      const flat = typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : {};
      const shown = Object.fromEntries(Object.entries(flat).map(([name, value]) => [name, written(value)]));
      const role = aim % 2 ? world.roles.contributor : world.roles.administrator;
      const who = declaration.guard.kind === 'organisation' ? world.owner : role;
      const answer = await who.caller.send(declaration, {
        params: named,
        query: shown,
        ...(body !== undefined && { body }),
      });
      expect(answer.status, `${declaration.name}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      const text = answer.raw.toString('utf8');
      for (const secret of secrets) expect(text.includes(secret)).toBe(false);
    }),
    { numRuns: FUZZ_RUNS, seed: 7, endOnFailure: true },
  );
  expect(server.logged.filter((one) => one.level !== 'warn')).toEqual([]);
});
