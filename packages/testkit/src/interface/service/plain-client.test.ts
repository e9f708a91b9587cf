// Calls from a client written from the API description only, without our own client: what is not described as required
// is not required.
import { listPins } from '@plumbline/core/features/pins/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, PASSWORD, WEB_CLIENT, type World } from '../../actors.ts';
import { addressOf } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const form = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(body).toString(),
  });

describe('a plain client', () => {
  test('refreshes with the token alone, and each token once', async () => {
    const { email } = world.roles.contributor;
    const first = await form({ grant_type: 'password', username: email, password: PASSWORD });
    const { refresh_token } = first.body as { refresh_token: string };
    const second = await form({ grant_type: 'refresh_token', refresh_token });
    expect(second).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 900 } });
    const next = second.body as { access_token: string; refresh_token: string };
    const me = () =>
      world.nobody.raw({ method: 'GET', url: '/api/me', headers: { authorization: `Bearer ${next.access_token}` } });
    expect((await me()).status).toBe(200);
    expect((await form({ grant_type: 'refresh_token', refresh_token: next.refresh_token })).status).toBe(200);
    // An old token has been copied: the whole session ends.
    expect(await form({ grant_type: 'refresh_token', refresh_token })).toMatchObject({ status: 400 });
    expect((await me()).status).toBe(401);
  });

  test('gets the secret of a session in its token, which a browser never does', async () => {
    const { email } = world.roles.contributor;
    const signIn = { grant_type: 'password', username: email, password: PASSWORD };
    const inBrowser = { 'sec-fetch-site': 'same-origin' };
    const tokens = await Promise.all([form(signIn), form(signIn, inBrowser)]);
    const [own, browsers] = tokens.map((one) => (one.body as { refresh_token: string }).refresh_token);
    expect(own).toMatch(/^[0-9a-f-]{36}\.0\.[\w-]{43}\.[\w-]{22}$/u);
    expect(browsers).toMatch(/^[0-9a-f-]{36}\.0$/u);
    expect(await form({ grant_type: 'refresh_token', refresh_token: browsers ?? '' })).toMatchObject({ status: 400 });
    const guessed = (own ?? '').replace(/.$/u, (last) => (last === 'A' ? 'Q' : 'A'));
    expect(await form({ grant_type: 'refresh_token', refresh_token: guessed })).toMatchObject({ status: 400 });
    expect((await form({ grant_type: 'refresh_token', refresh_token: own ?? '' })).status).toBe(200);
  });

  test('changes its language without an idempotency key', async () => {
    const response = await world.roles.internalViewer.caller.raw({
      method: 'PATCH',
      url: '/api/me',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ settings: { language: 'sl' } }),
    });
    expect(response).toMatchObject({ status: 200, body: { language: 'sl' } });
  });

  test.each(['x', 'a'.repeat(1_500), 'not-ours-not-ours-not-ours'])('gets 400 for the link %.20s', async (token) => {
    const response = await world.nobody.raw({
      method: 'POST',
      url: '/api/me/email/verify',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ token }),
    });
    expect(response).toMatchObject({ status: 400, body: { code: 'link_used' } });
  });

  test('gets 400 for an invalid password reset address, and the same response for every valid one', async () => {
    const ask = (email: string) =>
      world.nobody.raw({ method: 'POST', url: `/api/me/passwordReset?email=${encodeURIComponent(email)}` });
    for (const wrong of ['', 'anna', 'a@b@c.de', `${'a'.repeat(300)}@example.org`]) {
      expect(await ask(wrong)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'email', outcome: 'NOT_VALID' }] },
      });
    }
    expect((await ask('nobody@example.org')).status).toBe(204);
    expect((await ask(` ${world.owner.email} `)).status).toBe(204);
  });

  test.each(['/v3', '/v3.1', '/v4', ''])('finds plans under the version %s', async (version) => {
    const url = `/api/plans-api${version}/projects/${world.projectId}/plans`;
    const usual = addressOf(listPlans, { params: { projectId: world.projectId } });
    const { caller } = world.roles.administrator;
    expect((await caller.raw({ method: 'GET', url })).body).toEqual(
      (await caller.raw({ method: 'GET', url: usual })).body,
    );
  });

  test('finds pins under the fourth version', async () => {
    const usual = addressOf(listPins, { params: { projectId: world.projectId } });
    const { caller } = world.roles.administrator;
    expect((await caller.raw({ method: 'GET', url: usual.replace('/v3/', '/v4/') })).status).toBe(200);
  });
});
