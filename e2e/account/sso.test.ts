// Signing in through the organisation's own identity provider, on a separate installation: set up by its owner, tested,
// used by a new user, signed out.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDomain, changeProvider, createProvider, type Provider } from '@plumbline/core/features/sso/contract';
import { approveDomain, operatorDomains } from '@plumbline/core/features/sso/sign-on-contract';
import type { CallOf, Endpoint, ReplyOf } from '@plumbline/core/kernel/endpoint';
import { addressOf } from '@plumbline/testkit/calls';
import { freePort, type Program, startProgram } from '@plumbline/testkit/program/program';
import { signInTo } from '@plumbline/testkit/program/sign-in';
import { CLIENT_ID, CLIENT_SECRET, startOpenIdProvider } from '@plumbline/testkit/sign-on/openid-provider';
import { startSamlProvider } from '@plumbline/testkit/sign-on/saml-provider';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, switchTo, visit } from '../support/browser.ts';

const OWNER = 'olga@petrova.example';
const PASSWORD = 'Richtig-lang-26';

let folder: string;
let program: Program;
let browser: Browser;
let url: string;

async function makeOwner(): Promise<void> {
  const values = ['--email', OWNER, '--first-name', 'Olga', '--last-name', 'Petrova', '--organisation', 'Petrova'];
  const administration = fileURLToPath(import.meta.resolve('@plumbline/server/app/plumbline'));
  const child = spawn(process.execPath, [administration, 'account', ...values], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${PASSWORD}\n`);
  const exit = await once(child, 'close');
  expect(exit).toEqual([0, null]);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-sso-'));
  await makeOwner();
  const port = await freePort();
  // The identity providers use another host name, so the browser treats them as another site.
  url = `http://localhost:${port}`;
  program = await startProgram({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    INSIDE_HOSTS: '127.0.0.1',
    CHECK_REPLIES: 'on',
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await program?.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function send<E extends Endpoint>(endpoint: E, input: CallOf<E>, token?: string): Promise<ReplyOf<E>> {
  const parts = input as { params?: Record<string, unknown>; body?: unknown };
  const response = await fetch(`${url}${addressOf(endpoint, parts)}`, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(parts.body ?? {}),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as ReplyOf<E>;
}

const operatorKey = async (): Promise<string> => (await readFile(path.join(folder, 'operator.key'), 'utf8')).trim();

async function approve(domain: string): Promise<void> {
  const key = await operatorKey();
  const { domains } = await send(operatorDomains, { body: { key } });
  const domainId = domains.find((one) => one.domain === domain)?.id ?? '';
  await send(approveDomain, { body: { key, domainId, approved: true } });
}

/** Approves the domain, revokes it and approves it again, as the operator in a browser of their own. */
async function approveOnPage(domain: string): Promise<void> {
  const { page, complaints, close } = await visit(browser, { baseURL: url });
  pictureOnFailure(page);
  await page.goto('/operator');
  await field(page, 'Operator key').fill(await operatorKey());
  await button(page, 'Open').click();
  await button(page, `Approve ${domain}`).click();
  await page.getByText('Petrova · Approved by the operator').waitFor();
  await button(page, `Revoke approval of ${domain}`).click();
  await page.getByText('Petrova · Not verified yet').waitFor();
  await button(page, `Approve ${domain}`).click();
  await page.getByText('Petrova · Approved by the operator').waitFor();
  expect(complaints).toEqual([]);
  await close();
}

async function acceptAndArrive(page: Page): Promise<void> {
  await page.getByText('I accept the terms').click();
  await page.getByText('I accept the privacy policy').click();
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
}

async function leave(page: Page): Promise<void> {
  await switchTo(page, '/userSettings/about');
  await page.locator('#about').getByRole('button', { name: 'Sign out' }).click();
}

it('sets up and tests SAML, signs in with it, and signs out', async () => {
  const idp = await startSamlProvider();
  const { page, close } = await visit(browser, { baseURL: url });
  pictureOnFailure(page);
  try {
    await page.goto('/userManagement/signOn');
    await field(page, 'Email').fill(OWNER);
    await field(page, 'Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    // The account was created by command, so its owner has not accepted the terms yet.
    await page.getByText('I accept the terms').click();
    await page.getByText('I accept the privacy policy').click();
    await button(page, 'Continue').click();
    await page.getByText('No identity providers yet').waitFor();
    await button(page, 'Add provider').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Works');
    await dialog.getByLabel('Metadata URL').fill('http://localhost/inside');
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await dialog.getByText('This URL is not allowed').waitFor();
    await dialog.getByLabel('Metadata URL').fill(`${idp.url}/metadata`);
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('heading', { name: 'Works' }).waitFor();
    await field(page, 'Domain').fill('works.example');
    await button(page, 'Add domain').click();
    await page.getByText('_plumbline.works.example').waitFor();
    await approveOnPage('works.example');
    // The administrator gives our metadata to the provider.
    const ours = await page
      .getByText(/\/api\/v2\/sso\/[\w-]+\/metadata$/u)
      .first()
      .textContent();
    idp.trust(await (await fetch(ours ?? '')).text());
    await page.getByText('Allow sign-in with this provider').click();
    idp.person = { nameId: 'paula', attributes: { mail: 'paula@works.example', givenName: 'Paula', sn: 'Pichler' } };
    await button(page, 'Test sign-on').click();
    await button(page, 'Go on as paula').click();
    await page.getByText('Sign-on works').waitFor();
    await page.getByText('paula@works.example').waitFor();
    await page.getByRole('link', { name: 'Back to settings' }).click();
    await page.getByText('Approved by the operator').waitFor();
    await leave(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

    // A new user: the address leads to the provider, and back to the requested page.
    await page.goto('/home?return_to=%2FuserSettings');
    await field(page, 'Email').fill('paula@works.example');
    await button(page, 'Continue with Works').waitFor();
    await expect.poll(() => field(page, 'Password').count()).toBe(0);
    await field(page, 'Email').press('Enter');
    await button(page, 'Go on as paula').click();
    await page.getByText('I accept the terms').click();
    await page.getByText('I accept the privacy policy').click();
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/userSettings');
    const pages = page.getByRole('navigation', { name: 'Account' });
    await pages.getByRole('link', { name: 'Security' }).click();
    await page.locator('#sessions').waitFor();
    await expect.poll(() => page.locator('#password').count()).toBe(0);
    await pages.getByRole('link', { name: 'Profile' }).click();

    // The session has expired: it is renewed in another tab, and the input in this one stays.
    await field(page, 'First name').fill('Pauline');
    await page.context().clearCookies();
    // In the moment of the click. Any earlier, another request could open the dialog over the button first.
    await page
      .locator('#main')
      .getByRole('button', { name: 'Save' })
      .evaluate((save: HTMLElement) => {
        const token = JSON.parse(localStorage.getItem('plumbline.token') ?? '{}');
        localStorage.setItem(
          'plumbline.token',
          JSON.stringify({ ...token, access_token: 'x'.repeat(43), expires_at: 0 }),
        );
        save.click();
      });
    const again = page.getByRole('dialog', { name: 'Session expired' });
    await again.waitFor();
    await expect.poll(() => again.getByLabel('Email').count()).toBe(0);
    const [beside] = await Promise.all([
      page.context().waitForEvent('page'),
      again.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await button(beside, 'Go on as paula').click();
    await again.waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'First name').inputValue()).toBe('Pauline');
    // Not saved.
    await pages.getByRole('link', { name: 'Data and privacy' }).click();
    await button(page, 'Discard').click();
    await page.locator('#about').getByRole('button', { name: 'Sign out' }).click();
    await field(page, 'Email').waitFor();
    expect(idp.left).toEqual(['paula']);
    await expect.poll(() => field(page, 'Email').inputValue()).toBe('');

    // A response cannot be used a second time.
    await page.goto(`/samlLogin#${'a'.repeat(43)}`);
    await page.getByText('Single sign-on failed.').waitFor();
  } finally {
    await close();
    await idp.close();
  }
});

it('signs in with the OpenID Connect provider chosen from a list, and signs out', async () => {
  const op = await startOpenIdProvider();
  const { page, close } = await visit(browser, { baseURL: url });
  pictureOnFailure(page);
  try {
    const { token } = await signInTo(url, OWNER, PASSWORD);
    const created: Provider = await send(
      createProvider,
      {
        body: {
          kind: 'oidc',
          id: randomUUID(),
          name: 'Cloud',
          issuer: op.issuer,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
        },
      },
      token,
    );
    const params = { providerId: created.id };
    await send(addDomain, { params, body: { domain: 'cloud.example' } }, token);
    await approve('cloud.example');
    await send(changeProvider, { params, body: { active: true, listed: true } }, token);
    op.allow(created.ours.answerUrl, created.ours.logoutUrl);
    op.person = { sub: 'otto', claims: { email: 'otto@cloud.example', given_name: 'Otto', family_name: 'Oswald' } };

    await page.goto('/home');
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await button(page, 'Cloud').click();
    await page.getByRole('link', { name: 'Go on as otto' }).click();
    await acceptAndArrive(page);
    await page.getByText('Otto Oswald').first().waitFor();
    await leave(page);
    // The provider asks whether to sign out of it too.
    await page.waitForURL((at) => at.origin === op.issuer);
  } finally {
    await close();
    await op.close();
  }
});
