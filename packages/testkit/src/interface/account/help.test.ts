// Links to help and support, and an installation that does not reveal who has an account.
import { emailExists, redeemTicket } from '@plumbline/core/features/account/entry-contract';
import { helpLink, instance } from '@plumbline/core/features/auth/instance-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      HELP_URL: 'https://help.example.org/plumbline',
      SUPPORT_URL: 'https://support.example.org/enter?ticket={token}&back={return}',
      SUPPORT_PHONE: '+43 1 234567',
      PRIVATE: 'on',
    },
  });
  world = await createWorld(server);
});
afterAll(() => server.close());

const link = (kind: 'help' | 'support', from = '/project/x?a=1') =>
  world.roles.contributor.caller.call(helpLink, { body: { kind, from } });

test('anyone can read the support contact, but not the address of the user pages', async () => {
  const expected = await world.nobody.call(instance, {});
  expect(expected).toMatchObject({ supportPhone: '+43 1 234567', help: true, support: true, beta: false });
  expect(JSON.stringify(expected)).not.toContain('support.example.org');
});

test('the support link identifies the user once, and leads back', async () => {
  const { location } = await link('support');
  const url = new URL(location);
  expect(url.origin).toBe('https://support.example.org');
  expect(url.searchParams.get('back')).toBe('http://localhost:8420/project/x?a=1');
  const ticket = url.searchParams.get('ticket') ?? '';
  const { userId } = world.roles.contributor;
  expect(await world.nobody.call(redeemTicket, { body: { ticket } })).toMatchObject({ userId });
  expect((await world.nobody.send(redeemTicket, { body: { ticket } })).status).toBe(400);
});

test('pages that require no ticket get none', async () => {
  expect(await link('help')).toEqual({ location: 'https://help.example.org/plumbline' });
});

test.each(['https://evil.example.org/x', '//evil.example.org', 'javascript:alert(1)'])(
  'the return address stays on our origin, whatever is requested: %s',
  async (from) => {
    const { location } = await link('support', from);
    expect(new URL(location).searchParams.get('back')).toBe('http://localhost:8420');
  },
);

test('a private installation does not reveal that an address has an account', async () => {
  const found = await server.database.root.query<{ email: string }>('SELECT email FROM app_user WHERE id = $1', [
    world.roles.contributor.userId,
  ]);
  const email = found.rows[0]?.email ?? '';
  expect(email).toContain('@');
  expect(await world.nobody.call(emailExists, { query: { email } })).toEqual({ exists: false });
});

test('without configured pages there are no links to them', async () => {
  const bare = await startTestServer();
  try {
    const there = await createWorld(bare);
    const body = { kind: 'help' as const, from: '/' };
    expect((await there.roles.contributor.caller.send(helpLink, { body })).status).toBe(404);
    expect(await there.nobody.call(instance, {})).toMatchObject({ help: false, support: false, supportPhone: null });
  } finally {
    await bare.close();
  }
});
